"""Lessons as data: views, and what search found each action to be worth in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types as nt

from simlab.contract.columns import SEATS
from simlab.contract.game import Game
from simlab.contract.records import MIND
from simlab.errors import PolicyError
from simlab.jit import JIT, bind
from simlab.masks import WIDTH
from simlab.play import notes
from simlab.play.drivers import drivers, scratch
from simlab.play.faults import NOTED, compiling
from simlab.play.seats import TABLE, Player, seated
from simlab.players.learned import lesson_kernels
from simlab.players.learned.sight import sights_of
from simlab.rng import KEY, STREAM

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Lessons:
    """Bytes of the views and of what is told of them; rows as in `lesson_kernels`; what each action is worth."""

    sights: Array
    rows: Array
    values: Array

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def games(self) -> Array:
        return np.asarray(self.rows[:, lesson_kernels.GAME])

    @property
    def seats(self) -> Array:
        return np.asarray(self.rows[:, lesson_kernels.SEAT])

    @property
    def legal(self) -> Array:
        return np.asarray(self.rows[:, lesson_kernels.LEGAL])

    @property
    def hints(self) -> Array:
        return np.asarray(self.rows[:, lesson_kernels.ANSWERS + lesson_kernels.HINTS])


def together(parts: Sequence[Lessons]) -> Lessons:
    return Lessons(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("sights", "rows", "values")))


@dataclass(frozen=True)
class Class:
    """Who sits at the table of some games: by place who plays, who is taught (2: follows the teacher), and for how many games."""

    actors: tuple[Player, ...]
    taught: tuple[int, ...]
    first: int
    games: int
    rotation: int


@cache
def bound_lessons(game: Game) -> Any:
    """`take_lessons` for one game."""
    engine = game.engine
    state, view, rules, mind, key, dice = (numba.from_dtype(kind) for kind in (engine.STATE, engine.VIEW, engine.RULES, MIND, KEY, STREAM))
    longs = nt.Array(nt.int64, 1, "C")
    people = nt.Tuple((longs, TABLE, nt.Array(mind, 1, "C"), longs))
    scratched = nt.Tuple(tuple(nt.Array(kind, 1, "C") for kind in (state, view, key, dice)))
    kept = nt.Tuple((nt.Array(view, 1, "C"), nt.Array(nt.int64, 2, "C"), nt.Array(nt.float32, 2, "C")))
    signature = nt.int64(people, rules, *[nt.int64] * 4, nt.float64, longs, scratched, kept, longs) if JIT else None
    written = bind(notes.write_down, engine, NOTE=notes.note_record(game))
    helpers = {
        "ask_all": bind(lesson_kernels.ask_all, engine, choose=drivers(game)._choose),
        "turn_pages": bind(notes.turn_pages, engine),
        "tell_watchers": bind(lesson_kernels.tell_watchers, engine, write_down=written),
    }
    with compiling(game):
        play = bind(lesson_kernels.play_taught, engine, **helpers)
        return bind(lesson_kernels.take_lessons, engine, signature, beside=(notes,), play_taught=play)


def all_seated(line_ups: Sequence[Sequence[Player]]) -> tuple[Array, Array, Array]:
    """Several line-ups at one table, one after another, their solved tables in one array."""
    parts, end = [seated(line_up) for line_up in line_ups], 0
    for _, table, minds in parts:
        minds["table"] += end
        minds["notes"] += np.where(minds["notes"] >= 0, end, 0)
        end += len(table)
    entries, tables, minds = (np.concatenate(each) for each in zip(*parts, strict=True))
    return entries, tables, minds


def take(game: Game, rules: Any, seed: int, teacher: Player, base: Player, at: Class, part: float, most: int) -> Lessons:
    """The lessons of one class: decisions that ask for thought. `rules` is the kernel record; at most so many rows are kept."""
    players, engine = len(at.actors), game.engine
    kept = np.zeros(most, engine.VIEW), np.zeros((most, lesson_kernels.ROW), np.int64), np.zeros((most, WIDTH), np.float32)
    taught, fault = np.zeros(SEATS, np.int64), np.zeros(NOTED, np.int64)
    taught[:players] = at.taught
    people = (*all_seated([[teacher] * players, [base] * players, at.actors]), np.zeros(lesson_kernels.LINE_UPS, np.int64))
    scratched = (*scratch(game), np.zeros(1, STREAM))
    n = bound_lessons(game)(people, rules, seed, at.first, at.games, at.rotation, part, taught, scratched, kept, fault)
    if n < 0:
        raise PolicyError(f"{game.name}: somebody chose an action that is not allowed in game {fault[0]} of seed {seed}")
    views, rows, values = kept
    sights, thought = sights_of(game, rules, views[:n])
    return Lessons(sights[thought], rows[:n][thought], values[:n][thought])
