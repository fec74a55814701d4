"""Flushes of fewer cards than count, by tables: ranks alone where no suit has enough cards, else ranks and which of them are of that suit.

Of the cards that count only one suit can have enough, so that it need not be named. A card of it has a second number, which is added to
the hand's key.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from simlab.bits import cold, ctz, select
from simlab.jit import kernel
from simlab.ranking.generic.exact import NONE, score_cards
from simlab.ranking.generic.fast import FULL_SUIT, K0, NOTED, THREE
from simlab.ranking.generic.law import RANKS, SUITS
from simlab.ranking.generic.lookup import K1, Keys, Table, look, table_of
from simlab.ranking.generic.sums import Numbers, four_sums, side_by_side
from simlab.ranking.generic.tables import MOST_ROWS, Counts, Ids, Tables, multisets, multisets_counted
from simlab.ranking.generic.trying import NATURAL, PAPER_ROW, PAPERS, RANK_ROW, SUIT_ROW

OF_ONE_SUIT = np.random.default_rng(23).integers(0, 1 << 64, RANKS, np.uint64)


class ShortLooks(NamedTuple):
    """By card id: what keys are made of; then the two tables."""

    numbers: Numbers  # weight, one byte for each suit
    more: Keys  # for a card of the suit that has enough
    suit: Ids
    start: np.uint64  # so that the top bit of a suit's byte says that it has enough
    mixed: Table
    flushes: Table


class Noted(NamedTuple):
    """Hands with a flush; then the same, once for each suit that has enough cards, with their keys."""

    hands: Ids
    suited: Ids
    keys: Keys


def notepad() -> Noted:
    return Noted(np.empty(NOTED, np.int64), np.empty(NOTED * SUITS, np.int64), np.empty(NOTED * SUITS, np.uint64))


@kernel
def rank_short(hands, looks, noted, out):
    """Hands as rows of ids; those with a flush are noted and ranked after some others, as by `rank_rows`."""
    for start in range(0, len(hands), NOTED):
        flushes = look_up(hands, start, min(start + NOTED, len(hands)), looks, noted.hands, out)
        for k in range(note_suits(hands, flushes, looks, noted, out)):  # a loop of its own: seven cards took 24 ns, not 16
            i = noted.suited[k]
            out[i] = max(out[i], look(looks.flushes, noted.keys[k]))


@kernel
def look_up(hands, start, end, looks, notes, out):
    """Scores by ranks alone; how many hands were noted."""
    cold()
    flushes = 0
    for i in range(start, end):
        key, word, _, _ = four_sums(looks.numbers, hands[i])
        out[i] = look(looks.mixed, key)
        notes[flushes] = i
        flushes += (looks.start + word) & FULL_SUIT != K0
    return flushes


@kernel
def note_suits(hands, flushes, looks, noted, out):
    """Of several suits that have enough cards, one after the other is taken to be the one that matters."""
    cold()
    found = 0
    for k in range(flushes):
        i = noted.hands[k]
        out[i] = NONE
        key, word, _, _ = four_sums(looks.numbers, hands[i])
        full = (looks.start + word) & FULL_SUIT
        while full != K0:
            noted.suited[found], noted.keys[found] = i, key + of_the_suit(hands[i], np.int64(ctz(full) >> THREE), looks)
            full &= full - K1
            found += 1
    return found


@kernel
def of_the_suit(row, suit, looks):
    key = K0
    for k in range(len(row)):
        card = np.uint64(row[k])
        key += select(looks.suit[card] == suit, looks.more[card], K0)
    return key


class ShortFlushes:
    """The tables of one order, by number of cards."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.rules = tables, tables.law.record
        lengths = {int(size) for size in self.rules.suited[: self.rules.categories]} - {0}
        self.least = min(lengths, default=0)
        self.known: dict[int, Parts] = {}
        self.made: dict[int, ShortLooks] = {}

    @property
    def serve(self) -> bool:
        """Is nothing wild, do suits break no ties, and can only one suit have enough of the cards that count?"""
        natural = bool((self.tables.kind_of == NATURAL).all()) and not self.tables.lowest_wild
        return natural and self.rules.unlike == 0 and not self.tables.break_ties and 2 * self.least > self.tables.hand

    def direct(self, cards: int) -> bool:
        """May so many cards be looked up at once? Else every choice of those that count is."""
        if cards == self.tables.hand:
            return True
        return self.tables.fit(cards) and sum(self.counted(cards)) <= MOST_ROWS and self.sensible

    @cached_property
    def sensible(self) -> bool:
        """Are cards of one suit never worse than the same ranks without? Then no choice is worth more than as what it is taken for."""
        parts = self.parts(self.tables.hand)
        keys = (parts.own + parts.rest).astype(np.uint64) @ self.tables.weights[: self.tables.ranks]
        return bool(none_worse(keys, parts.scores, self.tables.by_rank(self.tables.hand)))

    def looks(self, cards: int) -> ShortLooks:
        if cards not in self.made:
            tables, parts = self.tables, self.parts(cards)
            bytes_of = np.uint64(1) << (8 * tables.suit_of).astype(np.uint64)
            start = np.uint64(sum(128 - self.least << 8 * suit for suit in range(int(self.rules.suits))))
            weight, more = tables.weights[tables.symbols], OF_ONE_SUIT[tables.rank_of]
            flushes = table_of(parts.keys, parts.scores)
            self.made[cards] = ShortLooks(side_by_side(weight, bytes_of), more, tables.suit_of, start, tables.by_rank(cards), flushes)
        return self.made[cards]

    def counted(self, cards: int) -> Iterator[int]:
        """How many parts there are at most, by size of the suit."""
        for size in range(self.least, cards + 1):
            yield multisets_counted(size, self.suited_caps) * multisets_counted(cards - size, self.tables.caps[: self.tables.ranks])

    def parts(self, cards: int) -> "Parts":
        """Every choice of ranks in the suit, with every choice of ranks in the others that the deck has beside it."""
        if cards not in self.known:
            sized = [self.parts_of(size, cards - size) for size in range(self.least, cards + 1)]
            own, rest = (np.concatenate(part) for part in zip(*sized, strict=True))
            keys = (own + rest).astype(np.uint64) @ self.rank_weights + own.astype(np.uint64) @ self.own_weights
            scores = np.empty(len(own), np.int64)
            if cards == self.tables.hand:
                score_parts(own, rest, *self.tables.law.parts, np.zeros(PAPERS, np.int64), scores)
            else:
                fewer, mixed = self.parts(cards - 1), self.tables.by_rank(cards - 1)
                below = table_of(fewer.keys, fewer.scores)
                grow_parts(own, rest, keys, self.least, self.rank_weights, self.own_weights, below, mixed, scores)
            self.known[cards] = Parts(own, rest, keys, scores)
        return self.known[cards]

    def parts_of(self, size: int, others: int) -> tuple[Counts, Counts]:
        suited, mixed = multisets(size, self.suited_caps), multisets(others, self.tables.caps[: self.tables.ranks])
        own, rest = np.repeat(suited, len(mixed), axis=0), np.tile(mixed, (len(suited), 1))
        there = (own + rest <= np.array(self.tables.caps[: self.tables.ranks], np.uint8)).all(axis=1)
        return own[there], rest[there]

    @property
    def rank_weights(self) -> Keys:
        return self.tables.weights[: self.tables.ranks]

    @property
    def own_weights(self) -> Keys:
        return OF_ONE_SUIT[: self.tables.ranks]

    @property
    def suited_caps(self) -> tuple[int, ...]:
        """How many cards of each rank a suit may have."""
        return self.tables.suited_caps[: self.tables.ranks]


