"""Ties that suits break, by tables: which ranks a hand has says which of its cards count, and where in the row each of them stands.

A table finds the *choices*: sets of ranks as large as what counts, each with the score without suits and its *arrangement*, which says
what the suits of its cards weigh. There is one choice, unless the rules before the suits leave several alike; then all are weighed.
Of a rank that is there more often than it counts, the best suits count. Where all cards that count are of one suit, that suit stands
everywhere.

Suits are taken as bits: bit 0 of the suit of every card of the hand, from the lowest card up, then bit 1 and so on. So many bits name
a cell of the arrangement's table, and the cells of bit 1 count twice, those of bit 2 four times.
"""

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.bits import cold, ctz, popcount
from simlab.jit import kernel
from simlab.ranking.generic.exact import NONE, ONE, ROW_RANK, ZERO
from simlab.ranking.generic.extract import extract
from simlab.ranking.generic.fast import FULL_SUIT, K0, NOTED, NOWHERE, THREE, Cards, suited_key
from simlab.ranking.generic.law import BY_SUITS, HIGHER_RANK, KICKERS
from simlab.ranking.generic.lookup import K1, Keys, Slots, laid_out, look, slot, slots_of, table_of
from simlab.ranking.generic.sums import Numbers, four_sums, side_by_side
from simlab.ranking.generic.tables import Counts, Ids, Tables, multisets
from simlab.ranking.generic.trying import PAPER_ROW, PAPERS, RANK_ROW, place_of, score_ranks

WORD = 64  # cards that have a bit each in one word; there are two
LOW, HIGH = 0, 1  # words of the cards held
HEIGHTS = RANK_ROW  # paper that nothing else needs here
PLACE_BITS, CATEGORY_SHIFT = 3, 48  # an arrangement as one number: places of the cards, then the category
MOST_CHOICES = 4_000_000


class Suits(NamedTuple):
    """By card id: its suit, and where it stands among all cards."""

    suit: Ids
    height: Ids  # all different
    words: int  # bits of all cards stand in one word, in two, or (0) in none: then heights are compared
    numbers: Numbers  # what sums are made of: weight, a byte for each suit, the card's bit in either word
    low_planes: Ids  # by bit of a suit: which cards have it
    high_planes: Ids
    everywhere: Ids  # by category: what a suit weighs that all cards have


class Patterns(NamedTuple):
    """Hands of so many cards."""

    slots: Slots
    entries: npt.NDArray[Any]  # by slot; below -1 where there are several choices: -2 - where they begin in `more`
    more: Ids  # how many choices, then their entries
    dealt: int  # cards: an entry is the number of the choice, then one bit for each of them, 1 where it counts
    scores: Ids  # by choice: without suits ...
    arrangements: npt.NDArray[np.int32]  # ... and where the weights of its suits begin
    weights: Ids


@kernel
def rank_by_suits(hands, hand, cards, suits, patterns, suited, law, papers, notes, held, out):
    """Hands as rows of ids; some at a time, each step for all of them before the next, as Omaha is ranked."""
    for start in range(0, len(hands), NOTED):
        end = min(start + NOTED, len(hands))
        flushes = find_entries(hands, start, end, cards, suits, patterns, notes, held, out)
        weigh_all(hands, start, end, suits, patterns, papers[HEIGHTS], held, out)
        for k in range(flushes):
            i = notes[k]
            flush = best_flush(hands[i], cards, suits, suited, law)
            out[i] = flush if hands.shape[1] == hand else max(flush, out[i])


@kernel
def find_entries(hands, start, end, cards, suits, patterns, notes, held, out):
    """The entry and the cards of each hand, as bits; those with a flush are noted."""
    cold()
    flushes = 0
    for i in range(start, end):
        key, word, held[LOW, i - start], held[HIGH, i - start] = four_sums(suits.numbers, hands[i])
        out[i] = patterns.entries[slot(patterns.slots, key)]
        notes[flushes] = i
        flushes += (cards.start + word) & FULL_SUIT != K0
    return flushes


