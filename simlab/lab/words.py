"""What the lab calls things: the words that games bring for reports, asked for in one place."""

from typing import Any

from simlab.contract.columns import Column
from simlab.contract.game import Game
from simlab.words.titles import Titles, knob_words, metric_title, readable

COMMON = {"win": "share of the win", "decisions": "decisions in a game", "capped": "games stopped by the cap"}  # that every game has


def titles_of(game: Game) -> Titles:
    found: Titles = game.study("titles", Titles())
    return found


def metric_name(game: Game, column: Column | None, name: str) -> str:
    """`rounds in a game`"""
    found = metric_title(titles_of(game), name, column.title if column else "").name
    return COMMON.get(found, found)


def level_name(game: Game, level: str) -> str:
    return titles_of(game).levels.get(level, readable(level))


def changed(game: Game, knobs: dict[str, Any]) -> str:
    """`2 extra draws and no ace-low straights`"""
    return " and ".join(knob_words(titles_of(game), name, value) for name, value in knobs.items())
