"""What a game reports about each rollout: outcome columns and what they mean.

From this one table come the record that engines write (`tally`), the aggregation, the metric glossary and the docs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

import numpy as np

from simlab.jit import record

SEATS = 6  # every per-seat array has room for six
SIXTIETHS = 60  # a whole win: divisible by every number of players that may share it

Kind = Literal["count", "share", "code", "flag"]


@dataclass(frozen=True)
class Column:
    """One outcome column.

    kind    count: an integer, reported as its mean; share: sixtieths of a win, reported as a fraction;
            flag: 0 or 1, reported as a rate; code: one of `levels`, reported as the share of each.
    seats   one entry per seat: metric `name` with a `seat`.
    levels  names of the entries of an array column, or of the values 0, 1, ... of a code.
    none    the value that means "did not happen"; such rollouts are left out of the mean (or are the level `none_name` of a code).
    most    of a count: the greatest value the rules allow, where it is known; what was never seen may still add that much.
    over    the column this one is divided by: the metric is then sum(name) / sum(over).
    hidden  kept for each rollout, but no average of it means anything (card ids, bit masks): not among the results.
    title   what people call it, where the name is shorthand.
    """

    name: str
    doc: str
    kind: Kind = "count"
    dtype: str = "i4"
    seats: bool = False
    levels: tuple[str, ...] = ()
    none: int | None = None
    none_name: str = "none"
    over: str = ""
    most: int | None = None
    unit: str = ""
    hidden: bool = False
    title: str = ""

    @property
    def is_array(self) -> bool:
        return self.seats or (bool(self.levels) and self.kind != "code")

    @property
    def field(self) -> tuple[Any, ...]:
        """As a field of the record."""
        if not self.is_array:
            return (self.name, self.dtype)
        return (self.name, self.dtype, (SEATS,) if self.seats else (len(self.levels),))


def win(doc: str = "share of the win") -> Column:
    """The column every game has: who won, in sixtieths, by seat."""
    return Column("win", doc, "share", "i2", seats=True)


def standard() -> tuple[Column, ...]:
    """What every game reports."""
    return (
        win(),
        Column("decisions", "points at which a player had at least two legal actions", unit="decisions"),
        Column("rounds", "rounds begun", "count", "i2", unit="rounds"),
        Column("capped", "stopped by the round or turn cap without an end by the rules", "flag", "i1"),
    )


def numbered(prefix: str, n: int) -> tuple[str, ...]:
    return tuple(f"{prefix} {i}" for i in range(n))


def crossed(*families: Sequence[str]) -> tuple[str, ...]:
    """Level names of a joint count, the last family running fastest."""
    return tuple(", ".join(names) for names in product(*families))


def tally_record(columns: Sequence[Column]) -> np.dtype[Any]:
    """The record of these columns; refuses a table that contradicts itself."""
    names = [column.name for column in columns]
    for column in columns:
        if names.count(column.name) > 1:
            raise TypeError(f"column {column.name!r} stands twice")
        if not column.doc:
            raise TypeError(f"column {column.name!r} has no sentence")
        if column.kind == "code" and not column.levels:
            raise TypeError(f"column {column.name!r} is a code without level names")
        if column.over:
            check_denominator(column, columns)
    return record(*(column.field for column in columns))


def check_denominator(column: Column, columns: Sequence[Column]) -> None:
    below = next((c for c in columns if c.name == column.over), None)
    if below is None:
        raise TypeError(f"column {column.name!r} is divided by {column.over!r}, which is not a column")
    if below.is_array and (below.seats, len(below.levels)) != (column.seats, len(column.levels)):
        raise TypeError(f"columns {column.name!r} and {below.name!r} do not have the same entries")
