"""Numbers found by a key in two steps and without a miss: a table in which every key has a slot of its own.

A key's lowest bits name a bucket; the bucket has a factor that sends all its keys to free slots. Buckets with many keys choose first.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.jit import kernel

Keys = npt.NDArray[np.uint64]
ROOM = 1.25  # slots a key, before rounding up to a power of two
K0, K1, K2, K64 = (np.uint64(k) for k in (0, 1, 2, 64))
GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # factors of neighbours have little in common


class Table(NamedTuple):
    buckets: np.uint64  # mask of the bits that name a bucket
    shift: np.uint64
    factors: Keys
    values: npt.NDArray[np.int64]


@kernel
def slot(table, key):
    return (key * table.factors[key & table.buckets]) >> table.shift


@kernel
def look(table, key):
    return table.values[slot(table, key)]


def table_of(keys: Keys, values: npt.NDArray[np.int64]) -> Table:
    """Every key must stand there once."""
    bits = max(3, int(np.ceil(np.log2(ROOM * max(1, len(keys))))))
    buckets = np.uint64((1 << max(1, bits - 2)) - 1)
    homes = (keys & buckets).astype(np.int64)
    sizes = np.bincount(homes, minlength=int(buckets) + 1)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    factors, taken = np.ones(len(sizes), np.uint64), np.zeros(1 << bits, np.int64)
    shift = K64 - np.uint64(bits)
    sorted_keys = keys[np.argsort(homes, kind="stable")]
    place_buckets(sorted_keys, starts, np.argsort(-sizes, kind="stable"), shift, factors, taken)
    empty = Table(buckets, shift, factors, np.full(1 << bits, -1, np.int64))
    return empty._replace(values=laid_out(empty, keys, values))


def laid_out(table: Table, keys: Keys, values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Other values of the same keys, by slot."""
    slots = ((keys * table.factors[(keys & table.buckets).astype(np.int64)]) >> table.shift).astype(np.int64)
    out = np.full(len(table.values), -1, np.int64)
    out[slots] = values
    return out


@kernel
def place_buckets(keys, starts, order, shift, factors, taken):
    for bucket in order:
        first, last = starts[bucket], starts[bucket + 1]
        factor = K1
        while not fits(keys, first, last, factor, shift, taken):
            factor += GOLDEN << K1
        factors[bucket] = factor


@kernel
def fits(keys, first, last, factor, shift, taken):
    """Take the slots of these keys if all are free."""
    for k in range(first, last):
        slot = (keys[k] * factor) >> shift
        if taken[slot] != 0:
            for before in range(first, k):
                taken[(keys[before] * factor) >> shift] = 0
            return False
        taken[slot] = 1
    return True
