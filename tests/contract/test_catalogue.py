"""Games by name: shipped, installed or in a folder of the user's; loaded once, refused with the nearest right word."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from simlab.contract import catalogue
from simlab.contract.catalogue import declared, load, shipped, titles
from simlab.errors import GameError, InputError, UnknownName
from tests.conftest import python


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Another house of games, empty, and nothing installed."""
    (tmp_path / "home").mkdir()
    monkeypatch.setattr(catalogue, "HOME", tmp_path / "home")
    monkeypatch.setattr(catalogue, "entry_points", lambda group: ())
    monkeypatch.setenv("SIMLAB_GAMES", "")  # given back afterwards, whatever a test adds to it
    monkeypatch.setattr(sys, "path", [*sys.path])
    catalogue.known_sources.cache_clear()
    yield tmp_path / "home"
    catalogue.known_sources.cache_clear()
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(str(tmp_path)):
            del sys.modules[name]


def folder(home: Path, name: str, title: str, declares: str | None = "GAME = None\n") -> Path:
    (home / name).mkdir(parents=True)
    (home / name / "__init__.py").write_text(f'"""{title}"""\n', encoding="utf-8")
    if declares is not None:
        (home / name / "game.py").write_text(declares, encoding="utf-8")
    return home / name


def test_a_game_is_a_folder_with_a_game_py_and_its_title_is_the_first_line(home):
    folder(home, "whist", "Whist: thirteen tricks.\n\nWith a dummy.")
    folder(home, "hearts", "Hearts: take none")
    folder(home, "notes", "No game.", declares=None)
    (home / "loose.py").write_text("", encoding="utf-8")
    assert titles() == {"hearts": "Hearts: take none", "whist": "Whist: thirteen tricks"}


def own(home: Path, *folders: str) -> None:
    for name in folders:
        catalogue.add_folder(str(home.parent / name))


WHOLE = """
from dataclasses import replace
from simlab.games.template.game import GAME as LIKE
GAME = replace(LIKE, package=__package__, name="{name}")
"""


def test_a_folder_of_the_users_brings_its_games_at_any_usual_depth(home):
    folder(home, "whist", "Whist")
    folder(home.parent, "games/oh_hell", "Oh Hell", WHOLE.format(name="oh_hell"))
    folder(home.parent, "games/pack/oh_well", "Oh Well", WHOLE.format(name="oh_well"))
    own(home, "games")
    assert list(titles()) == ["whist", "oh_hell", "oh_well"]
    assert list(shipped()) == ["whist"]
    assert load("oh_hell").name == "oh_hell"
    assert load("oh_well").title == "Oh Well"


def test_a_folder_may_be_called_otherwise_than_its_game(home):
    says = WHOLE.format(name="eleven").replace("package=__package__, name", "package=__package__,\n    name")
    folder(home.parent, "games/simlab_eleven", "Eleven", says)
    own(home, "games")
    assert titles() == {"eleven": "Eleven"}
    assert load("eleven").package == "simlab_eleven"


def test_the_folder_of_one_game_will_do(home):
    folder(home.parent, "games/solo_whist", "Solo")
    own(home, "games/solo_whist")
    assert titles() == {"solo_whist": "Solo"}


@pytest.mark.parametrize(("made", "says"), [(False, "no such folder of games"), (True, "no game in this folder")])
def test_a_folder_without_games_is_refused(home, made, says):
    if made:
        (home.parent / "games").mkdir()
    with pytest.raises(InputError, match=says):
        own(home, "games")


def test_two_games_of_one_name_are_refused_and_leave_the_others_alone(home):
    folder(home, "whist", "Whist")
    folder(home.parent, "games/whist", "Another")
    folder(home.parent, "games/nine_men", "Nine", WHOLE.format(name="nine_men"))
    own(home, "games")
    with pytest.raises(InputError, match=r"two games are called 'whist', one shipped and one from .*games/whist: rename one of them"):
        load("whist")
    assert load("nine_men").name == "nine_men"
    assert len(catalogue.clashes()) == 1


def test_a_folder_whose_name_python_knows_otherwise_is_refused(home):
    folder(home.parent, "games/json", "Jason")
    own(home, "games")
    with pytest.raises(InputError, match="Python has another package called 'json': rename the folder"):
        load("json")


@pytest.mark.parametrize(
    ("declares", "says"),
    [
        ("", "broken_a: game.py declares no GAME"),
        ("import nowhere\n", r"broken_b cannot be loaded: game.py:1: ModuleNotFoundError: No module named 'nowhere'"),
        ("x = 1\ny = 1 / 0\n", r"broken_c cannot be loaded: game.py:2: ZeroDivisionError"),
        ("def f(:\n", r"broken_d cannot be loaded: game.py:1: SyntaxError"),
        (WHOLE.format(name="other"), "broken_e: its GAME is called 'other' \\(write name=\"broken_e\" in broken_e/game.py\\)"),
    ],
    ids="abcde",
)
def test_a_game_that_cannot_be_loaded_says_where_and_leaves_the_others_alone(home, request, declares, says):
    name = f"broken_{request.node.callspec.id}"
    folder(home.parent, f"games/{name}", "Broken", declares)
    folder(home.parent, "games/six_men", "Six", WHOLE.format(name="six_men"))
    own(home, "games")
    with pytest.raises(GameError, match=says):
        load(name)
    assert [game.name for game in catalogue.sound()] == ["six_men"]


def test_an_installed_package_brings_its_games(home, monkeypatch):
    folder(home.parent, "site/simlab_ten/ten_men", "Ten men", WHOLE.format(name="ten"))
    (home.parent / "site" / "simlab_ten" / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(home.parent / "site"))
    points = [EntryPoint("ten", "simlab_ten.ten_men", "simlab.games"), EntryPoint("gone", "simlab_gone", "simlab.games")]
    monkeypatch.setattr(catalogue, "entry_points", lambda group: points)
    assert titles() == {"gone": "cannot be found (installed)", "ten": "Ten men"}
    assert "simlab_ten" not in sys.modules  # listing imports nothing
    assert load("ten").title == "Ten men"
    with pytest.raises(GameError, match=r"gone: installed, but there is no package 'simlab_gone' with a game.py"):
        load("gone")


def test_titles_are_those_that_the_games_have_when_loaded():
    assert {name: load(name).title for name in shipped()} == {name: titles()[name] for name in shipped()}


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
