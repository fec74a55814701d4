"""What simlab is installed with: every package with its version and the checksums of its files, and their licences.

`python -m tools.packages` asks pip what `constraints.txt` and `pyproject.toml` mean on this machine, and writes `requirements.txt` (what
playing needs) and `requirements-ci.txt` (what the tests need). Pip then takes only files with these checksums. They are those of this
kind of machine: `fits` says whether another is of the same kind; elsewhere packages are pinned by their versions alone.
"""

import json
import platform
import re
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
FILES = {"requirements.txt": ".", "requirements-ci.txt": ".[dev]"}
EDITABLE = "editables"  # what the build backend needs for `pip install -e`
KIND = f"Python {platform.python_version().rpartition('.')[0]}, {sysconfig.get_platform()}"
HEAD = f"""# Written by `make packages`, for {KIND}. Install with: pip install --require-hashes -r FILE
"""


def write() -> None:
    for name, what in FILES.items():
        (ROOT / name).write_text(HEAD + "\n".join(lines(what)) + "\n", encoding="utf-8")


def lines(what: str) -> Iterator[str]:
    """`click==8.5.1 --hash=sha256:...` of all that is installed for this, and of the build backend."""
    for name, version, checksums in sorted(resolved(what)):
        yield f"{name}=={version} \\\n" + " \\\n".join(f"    --hash=sha256:{checksum}" for checksum in sorted(checksums))


def resolved(what: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Name, version and checksum as pip would take them."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        asked = ["install", "--quiet", "--dry-run", "--ignore-installed", "--report", str(report), "-c", "constraints.txt"]
        subprocess.run(
            [sys.executable, "-m", "pip", *asked, *backend(), EDITABLE, "-e", what], cwd=ROOT, check=True, stderr=subprocess.DEVNULL
        )
        found: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["install"]
    for package in found:
        checksum = package["download_info"].get("archive_info", {}).get("hashes", {}).get("sha256")
        if checksum:  # not simlab itself
            yield plain(package["metadata"]["name"]), package["metadata"]["version"], (checksum,)


def backend() -> list[str]:
    """What builds simlab, pinned."""
    requires: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    return requires


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def fits(name: str = "requirements-ci.txt") -> bool:
    """Are the checksums those of this kind of machine?"""
    return (ROOT / name).read_text(encoding="utf-8").startswith(HEAD)


def pinned(name: str) -> dict[str, str]:
    """Versions by package, of a file with checksums or of the constraints."""
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
    return {plain(package): version for package, version in found}


# ---- licences


def licences() -> list[tuple[str, str, str]]:
    """Package, version and licence of all that playing needs, as their authors declare it."""
    return [(name, version, licence(name)) for name, version in sorted(pinned("requirements.txt").items()) if name not in build_only()]


def build_only() -> set[str]:
    """In the list for the build backend alone."""
    needed, wanted = set[str](), ["simlab"]
    while wanted:
        name = wanted.pop()
        for required in needs(name):
            if required not in needed:
                needed.add(required)
                wanted.append(required)
    return set(pinned("requirements.txt")) - needed


def needs(name: str) -> Iterable[str]:
    """What a package requires here, without its extras."""
    from packaging.requirements import Requirement

    declared = project() if name == "simlab" else metadata.requires(name) or []
    for text in declared:
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield plain(requirement.name)


def project() -> list[str]:
    found: list[str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    return found


def licence(name: str) -> str:
    """In one line: the expression, else the classifiers, else the first line of the text."""
    told = metadata.metadata(name)
    if told.get("License-Expression"):
        return str(told["License-Expression"])
    classified = [entry.rpartition(" :: ")[2] for entry in told.get_all("Classifier") or [] if entry.startswith("License ::")]
    classified = [entry for entry in classified if entry != "OSI Approved"]
    first = (told.get("License") or "").strip().splitlines()
    if first and len(first[0]) <= 40 and re.fullmatch(r"(?!Copyright)\w[\w .,-]*", first[0]):
        return first[0]
    return ", ".join(classified) or title_of_text(name)


def title_of_text(name: str) -> str:
    """By the first words of the licence that was installed with it."""
    texts = [file.read_text() for file in metadata.files(name) or [] if re.match(r"(LICEN[CS]E|COPYING)", file.name)]
    known = {"Permission is hereby granted, free of charge": "MIT", "Redistribution and use in source and binary forms": "BSD"}
    found = {short for text in texts for words, short in known.items() if words in " ".join(text.split())}
    return ", ".join(sorted(found)) or "see its own pages"


if __name__ == "__main__":
    if sys.argv[1:] == ["--fits"]:
        sys.exit(0 if fits() else 1)
    write()
