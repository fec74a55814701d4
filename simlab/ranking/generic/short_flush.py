"""Flushes of fewer cards than count, by tables: ranks alone where no suit has enough cards, else ranks and which of them are of that suit.

Only one suit can have enough, so that it need not be named. A card of it has a second number, which is added to the hand's key.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np

from simlab.bits import ctz
from simlab.jit import kernel
from simlab.ranking.generic.exact import score_cards
from simlab.ranking.generic.fast import FULL_SUIT, K0
from simlab.ranking.generic.law import RANKS
from simlab.ranking.generic.lookup import Keys, Table, look, table_of
from simlab.ranking.generic.tables import Ids, Tables, multisets
from simlab.ranking.generic.trying import NATURAL, PAPER_ROW, PAPERS, RANK_ROW, SUIT_ROW

OF_ONE_SUIT = np.random.default_rng(23).integers(0, 1 << 64, RANKS, np.uint64)
THREE = np.uint64(3)


class ShortLooks(NamedTuple):
    """By card id: what keys are made of; then the two tables."""

    weight: Keys
    more: Keys  # for a card of the suit that has enough
    suits: Keys  # one byte for each suit
    suit: Ids
    start: np.uint64  # so that the top bit of a suit's byte says that it has enough
    mixed: Table
    flushes: Table


@kernel
def rank_short(hands, looks, out):
    """Hands of exactly the cards that count."""
    for i in range(len(hands)):
        key, word = K0, looks.start
        for k in range(hands.shape[1]):
            card = np.uint64(hands[i, k])
            key += looks.weight[card]
            word += looks.suits[card]
        out[i] = look(looks.mixed, key) if word & FULL_SUIT == K0 else look(looks.flushes, key + of_the_suit(hands[i], word, looks))


@kernel
def of_the_suit(row, word, looks):
    suit, key = np.int64(ctz(word & FULL_SUIT) >> THREE), K0
    for card in row:
        if looks.suit[card] == suit:
            key += looks.more[card]
    return key


class ShortFlushes:
    """The tables of one order."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.rules = tables, tables.law.record
        lengths = {int(size) for size in self.rules.suited[: self.rules.categories]} - {0}
        self.least = min(lengths, default=0)

    @property
    def serve(self) -> bool:
        """Is nothing wild, do suits break no ties, and can only one suit have enough cards?"""
        natural = bool((self.tables.kind_of == NATURAL).all()) and not self.tables.lowest_wild
        return natural and self.rules.unlike == 0 and not self.tables.break_ties and 2 * self.least > self.tables.hand

    @cached_property
    def looks(self) -> ShortLooks:
        tables = self.tables
        bytes_of = np.uint64(1) << (8 * tables.suit_of).astype(np.uint64)
        start = sum(128 - self.least << 8 * suit for suit in range(int(self.rules.suits)))
        more = OF_ONE_SUIT[tables.rank_of]
        mixed = tables.by_rank(tables.hand)
        return ShortLooks(tables.weights[tables.symbols], more, bytes_of, tables.suit_of, np.uint64(start), mixed, self.flushes)

    @cached_property
    def flushes(self) -> Table:
        keys, scores = zip(*self.by_size(), strict=True)
        return table_of(np.concatenate(keys), np.concatenate(scores))

    def by_size(self) -> Iterator[tuple[Keys, Ids]]:
        """Every choice of ranks in the suit, with every choice of ranks in the others."""
        tables, ranks = self.tables, self.tables.ranks
        for size in range(self.least, tables.hand + 1):
            suited, mixed = multisets(size, self.suited_caps), multisets(tables.hand - size, tables.caps[:ranks])
            own, rest = np.repeat(suited, len(mixed), axis=0), np.tile(mixed, (len(suited), 1))
            scores = np.empty(len(own), np.int64)
            score_parts(own, rest, *tables.law.parts, np.zeros(PAPERS, np.int64), scores)
            yield (own + rest).astype(np.uint64) @ tables.weights[:ranks] + own.astype(np.uint64) @ OF_ONE_SUIT[:ranks], scores

    @property
    def suited_caps(self) -> list[int]:
        """How many cards of each rank a suit may have."""
        return [min(int(self.rules.copies), cap) for cap in self.tables.caps[: self.tables.ranks]]


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