@kernel
def weigh_all(hands, start, end, suits, patterns, heights, held, out):
    """From entries to scores."""
    cold()
    for i in range(start, end):
        low, high = np.int64(held[LOW, i - start]), np.int64(held[HIGH, i - start])
        first, second, third = planes(low, high, suits) if suits.words > 0 else planes_by_heights(hands[i], suits, heights)
        out[i] = best_entry(out[i], first, second, third, suits, patterns)


@kernel
def planes(low, high, suits):
    """The bits of the suits of all cards held, from the lowest card up; no suit has more than three."""
    first, second = plane(0, low, high, suits), plane(1, low, high, suits)
    return first, second, plane(2, low, high, suits) if len(suits.low_planes) > 2 else ZERO


@kernel
def plane(bit, low, high, suits):
    found = extract(suits.low_planes[bit], low)
    return found if suits.words == 1 else found | extract(suits.high_planes[bit], high) << popcount(low)


@kernel
def planes_by_heights(row, suits, heights):
    first, second, third = ZERO, ZERO, ZERO
    for k in range(len(row)):
        heights[k] = suits.height[row[k]]
    for k in range(len(row)):
        suit, place = suits.suit[row[k]], ZERO
        for other in range(len(row)):
            place += heights[other] < heights[k]
        first |= (suit & 1) << place
        second |= (suit >> 1 & 1) << place
        third |= (suit >> 2) << place
    return first, second, third


@kernel
def best_entry(entry, first, second, third, suits, patterns):
    if entry >= 0:
        return value_of(entry, first, second, third, suits, patterns)
    best, start = NONE, -2 - entry
    if start >= 0:
        for k in range(start + 1, start + 1 + patterns.more[start]):
            best = max(best, value_of(patterns.more[k], first, second, third, suits, patterns))
    return best


@kernel
def value_of(entry, first, second, third, suits, patterns):
    """The score of a choice, its suits weighed."""
    choice, counted = np.uint64(entry >> patterns.dealt), entry & ((ONE << patterns.dealt) - 1)
    start = patterns.arrangements[choice]
    total = patterns.scores[choice] + weight(start, first, counted, patterns) + (weight(start, second, counted, patterns) << 1)
    return total if len(suits.low_planes) == 2 else total + (weight(start, third, counted, patterns) << 2)


@kernel
def weight(start, plane, counted, patterns):
    return patterns.weights[np.uint64(start + extract(plane, counted))]


@kernel
def best_flush(row, cards, suits, suited, law):
    """The best hand of one suit, of those that have enough cards."""
    best, full = NONE, (cards.start + four_sums(suits.numbers, row)[1]) & FULL_SUIT
    while full != K0:
        suit = np.int64(ctz(full) >> THREE)
        score = look(suited, suited_key(row, suit, NOWHERE, cards))
        best = max(best, score + suit * suits.everywhere[place_of(score, law)])
        full &= full - K1
    return best


# ---- the tables


