"""What a game provides: data and five functions. `load` finds a game, `check` proves that it keeps the contract.

A game is a package `simlab/games/<name>/`:

    rules.py      VERSION, Rules, COLUMNS (and ROUND_COLUMNS), OUTCOME, RULES, STATE, VIEW, enums
    engine.py     reset(state, rules, key)           set up and deal; `state` comes as zeros
                  legal(state, rules) -> int64       bit a set = action a allowed
                  step(state, rules, action)         one action and all that follows by itself
                  observe(state, rules, seat, view)  copy what this seat may know; writes every field of `view`
                  imagine(view, rules, me, state)    a random world this view cannot tell from the real one; `state` comes as zeros
    policies.py   POLICIES: rule-of-thumb players, `policy(view, rules, me, table) -> action`
    text.py       action_name(view, rules, action), table_text(view, rules): for people

`engine` re-exports the records of `rules`, so that drivers reach all of a game through that one module.
"""

import importlib
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from simlab.errors import GameError, UnknownName
from simlab.games import titles
from simlab.games.columns import SEATS, Column
from simlab.games.knobs import Rules
from simlab.jit import record
from simlab.rng import KEY, STREAM

FUNCTIONS = ("reset", "legal", "step", "observe", "imagine")
RECORDS = ("RULES", "STATE", "VIEW", "OUTCOME")
COMMON_COLUMNS = ("win", "decisions", "rounds", "capped")
PARAMS = 16  # numbers a policy may be given, and may remember

MIND = record(
    ("dice", STREAM),  # the player's own random numbers, restarted every round
    ("search", STREAM),  # what a searching player imagines with: `minds.open_search` sets it
    ("key", KEY),  # of the game, for `open_search`
    ("params", "f8", (PARAMS,)),  # numbers by which the player was set up
    ("memory", "f8", (PARAMS,)),  # cleared at each game's start
    ("table", "i8"),  # where this player's solved strategy begins in `table`
    ("round", "i4"),  # the round these streams belong to; -1 before the first
    ("uniform", "i4"),  # 1: plays `uniform`, which drivers do themselves
    ("searches", "i4"),  # opened in this game
    ("place", "i4"),  # place in the line-up (not the seat: line-ups may be rotated)
)


def state_record(outcome: np.dtype[Any], *fields: tuple[Any, ...]) -> np.dtype[Any]:
    """STATE: what every game has, then its own fields, then the tally. Wide fields first: records are packed, not aligned."""
    return record(
        ("legal", "i8"),  # actions of the seat to act; 0 when over
        ("key", KEY),  # of (seed, game index)
        ("dice", STREAM),  # scratch: the chance event under way
        ("seat", "i4"),  # to act
        ("over", "i4"),
        ("round", "i4"),  # streams of players and deals are keyed by it
        ("payoff", "i4", (SEATS,)),  # what each player maximises: sixtieths of the win, or chips/points of the round
        *fields,
        ("tally", outcome),  # outcome columns: written by the engine, never read by it
    )


def view_record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """VIEW: the seat it belongs to, its legal actions (0 when it is not to act), and what it may know."""
    return record(("legal", "i8"), ("seat", "i4"), *fields)


@dataclass(frozen=True)
class Param:
    """A number by which a policy can be set up."""

    name: str
    default: float
    doc: str
    low: float = -1e9
    high: float = 1e9


@dataclass(frozen=True)
class Policy:
    """A player: compiled function, its parameters in the order of `me.params`, and what it is known to be."""

    name: str
    act: Any  # the compiled function
    doc: str
    params: tuple[Param, ...] = ()
    fits: Callable[[Any], str] = field(default=lambda rules: "")  # a sentence when these rules are not for it
    table: Callable[[Any], np.ndarray[Any, Any]] | None = None  # builds its solved strategy for given rules


@dataclass(frozen=True)
class Game:
    """A game with all its parts, found by name."""

    name: str
    rules: types.ModuleType
    engine: types.ModuleType
    policies: types.ModuleType
    text: types.ModuleType

    @property
    def Rules(self) -> type[Rules]:
        return self.rules.Rules  # type: ignore[no-any-return]

    @property
    def columns(self) -> tuple[Column, ...]:
        return tuple(self.rules.COLUMNS)

    @property
    def round_columns(self) -> tuple[Column, ...]:
        return tuple(getattr(self.rules, "ROUND_COLUMNS", ()))

    @property
    def version(self) -> int:
        return int(self.rules.VERSION)

    @property
    def title(self) -> str:
        return titles()[self.name]

    def players(self) -> range:
        schema = self.Rules.model_json_schema()["properties"]["players"]
        if "const" in schema:
            return range(schema["const"], schema["const"] + 1)
        return range(schema["minimum"], schema["maximum"] + 1)

    def column(self, name: str) -> Column:
        for column in self.columns:
            if column.name == name:
                return column
        raise UnknownName("metric", name, [c.name for c in self.columns])


@cache
def load(name: str) -> Game:
    """The game of that name, structurally checked."""
    if name not in titles():
        raise UnknownName("game", name, titles())
    return assemble(f"simlab.games.{name}")


def assemble(package: str) -> Game:
    """A game from any package that has its four modules, structurally checked."""
    parts = {part: importlib.import_module(f"{package}.{part}") for part in ("rules", "engine", "policies", "text")}
    game = Game(package.rpartition(".")[2], **parts)
    check_shape(game)
    return game


def check_shape(game: Game) -> None:
    """The parts are there, and the records have the fields every driver relies on."""
    missing = [part for part in (*FUNCTIONS, *RECORDS) if not hasattr(game.engine, part)]
    if missing:
        raise GameError(f"{game.name}: engine.py lacks {', '.join(missing)}")
    need(game, "STATE", ("seat", "over", "round", "legal", "key", "dice", "payoff", "tally"))
    need(game, "VIEW", ("seat", "legal"))
    need(game, "OUTCOME", COMMON_COLUMNS)
    if game.Rules.dtype() != game.engine.RULES:
        raise GameError(f"{game.name}: RULES is not Rules.dtype()")


def need(game: Game, name: str, fields: Sequence[str]) -> None:
    have = getattr(game.engine, name).names
    missing = [f for f in fields if f not in have]
    if missing:
        raise GameError(f"{game.name}: {name} lacks {', '.join(missing)}")
