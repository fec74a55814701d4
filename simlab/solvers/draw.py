"""Which of my five cards do I throw? Exactly, for any pay table over hands.

Every hand has a pay, an integer. `sums[S]` is the pay of all hands that contain the set S, for all sets of at most five cards.
A player who holds H, keeps K and throws D = H - K may end with the hands that contain K and nothing of D, and by inclusion and
exclusion over D their pay is

    total(K) = sum over A within D of (-1)^|A| sums[K + A]

for all 32 choices together: 32 numbers looked up and 80 subtractions, no hand enumerated. Cards known to be elsewhere (dead cards)
join D. Totals are integers and every answer is an exact fraction.

A choice is a mask over the hand sorted by card id: bit i set = throw the i-th card. Ties go to the lowest mask.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.bits import ctz, popcount
from simlab.errors import InputError
from simlab.jit import allocating
from simlab.ranking.hands import HAND, Category, category
from simlab.ranking.orders import Order
from simlab.ranking.scalar import rank

MASKS = 1 << HAND
SUITS = 4
MOST_CARDS = 52
RENAMINGS = 24  # of four suits
CHOOSE = np.array([[comb(n, k) for k in range(HAND + 1)] for n in range(MOST_CARDS + 1)], np.int64)
ONE = np.int64(1)

Array = npt.NDArray[Any]


# ---- sets of cards and their places: size by size, inside a size in colexicographic order


@allocating
def offset(cards, size):
    """Where the sets of this size begin, in a deck of so many cards."""
    at = 0
    for k in range(size):
        at += CHOOSE[cards, k]
    return at


@allocating
def place(held):
    """The place of a set among the sets of its size; bit p of `held` = the p-th card of the deck."""
    at, size = np.int64(0), 0
    while held != 0:
        size += 1
        at += CHOOSE[ctz(held), size]
        held &= held - ONE
    return at


@allocating
def first_set(picked, size):
    for i in range(size):
        picked[i] = i


@allocating
def next_set(picked, size):
    """The following set of the same size, in place."""
    i = 0
    while i + 1 < size and picked[i] + 1 == picked[i + 1]:
        picked[i] = i
        i += 1
    picked[i] += 1


@allocating
def place_without(picked, size, left_out):
    """The place of these cards without one of them."""
    at, k = np.int64(0), 0
    for i in range(size):
        if i != left_out:
            k += 1
            at += CHOOSE[picked[i], k]
    return at


@allocating
def sum_up(sums, cards):
    """Fill in the sums of smaller sets from those of full hands, which must stand there already.

    Each hand that contains a set of size k contains 5 - k of its sets of size k + 1: hence the division, which is exact.
    """
    picked = np.zeros(HAND, np.int64)
    for size in range(HAND, 0, -1):
        here, below = offset(cards, size), offset(cards, size - 1)
        first_set(picked, size)
        for at in range(CHOOSE[cards, size]):
            value = sums[here + at]
            for i in range(size):
                sums[below + place_without(picked, size, i)] += value
            next_set(picked, size)
        for at in range(below, here):
            sums[at] //= HAND - size + 1


@allocating
def score_hands(scores, cards, low, order):
    """The score of every hand, by its place."""
    picked = np.zeros(HAND, np.int64)
    first_set(picked, HAND)
    for at in range(len(scores)):
        mask = np.int64(0)
        for i in range(HAND):
            card = picked[i] + low
            mask |= ONE << (16 * (card % SUITS) + card // SUITS)
        scores[at] = rank(mask, order)
        next_set(picked, HAND)


# ---- one hand


@allocating
def hand_totals(sums, cards, picked, totals):
    """totals[mask] = the pay of all hands that may follow from throwing `mask`, dealt from the other cards of the deck."""
    for mask in range(MASKS):
        at, size = np.int64(0), 0
        for i in range(HAND):
            if (mask >> i) & 1 == 0:
                size += 1
                at += CHOOSE[picked[i], size]
        totals[mask] = sums[offset(cards, size) + at]
    subtract_thrown(totals)


@allocating
def subtract_thrown(totals):
    """From the hands that contain what is kept, leave out those with a thrown card, one card after the other."""
    for i in range(HAND):
        for mask in range(MASKS):
            if (mask >> i) & 1 == 1:
                totals[mask] -= totals[mask ^ (1 << i)]


@allocating
def dead_total(sums, cards, kept, forbidden):
    """The pay of all hands that contain `kept` and no forbidden card: every forbidden set that fits beside it, in turn."""
    room = HAND - popcount(kept)
    banned = np.zeros(MOST_CARDS, np.int64)
    count = 0
    while forbidden != 0:
        banned[count] = forbidden & -forbidden
        forbidden &= forbidden - ONE
        count += 1
    total, sign = np.int64(0), np.int64(1)
    picked = np.zeros(HAND + 1, np.int64)
    for size in range(min(room, count) + 1):
        start = offset(cards, HAND - room + size)
        first_set(picked, size)
        for _ in range(CHOOSE[count, size]):
            held = kept
            for i in range(size):
                held |= banned[picked[i]]
            total += sign * sums[start + place(held)]
            next_set(picked, max(size, 1))
        sign = -sign
    return total


@allocating
def best_mask(totals, scale):
    """The mask with the highest mean, the lowest of equals; `scale` brings totals of each number thrown to one denominator."""
    best, value = 0, totals[0] * scale[0]
    for mask in range(1, MASKS):
        scaled = totals[mask] * scale[popcount(np.int64(mask))]
        if scaled > value:
            best, value = mask, scaled
    return best, value


# ---- the whole deck


@allocating
def renamings(picked):
    """How many hands are this one under renamed suits, if it stands for them all; 0 if another one does."""
    lanes = np.zeros(SUITS, np.int64)
    for i in range(HAND):
        lanes[picked[i] % SUITS] |= ONE << (picked[i] // SUITS)
    same, ways = 1, RENAMINGS
    for suit in range(1, SUITS):
        if lanes[suit] > lanes[suit - 1]:
            return 0
        same = same + 1 if lanes[suit] == lanes[suit - 1] else 1
        ways //= same
    return ways


@allocating
def survey(sums, cards, scale, by_class, best, thrown):
    """The best mask of every hand (of every class of hands), and how many hands throw k. Returns scaled pay, hands, classes.

    `best` holds 255 for hands that another one stands for.
    """
    picked, totals = np.zeros(HAND, np.int64), np.zeros(MASKS, np.int64)
    pay, hands, classes = np.int64(0), np.int64(0), np.int64(0)
    first_set(picked, HAND)
    for at in range(CHOOSE[cards, HAND]):
        ways = renamings(picked) if by_class else 1
        best[at] = 255
        if ways > 0:
            hand_totals(sums, cards, picked, totals)
            mask, value = best_mask(totals, scale)
            best[at] = mask
            thrown[popcount(np.int64(mask))] += ways
            pay += ways * value
            hands += ways
            classes += 1
        next_set(picked, HAND)
    return pay, hands, classes


@allocating
def follow(sums, cards, scale, by_class, best):
    """The scaled pay over the whole deck when every hand throws its `best` mask, which another pay table may have chosen."""
    picked, totals = np.zeros(HAND, np.int64), np.zeros(MASKS, np.int64)
    pay = np.int64(0)
    first_set(picked, HAND)
    for at in range(CHOOSE[cards, HAND]):
        mask = np.int64(best[at])
        if mask < MASKS:
            hand_totals(sums, cards, picked, totals)
            ways = renamings(picked) if by_class else 1
            pay += ways * totals[mask] * scale[popcount(mask)]
        next_set(picked, HAND)
    return pay


# ---- for people


def all_scores(order: Order) -> Array:
    """The scores of all hands of an order's deck, in the order in which this module numbers hands."""
    cards, low = deck_of(order)
    scores = np.zeros(comb(cards, HAND), np.int64)
    score_hands(scores, cards, low, order.record)
    return scores


