"""A compact battery of tests for random 64-bit words. Each test counts over many blocks of words and ends in p-values.

A p-value near 0 says the words are not random in this respect, one near 1 that they are more even than chance would be:
both are wrong, so `sigma` measures the distance from the middle on both sides.
"""

import math

import numpy as np
from scipy import stats

from simlab.bits import ctz, popcount
from simlab.jit import allocating, kernel

ONE = np.uint64(1)
BYTE = np.uint64(255)
TOP_BYTE = np.uint64(56)
HALF = np.uint64(32)

GAP_BITS = np.uint64(60)  # a hit: the top four bits are zero, one word in sixteen
GAPS = 128  # cells; the last holds all longer gaps
RUNS = 10  # cells; the last holds all longer runs
DAYS = 56  # bits of a birthday
LAGS = (1, 2, 8, 16, 256)  # 8 purposes, 2 reshuffles and 16 rounds make a game of the interleaved source
DEPENDENT = 4  # ranks full, 1, 2, 3 or more short
LOW_BIT_MATRIX = 256


def chi_square(counts, probabilities):
    """P-value of counts against probabilities that add up to 1."""
    counts, probabilities = np.asarray(counts, float), np.asarray(probabilities, float)
    expected = counts.sum() * probabilities
    return float(stats.chi2.sf(((counts - expected) ** 2 / expected).sum(), len(counts) - 1))


def even_chi_square(counts):
    """P-value of counts that should all be equal."""
    return chi_square(counts, np.full(len(counts), 1 / len(counts)))


def normal(z):
    """P-value of a standard normal number: near 0 when it is far below, near 1 when it is far above."""
    return float(stats.norm.cdf(z))


def sigma(p):
    """How many standard deviations a p-value lies from the middle, whichever side."""
    return abs(float(stats.norm.isf(p)))


class Bits:
    """Is each of the 64 bits one half of the time?"""

    names = ("bit frequency",)

    def __init__(self):
        self.ones, self.words = np.zeros(64, np.int64), 0

    def add(self, words):
        count_ones(words, self.ones)
        self.words += len(words)

    def p_values(self):
        z = (self.ones - self.words / 2) / math.sqrt(self.words / 4)
        return [float(stats.chi2.sf((z**2).sum(), 64))]


@kernel
def count_ones(words, ones):
    for place in range(64):
        shift, total = np.uint64(place), 0
        for i in range(len(words)):
            total += np.int64((words[i] >> shift) & ONE)
        ones[place] += total


class Pairs:
    """Are the 65,536 pairs of bytes from two words in a row equally frequent, at the top and at the bottom of the word?"""

    names = ("serial pairs, top bytes", "serial pairs, low bytes")

    def __init__(self):
        self.top, self.low = np.zeros(1 << 16, np.int64), np.zeros(1 << 16, np.int64)

    def add(self, words):
        count_pairs(words, self.top, self.low)

    def p_values(self):
        return [even_chi_square(self.top), even_chi_square(self.low)]


@kernel
def count_pairs(words, top, low):
    for i in range(0, len(words) - 1, 2):
        one, two = words[i], words[i + 1]
        top[np.int64((one >> TOP_BYTE) << np.uint64(8) | two >> TOP_BYTE)] += 1
        low[np.int64((one & BYTE) << np.uint64(8) | (two & BYTE))] += 1


class Gaps:
    """How many words pass between two whose top four bits are zero?"""

    names = ("gaps",)

    def __init__(self):
        self.cells, self.open = np.zeros(GAPS, np.int64), np.zeros(1, np.int64)

    def add(self, words):
        count_gaps(words, self.cells, self.open)

    def p_values(self):
        hit = 1 / 16
        law = hit * (1 - hit) ** np.arange(GAPS)
        law[-1] = (1 - hit) ** (GAPS - 1)
        return [chi_square(self.cells, law)]


