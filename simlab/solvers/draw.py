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
from simlab.jit import allocating, kernel
from simlab.ranking.hands import CATEGORY_AT, HAND, Category
from simlab.ranking.orders import Order
from simlab.ranking.scalar import rank
from simlab.ranking.wild import rank_wild

MASKS = 1 << HAND
SUITS = 4
FULL_DECK = 52
MOST_JOKERS = 4
MOST_CARDS = 63  # of a deck as a set of bits
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
        scores[at] = rank(naturals_of(picked, HAND, low), order)
        next_set(picked, HAND)


@allocating
def score_hands_with_joker(scores, cards, low, order):
    """The same for a deck whose last card is a joker."""
    picked = np.zeros(HAND, np.int64)
    first_set(picked, HAND)
    for at in range(len(scores)):
        if picked[HAND - 1] == cards - 1:
            scores[at] = rank_wild(naturals_of(picked, HAND - 1, low), order)
        else:
            scores[at] = rank(naturals_of(picked, HAND, low), order)
        next_set(picked, HAND)


@kernel
def naturals_of(picked, size, low):
    """The first `size` of these cards as a mask of suit lanes."""
    mask = np.int64(0)
    for i in range(size):
        card = picked[i] + low
        mask |= ONE << (16 * (card % SUITS) + card // SUITS)
    return mask


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
def renamings(picked, naturals=FULL_DECK):
    """How many hands are this one under renamed suits, if it stands for them all; 0 if another one does. Jokers have no suit."""
    lanes = np.zeros(SUITS, np.int64)
    for i in range(len(picked)):
        if picked[i] < naturals:
            lanes[picked[i] % SUITS] |= ONE << (picked[i] // SUITS)
    same, ways = 1, RENAMINGS
    for suit in range(1, SUITS):
        if lanes[suit] > lanes[suit - 1]:
            return 0
        same = same + 1 if lanes[suit] == lanes[suit - 1] else 1
        ways //= same
    return ways


@allocating
def survey(sums, cards, naturals, scale, by_class, best, thrown):
    """The best mask of every hand (of every class of hands), and how many hands throw k. Returns scaled pay, hands, classes.

    `best` holds 255 for hands that another one stands for.
    """
    picked, totals = np.zeros(HAND, np.int64), np.zeros(MASKS, np.int64)
    pay, hands, classes = np.int64(0), np.int64(0), np.int64(0)
    first_set(picked, HAND)
    for at in range(CHOOSE[cards, HAND]):
        ways = renamings(picked, naturals) if by_class else 1
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
def follow(sums, cards, naturals, scale, by_class, best):
    """The scaled pay over the whole deck when every hand throws its `best` mask, which another pay table may have chosen."""
    picked, totals = np.zeros(HAND, np.int64), np.zeros(MASKS, np.int64)
    pay = np.int64(0)
    first_set(picked, HAND)
    for at in range(CHOOSE[cards, HAND]):
        mask = np.int64(best[at])
        if mask < MASKS:
            hand_totals(sums, cards, picked, totals)
            ways = renamings(picked, naturals) if by_class else 1
            pay += ways * totals[mask] * scale[popcount(mask)]
        next_set(picked, HAND)
    return pay


# ---- for people


def all_scores(order: Order) -> Array:
    """The scores of all hands of an order's deck, in the order in which this module numbers hands."""
    cards, low = deck_of(order)
    scores = np.zeros(comb(cards, HAND), np.int64)
    (score_hands_with_joker if jokers_of(order) else score_hands)(scores, cards, low, order.record)
    return scores


def categories(scores: Array) -> Array:
    """As `ranking.hands.category`, of many at once: kernels make no arrays."""
    return scores >> CATEGORY_AT & 15


def deck_of(order: Order) -> tuple[int, int]:
    """Number of cards and lowest card id: stripped decks lack their low ranks, so ids stay in one piece. A joker comes last."""
    ids = order.cards
    if ids != list(range(ids[0], ids[0] + len(ids))) or len(order.deck.suits) != SUITS or order.deck.by_suit or len(ids) > FULL_DECK:
        raise InputError(f"the draw optimiser needs a deck numbered rank by rank, not that of order {order.name!r}")
    return len(ids) + jokers_of(order), ids[0]


def jokers_of(order: Order) -> int:
    """An order that knows five of a kind is one of a deck with a joker."""
    return int(Category.FIVE in order.categories)


@dataclass(frozen=True)
class DrawDeck:
    """A deck that no order ranks: French cards from a lowest rank up (0 is the two), and jokers, which come last."""

    lowest: int = 0
    jokers: int = 0

    @property
    def low(self) -> int:
        return SUITS * self.lowest

    @property
    def naturals(self) -> int:
        return FULL_DECK - self.low

    @property
    def cards(self) -> int:
        return self.naturals + self.jokers

    @property
    def suits_alike(self) -> bool:
        return True


@dataclass(frozen=True)
class OtherDeck:
    """Any other deck: its cards by number, of which the first have suits, four of them in turn where suits are alike."""

    cards: int
    naturals: int
    suits_alike: bool  # hands may be renamed by suit without being paid otherwise
    low: int = 0

    def __post_init__(self) -> None:
        if not HAND < self.cards <= MOST_CARDS:
            raise InputError(f"the draw optimiser deals from {HAND + 1} to {MOST_CARDS} cards, not from {self.cards}")


def pay_by_category(order: Order, pays: Sequence[int]) -> Array:
    """The pay of every hand when only its category counts; pays[c] for `Category` c."""
    return paid(categories(all_scores(order)), pays)


def paid(kinds: Array, pays: Sequence[int]) -> Array:
    """What hands of these categories are paid."""
    wanted = int(kinds.max()) + 1
    if len(pays) < wanted:
        last = Category(wanted - 1).name.lower().replace("_", " ")
        raise InputError(f"hands of this order need {wanted} pays, from high card to {last}; there are {len(pays)}")
    out: Array = whole(pays)[kinds]
    return out


def whole(pays: Sequence[int] | Array) -> Array:
    """Sums are exact: a pay that is no whole number is refused, not cut."""
    given = np.asarray(pays)
    try:
        with np.errstate(invalid="ignore"):
            found: Array = given.astype(np.int64)
    except (OverflowError, TypeError, ValueError):
        raise InputError("pays are whole numbers of 64 bits: one of these is none") from None
    if np.any(found != given):
        raise InputError(f"pays are whole numbers, not {given[found != given][0]}: make all of them so many times larger")
    return found


def jacks_or_better(order: Order, pays: Sequence[int]) -> Array:
    """Video poker: as `pay_by_category`, but a pair pays only from jacks up."""
    scores = all_scores(order)
    kinds = categories(scores)
    jack = ONE << (16 + 9)  # a pair's rank stands above its kickers
    low_pair = (kinds == Category.PAIR) & ((scores & 0xFFFF_FFFF) < jack)
    return np.where(low_pair, 0, paid(kinds, pays))


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

    order: Order | DrawDeck | OtherDeck
    pay: Array

    @cached_property
    def deck(self) -> tuple[int, int]:
        """Number of cards, jokers included, and the lowest card id."""
        return deck_of(self.order) if isinstance(self.order, Order) else (self.order.cards, self.order.low)

    @property
    def naturals(self) -> int:
        return self.deck[0] - jokers_of(self.order) if isinstance(self.order, Order) else self.order.naturals

    @cached_property
    def sums(self) -> Array:
        cards, _ = self.deck
        full = np.zeros(sum(comb(cards, k) for k in range(HAND + 1)), np.int64)
        if len(self.pay) != comb(cards, HAND):
            raise InputError(f"{comb(cards, HAND):,} hands need a pay, {len(self.pay):,} have one")
        full[-len(self.pay) :] = whole(self.pay)
        self.fits_in_64_bits()
        sum_up(full, cards)
        return full

    def fits_in_64_bits(self) -> None:
        """The largest number met is the scaled pay of the whole deck.

        It is no more than the largest pay for every hand; nor, as each mask, used with every hand, gives back the mean of all hands,
        more than what all masks together give.
        """
        largest, total = int(np.abs(self.pay).max(initial=0)), int(np.abs(self.pay).astype(np.float64).sum())
        if min(largest * len(self.pay), MASKS * total) * self.common >= 1 << 63:
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
        by_class = by_class and (isinstance(self.order, Order) or self.order.suits_alike)
        best, thrown = np.zeros(len(self.pay), np.uint8), np.zeros(HAND + 1, np.int64)
        pay, hands, classes = survey(self.sums, cards, self.naturals, self.scale, by_class, best, thrown)
        shares = tuple(Fraction(int(t), int(hands)) for t in thrown)
        return Survey(Fraction(int(pay), int(hands) * self.common), shares, int(classes), best, by_class)

    def follow(self, chosen: Survey) -> Fraction:
        """The mean of this pay when hands are played by another pay's best draws."""
        cards, _ = self.deck
        pay = follow(self.sums, cards, self.naturals, self.scale, chosen.by_class, chosen.best)
        return Fraction(int(pay), len(self.pay) * self.common)


def final_hands(order: Order, chosen: Survey) -> list[Fraction]:
    """The law of the category after the draws of a survey, by `Category`."""
    kinds = categories(all_scores(order))
    return [DrawSolver(order, (kinds == c).astype(np.int64)).follow(chosen) for c in range(max(order.categories) + 1)]


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