def deck_of(order: Order) -> tuple[int, int]:
    """Number of cards and lowest card id: stripped decks lack their low ranks, so ids stay in one piece."""
    ids = order.cards
    if ids != list(range(ids[0], ids[0] + len(ids))) or len(order.deck.suits) != SUITS or order.deck.by_suit or len(ids) > MOST_CARDS:
        raise InputError(f"the draw optimiser needs a deck numbered rank by rank, not that of order {order.name!r}")
    return len(ids), ids[0]


def pay_by_category(order: Order, pays: Sequence[int]) -> Array:
    """The pay of every hand when only its category counts; pays[c] for `Category` c."""
    hands: Array = np.asarray(pays, np.int64)[category(all_scores(order))]
    return hands


def jacks_or_better(order: Order, pays: Sequence[int]) -> Array:
    """Video poker: as `pay_by_category`, but a pair pays only from jacks up."""
    scores = all_scores(order)
    kinds = category(scores)
    jack = ONE << (16 + 9)  # a pair's rank stands above its kickers
    low_pair = (kinds == Category.PAIR) & ((scores & 0xFFFF_FFFF) < jack)
    paid: Array = np.where(low_pair, 0, np.asarray(pays, np.int64)[kinds])
    return paid


@dataclass(frozen=True)
class Survey:
    """The best draw from every hand of the deck."""

    mean: Fraction  # pay of the best draw, averaged over all hands
    thrown: tuple[Fraction, ...]  # share of hands that throw 0..5 cards
    classes: int  # hands that were looked at
    best: Array  # best mask by hand; 255 where a hand of the same class stands for it
    by_class: bool