@kernel
def count_gaps(words, cells, open):
    gap = open[0]
    for i in range(len(words)):
        if words[i] >> GAP_BITS == 0:
            cells[min(gap, len(cells) - 1)] += 1
            gap = 0
        else:
            gap += 1
    open[0] = gap


class Runs:
    """How long do the words keep rising? The word that ends a run is thrown away, which makes the runs independent (Knuth)."""

    names = ("runs up",)

    def __init__(self):
        self.cells = np.zeros(RUNS, np.int64)

    def add(self, words):
        count_runs(words, self.cells)

    def p_values(self):
        law = [1 / math.factorial(r) - 1 / math.factorial(r + 1) for r in range(1, RUNS)]
        return [chi_square(self.cells, [*law, 1 / math.factorial(RUNS)])]


@kernel
def count_runs(words, cells):
    i = 0
    while i < len(words) - 2 * RUNS:  # a run cut off by the end of the block is not begun
        length = 1
        while i + length < len(words) and words[i + length] > words[i + length - 1]:
            length += 1
        cells[min(length, RUNS) - 1] += 1
        i += length + 1


class Birthdays:
    """Birthdays of a block among 2^56 days: how often do two spacings coincide? Four times a block in the mean."""

    names = ("birthday spacings, top bits", "birthday spacings, low bits")

    def __init__(self):
        self.same, self.mean = np.zeros(2, np.int64), 0.0

    def add(self, words):
        drop = np.uint64(64 - DAYS)
        for half, days in enumerate((words >> drop, words << drop >> drop)):
            spacings = np.sort(np.diff(np.sort(days)))
            self.same[half] += np.count_nonzero(spacings[1:] == spacings[:-1])
        self.mean += len(words) ** 3 / 2.0 ** (DAYS + 2)

    def p_values(self):
        return [float(stats.poisson.cdf(same, self.mean) - stats.poisson.pmf(same, self.mean) / 2) for same in self.same]


class Weights:
    """Numbers of ones in words that follow one another: their correlation, and that of the words' difference."""

    names = ("Hamming weight correlation", "Hamming weight pairs", "Hamming distance of neighbours")

    def __init__(self):
        self.product, self.pairs = np.zeros(1, np.int64), 0
        self.classes, self.distance = np.zeros((65, 65), np.int64), np.zeros(65, np.int64)

    def add(self, words):
        count_weights(words, self.product, self.classes, self.distance)
        self.pairs += len(words) - 1

    def p_values(self):
        law = stats.binom.pmf(np.arange(65), 64, 0.5)
        low, high = 20, 44  # beyond them the cells are pooled: they would be all but empty
        pooled = pool(law, low, high)
        classes = pool(pool(self.classes, low, high).T, low, high)
        z = self.product[0] / math.sqrt(256.0 * self.pairs)  # a weight has variance 16
        return [
            normal(z),
            chi_square(classes.ravel(), np.outer(pooled, pooled).ravel()),
            chi_square(pool(self.distance, low, high), pooled),
        ]


def pool(cells, low, high):
    """Cells low .. high along the first axis, with what lies beyond added to the outermost."""
    kept = cells[low : high + 1].copy()
    kept[0] += cells[:low].sum(0)
    kept[-1] += cells[high + 1 :].sum(0)
    return kept


@kernel
def count_weights(words, product, classes, distance):
    """Correlation over all neighbours, the table of pairs and the distances over pairs that do not overlap."""
    before = np.int64(popcount(words[0]))
    for i in range(1, len(words)):
        weight = np.int64(popcount(words[i]))
        product[0] += (before - 32) * (weight - 32)
        if i % 2 == 1:
            classes[before, weight] += 1
            distance[np.int64(popcount(words[i] ^ words[i - 1]))] += 1
        before = weight