class SuitTables:
    """Patterns of one order by number of cards, each made when it is first needed."""

    def __init__(self, tables: Tables, cards: Cards) -> None:
        self.tables, self.cards, self.rules = tables, cards, tables.law.record
        self.ties: list[int] = self.rules.ties[: self.rules.tie_rules].tolist()
        self.known: dict[int, Held] = {}
        self.winners: dict[int, Choices | None] = {}
        self.made: dict[int, Patterns] = {}

    def direct(self, cards: int) -> bool:
        """May so many cards be looked up at once? Else every choice of those that count is."""
        return self.tables.sensible and self.tables.fit(cards) and self.choices(cards) is not None

    @cached_property
    def suits(self) -> Suits:
        tables, each, copies = self.tables, int(self.rules.suits), int(self.rules.copies)
        ids = np.arange(len(tables.rank_of))
        height = (tables.rank_of * each + tables.suit_of) * copies + ids // (each * tables.ranks)
        words = int(height.max()) // WORD + 1
        bit = (np.uint64(1) << (height % WORD).astype(np.uint64)).view(np.int64)
        low, high = np.where(height < WORD, bit, 0), np.where(height // WORD == 1, bit, 0)
        having = [tables.suit_of >> k & 1 == 1 for k in range(max(2, int(self.rules.suit_bits)))]
        low_planes, high_planes = (np.array([np.bitwise_or.reduce(part[held]) for held in having]) for part in (low, high))
        everywhere = [sum(self.weight(category, place) for place in range(tables.hand)) for category in range(int(self.rules.categories))]
        words = words if words <= 2 else 0
        numbers = side_by_side(self.cards.weight, self.cards.suits, low, high)
        return Suits(tables.suit_of, height, words, numbers, low_planes, high_planes, np.array(everywhere, np.int64))

    def weight(self, category: int, place: int) -> int:
        """Of the suit of the card at this place of the row; the higher suit is worse in a low order."""
        weight = 1 << self.below(category) + int(self.rules.suit_bits) * (self.tables.hand - 1 - place)
        return -weight if self.rules.low else weight

    def below(self, category: int) -> int:
        """Bits of a score that stand below the suits."""
        return sum(self.width(category, rule) for rule in self.ties[self.ties.index(BY_SUITS) + 1 :])

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
            held, counting, choices = self.held(cards), self.held(min(cards, self.tables.hand)), self.choices(cards)
            assert choices is not None  # `direct` was asked
            entries, more = np.empty(len(held.sets), np.int64), np.empty(len(held.sets) + len(choices.chosen), np.int64)
            used = write_entries(held.sets, counting.sets, choices.starts, choices.chosen, bool(self.rules.low), cards, entries, more)
            arrangements, weights = self.arranged(counting)
            small = len(counting.sets) << cards < 1 << 31 and used < 1 << 30
            slots = slots_of(held.keys)
            by_slot = laid_out(slots, held.keys, entries, -1).astype(np.int32 if small else np.int64)
            self.made[cards] = Patterns(slots, by_slot, more[:used].copy(), cards, counting.scores, arrangements, weights)
        return self.made[cards]

    def arranged(self, held: "Held") -> tuple[npt.NDArray[np.int32], Ids]:
        """By choice where its weights begin, and all weights: by bits of suits, the lowest card's first."""
        codes = np.empty(len(held.sets), np.int64)
        write_codes(held.sets, held.rows, held.scores, self.rules, codes)
        found, which = np.unique(codes, return_inverse=True)
        cards = int(held.sets[0].sum())
        bits = np.arange(1 << cards)[:, None] >> np.arange(cards) & 1
        places = found[:, None] >> PLACE_BITS * np.arange(cards) & ((1 << PLACE_BITS) - 1)
        each = [
            [self.weight(int(code) >> CATEGORY_SHIFT, place) for place in row] for code, row in zip(found, places.tolist(), strict=True)
        ]
        weights = np.array(each, np.int64).reshape(len(found), cards) @ bits.T
        return (which << cards).astype(np.int32), np.ascontiguousarray(weights).reshape(-1)

    def held(self, cards: int) -> "Held":
        """All sets of ranks of so many cards; scores only of those that count."""
        if cards not in self.known:
            sets = multisets(cards, self.tables.caps)
            scored = len(sets) if cards <= self.tables.hand else 0
            scores, rows = np.empty(scored, np.int64), np.full((scored, self.tables.hand), -1, np.int8)
            line_up_sets(sets[:scored], *self.tables.law.parts, np.zeros(PAPERS, np.int64), scores, rows)
            self.known[cards] = Held(sets, self.tables.keys(sets), scores, rows)
        return self.known[cards]

    def choices(self, cards: int) -> "Choices | None":
        """Of every set of ranks the choices that the rules before the suits leave; None where they are too many."""
        if cards not in self.winners:
            self.winners[cards] = self.chosen(cards)
        return self.winners[cards]

    def chosen(self, cards: int) -> "Choices | None":
        held = self.held(cards)
        if cards <= self.tables.hand:
            return Choices(np.arange(len(held.sets) + 1), np.arange(len(held.sets)))
        fewer = self.choices(cards - 1)
        if fewer is None:
            return None
        below = table_of(self.held(cards - 1).keys, np.arange(len(fewer.starts) - 1))
        starts, chosen = np.empty(len(held.sets) + 1, np.int64), np.empty(MOST_CHOICES, np.int64)
        used = join_choices(held.sets, held.keys, self.tables.weights, below, fewer.starts, fewer.chosen, self.before_suits, starts, chosen)
        return Choices(starts, chosen[:used].copy()) if used >= 0 else None

    @cached_property
    def before_suits(self) -> Ids:
        """What the rules before the suits say of each set that counts, higher is better."""
        rules, scores = self.rules, self.held(self.tables.hand).scores
        upright = (int(rules.categories + 2) << int(rules.tie_bits)) - scores if rules.low else scores
        below = np.array([self.below(category) + int(rules.suit_bits) * self.tables.hand for category in range(int(rules.categories))])
        shift = below[(upright >> int(rules.tie_bits)) - 1]
        alike: Ids = upright >> shift << shift
        return -alike if rules.low else alike


class Held(NamedTuple):
    """Sets of ranks: the score without suits, and the ranks of the cards that count, the most relevant first."""

    sets: Counts
    keys: Keys
    scores: Ids
    rows: npt.NDArray[np.int8]  # -1 behind the last


class Choices(NamedTuple):
    """By set of ranks, the numbers of the sets that count: those of set i from starts[i] on, before starts[i + 1]."""

    starts: Ids
    chosen: Ids


@kernel
def line_up_sets(sets, law, best_run, runs, papers, scores, rows):
    for i in range(len(sets)):
        scores[i] = score_ranks(sets[i], False, law, best_run, runs, papers)
        cards = 0
        for rank in range(law.ranks):
            cards += sets[i, rank]
        for k in range(cards):
            rows[i, k] = papers[PAPER_ROW, ROW_RANK + k]


@kernel
def join_choices(sets, keys, weights, below, starts, chosen, worth, joined_starts, joined):
    """The best choices of a hand are the best of those without one of its cards; how many in all, -1 where there is no room."""
    used = 0
    for i in range(len(sets)):
        first = used
        joined_starts[i] = first
        for symbol in range(sets.shape[1]):
            if sets[i, symbol] == 0:
                continue
            one = look(below, keys[i] - weights[symbol])
            better = worth[chosen[starts[one]]] - worth[joined[first]] if used > first else 1
            if better > 0:
                used = first
            if better >= 0:
                used = add_new(chosen, starts[one], starts[one + 1], joined, first, used)
            if used < 0:
                return used
    joined_starts[len(sets)] = used
    return used


@kernel
def add_new(chosen, start, end, joined, first, used):
    for k in range(start, end):
        new = True
        for other in range(first, used):
            new &= joined[other] != chosen[k]
        if new:
            if used == len(joined):
                return -1
            joined[used] = chosen[k]
            used += 1
    return used


@kernel
def write_entries(sets, counting, starts, chosen, low, dealt, entries, more):
    """How many numbers of `more` are used."""
    used = 0
    for i in range(len(sets)):
        choices = starts[i + 1] - starts[i]
        if choices == 1:
            entries[i] = entry_of(sets[i], counting, chosen[starts[i]], low, dealt)
            continue
        entries[i] = -2 - used
        more[used] = choices
        for k in range(choices):
            more[used + 1 + k] = entry_of(sets[i], counting, chosen[starts[i] + k], low, dealt)
        used += 1 + choices
    return used


@kernel
def entry_of(held, counting, choice, low, dealt):
    """Of a rank that is there more often than it counts, the highest suits count, in a low order the lowest."""
    counted, card = ZERO, ZERO
    for rank in range(len(held)):
        there, taken = np.int64(held[rank]), np.int64(counting[choice, rank])
        counted |= ((ONE << taken) - 1) << (card if low else card + there - taken)
        card += there
    return np.int64(choice) << dealt | counted


@kernel
def write_codes(sets, rows, scores, law, codes):
    """The arrangements as numbers, the lowest card first."""
    for i in range(len(sets)):
        code, card = place_of(scores[i], law) << CATEGORY_SHIFT, 0
        for rank in range(law.ranks):
            for above in range(np.int64(sets[i, rank]) - 1, -1, -1):
                code |= place_in(rows[i], rank, above, law) << PLACE_BITS * card
                card += 1
        codes[i] = code


@kernel
def place_in(row, rank, above, law):
    """The place in the row of the card of this rank that has so many of its rank above it."""
    for place in range(law.hand):
        if row[place] == rank:
            if above == 0:
                return np.int64(place)
            above -= 1
    return NONE
