"""Which games there are, and a game by its name. Light: listing the games imports none of them.

A game is a folder of `simlab/games` with a `game.py`, which declares `GAME`; the first line of its `__init__.py` is its title.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from simlab.errors import UnknownName

if TYPE_CHECKING:
    from simlab.contract.game import Game

HOME = Path(__file__).parent.parent / "games"
PACKAGE = "simlab.games"


@cache
def titles() -> dict[str, str]:
    """Every game's name and one-line description, read from its folder without importing it."""
    found = {}
    for folder in sorted(HOME.iterdir()):
        if (folder / "game.py").exists():
            first = (folder / "__init__.py").read_text(encoding="utf-8").strip().strip('"').splitlines()[0]
            found[folder.name] = first.rstrip(".")
    return found


@cache
def load(name: str) -> "Game":
    """The game of that name, structurally checked."""
    if name not in titles():
        raise UnknownName("game", name, titles())
    return declared(f"{PACKAGE}.{name}")


def declared(package: str) -> "Game":
    """The game that any package declares in its `game.py`, structurally checked."""
    game: Game = import_module(f"{package}.game").GAME
    game.check_shape()
    return game