class Correlations:
    """Words as numbers in [0, 1): is a word correlated with one a few places later?"""

    names = tuple(f"correlation at lag {lag}" for lag in LAGS)

    def __init__(self):
        self.sums, self.pairs = np.zeros(len(LAGS)), np.zeros(len(LAGS), np.int64)

    def add(self, words):
        numbers = (words >> np.uint64(11)).astype(np.float64) * 2.0**-53 - 0.5
        for i, lag in enumerate(LAGS):
            self.sums[i] += numbers[:-lag] @ numbers[lag:]
            self.pairs[i] += len(words) - lag

    def p_values(self):
        return [normal(z) for z in self.sums * 12 / np.sqrt(self.pairs)]


class Ranks:
    """Ranks of square binary matrices: 32 high halves, 64 whole words, and 256 x 256 of nothing but the lowest bits."""

    names = ("matrix rank 32", "matrix rank 64", f"matrix rank {LOW_BIT_MATRIX} of lowest bits")

    def __init__(self):
        self.short = np.zeros((3, DEPENDENT), np.int64)

    def add(self, words):
        rank_high_halves(words, self.short[0])
        rank_words(words, self.short[1])
        rank_low_bits(words, self.short[2])

    def p_values(self):
        return [chi_square(cells, rank_law(size)) for cells, size in zip(self.short, (32, 64, LOW_BIT_MATRIX), strict=True)]


def rank_law(size):
    """Chances that a random square matrix of bits is 0, 1, 2, or 3 and more short of full rank."""
    law = []
    for short in range(DEPENDENT - 1):
        rank = size - short
        chance = 2.0 ** (-short * short)
        for i in range(rank):
            chance *= (1 - 2.0 ** (i - size)) ** 2 / (1 - 2.0 ** (i - rank))
        law.append(chance)
    return [*law, 1 - sum(law)]


@allocating
def rank_high_halves(words, short):
    rows = np.empty(32, np.uint64)
    for first in range(0, len(words) - 31, 32):
        for i in range(32):
            rows[i] = words[first + i] >> HALF
        short[min(32 - rank(rows), DEPENDENT - 1)] += 1


@allocating
def rank_words(words, short):
    rows = np.empty(64, np.uint64)
    for first in range(0, len(words) - 63, 64):
        for i in range(64):
            rows[i] = words[first + i]
        short[min(64 - rank(rows), DEPENDENT - 1)] += 1


@kernel
def rank(rows):
    """Rank over the field of two elements, a row a word; the rows are used up."""
    found = 0
    for i in range(len(rows)):
        row = rows[i]
        if row == 0:
            continue
        found += 1
        place = ctz(row)
        for k in range(i + 1, len(rows)):
            rows[k] ^= row * ((rows[k] >> place) & ONE)  # multiplied, not asked: half of all branches would go wrong
    return found


@allocating
def rank_low_bits(words, short):
    size = LOW_BIT_MATRIX
    rows = np.empty((size, size // 64), np.uint64)
    for first in range(0, len(words) - size * size + 1, size * size):
        for i in range(size):
            for lane in range(size // 64):
                packed = np.uint64(0)
                for bit in range(64):
                    packed |= (words[first + i * size + lane * 64 + bit] & ONE) << np.uint64(bit)
                rows[i, lane] = packed
        short[min(size - wide_rank(rows), DEPENDENT - 1)] += 1


@kernel
def wide_rank(rows):
    """The same for rows of several words."""
    found, lanes = 0, rows.shape[1]
    for i in range(len(rows)):
        lane = 0
        while lane < lanes and rows[i, lane] == 0:
            lane += 1
        if lane == lanes:
            continue
        found += 1
        place = ctz(rows[i, lane])
        for k in range(i + 1, len(rows)):
            holds = (rows[k, lane] >> place) & ONE
            for column in range(lane, lanes):
                rows[k, column] ^= rows[i, column] * holds
    return found


TESTS = (Bits, Pairs, Gaps, Runs, Birthdays, Weights, Correlations, Ranks)


def run(blocks):
    """Every test over the same words: a dictionary from the name of the test to its p-value."""
    tests = [test() for test in TESTS]
    for words in blocks:
        for test in tests:
            test.add(words)
    return {name: p for test in tests for name, p in zip(test.names, test.p_values(), strict=True)}
