"""What simlab is installed with: every package by version and checksum, the build backend pinned, every licence told."""

import re
import tomllib

from tests.conftest import ROOT
from tools import packages

LINE = re.compile(r"[a-z0-9-]+==[^\s\\]+ \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+")


def test_every_package_has_a_version_and_a_checksum():
    for name in packages.FILES:
        text = (ROOT / name).read_text(encoding="utf-8")
        head, _, body = text.partition("\n")
        assert head.startswith("# Written by `make packages`, for ")
        assert LINE.sub("", body) == ""
        assert len(LINE.findall(body)) == len(packages.pinned(name)) > 20


def test_versions_are_those_of_the_constraints():
    wanted = packages.pinned("constraints.txt")
    for name in packages.FILES:
        other = {package: version for package, version in packages.pinned(name).items() if wanted.get(package, version) != version}
        assert other == {}, "run `make packages`"


def test_whatever_the_project_asks_for_is_in_the_files():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = dict.fromkeys(project["dependencies"], "requirements.txt")
    asked |= {name: "requirements-ci.txt" for extra in ("dev", "cluster", "tune", "pettingzoo", "openspiel", "peers")
              for name in project["optional-dependencies"][extra]}  # fmt: skip
    for requirement, file in asked.items():
        name = packages.plain(re.match(r"[\w.-]+", requirement)[0])
        assert name == "simlab" or name in packages.pinned(file), f"{name} is not in {file}: run `make packages`"
    assert packages.pinned("requirements.txt").items() <= packages.pinned("requirements-ci.txt").items()


def test_what_builds_simlab_is_pinned_to_one_version():
    (backend,) = packages.backend()
    name, version = backend.split("==")
    assert all(packages.pinned(file)[name] == version for file in packages.FILES)


def test_every_licence_is_told_in_few_words():
    told = packages.licences()
    assert {"numpy", "numba", "polars", "click"} <= {name for name, _, _ in told}
    assert [name for name, _, licence in told if not re.fullmatch(r"[\w .,:;()/+-]{2,80}", licence) or "see its" in licence] == []
