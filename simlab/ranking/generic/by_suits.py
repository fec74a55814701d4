"""Ties that suits break, by tables: which ranks a hand has says where in its row each card stands, and so where its suit counts.

A table finds the score without suits and a pattern: for the cards from the highest down, the weight of each one's suit. Cards that do
not count weigh nothing. Where all cards that count are of one suit, that suit stands everywhere.
"""

from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.bits import popcount
from simlab.jit import kernel
from simlab.ranking.generic.exact import NONE, ROW_RANK
from simlab.ranking.generic.fast import BYTE, EIGHT, ENOUGH, FULL_SUIT, K0
from simlab.ranking.generic.law import BY_SUITS, HIGHER_RANK, KICKERS
from simlab.ranking.generic.lookup import Keys, Table, laid_out, look, slot, table_of
from simlab.ranking.generic.tables import Counts, Ids, Tables, multisets
from simlab.ranking.generic.trying import PAPER_ROW, PAPERS, place_of, score_ranks

DROPPED, PLACE_BITS, CATEGORY_SHIFT = 7, 3, 48  # a pattern as one number: places of up to 16 cards, then the category
WORD, SPREAD = 64, 16  # cards that have a bit each; equal cards are told apart by their place in the row


class Suits(NamedTuple):
    """By card id: its suit, and where it stands among all cards."""

    suit: Ids
    height: Ids  # steps of SPREAD
    one_word: bool  # every card has a bit of its own ...
    bit: Ids
    above: Ids  # ... the bits of all higher cards
    everywhere: Ids  # by category: what a suit weighs that all cards have


class Patterns(NamedTuple):
    """Hands of so many cards: the score without suits, and the weights of the suits from the highest card down."""

    scores: Table
    pattern: npt.NDArray[np.int32]  # by slot of the table
    weights: Ids  # one row a pattern


@kernel
def rank_by_suits(hands, hand, cards, suits, patterns, suited, law, papers, out):
    """Hands as rows of ids. Of more cards than count, those are taken that win without suits, each in its best suit."""
    for i in range(len(hands)):
        out[i] = of_row(hands[i], hand, cards, suits, patterns, suited, law, papers[0])


@kernel
def of_row(row, hand, cards, suits, patterns, suited, law, heights):
    key, word = K0, cards.start
    for k in range(len(row)):
        card = np.uint64(row[k])
        key += cards.weight[card]
        word += cards.suits[card]
    at = slot(patterns.scores, key)
    flush = best_flush(row, word, cards, suits, suited, law) if word & FULL_SUIT != K0 else NONE
    if flush >= 0 and len(row) == hand:
        return flush
    return max(flush, patterns.scores.values[at] + weighed(row, patterns.weights[patterns.pattern[at]], suits, heights))


@kernel
def weighed(row, weights, suits, heights):
    """The suits of the cards, each by its place from the highest card down."""
    return weighed_by_bits(row, weights, suits) if suits.one_word else weighed_by_heights(row, weights, suits, heights)


@kernel
def weighed_by_bits(row, weights, suits):
    held, total = np.int64(0), np.int64(0)
    for k in range(len(row)):
        held |= suits.bit[np.uint64(row[k])]
    for k in range(len(row)):
        card = np.uint64(row[k])
        total += suits.suit[card] * weights[np.uint64(popcount(held & suits.above[card]))]
    return total


@kernel
def weighed_by_heights(row, weights, suits, heights):
    """Equal cards stand in the order of the row."""
    total = np.int64(0)
    for k in range(len(row)):
        heights[k] = suits.height[np.uint64(row[k])] + k
    for k in range(len(row)):
        place = np.uint64(0)
        for other in range(len(row)):
            place += np.uint64(heights[other] > heights[k])
        total += suits.suit[np.uint64(row[k])] * weights[place]
    return total


@kernel
def best_flush(row, word, cards, suits, suited, law):
    """The best hand of one suit, of those that have enough cards: their bytes of `word` say so."""
    best, suit = NONE, 0
    while word != K0:
        if word & BYTE >= ENOUGH:
            key = K0
            for card in row:
                if suits.suit[card] == suit:
                    key += cards.weight[card]
            score = look(suited, key)
            best = max(best, score + suit * suits.everywhere[place_of(score, law)])
        word >>= EIGHT
        suit += 1
    return best


# ---- the tables


