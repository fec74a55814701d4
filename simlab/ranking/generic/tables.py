"""The score of every set of ranks, worked out once: by definition for exactly the cards that count, then card by card for more.

Suits matter only where all cards that count are of one suit, so there are two tables: hands of mixed suits, by their ranks alone, and
cards of one suit. Wild cards are one more rank, bugs another. A hand's key is the sum of one random number for each card.
"""

from functools import cache, cached_property
from math import comb

import numpy as np
import numpy.typing as npt

from simlab.jit import kernel
from simlab.ranking.generic.law import BY_SUITS, RANKS, Law
from simlab.ranking.generic.lookup import Keys, Table, look, table_of
from simlab.ranking.generic.trying import BUG, NATURAL, PAPERS, WILD, score_ranks

SYMBOLS = RANKS + 2
MOST_ROWS = 2_000_000
WEIGHTS = np.random.default_rng(22).integers(0, 1 << 64, SYMBOLS, np.uint64)
Counts = npt.NDArray[np.uint8]
Ids = npt.NDArray[np.int64]


class Tables:
    """Tables of one order, each made when it is first needed."""

    def __init__(self, law: Law, rank_of: Ids, suit_of: Ids, kind_of: Ids, lowest_wild: bool) -> None:
        self.law = law
        self.hand, self.ranks = int(law.record.hand), int(law.record.ranks)
        self.rank_of, self.suit_of, self.kind_of, self.lowest_wild = rank_of, suit_of, kind_of, lowest_wild
        self.mixed: dict[int, Table] = {}
        self.suited: dict[int, Table] = {}

    @cached_property
    def serve(self) -> bool:
        """Do suits matter only where all cards that count have the same?"""
        return self.whole_flushes and not self.break_ties

    @cached_property
    def whole_flushes(self) -> bool:
        """Does a category ask for the suits of all cards that count, or of none?"""
        rules = self.law.record
        lengths = {int(size) for size in rules.suited[: rules.categories]} - {0}
        return bool(rules.unlike == 0 and (rules.suits == 1 or lengths <= {self.hand}))

    @cached_property
    def break_ties(self) -> bool:
        """Do suits?"""
        return BY_SUITS in self.law.record.ties[: self.law.record.tie_rules]

    @cached_property
    def flushes_matter(self) -> bool:
        rules = self.law.record
        return bool(rules.suits > 1 and (rules.suited[: rules.categories] > 0).any())

    @cached_property
    def symbols(self) -> Ids:
        """By card id: its rank, or the number behind all ranks for a wild card, and the next for a bug."""
        return np.where(self.kind_of == NATURAL, self.rank_of, self.ranks - 1 + self.kind_of)

    @property
    def weights(self) -> Keys:
        """By symbol; ranks, wild card, bug."""
        return WEIGHTS[: self.ranks + 2]

    @cached_property
    def caps(self) -> tuple[int, ...]:
        """How many cards of each symbol a hand may hold."""
        natural = [int(((self.rank_of == rank) & (self.kind_of == NATURAL)).sum()) for rank in range(self.ranks)]
        wild = int((self.kind_of == WILD).sum()) + (max(natural) if self.lowest_wild else 0)
        return *natural, wild, int((self.kind_of == BUG).sum())

    @cached_property
    def suited_caps(self) -> tuple[int, ...]:
        copies = int(self.law.record.copies)
        return *(min(copies, cap) for cap in self.caps[: self.ranks]), *self.caps[self.ranks :]

    def fit(self, cards: int) -> bool:
        """Is a table of hands of so many cards of a bearable size?"""
        return multisets_counted(cards, self.caps) <= MOST_ROWS

    def by_rank(self, cards: int) -> Table:
        """The best score of hands of so many cards in mixed suits."""
        if cards not in self.mixed:
            sets = multisets(cards, self.caps)
            keys = self.keys(sets)
            scores = self.scored(sets, False) if cards <= self.hand else self.grown(sets, keys, self.by_rank(cards - 1))
            self.mixed[cards] = table_of(keys, scores)
        return self.mixed[cards]

    def by_suit(self, cards: int) -> Table:
        """The best score of as many cards of one suit as count, or more, up to so many."""
        if cards not in self.suited:
            sets = multisets(self.hand, self.suited_caps)
            keys, scores = [self.keys(sets)], [self.scored(sets, True)]
            for size in range(self.hand + 1, cards + 1):
                sets = multisets(size, self.suited_caps)
                keys.append(self.keys(sets))
                scores.append(self.grown(sets, keys[-1], table_of(keys[-2], scores[-1])))
            self.suited[cards] = table_of(np.concatenate(keys), np.concatenate(scores))
        return self.suited[cards]

    @cached_property
    def sensible(self) -> bool:
        """Is one suit never worse than the same ranks in mixed suits? Then the better of the two tables is right for any choice."""
        if not self.flushes_matter:
            return True
        sets = multisets(self.hand, self.suited_caps)
        sets = sets[sets[:, self.ranks :].sum(axis=1) == 0]
        sets = sets[(sets <= np.array(self.caps, np.uint8)).all(axis=1)]
        keys = self.keys(sets)
        return bool(never_worse(keys, self.by_suit(self.hand), self.by_rank(self.hand)))

    def keys(self, sets: Counts) -> Keys:
        out: Keys = sets.astype(np.uint64) @ self.weights
        return out

    def scored(self, sets: Counts, suited: bool) -> Ids:
        out = np.empty(len(sets), np.int64)
        score_sets(sets, suited, *self.law.parts, np.zeros(PAPERS, np.int64), out)
        return out

    def grown(self, sets: Counts, keys: Keys, smaller: Table) -> Ids:
        out = np.empty(len(sets), np.int64)
        best_without_one(sets, keys, self.weights, smaller, out)
        return out


