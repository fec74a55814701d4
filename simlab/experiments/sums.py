"""Exact sums over games: what a block returns, and all that statistics need.

Every outcome is a whole number, so sums and sums of products are exact and may be added in any order: the result does not
depend on threads, blocks, kills or top-ups. The kernel goes through the records in small batches that stay in the processor's
cache: unpack the rows of the recipe, then multiply and add the wanted pairs. A sum is kept as two halves of 32 bits, so that it
cannot run over; a single value may be as large as `LIMIT`.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.errors import RunError
from simlab.experiments.recipe import Layout, Op
from simlab.jit import allocating

BATCH = 512  # games: some hundred rows of them fit the cache
LIMIT = 1 << 24  # six rotations of it: (6 * LIMIT) ** 2 * BATCH is below 2 ** 63
HALF = 0xFFFFFFFF
BINS = 256  # of a histogram; the last one is "or more"

Array = npt.NDArray[Any]


@dataclass
class Sums:
    """What came out of a range of units: low and high halves of each sum of products, and histograms by arm and column."""

    units: int
    low: Array
    high: Array
    bins: Array

    @classmethod
    def empty(cls, layout: Layout) -> "Sums":
        pairs = len(layout.left)
        shape = (layout.arms, len(layout.recipe.histograms), BINS)
        return cls(0, np.zeros(pairs, np.int64), np.zeros(pairs, np.int64), np.zeros(shape, np.int64))

    def add(self, other: "Sums") -> None:
        self.units += other.units
        self.low += other.low
        self.high += other.high
        self.bins += other.bins
        self.high += self.low >> 32  # carry, so that the low half never runs over
        self.low &= HALF

    def totals(self) -> list[int]:
        """The sums as Python's own integers, which have no end."""
        return [(high << 32) + low for high, low in zip(self.high.tolist(), self.low.tolist(), strict=True)]

    def to_bytes(self) -> bytes:
        head = struct.pack("<qqqqq", self.units, len(self.low), *self.bins.shape)
        return head + b"".join(np.ascontiguousarray(part, "<i8").tobytes() for part in (self.low, self.high, self.bins))

    @classmethod
    def from_bytes(cls, raw: bytes) -> "Sums":
        units, pairs, *shape = struct.unpack_from("<qqqqq", raw)
        body = np.frombuffer(raw, "<i8", offset=40).astype(np.int64)
        return cls(units, body[:pairs], body[pairs : 2 * pairs], body[2 * pairs :].reshape(shape))


class Adder:
    """Adds up records of one point. Holds the arrays the kernel reads; may be shared between threads."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.rows, self.quantities = layout.recipe.rows, layout.recipe.quantities
        self.counted = np.array(list(layout.recipe.histograms.values()), np.int64)

    def add(self, into: Sums, records: Array) -> None:
        """`records` has the shape (arms, rotations, units)."""
        recipe = self.layout.recipe
        raw = records.view(np.uint8).reshape(*records.shape, records.dtype.itemsize)
        row = add_up(
            raw,
            recipe.players,
            self.rows,
            self.quantities,
            self.layout.left,
            self.layout.right,
            into.low,
            into.high,
            self.counted,
            into.bins,
        )
        if row >= 0:
            raise RunError(f"{self.whose(int(row))} goes beyond {LIMIT:,} in one game: too large for exact sums")
        into.units += records.shape[2]
        into.high += into.low >> 32
        into.low &= HALF

    def whose(self, row: int) -> str:
        """In the user's words, the column a row is read from."""
        op, offset, _, _ = self.rows[row]
        fields: Sequence[tuple[str, Any]] = list((self.layout.recipe.record.fields or {}).items())
        names = [name for name, (kind, at, *_) in fields if at <= offset < at + kind.itemsize]
        return f"column {names[0]}" if op in (Op.LOAD, Op.PLACE) and names else "an expression under `define`"


@allocating
def add_up(raw, players, rows, quantities, left, right, low, high, counted, bins):
    """Add all units of `raw` to the sums. Returns -1, or the row whose value was too large."""
    arms, rotations, units = raw.shape[0], raw.shape[1], raw.shape[2]
    size = len(quantities)
    work = np.zeros((len(rows), BATCH), np.int32)
    value = np.zeros((arms * size, BATCH), np.int32)
    live = np.zeros(arms * size, np.int64)
    begin = 0
    while begin < units:
        n = min(BATCH, units - begin)
        for arm in range(arms):
            for rotation in range(rotations):
                bad = unpack(raw[arm, rotation], begin, n, players, rotation, rows, work)
                if bad >= 0:
                    return bad
                gather(work, n, quantities, value, arm * size, rotation == 0)
                count_bins(work, n, counted, bins[arm])
        mark_live(value, n, live)
        multiply(value, n, live, left, right, low, high)
        begin += n
    return -1


