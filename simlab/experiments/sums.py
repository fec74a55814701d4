"""Exact sums of outcome columns: what a block returns, and all that statistics need.

Every outcome is an integer, so sums, squares and products are exact and may be added in any order: the result does not depend
on threads, blocks or resumes. A *cell* is one entry of a column: metric, seat, level.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.games.columns import Column

FIELDS = ("n", "x", "xx", "d", "dd", "xd")  # rollouts that count; sum of value, value squared, denominator, its square, product


@dataclass(frozen=True)
class Cell:
    """One number of the results: entry `place` of a column (or the share of level `code` of a coded one)."""

    column: Column
    seat: int | None = None
    level: str | None = None
    place: int | None = None
    code: int | None = None

    def values(self, tallies: npt.NDArray[Any], column: str) -> npt.NDArray[np.int64]:
        """One entry of a column, as exact integers."""
        whole = tallies[column]
        return (whole if whole.ndim == 1 or self.place is None else whole[:, self.place]).astype(np.int64)


def cells(columns: Sequence[Column], players: int) -> list[Cell]:
    return [cell for column in columns for cell in cells_of(column, players)]


def cells_of(column: Column, players: int) -> Iterator[Cell]:
    if column.kind == "code":
        names = dict(enumerate(column.levels)) | ({column.none: column.none_name} if column.none is not None else {})
        for seat in range(players) if column.seats else (None,):
            yield from (Cell(column, seat, name, seat, code) for code, name in names.items())
    elif column.seats:
        yield from (Cell(column, seat, None, seat) for seat in range(players))
    elif column.levels:
        yield from (Cell(column, None, name, place) for place, name in enumerate(column.levels))
    else:
        yield Cell(column)


def sums(tallies: npt.NDArray[Any], wanted: Sequence[Cell]) -> npt.NDArray[np.int64]:
    """One row of `FIELDS` for each cell."""
    return np.array([row(tallies, cell) for cell in wanted], np.int64).reshape(len(wanted), len(FIELDS))


def row(tallies: npt.NDArray[Any], cell: Cell) -> tuple[int, ...]:
    value = cell.values(tallies, cell.column.name)
    if cell.code is not None:
        value = (value == cell.code).astype(np.int64)
    elif cell.column.none is not None:
        value = value[value != cell.column.none]
    below = cell.values(tallies, cell.column.over) if cell.column.over else np.ones_like(value)
    parts = (len(value), value.sum(), value @ value, below.sum(), below @ below, value @ below)
    return tuple(int(part) for part in parts)
