"""The records that every game shares: what a state and a view begin with, and what a player is set up with and remembers."""

from typing import Any

import numpy as np

from simlab.contract.columns import SEATS
from simlab.jit import record
from simlab.rng import KEY, STREAM

PARAMS = 16  # numbers a policy may be given, and may remember

MIND = record(
    ("dice", STREAM),  # the player's own random numbers, restarted every round
    ("search", STREAM),  # what a searching player imagines with: `minds.open_search` sets it
    ("key", KEY),  # of the game, for `open_search`
    ("params", "f8", (PARAMS,)),  # numbers by which the player was set up
    ("memory", "f8", (PARAMS,)),  # cleared at each game's start
    ("table", "i8"),  # where this player's solved strategy begins in `table`
    ("notes", "i8"),  # where in `table` what it sees of the others is written down; -1 nowhere
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