class Parts(NamedTuple):
    """Hands by what matters of them: ranks of the suit, ranks of all other cards."""

    own: Counts
    rest: Counts
    keys: Keys
    scores: Ids


@kernel
def score_parts(own, rest, law, best_run, runs, papers, out):
    """Ranks of one suit, and ranks of no suit that matters."""
    ranks, suits = papers[RANK_ROW], papers[SUIT_ROW]
    for i in range(len(own)):
        at = 0
        for rank in range(law.ranks):
            for k in range(own[i, rank] + rest[i, rank]):
                ranks[at], suits[at] = rank, 0 if k < own[i, rank] else -1
                at += 1
        out[i] = score_cards(ranks, suits, at, 0, law, best_run, runs, papers[PAPER_ROW])


@kernel
def grow_parts(own, rest, keys, least, rank_weights, own_weights, below, mixed, out):
    """The best of a hand is the best of it without one of its cards; with too few left in the suit, no suit matters."""
    for i in range(len(own)):
        best, size, suited = NONE, 0, K0
        for rank in range(len(rank_weights)):
            size += own[i, rank]
            suited += np.uint64(own[i, rank]) * own_weights[rank]
        for rank in range(len(rank_weights)):
            key = keys[i] - rank_weights[rank]
            if rest[i, rank] > 0:
                best = max(best, look(below, key))
            if own[i, rank] > 0:
                best = max(best, look(below, key - own_weights[rank]) if size > least else look(mixed, key - suited))
        out[i] = best


@kernel
def none_worse(keys, scores, mixed):
    for i in range(len(keys)):
        if scores[i] < look(mixed, keys[i]):
            return False
    return True