class SuitTables:
    """Patterns of one order by number of cards, each made when it is first needed."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.rules = tables, tables.law.record
        self.known: dict[int, Held] = {}
        self.made: dict[int, Patterns] = {}

    @cached_property
    def direct(self) -> bool:
        """Do the rules before the suits say which ranks count? Then of more cards those count in their best suits."""
        ties = self.rules.ties[: self.rules.tie_rules].tolist()
        return KICKERS in ties[: ties.index(BY_SUITS)] and self.tables.sensible

    @cached_property
    def suits(self) -> Suits:
        tables, each = self.tables, int(self.rules.suits)
        everywhere = [sum(self.weight(category, place) for place in range(tables.hand)) for category in range(int(self.rules.categories))]
        height = tables.rank_of * each + tables.suit_of
        one_word = int(self.rules.copies) == 1 and int(height.max()) < WORD
        bit = np.uint64(1) << (height % WORD).astype(np.uint64)
        above = ~(bit | (bit - np.uint64(1)))
        own, higher = bit.view(np.int64), above.view(np.int64)
        return Suits(tables.suit_of, height * SPREAD, one_word, own, higher, np.array(everywhere, np.int64))

    def weight(self, category: int, place: int) -> int:
        """Of the suit of the card at this place of the row; the higher suit is worse in a low order."""
        rules = self.rules
        ties = rules.ties[: rules.tie_rules].tolist()
        below = sum(self.width(category, rule) for rule in ties[ties.index(BY_SUITS) + 1 :])
        weight = 1 << below + int(rules.suit_bits) * (self.tables.hand - 1 - place)
        return -weight if rules.low else weight

    def width(self, category: int, rule: int) -> int:
        """Bits that a rule takes for hands of a category."""
        rules, hand = self.rules, self.tables.hand
        groups, run = rules.groups[category][: rules.parts[category]].tolist(), int(rules.run_size[category])
        if rule == HIGHER_RANK:
            return int(rules.rank_bits) * len(groups)
        if rule != KICKERS:
            return int(rules.sum_bits)
        if groups or run == 0:
            return int(rules.rank_bits * (len(groups) + hand - sum(groups)))
        return int(rules.run_bits + rules.rank_bits * (hand - run))

    def patterns(self, cards: int) -> Patterns:
        if cards not in self.made:
            held = self.held(cards)
            codes = np.empty(len(held.keys), np.int64)
            write_codes(held.sets, held.rows, held.scores, self.rules, codes)
            found, pattern = np.unique(codes, return_inverse=True)
            table = table_of(held.keys, held.scores)
            self.made[cards] = Patterns(table, laid_out(table, held.keys, pattern).astype(np.int32), self.weights(found, cards))
        return self.made[cards]

    def weights(self, codes: Ids, cards: int) -> Ids:
        """By pattern and card, from the highest down."""
        places = (codes[:, None] >> PLACE_BITS * np.arange(cards)) & DROPPED
        categories = np.broadcast_to((codes >> CATEGORY_SHIFT)[:, None], places.shape)
        known = {(c, p): self.weight(c, p) for c in range(int(self.rules.categories)) for p in range(self.tables.hand)}
        each = [known.get(where, 0) for where in zip(categories.ravel().tolist(), places.ravel().tolist(), strict=True)]
        return np.array(each, np.int64).reshape(places.shape)

    def held(self, cards: int) -> "Held":
        """All sets of ranks of so many cards."""
        if cards not in self.known:
            sets = multisets(cards, self.tables.caps)
            keys, scores = self.tables.keys(sets), np.empty(len(sets), np.int64)
            rows = np.full((len(sets), self.tables.hand), -1, np.int8)
            if cards <= self.tables.hand:
                line_up_sets(sets, *self.tables.law.parts, np.zeros(PAPERS, np.int64), scores, rows)
            else:
                fewer = self.held(cards - 1)
                below = table_of(fewer.keys, np.arange(len(fewer.keys)))
                best = np.empty(len(sets), np.int64)
                best_below(sets, keys, self.tables.weights, below, fewer.scores, best)
                scores, rows = fewer.scores[best], fewer.rows[best]
            self.known[cards] = Held(sets, keys, scores, rows)
        return self.known[cards]


class Held(NamedTuple):
    """Sets of ranks: the score without suits, and the ranks of the cards that count, the most relevant first."""

    sets: Counts
    keys: Keys
    scores: Ids
    rows: npt.NDArray[np.int8]  # -1 behind the last


@kernel
def line_up_sets(sets, law, best_run, runs, papers, scores, rows):
    for i in range(len(sets)):
        scores[i] = score_ranks(sets[i], False, law, best_run, runs, papers)
        cards = 0
        for rank in range(law.ranks):
            cards += sets[i, rank]
        for at in range(cards):
            rows[i, at] = papers[PAPER_ROW, ROW_RANK + at]


@kernel
def best_below(sets, keys, weights, below, scores, best):
    """The best of a hand is the best of it without one of its cards: which?"""
    for i in range(len(sets)):
        best[i] = -1
        for symbol in range(sets.shape[1]):
            if sets[i, symbol] > 0:
                one = look(below, keys[i] - weights[symbol])
                if best[i] < 0 or scores[one] > scores[best[i]]:
                    best[i] = one


@kernel
def write_codes(sets, rows, scores, law, codes):
    """The patterns as numbers. Of a rank that is there more often than it counts, the best suits count."""
    for i in range(len(sets)):
        code, card = place_of(scores[i], law) << CATEGORY_SHIFT, 0
        for rank in range(law.ranks - 1, -1, -1):
            counting = 0
            for at in range(law.hand):
                counting += rows[i, at] == rank
            first = sets[i, rank] - counting if law.low == 1 else 0
            for k in range(sets[i, rank]):
                code |= place_in(rows[i], rank, k - first, law) << PLACE_BITS * card
                card += 1
        codes[i] = code


@kernel
def place_in(row, rank, number, law):
    """The place of the card of this rank and number in the row; DROPPED where it does not count."""
    for at in range(law.hand):
        if row[at] == rank:
            if number == 0:
                return np.int64(at)
            number -= 1
    return np.int64(DROPPED)
