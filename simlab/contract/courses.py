"""What can be followed through a game: a number, or one for each seat, from turn to turn or from round to round.

A run keeps sums; the course of a game is read by playing some of its games again. A game that has something to follow says so in
its `courses.py`, in plain Python.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Course:
    """What is read from a state, and when."""

    name: str
    doc: str  # what the number is
    unit: str
    along: str  # what is counted on the way
    each: str  # what has one number at each step, in the plural: deals, players
    step: Callable[[Any], int]  # how far along; the number is read when a step begins
    read: Callable[[Any, Any], Sequence[Any]]  # (state, rules): one number, or one for each seat; nothing where there is none yet
    shown: Literal["fan", "comeback"]  # how it spreads on the way, or how often the seat at each number wins in the end
    part: Callable[[Any], int] = lambda state: 0  # which of the stretches of a game that are counted anew, such as its deals
    stays: bool = False  # a game that is over keeps its last number; without it such a game counts no more
    seats: bool = False  # one number for each seat
    fits: Callable[[Any], bool] = lambda rules: True  # are there enough steps under these rules?