@allocating
def unpack(raw, begin, n, players, rotation, rows, work):
    """Make every row for one batch of records."""
    for r in range(len(rows)):
        op, a, b, c = rows[r, 0], rows[r, 1], rows[r, 2], rows[r, 3]
        row = work[r]
        good = True
        if op == Op.CONST:
            if begin == 0:  # later batches find it there
                for g in range(BATCH):
                    row[g] = a
        elif op == Op.LOAD:
            good = load(raw, begin, n, a, b, row)
        elif op == Op.PLACE:
            good = load(raw, begin, n, a + abs(b) * ((c + rotation) % players), b, row)
        else:
            good = combine(op, work[a], work[b], n, row)
        if not good:
            return r
    return -1


@allocating
def load(raw, begin, n, at, width, row):
    """Whole numbers out of packed bytes, least significant first. A loop for each width: the compiler joins its byte reads."""
    lines = raw[begin : begin + n]
    if width == 1:
        for g in range(n):
            row[g] = np.int8(lines[g, at])
    elif width == -1:
        for g in range(n):
            row[g] = lines[g, at]
    elif width == 2:
        for g in range(n):
            row[g] = np.int16(np.uint16(lines[g, at]) | (np.uint16(lines[g, at + 1]) << 8))
    elif width == -2:
        for g in range(n):
            row[g] = np.uint16(lines[g, at]) | (np.uint16(lines[g, at + 1]) << 8)
    elif width == 4:
        return load_four(lines, n, at, row)
    else:
        return load_wide(lines, n, at, width, row)
    return True


@allocating
def load_four(lines, n, at, row):
    worst = np.int64(0)
    for g in range(n):
        low = np.uint32(lines[g, at]) | (np.uint32(lines[g, at + 1]) << 8)
        word = np.int32(low | (np.uint32(lines[g, at + 2]) << 16) | (np.uint32(lines[g, at + 3]) << 24))
        worst = max(worst, abs(np.int64(word)))
        row[g] = word
    return worst <= LIMIT


@allocating
def load_wide(lines, n, at, width, row):
    """Four bytes without sign, or eight."""
    good = True
    for g in range(n):
        word = np.int64(0)
        for k in range(abs(width)):
            word |= np.int64(lines[g, at + k]) << (8 * k)
        good = good and -LIMIT <= word <= LIMIT
        row[g] = np.int32(word)
    return good


@allocating
def combine(op, one, two, n, row):
    worst = np.int64(0)
    if op == Op.ADD:
        for g in range(n):
            word = np.int64(one[g]) + two[g]
            worst = max(worst, abs(word))
            row[g] = word
    elif op == Op.SUB:
        for g in range(n):
            word = np.int64(one[g]) - two[g]
            worst = max(worst, abs(word))
            row[g] = word
    elif op == Op.MUL:
        for g in range(n):
            word = np.int64(one[g]) * np.int64(two[g])
            worst = max(worst, abs(word))
            row[g] = word
    elif op == Op.EQ:
        for g in range(n):
            row[g] = one[g] == two[g]
    elif op == Op.LT:
        for g in range(n):
            row[g] = one[g] < two[g]
    else:
        for g in range(n):
            row[g] = max(one[g], two[g])
    return worst <= LIMIT


@allocating
def gather(work, n, quantities, value, home, fresh):
    """Quantities of a unit: those of its games, rotations together."""
    for q in range(len(quantities)):
        row, into = work[quantities[q]], value[home + q]
        if fresh or q == 0:  # quantity 0 is one for each unit, however many games it has
            for g in range(n):
                into[g] = row[g]
        else:
            for g in range(n):
                into[g] += row[g]


@allocating
def count_bins(work, n, counted, bins):
    """Histograms of small whole numbers; the last bin is "or more", what is negative did not happen."""
    for h in range(len(counted)):
        row = work[counted[h]]
        for g in range(n):
            if row[g] >= 0:
                bins[h, min(row[g], BINS - 1)] += 1


@allocating
def mark_live(value, n, live):
    """Quantities that are zero in the whole batch need no products."""
    for q in range(len(value)):
        seen = np.int32(0)
        row = value[q]
        for g in range(n):
            seen |= row[g]
        live[q] = seen


@allocating
def multiply(value, n, live, left, right, low, high):
    for p in range(len(left)):
        i, j = left[p], right[p]
        if live[i] == 0 or live[j] == 0:
            continue
        one, two = value[i], value[j]
        total = np.int64(0)
        for g in range(n):
            total += np.int64(one[g]) * np.int64(two[g])
        low[p] += total & HALF
        high[p] += total >> 32