def multisets(size: int, caps: tuple[int, ...]) -> Counts:
    """All ways to take `size` things of these kinds, at most so many of each: one row each, one column a kind."""
    rows, left = np.zeros((1, 0), np.uint8), np.array([size], np.int64)
    for at, cap in enumerate(caps):
        rest = sum(caps[at + 1 :])
        fewest, most = np.maximum(0, left - rest), np.minimum(cap, left)
        ways = np.maximum(0, most - fewest + 1)
        taken = np.arange(ways.sum()) - np.repeat(np.cumsum(ways) - ways, ways) + np.repeat(fewest, ways)
        rows = np.concatenate([np.repeat(rows, ways, axis=0), taken[:, None].astype(np.uint8)], axis=1)
        left = np.repeat(left, ways) - taken
    return np.ascontiguousarray(rows)


@cache  # asked at every call, of one hand or of many: 0.1 to 0.5 ms
def multisets_counted(size: int, caps: tuple[int, ...]) -> int:
    ways = [1] + [0] * size
    for cap in caps:
        ways = [sum(ways[n - k] for k in range(min(cap, n) + 1)) for n in range(size + 1)]
    return ways[size]


def tries(size: int, caps: tuple[int, ...], ranks: int) -> int:
    """How many hands are looked at to make the table of hands of this size: wild cards are tried in every way."""
    wild = [
        comb(ranks + free - 1, free) * comb(ranks + bugs - 1, bugs) * multisets_counted(size - free - bugs, caps[:ranks])
        for free in range(min(size, caps[ranks]) + 1)
        for bugs in range(min(size - free, caps[ranks + 1]) + 1)
    ]
    return sum(wild)


@kernel
def score_sets(sets, suited, law, best_run, runs, papers, out):
    for i in range(len(sets)):
        out[i] = score_ranks(sets[i], suited, law, best_run, runs, papers)


@kernel
def best_without_one(sets, keys, weights, smaller, out):
    """The best of a hand is the best of it without one of its cards."""
    for i in range(len(sets)):
        best = np.int64(-1)
        for symbol in range(sets.shape[1]):
            if sets[i, symbol] > 0:
                best = max(best, look(smaller, keys[i] - weights[symbol]))
        out[i] = best


@kernel
def never_worse(keys, suited, mixed):
    for key in keys:
        if look(suited, key) < look(mixed, key):
            return False
    return True
