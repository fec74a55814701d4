"""What is shipped: the wheel holds every file that simlab needs, and works where there is no clone, no cache and no home to speak of."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.tutorial import EmptyHome


def build(kind: str, folder: Path) -> Path:
    words = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.iterdir()
    return made


def tracked(*where: str) -> set[str]:
    listed = subprocess.run(["git", "ls-files", "-z", *where], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {name for name in listed.split("\0") if name and (ROOT / name).exists()}


def test_the_wheel_holds_every_file_of_the_package_and_what_new_games_begin_from(tmp_path):
    held = set(zipfile.ZipFile(build("wheel", tmp_path)).namelist())
    assert tracked("simlab") <= held
    assert {
        f"simlab/scaffold/examples/high_draw/{name.removeprefix('examples/high_draw/')}" for name in tracked("examples/high_draw")
    } <= held
    assert not [name for name in held if name.startswith(("tests/", "docs/", "tools/")) or "__pycache__" in name]


def test_a_wheel_can_be_built_from_the_source_archive(tmp_path):
    with tarfile.open(build("sdist", tmp_path)) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert tracked("simlab", "examples", "tests/games/template/package") <= held
    assert {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"} <= held


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A place with the wheel installed, from an empty home."""
    folder = tmp_path_factory.mktemp("home")
    return EmptyHome.with_wheel(folder, build("wheel", folder / "wheel"))


EVERY_MODULE = """
import importlib, pkgutil
import simlab

def missing(name):
    try:
        importlib.import_module(name)
    except ImportError as error:
        return "simlab[" not in str(error) and error.name not in ("starlette", "uvicorn")  # of `simlab lab`, which says so itself

names = [found.name for found in pkgutil.walk_packages(simlab.__path__, "simlab.")]
print(len(names) > 300, [name for name in names if name != "simlab.__main__" and missing(name)])
"""


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_every_command_works_from_the_wheel(home):
    from simlab.cli import main

    assert home.run("simlab --version").startswith("simlab, version")
    assert home.python(EVERY_MODULE) == "True []\n"  # commands load what they need when they need it: help alone says little
    for command in main.commands:
        assert f"simlab {command}" in home.run(f"simlab {command} --help")
    assert "template" in home.run("simlab games")
    assert "files in mine" in home.run("simlab new game mine --like betting")


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_tutorial_can_be_followed_line_by_line_from_the_wheel(home):
    from tests.tutorial import follow

    assert follow(home) > 8
