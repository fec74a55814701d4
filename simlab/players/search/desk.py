"""The searcher's desk: all it works with, laid out in its own part of `table`.

A policy has no arrays of its own, and a kernel must not make any; `table` belongs to one driver call alone, so what lies there is
as private as a local variable. The desk begins with `DESK`: where the compiled functions of the game are, whom the searcher knows,
what standings are worth. Behind it lie the arrays that those functions take, in the order of `arrays_of`, then the notebook, then
the solved tables of the players it knows.
"""

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.columns import SEATS
from simlab.contract.game import Game
from simlab.contract.records import MIND, PARAMS
from simlab.jit import record
from simlab.masks import WIDTH
from simlab.play.notes import WORD, book_words
from simlab.players.search.horizon import FEATURES, NET, STANDS
from simlab.rng import KEY, STREAM

Array = npt.NDArray[Any]

POOL = 4096  # worlds that can be weighed for one decision
MODELS = 8  # players that the searcher may know, `base` first
OWN = 2  # of those: who may play on for the searcher
TRIALS = OWN * WIDTH
WORLD, PROPOSED, STATES = 1, 2, 3  # states: one is played on, the world as imagined, another that might take its place
ASKED, SEEN, VIEWS = 0, 1, 2  # views: of whoever is asked in a playout; a recast one
ASKERS, MINDS = SEATS, SEATS + MODELS  # minds: by seat in playouts; of each player known, asked what he would have done


class Set(IntEnum):
    """Parameters of the searcher, in their order."""

    WORLDS = 0
    BELIEFS = 1
    HORIZON = 2
    GUARD = 3
    DOUBT = 4
    HALVING = 5
    MIXED = 6
    EDGE = 7
    EVEN = 8


DESK = record(
    ("imagine", "i8"),  # addresses of compiled functions: see kernels.py
    ("play_on", "i8"),
    ("stand", "i8"),
    ("recast", "i8"),  # 0: this game has none, or nobody watches
    ("exchange", "i8"),  # 0: this game has none, or nobody watches
    ("effort", "i8"),  # 0: this game has none
    ("states", "i8"),  # places of the arrays, counted from the desk
    ("views", "i8"),
    ("minds", "i8"),
    ("keys", "i8"),
    ("players", "i8"),
    ("trials", "i8"),
    ("pool", "i8"),
    ("stands", "i8"),
    ("features", "i8"),
    ("notes", "i8"),
    ("models", "i8"),  # players known, `base` first
    ("own", "i8"),  # so many of them, from the first on, may play on for the searcher
    ("entry", "i8", (MODELS,)),  # of each: address,
    ("uniform", "i8", (MODELS,)),
    ("table", "i8", (MODELS,)),  # solved strategy, counted from the desk,
    ("params", "f8", (MODELS, PARAMS)),
    ("prior", "f8", (MODELS,)),  # logarithm of how likely the others are to play so, before anything is seen
    ("weight", "f8", (SEATS, MODELS)),  # the same after what each seat did in this game
    ("odds", "f8", (SEATS, MODELS)),  # e^weight, the likeliest 1: made once for a decision
    ("fit", "f8", (SEATS,)),  # how well the world explains what each seat did
    ("seated", "i8", (SEATS,)),  # whom each seat is taken for in this world
    ("agreed", "f8", (MODELS,)),  # scratch: how often each would have made a choice
    ("horizon", "i8"),  # rounds after which a playout is valued by the standings; 0 plays to the end
    ("net", "f8", (NET,)),  # what standings are worth: horizon.py
)
CANDIDATE_WORLD = record(  # a world that may be believed in: how to imagine it again, and how far to trust it
    ("dice", STREAM),
    ("seated", "i8"),  # who sits where, four bits each
    ("weight", "f8"),
    ("upto", "f8"),  # weights of this world and all before it
)
TRIAL = record(
    ("action", "i8"),
    ("model", "i8"),  # who plays on after it
    ("total", "f8"),  # of what it brought
    ("gain", "f8"),  # ... beyond the first trial, in the same worlds
    ("square", "f8"),
    ("value", "f8"),  # what it brought in the last world
    ("regret", "f8"),  # what it would have brought beyond the mixtures played so far
    ("share", "f8"),  # how often it was in those, later worlds counting more
)


def arrays_of(game: Game) -> dict[str, tuple[np.dtype[Any], int]]:
    """Kind and size of each array of the desk, by its field of `DESK`."""
    engine = game.engine
    return {
        "states": (engine.STATE, STATES),
        "views": (engine.VIEW, VIEWS),
        "minds": (MIND, MINDS),
        "keys": (KEY, 1),
        "players": (np.dtype(np.int64), SEATS),
        "trials": (TRIAL, TRIALS),
        "pool": (CANDIDATE_WORLD, POOL),
        "stands": (np.dtype(np.float64), STANDS),
        "features": (np.dtype(np.float64), FEATURES),
    }


def words(kind: np.dtype[Any], size: int) -> int:
    return -(-size * kind.itemsize // WORD)


def lay_desk(game: Game, tables: list[Array]) -> tuple[Array, Any, list[int]]:
    """An empty desk with these solved tables: the array, its `DESK` record, and where each table lies."""
    places, end = {}, words(DESK, 1)
    for name, (kind, size) in arrays_of(game).items():
        places[name] = end
        end += words(kind, size)
    places["notes"] = end
    end += book_words(game)
    behind = []
    for solved in tables:
        behind.append(end)
        end += len(solved)
    whole = np.zeros(end, np.float32)
    for at, solved in zip(behind, tables, strict=True):
        whole[at : at + len(solved)] = solved
    desk = whole[: words(DESK, 1)].view(np.uint8)[: DESK.itemsize].view(DESK)[0]
    for name, at in places.items():
        desk[name] = at
    return whole, desk, behind