@dataclass(frozen=True)
class DrawSolver:
    """The exact value of every choice of a hand, for the pay of each hand given by `pay` (numbered as in `all_scores`)."""

    order: Order
    pay: Array

    @cached_property
    def deck(self) -> tuple[int, int]:
        return deck_of(self.order)

    @cached_property
    def sums(self) -> Array:
        cards, _ = self.deck
        full = np.zeros(sum(comb(cards, k) for k in range(HAND + 1)), np.int64)
        if len(self.pay) != comb(cards, HAND):
            raise InputError(f"{comb(cards, HAND):,} hands need a pay, {len(self.pay):,} have one")
        full[-len(self.pay) :] = self.pay
        self.fits_in_64_bits()
        sum_up(full, cards)
        return full

    def fits_in_64_bits(self) -> None:
        """The largest number met is the scaled pay of the whole deck."""
        largest = int(np.abs(self.pay).max(initial=0))
        if largest * self.common * len(self.pay) >= 1 << 63:
            raise InputError(f"a pay of {largest:,} is too large for exact sums over the whole deck")

    @property
    def common(self) -> int:
        """A denominator for every number of cards thrown."""
        return lcm(*self.ways)

    @property
    def ways(self) -> tuple[int, ...]:
        """How many draws of k cards there are."""
        return tuple(comb(self.deck[0] - HAND, k) for k in range(HAND + 1))

    @property
    def scale(self) -> Array:
        return np.array([self.common // w for w in self.ways], np.int64)

    def totals(self, hand: Iterable[int], dead: Iterable[int] = ()) -> list[int]:
        """For each of the 32 masks, the pay of all hands that may follow when the replacements are neither in the hand nor dead."""
        cards, low = self.deck
        picked = np.array(sorted(int(c) - low for c in hand), np.int64)
        gone = bits(int(c) - low for c in dead)
        self.check(picked, gone)
        if gone:
            return [self.total_beside(picked, mask, gone) for mask in range(MASKS)]
        totals = np.zeros(MASKS, np.int64)
        hand_totals(self.sums, cards, picked, totals)
        return [int(t) for t in totals]

    def total_beside(self, picked: Array, mask: int, gone: int) -> int:
        thrown = bits(int(c) for i, c in enumerate(picked) if mask >> i & 1)
        kept = bits(map(int, picked)) ^ thrown
        return int(dead_total(self.sums, self.deck[0], np.int64(kept), np.int64(thrown | gone)))

    def check(self, picked: Array, gone: int) -> None:
        cards, _ = self.deck
        if len(set(picked.tolist())) != HAND or picked[0] < 0 or picked[-1] >= cards or gone >= 1 << cards:
            raise InputError("a hand is five different cards of the deck")
        if bits(map(int, picked)) & gone:
            raise InputError("a dead card cannot be in the hand")

    def means(self, hand: Iterable[int], dead: Iterable[int] = ()) -> list[Fraction]:
        """The mean pay of each of the 32 masks. A draw for which too few cards are left has none: it stands as minus one pay."""
        gone = set(map(int, dead))
        left = self.deck[0] - HAND - len(gone)
        ways = [comb(left, k) for k in range(HAND + 1)]
        totals = self.totals(hand, gone)
        return [Fraction(t, ways[m.bit_count()]) if ways[m.bit_count()] else Fraction(-1) for m, t in enumerate(totals)]

    def best(self, hand: Iterable[int], dead: Iterable[int] = ()) -> tuple[int, Fraction]:
        """The mask of the best draw (the lowest of equals) and its mean pay."""
        means = self.means(hand, dead)
        value = max(means)
        return means.index(value), value

    def survey(self, by_class: bool = True) -> Survey:
        """The best draw from every hand. `by_class` looks at one of each class of hands that renaming suits makes equal."""
        cards, _ = self.deck
        best, thrown = np.zeros(len(self.pay), np.uint8), np.zeros(HAND + 1, np.int64)
        pay, hands, classes = survey(self.sums, cards, self.scale, by_class, best, thrown)
        shares = tuple(Fraction(int(t), int(hands)) for t in thrown)
        return Survey(Fraction(int(pay), int(hands) * self.common), shares, int(classes), best, by_class)

    def follow(self, chosen: Survey) -> Fraction:
        """The mean of this pay when hands are played by another pay's best draws."""
        cards, _ = self.deck
        pay = follow(self.sums, cards, self.scale, chosen.by_class, chosen.best)
        return Fraction(int(pay), len(self.pay) * self.common)


def final_hands(order: Order, chosen: Survey) -> list[Fraction]:
    """The law of the category after the draws of a survey, by `Category`."""
    kinds = category(all_scores(order))
    return [DrawSolver(order, (kinds == c).astype(np.int64)).follow(chosen) for c in range(Category.STRAIGHT_FLUSH + 1)]


def bits(cards: Iterable[int]) -> int:
    word = 0
    for card in cards:
        word |= 1 << card
    return word


# ---- the one-card rule: the replacement is shown, and may be rejected once for an unseen one


def one_card_chance(outs: int, unseen: int = 47) -> Fraction:
    """The chance of one of `outs` good cards when every miss is rejected."""
    first = Fraction(outs, unseen)
    return first + (1 - first) * Fraction(outs, unseen - 1)


@allocating
def one_card_total(pays, unseen):
    """The pay of drawing one of the first `unseen` cards with one rejection, times unseen * (unseen - 1), by the better of both."""
    every = pays[0] - pays[0]
    for i in range(unseen):
        every += pays[i]
    total = every - every
    for i in range(unseen):
        total += max(pays[i] * (unseen - 1), every - pays[i])
    return total


def one_card_mean(solver: DrawSolver, kept: Iterable[int], unseen: Iterable[int]) -> Fraction:
    """The mean pay of four cards, the fifth drawn by the one-card rule from these unseen cards."""
    _, low = solver.deck
    held = bits(int(c) - low for c in kept)
    hands = len(solver.sums) - len(solver.pay)
    pays = np.array([solver.sums[hands + place(np.int64(held | 1 << (int(c) - low)))] for c in unseen], np.int64)
    return Fraction(int(one_card_total(pays, len(pays))), len(pays) * (len(pays) - 1))
