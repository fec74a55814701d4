"""What a hand is paid: a pay table as lines, such as "four aces with a two, three or four beside them", over hands of one to five cards.

A line is a pattern (a category of poker, perhaps only of some ranks, some kickers, so many wild cards). A hand fits a line if it holds the
pattern, wild cards standing for whatever helps; of all lines that it fits it is paid the best. A straight, a flush or a straight flush
takes all cards of a hand, so in hands of three cards a run of three is one.

Cards are numbered as the draw optimiser numbers them: French cards rank by rank from the lowest of the deck, jokers last.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.bits import popcount
from simlab.jit import allocating, kernel
from simlab.ranking.hands import Category
from simlab.solvers.draw import ONE, SUITS, DrawDeck, first_set, next_set

RANKS = 13
ALL = (1 << RANKS) - 1
ACE = RANKS - 1
NONE = 255  # the line of a hand that is paid nothing
MOST_WILDS = 99

# cards beyond one of a rank, or wild, without which a pattern cannot be: most hands are refused by this alone
NEEDED = np.array([{1: 1, 2: 2, 3: 2, 6: 3, 7: 3, 10: 4}.get(kind, 0) for kind in range(len(Category))], np.int64)

KIND, OF, BESIDE, LEAST, MOST, SUITED = range(6)  # columns of a line's record

FULL = DrawDeck()

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Pattern:
    """What a line of a pay table asks for. Ranks are bits, the two lowest."""

    kind: Category
    ranks: int = ALL  # of the pair, the three ...; of a straight its highest; of two pair the higher
    kickers: int = ALL  # of the card beside four of a kind
    least_wilds: int = 0
    most_wilds: int = MOST_WILDS
    suited: bool = False  # all cards of one suit

    @property
    def record(self) -> tuple[int, ...]:
        if self.kind == Category.ROYAL_FLUSH:
            return (Category.STRAIGHT_FLUSH, 1 << ACE, self.kickers, self.least_wilds, self.most_wilds, int(self.suited))
        return (self.kind, self.ranks, self.kickers, self.least_wilds, self.most_wilds, int(self.suited))


@dataclass(frozen=True)
class PayDeck:
    """Which cards there are, and which of them are wild."""

    draw: DrawDeck = FULL
    wild_ranks: int = 0  # bits

    @property
    def cards(self) -> int:
        return self.draw.cards

    @property
    def ranks(self) -> int:
        """Ranks of the deck, as bits."""
        return ALL & ~((1 << self.draw.lowest) - 1)


def runs_of(deck: PayDeck, cards: int) -> tuple[Array, Array]:
    """The straights of so many cards, as masks, and their highest ranks; the ace also stands below the lowest rank."""
    ladder = [ACE, *range(deck.draw.lowest, RANKS)]
    found = [ladder[at : at + cards] for at in range(len(ladder) - cards + 1)] if cards > 1 else []
    return np.array([sum(1 << r for r in run) for run in found], np.int64), np.array([run[-1] for run in found], np.int64)


def lines_of_hands(deck: PayDeck, patterns: Sequence[Pattern], pays: Sequence[int], cards: int) -> Array:
    """The line that pays each hand best (the first of equals), hands numbered as in `draw.all_scores`; `NONE` where none does."""
    lines = np.zeros(comb(deck.cards, cards), np.uint8)
    records = np.array([pattern.record for pattern in patterns], np.int64).reshape(-1, SUITED + 1)
    masks, tops = runs_of(deck, cards)
    place_hands(
        lines, cards, deck.draw.low, deck.draw.naturals, deck.wild_ranks, deck.ranks, masks, tops, records, np.array(pays, np.int64)
    )
    return lines


@allocating
def place_hands(lines, size, low, naturals, wild_ranks, ranks, runs, tops, records, pays):
    picked = np.zeros(max(size, 1), np.int64)
    counts, lanes = np.zeros(RANKS, np.int64), np.zeros(SUITS, np.int64)
    first_set(picked, size)
    for at in range(len(lines)):
        wilds = spread(picked, size, low, naturals, wild_ranks, counts, lanes)
        lines[at] = best_line(size, wilds, counts, lanes, ranks, runs, tops, records, pays)
        next_set(picked, size)


@kernel
def spread(picked, size, low, naturals, wild_ranks, counts, lanes):
    """Cards by rank and by suit, without the wild ones; how many of these there are."""
    for r in range(RANKS):
        counts[r] = 0
    for s in range(SUITS):
        lanes[s] = 0
    wilds = 0
    for i in range(size):
        card = picked[i] + low
        rank = card // SUITS
        if picked[i] >= naturals or (wild_ranks >> rank) & 1 == 1:
            wilds += 1
        else:
            counts[rank] += 1
            lanes[card % SUITS] |= ONE << rank
    return wilds


@kernel
def best_line(size, wilds, counts, lanes, ranks, runs, tops, records, pays):
    """The best-paid line that a hand fits."""
    best = NONE
    held = lanes[0] | lanes[1] | lanes[2] | lanes[3]
    spare = size - popcount(held)
    for line in range(len(pays)):
        if spare < NEEDED[records[line, KIND]] or (best != NONE and pays[line] <= pays[best]):
            continue
        if wilds < records[line, LEAST] or wilds > records[line, MOST]:
            continue
        if records[line, SUITED] == 1 and not one_suit(size - wilds, lanes):
            continue
        if fits(records[line, KIND], records[line, OF], records[line, BESIDE], size, wilds, held, counts, lanes, ranks, runs, tops):
            best = line
    return best


@kernel
def fits(kind, of, beside, size, wilds, held, counts, lanes, ranks, runs, tops):
    """Do these cards hold the pattern?"""
    if kind == Category.HIGH_CARD:
        return highest_card(of, wilds, counts)
    if kind == Category.PAIR:
        return alike(2, of, wilds, counts, ranks)
    if kind == Category.THREE:
        return alike(3, of, wilds, counts, ranks)
    if kind == Category.FOUR:
        return four_and_one(of, beside, size, wilds, counts, ranks)
    if kind == Category.FIVE:
        return alike(5, of, wilds, counts, ranks)
    if kind == Category.TWO_PAIR:
        return two_sorts(2, of, wilds, counts, ranks)
    if kind == Category.FULL_HOUSE:
        return two_sorts(3, of, wilds, counts, ranks)
    if kind == Category.STRAIGHT:
        return in_line(of, held, size - wilds, runs, tops)
    if kind == Category.FLUSH:
        return one_suit(size - wilds, lanes)
    return one_suit(size - wilds, lanes) and in_line(of, held, size - wilds, runs, tops)


@kernel
def highest_card(of, wilds, counts):
    """Is the highest card one of these ranks, or may it be?"""
    for r in range(RANKS - 1, -1, -1):
        if (of >> r) & 1 == 1 and (counts[r] > 0 or wilds > 0):
            return True
        if counts[r] > 0:
            return False
    return False


@kernel
def alike(number, of, wilds, counts, ranks):
    """So many cards of one of these ranks?"""
    for r in range(RANKS):
        if (of & ranks) >> r & 1 == 1 and counts[r] + wilds >= number:
            return True
    return False


@kernel
def four_and_one(of, beside, size, wilds, counts, ranks):
    """Four of one of these ranks, and beside them one of those?"""
    for r in range(RANKS):
        if (of & ranks) >> r & 1 == 0 or counts[r] + wilds < 4:
            continue
        if size < 5 or one_beside(r, beside, size - wilds - counts[r], counts, ranks):
            return True
    return False


@kernel
def one_beside(made, beside, others, counts, ranks):
    """The fifth card: the one natural card of another rank, a wild card that stands for one, or a fifth of the same, which is any."""
    if others == 0:
        return beside & ranks & ~(ONE << made) != 0
    for r in range(RANKS):
        if r != made and counts[r] > 0:
            return (beside >> r) & 1 == 1
    return False


@kernel
def two_sorts(first, of, wilds, counts, ranks):
    """Two pair, the higher of these ranks (first = 2), or a full house, three of one of these ranks (first = 3)?"""
    for r in range(RANKS):
        if (of & ranks) >> r & 1 == 0:
            continue
        for other in range(RANKS if first == 3 else r):
            if other == r or (ranks >> other) & 1 == 0 or counts[r] > 3 or counts[other] > 3:
                continue
            if max(first - counts[r], 0) + max(2 - counts[other], 0) <= wilds:
                return True
    return False


@kernel
def one_suit(naturals, lanes):
    for s in range(SUITS):
        if popcount(lanes[s]) == naturals:
            return True
    return naturals == 0


@kernel
def in_line(of, held, naturals, runs, tops):
    """Can these cards be a run whose highest card is one of these ranks?"""
    if popcount(held) < naturals:
        return False
    for k in range(len(runs)):
        if held & ~runs[k] == 0 and (of >> tops[k]) & 1 == 1:
            return True
    return False
