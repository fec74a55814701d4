"""Games by name: found as folders, loaded once, refused with the nearest right word."""

from pathlib import Path

import pytest

from simlab.contract import catalogue
from simlab.contract.catalogue import declared, load, titles
from simlab.errors import GameError, UnknownName
from tests.conftest import python


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Another house of games, empty."""
    monkeypatch.setattr(catalogue, "HOME", tmp_path)
    titles.cache_clear()
    yield tmp_path
    titles.cache_clear()


def folder(home: Path, name: str, title: str, declares: bool = True) -> None:
    (home / name).mkdir()
    (home / name / "__init__.py").write_text(f'"""{title}"""\n', encoding="utf-8")
    if declares:
        (home / name / "game.py").write_text("GAME = None\n", encoding="utf-8")


def test_a_game_is_a_folder_with_a_game_py_and_its_title_is_the_first_line(home):
    folder(home, "whist", "Whist: thirteen tricks.\n\nWith a dummy.")
    folder(home, "hearts", "Hearts: take none")
    folder(home, "notes", "No game.", declares=False)
    (home / "loose.py").write_text("", encoding="utf-8")
    assert titles() == {"hearts": "Hearts: take none", "whist": "Whist: thirteen tricks"}


def test_titles_are_those_that_the_games_have_when_loaded():
    assert {name: load(name).title for name in titles()} == titles()


def test_a_game_is_loaded_once_and_checked(monkeypatch):
    assert load("template") is load("template")
    game = load("template")
    monkeypatch.setattr(type(game), "check_shape", lambda self: (_ for _ in ()).throw(GameError("looked at")))
    with pytest.raises(GameError, match="looked at"):
        declared("simlab.games.template")


def test_a_game_that_is_not_there_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownName, match=r"no game 'templat' \(did you mean 'template'\?\)"):
        load("templat")


def test_a_package_anywhere_may_declare_a_game():
    assert declared("tests.toys.wide").name == "wide"


def test_loading_a_game_imports_no_other_game_and_nothing_of_a_higher_floor():
    code = """
import sys
from simlab.contract.catalogue import load
load("showdown")
print(*(name for name in sys.modules if name.startswith("simlab.")))
"""
    parts = [name.split(".") for name in python(code).split()]
    assert {names[2] for names in parts if names[1] == "games" and len(names) > 2} == {"showdown"}
    assert not {names[1] for names in parts} & {"play", "solvers", "players", "scenarios", "runs", "reports", "studies", "commands"}
    assert not {names[3] for names in parts if len(names) > 3} & {"players", "studies"}
