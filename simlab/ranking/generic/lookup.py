"""Numbers found by a key in two steps and without a miss: a table in which every key has a slot of its own.

A key's lowest bits name a bucket; the bucket has a factor that sends all its keys to free slots. Buckets with many keys choose first.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.jit import kernel

Keys = npt.NDArray[np.uint64]
Ids = npt.NDArray[np.int64]
ROOM = 1.1  # slots a key, before rounding up to a power of two
FEW_SLOTS = 1 << 14  # so many numbers are near at hand
MOST_FACTORS = 1 << 16  # that a bucket tries
K1, K64 = np.uint64(1), np.uint64(64)
STEP = np.uint32(0x3C6EF372)  # even: factors are odd; those of neighbours have little in common


class Slots(NamedTuple):
    """Where the keys stand. Everything is as small as can be: what the processor has near is what is quick."""

    buckets: np.uint64  # mask of the bits that name a bucket
    shift: np.uint64
    factors: npt.NDArray[np.uint32]  # by bucket


class Table(NamedTuple):
    """Numbers by key. Many keys have the same, so that a large table says where the number stands; a small one holds it."""

    slots: Slots
    places: npt.NDArray[Any]  # by slot, as narrow as can be; none where numbers stand in the slots
    values: Ids  # by slot; or -1, then all numbers there are


@kernel
def slot(slots, key):
    return (key * np.uint64(slots.factors[key & slots.buckets])) >> slots.shift


@kernel
def look(table, key):
    at = slot(table.slots, key)
    return table.values[at] if len(table.places) == 0 else table.values[table.places[at]]


def table_of(keys: Keys, values: Ids) -> Table:
    """Every key must stand there once."""
    slots = slots_of(keys)
    if 1 << 64 - int(slots.shift) <= FEW_SLOTS:
        return Table(slots, np.zeros(0, np.uint16), laid_out(slots, keys, values, -1))
    found, places = np.unique(values, return_inverse=True)
    narrow = np.uint16 if len(found) < 1 << 16 else np.uint32
    return Table(slots, laid_out(slots, keys, places + 1, 0).astype(narrow), np.concatenate([[-1], found]))


def laid_out(slots: Slots, keys: Keys, values: Ids, nothing: int) -> Ids:
    """Numbers by slot."""
    factors = slots.factors[(keys & slots.buckets).astype(np.int64)].astype(np.uint64)
    out = np.full(1 << 64 - int(slots.shift), nothing, np.int64)
    out[((keys * factors) >> slots.shift).astype(np.int64)] = values
    return out


def slots_of(keys: Keys) -> Slots:
    bits = max(3, int(np.ceil(np.log2(ROOM * max(1, len(keys))))))
    while True:
        found = tried_slots(keys, bits)
        if found is not None:
            return found
        bits += 1


def tried_slots(keys: Keys, bits: int) -> Slots | None:
    """Slots of so many bits; None where a bucket found no room."""
    buckets = np.uint64((1 << max(1, bits - 2)) - 1)
    homes = (keys & buckets).astype(np.int64)
    sizes = np.bincount(homes, minlength=int(buckets) + 1)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    factors, taken = np.ones(len(sizes), np.uint32), np.zeros(1 << bits, np.int8)
    shift = K64 - np.uint64(bits)
    sorted_keys = keys[np.argsort(homes, kind="stable")]
    placed = place_buckets(sorted_keys, starts, np.argsort(-sizes, kind="stable"), shift, factors, taken)
    return Slots(buckets, shift, factors) if placed else None


@kernel
def place_buckets(keys, starts, order, shift, factors, taken):
    for bucket in order:
        first, last = starts[bucket], starts[bucket + 1]
        factor, tried = np.uint32(1), 1
        while not fits(keys, first, last, np.uint64(factor), shift, taken):
            if tried == MOST_FACTORS:
                return False
            factor, tried = np.uint32(factor + STEP), tried + 1
        factors[bucket] = factor
    return True


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
