"""Exact sums over games: what a block returns, and all that statistics need.

Every outcome is a whole number, so sums and sums of products are exact and may be added in any order: the result does not
depend on threads, blocks, kills or top-ups. The kernel goes through the records in small batches that stay in the processor's
cache: it reads them as words of eight bytes, cuts the columns out of those (none where a whole batch is zero), makes the rows
of the recipe that are made of others, then multiplies and adds the wanted pairs.

Nothing can run over. A single value may be as large as `LIMIT`, a quantity is six of them at most (rotations), so that a batch's
sum of products stays below (6 * LIMIT) ** 2 * BATCH < 2 ** 63. Where the largest values of the two quantities in this batch say
that no sum of their products can reach 2 ** 31, it is made in 32 bits. Over batches, a sum is kept as two halves of 32 bits.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.errors import RunError
from simlab.jit import allocating, kernel
from simlab.scenarios.formula import LIMIT
from simlab.scenarios.recipe import ONE, Layout, Op

BATCH = 512  # games: some hundred rows of them fit the cache
HALF = 0xFFFFFFFF
NARROW = (1 << 31) - 1  # a batch's sum that cannot go beyond is made in 32 bits, many more at a time than in 64
WORD = 8  # bytes of a record, read as one number
AT_ONCE = 4  # words read in one go through the records
FEW = 16  # different values are counted one after the other, more go to their bins by themselves
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
        recipe = layout.recipe
        if recipe.record.itemsize < WORD:
            raise TypeError(f"a record of {recipe.record.itemsize} bytes: {WORD} are read at a time")
        self.layout = layout
        self.rows, self.quantities = recipe.rows, recipe.quantities
        self.counted = np.array(list(recipe.histograms.values()), np.int64)
        sources = [self._sources(rotation) for rotation in range(recipe.games)]
        words = self._words(sources)
        self.words = np.array(words + words[-1:] * (-len(words) % AT_ONCE), np.int64)
        self.cuts = np.array([self._cuts(source, words) for source in sources], np.int64).reshape(len(sources), -1, 5)

    def _sources(self, rotation: int) -> dict[int, tuple[int, int]]:
        """Rows that are columns: offset in the record and width (negative: unsigned)."""
        players, found = self.layout.recipe.players, {}
        for row, (op, at, width, place) in enumerate(self.rows.tolist()):
            if op in (Op.LOAD, Op.PLACE):
                found[row] = (at + abs(width) * ((place + rotation) % players) if op == Op.PLACE else at, width)
        return found

    def _words(self, sources: Sequence[dict[int, tuple[int, int]]]) -> list[int]:
        """Where to read words, so that each column lies in one of them."""
        begins: list[int] = []
        for at, width in sorted({where for source in sources for where in source.values()}):
            if not begins or at + abs(width) > begins[-1] + WORD:
                begins.append(min(at, self.layout.recipe.record.itemsize - WORD))
        return begins

    def _cuts(self, source: dict[int, tuple[int, int]], words: list[int]) -> list[tuple[int, ...]]:
        """How columns are cut out of words, word by word: which word, how far up in it, width, row, and its bits."""
        found = []
        for row, (at, width) in source.items():
            word = next(k for k, begin in enumerate(words) if begin <= at and at + abs(width) <= begin + WORD)
            bits = (1 << 8 * abs(width)) - 1 if abs(width) < WORD else -1
            found.append((word, 8 * (at - words[word]), width, row, bits))
        return sorted(found)

    def add(self, into: Sums, records: Array) -> None:
        """`records` has the shape (arms, rotations, units)."""
        size = records.dtype.itemsize
        # the eight bytes from any byte of a record on
        raw: Array = np.ndarray((*records.shape, size - WORD + 1), "<u8", records.data, strides=(*records.strides, 1))
        row = add_up(
            raw,
            self.words,
            self.cuts,
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
def add_up(raw, begins, cuts, rows, quantities, left, right, low, high, counted, bins):
    """Add all units of `raw` to the sums. Returns -1, or the row whose value was too large."""
    arms, rotations, units = raw.shape[:3]
    whole = rotations == 1  # a unit is one game, and the rows themselves are its quantities
    work = np.zeros((arms * len(rows) if whole else len(rows), BATCH), np.int32)
    ends = np.zeros((len(work), 2), np.int64)  # least and greatest value of each row in this batch
    value = work if whole else np.zeros((arms * len(quantities), BATCH), np.int32)
    place = places(arms, len(rows), quantities, whole)
    bound = np.zeros(len(place), np.int64)
    words, seen = np.zeros((AT_ONCE, BATCH), np.uint64), np.zeros(AT_ONCE, np.uint64)
    fill_constants(rows, work, ends)
    for begin in range(0, units, BATCH):
        n = min(BATCH, units - begin)
        for arm in range(arms):
            mine = slice(arm * len(rows), (arm + 1) * len(rows)) if whole else slice(0, len(rows))
            for rotation in range(rotations):
                bad = unpack(raw[arm, rotation, begin : begin + n], begins, words, seen, cuts[rotation], work[mine], ends[mine])
                if bad < 0:
                    bad = derive(rows, work[mine], ends[mine], n)
                if bad >= 0:
                    return bad
                count_bins(work[mine], ends[mine], n, counted, bins[arm])
                gather(work[mine], ends[mine], n, quantities, value, bound, arm * len(quantities), rotation, whole)
        multiply(value, n, place, bound, left, right, low, high)
    return -1


@allocating
def places(arms, rows, quantities, whole):
    """Where the values of each quantity of each arm stand."""
    place = np.arange(arms * len(quantities))
    if whole:
        for arm in range(arms):
            for q in range(len(quantities)):
                place[arm * len(quantities) + q] = arm * rows + quantities[q]
    return place


@kernel
def fill_constants(rows, work, ends):
    """Once for all batches."""
    for r in range(len(work)):
        op, number = rows[r % len(rows), 0], rows[r % len(rows), 1]
        if op == Op.CONST:
            ends[r, 0], ends[r, 1] = number, number
            for g in range(BATCH):
                work[r, g] = number


@kernel
def unpack(games, begins, words, seen, cuts, work, ends):
    """Rows that are columns. Returns -1, or the row whose value was too large."""
    n, ready = len(games), 0
    for k in range(len(cuts)):
        word, up, width, r = cuts[k, 0], cuts[k, 1], cuts[k, 2], cuts[k, 3]
        if word >= ready:
            ready = word // AT_ONCE * AT_ONCE
            read_words(games, begins[ready : ready + AT_ONCE], words, seen)
            ready += AT_ONCE
        bits = (seen[word % AT_ONCE] >> np.uint64(up)) & np.uint64(cuts[k, 4])
        if bits != 0:
            cut(words[word % AT_ONCE], n, bits, np.uint64(up), width, work[r], ends[r])
            if not fits(ends[r]):
                return r
        elif ends[r, 0] != 0 or ends[r, 1] != 0:
            work[r, :n] = 0
            ends[r, :] = 0
    return -1


@kernel
def read_words(games, begins, words, seen):
    """Four words of each record, and the bits that are set in any of them."""
    n = len(games)
    a, b, c, d = games[:, begins[0]], games[:, begins[1]], games[:, begins[2]], games[:, begins[3]]
    for g in range(n):
        words[0, g] = a[g]
        words[1, g] = b[g]
        words[2, g] = c[g]
        words[3, g] = d[g]
    for k in range(AT_ONCE):
        some = np.uint64(0)
        for g in range(n):
            some |= words[k, g]
        seen[k] = some


@kernel
def cut(words, n, bits, up, width, row, ends):
    """A column out of words, and what it lies between."""
    most = np.int64(bits)
    if width == 1:
        for g in range(n):
            row[g] = np.int8(words[g] >> up)
        most = np.int64(np.int8(most))
    elif width == 2:
        for g in range(n):
            row[g] = np.int16(words[g] >> up)
        most = np.int64(np.int16(most))
    elif width == 4:
        for g in range(n):
            row[g] = np.int32(words[g] >> up)
        most = np.int64(np.int32(most))
    else:
        cut_wide(words, n, up, width, row, ends)
        return
    ends[0], ends[1] = 0, most  # no number has a bit that `bits` has not
    if most < 0 or most > LIMIT:
        span(row, n, ends)


@kernel
def cut_wide(words, n, up, width, row, ends):
    """Without sign, or eight bytes."""
    gone = np.uint64(64 + 8 * width if width < 0 else 0)
    ends[0], ends[1] = LIMIT, -LIMIT
    for g in range(n):
        number = np.int64((words[g] >> up) << gone >> gone)
        ends[0], ends[1] = min(ends[0], number), max(ends[1], number)
        row[g] = number


@kernel
def span(row, n, ends):
    least, most = row[0], row[0]
    for g in range(n):
        least, most = min(least, row[g]), max(most, row[g])
    ends[0], ends[1] = least, most


@kernel
def fits(ends):
    return ends[0] >= -LIMIT and ends[1] <= LIMIT


@kernel
def derive(rows, work, ends, n):
    """Rows made of others. Returns -1, or the row whose value was too large."""
    for r in range(len(rows)):
        op, a, b = rows[r, 0], rows[r, 1], rows[r, 2]
        if op >= Op.ADD:
            combine(op, work[a], work[b], n, work[r], ends[r])
            if not fits(ends[r]):
                return r
    return -1


@kernel
def combine(op, one, two, n, row, ends):
    least, most = np.int64(0), np.int64(1)
    if op == Op.ADD:
        for g in range(n):
            word = np.int64(one[g]) + np.int64(two[g])
            least, most = min(least, word), max(most, word)
            row[g] = word
    elif op == Op.SUB:
        for g in range(n):
            word = np.int64(one[g]) - np.int64(two[g])
            least, most = min(least, word), max(most, word)
            row[g] = word
    elif op == Op.MUL:
        for g in range(n):
            word = np.int64(one[g]) * np.int64(two[g])
            least, most = min(least, word), max(most, word)
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
            least, most = min(least, row[g]), max(most, row[g])
    ends[0], ends[1] = least, most


@kernel
def count_bins(work, ends, n, counted, bins):
    """Histograms of small whole numbers; the last bin is "or more", what is negative did not happen."""
    for h in range(len(counted)):
        row, least, most = work[counted[h]], max(ends[counted[h], 0], 0), ends[counted[h], 1]
        if most < min(least + FEW, BINS - 1):
            for number in range(least, most + 1):
                bins[h, number] += count(row, n, np.int32(number))
        else:
            for g in range(n):
                if row[g] >= 0:
                    bins[h, min(row[g], BINS - 1)] += 1


@kernel
def count(row, n, number):
    found = np.int32(0)
    for g in range(n):
        found = np.int32(found + np.int32(row[g] == number))
    return found


@kernel
def gather(work, ends, n, quantities, value, bound, home, rotation, whole):
    """Quantities of a unit: those of its games, rotations together; and how large they may be."""
    for q in range(len(quantities)):
        r = quantities[q]
        most = max(-ends[r, 0], ends[r, 1])
        once = rotation == 0 or q == ONE  # which is one for each unit, however many games it has
        bound[home + q] = most if once else bound[home + q] + most
        if whole:
            continue
        row, into = work[r], value[home + q]
        if once:
            for g in range(n):
                into[g] = row[g]
        elif most > 0:
            for g in range(n):
                into[g] += row[g]


@kernel
def multiply(value, n, place, bound, left, right, low, high):
    for p in range(len(left)):
        i, j = left[p], right[p]
        most = bound[i] * bound[j] * n
        if most == 0:
            continue
        one, two = value[place[i]], value[place[j]]
        if most > NARROW:
            total = wide_product(one, two, n)
        elif i == ONE:
            total = narrow_sum(two, n)
        else:
            total = narrow_product(one, two, n)
        low[p] += total & HALF
        high[p] += total >> 32


@kernel
def narrow_sum(row, n):
    total = np.int32(0)
    for g in range(n):
        total = np.int32(total + row[g])
    return np.int64(total)


@kernel
def narrow_product(one, two, n):
    total = np.int32(0)
    for g in range(n):
        total = np.int32(total + np.int32(one[g] * two[g]))
    return np.int64(total)


@kernel
def wide_product(one, two, n):
    total = np.int64(0)
    for g in range(n):
        total += np.int64(one[g]) * np.int64(two[g])
    return total
