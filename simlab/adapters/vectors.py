"""A view as a vector of numbers, the way learning libraries want it: every field in its order, nothing lost.

Fields of eight bytes are sets of cards or packed values, which no float holds: they become 64 numbers, 0 or 1 each. The actions that
are allowed are left out, for they are told apart from the view.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.masks import WIDTH

LEGAL = "legal"

Vector = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Piece:
    """A field of a view: where it lies, and what its numbers are called."""

    name: str
    place: int  # bytes before it
    kind: np.dtype[Any]
    entries: int

    @property
    def is_wide(self) -> bool:
        return self.kind.kind in "iu" and self.kind.itemsize == 8

    @property
    def size(self) -> int:
        return self.entries * (WIDTH if self.is_wide else 1)

    @property
    def bounds(self) -> tuple[float, float]:
        if self.is_wide:
            return 0.0, 1.0
        if self.kind.kind == "f":
            return float(np.finfo(np.float32).min), float(np.finfo(np.float32).max)
        return float(np.iinfo(self.kind).min), float(np.iinfo(self.kind).max)

    def names(self) -> list[str]:
        """`card`, `paid[1]`, `hand bit 17`"""
        each = [self.name] if self.entries == 1 else [f"{self.name}[{entry}]" for entry in range(self.entries)]
        return [f"{name} bit {bit}" for name in each for bit in range(WIDTH)] if self.is_wide else each

    def read(self, raw: bytes) -> npt.NDArray[Any]:
        found = np.frombuffer(raw, self.kind, self.entries, self.place)
        return np.unpackbits(found.view(np.uint8), bitorder="little") if self.is_wide else found


@dataclass(frozen=True, eq=False)
class Vectors:
    """All views of a game as vectors of one length."""

    game: Game

    @cached_property
    def pieces(self) -> list[Piece]:
        return [piece for piece in pieces_of(self.game.engine.VIEW) if piece.name != LEGAL]

    @cached_property
    def names(self) -> list[str]:
        """What each number of a vector is."""
        return [name for piece in self.pieces for name in piece.names()]

    @cached_property
    def bounds(self) -> tuple[Vector, Vector]:
        """The least and the greatest each number can be."""
        ends = [np.concatenate([np.full(piece.size, piece.bounds[side], np.float32) for piece in self.pieces]) for side in (0, 1)]
        return ends[0], ends[1]

    def of(self, view: Any) -> Vector:
        raw = view.tobytes()
        return np.concatenate([piece.read(raw) for piece in self.pieces]).astype(np.float32)


def pieces_of(record: np.dtype[Any], before: str = "", place: int = 0) -> list[Piece]:
    """Every field of a record, those of records inside it too."""
    found: list[Piece] = []
    for name in record.names or ():
        kind, offset = record.fields[name][:2]  # type: ignore[index]
        entries = int(np.prod(kind.shape, dtype=int))
        if kind.base.names is None:
            found.append(Piece(before + name, place + offset, kind.base, entries))
            continue
        for entry in range(entries):
            inside = f"{before}{name}." if entries == 1 else f"{before}{name}[{entry}]."
            found += pieces_of(kind.base, inside, place + offset + entry * kind.base.itemsize)
    return found


def mask_of(legal: int) -> npt.NDArray[np.int8]:
    """Allowed actions as a 1 each."""
    return np.unpackbits(np.array([legal], np.int64).view(np.uint8), bitorder="little").astype(np.int8)
