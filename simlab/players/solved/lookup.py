"""A strategy as a table that kernels read: rows are found by a key, in a few steps whatever their number.

The key of a whole view is a hash of its bytes and of what the player did before. A key stands in the table as two numbers of 24 bits,
which float32 holds exactly. The table: the number of slots (a power of two), 1 where keys need what was done before, the slots of
four numbers each (both halves of the key, 1 + place of its chances, how many there are), then all chances.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.errors import RunError
from simlab.jit import kernel
from simlab.players.solved.strategies import Strategy
from simlab.rng import GOLDEN, MIX_A, mix

SLOTS, RECALLS, HEAD, WIDE = 0, 1, 2, 4
FIRST, ANY = -1, -2  # instead of what was done before: nothing yet; whatever it was
R16, R40, LOW = np.uint64(16), np.uint64(40), np.uint64((1 << 24) - 1)
FULL = 0.5  # of the slots are taken at most

Array = npt.NDArray[Any]


@kernel
def key_of(raw, before):
    """Of a view as bytes, and what its player did before. In unsigned words: signed ones that overflow were compiled wrongly in line."""
    key = mix(np.uint64(np.int64(before) + 3))
    for byte in raw:
        key = (key ^ np.uint64(byte)) * MIX_A
    return np.int64(mix(key))


@kernel
def halves(key):
    """48 bits of a key as two whole numbers."""
    stirred = mix(np.uint64(key) + GOLDEN)
    return np.int64(stirred >> R40), np.int64((stirred >> R16) & LOW)


@kernel
def row_of(key, table, begin):
    """Where the chances of a key stand behind all slots; -1 nowhere."""
    size = np.int64(table[begin + SLOTS])
    high, low = halves(key)
    slot = (high ^ low << np.int64(7)) & (size - 1)
    while True:
        at = begin + HEAD + WIDE * slot
        if table[at + 2] == 0.0:
            return np.int64(-1)
        if table[at] == high and table[at + 1] == low:
            return np.int64(table[at + 2]) - 1
        slot = (slot + 1) & (size - 1)


@kernel
def chances_at(table, begin):
    """Where the chances begin."""
    return begin + HEAD + WIDE * np.int64(table[begin + SLOTS])


def table_of(strategy: Strategy) -> Array:
    """The table of a strategy."""
    rows = len(strategy.keys)
    size = 1 << max(1, int(np.ceil(np.log2(max(2, rows) / FULL))))
    table = np.zeros(HEAD + WIDE * size + len(strategy.odds), np.float32)
    table[SLOTS], table[RECALLS] = size, strategy.recalls
    table[HEAD + WIDE * size :] = strategy.odds
    lay_rows(table, strategy.keys, strategy.first, size)
    if not all_found(table, strategy.keys, strategy.first):
        raise RunError("two situations of this strategy have the same key")
    return table


@kernel
def lay_rows(table, keys, first, size):
    for r in range(len(keys)):
        high, low = halves(keys[r])
        slot = (high ^ low << np.int64(7)) & (size - 1)
        while table[HEAD + WIDE * slot + 2] != 0.0:
            slot = (slot + 1) & (size - 1)
        at = HEAD + WIDE * slot
        table[at] = high
        table[at + 1] = low
        table[at + 2] = 1 + first[r]
        table[at + 3] = first[r + 1] - first[r]


@kernel
def all_found(table, keys, first):
    for r in range(len(keys)):
        if row_of(keys[r], table, 0) != first[r]:
            return False
    return True


def odds_of_rows(table: Array, views: Array, before: Array, sizes: Array) -> Array:
    """The chances that stand there for views, after what was done before, one behind the other; all alike where nothing stands."""
    behind, found = int(chances_at(table, 0)), []
    for view, done, size in zip(views, before, sizes, strict=True):
        raw = np.frombuffer(view.tobytes(), np.uint8)
        place = int(row_of(key_of(raw, done if table[RECALLS] else ANY), table, 0))
        found.append(np.full(size, 1.0 / size) if place < 0 else table[behind + place : behind + place + size].astype(float))
    return np.concatenate(found)
