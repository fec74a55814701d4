"""An outcome column of a state, read in a kernel without knowing its name beforehand: what games are judged by is run-time data.

The state is seen as bytes beside its record. `place_of` says where the column lies; a kernel for each column would compile anew for
every goal, for minutes in a large game.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.jit import kernel

Place = tuple[int, int]  # bytes before the first seat's entry, and bytes of an entry (negative: unsigned)


def place_of(game: Game, column: str) -> Place:
    """Where an outcome column by seat lies in a state."""
    tally = game.engine.STATE.fields["tally"][1]
    kind, offset = game.engine.OUTCOME.fields[column][:2]
    size = kind.base.itemsize
    return int(tally + offset), size if kind.base.kind == "i" else -size


def as_bytes(work: npt.NDArray[Any]) -> npt.NDArray[np.uint8]:
    """States as rows of bytes: the same memory."""
    return work.view(np.uint8).reshape(len(work), work.dtype.itemsize)


@kernel
def entry_of(raw, state, place, width, seat):
    """The whole number that the column has for a seat."""
    size = abs(width)
    first = place + seat * size
    value = np.int64(0)
    for k in range(size):
        value |= np.int64(raw[state, first + k]) << (8 * k)
    if width < 0:
        return value
    unused = 64 - 8 * size
    return (value << unused) >> unused  # the sign stands in the highest byte
