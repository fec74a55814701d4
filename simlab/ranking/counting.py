"""How often does each hand come? Exact counts over all hands of any deck, number of cards and order.

A hand is four sets of ranks, one a suit. All sets of each size are listed once; hands are enumerated suit by suit, the
last suit in a vectorised loop. Suits are alike as long as each has the same cards, so of all ways to spread the cards
over the suits only the sorted ones are enumerated, and counted as often as they can be renamed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import factorial, prod

import numpy as np
import numpy.typing as npt

from simlab.bits import wide
from simlab.errors import InputError
from simlab.jit import allocating
from simlab.ranking.audit import Audit
from simlab.ranking.batch.any import best_pattern
from simlab.ranking.batch.lanes import (
    FLUSH,
    FOUR,
    FULL,
    N0,
    N15,
    PAIR,
    ROYAL,
    SFLUSH,
    STRAIGHT,
    THREE,
    TWO_PAIR,
    U,
    head_numbers,
    ladder_numbers,
)
from simlab.ranking.hands import HAND, NAMES, Category, Family, category
from simlab.ranking.orders import Order
from simlab.ranking.permute import permute
from simlab.ranking.scalar import RANKS, rank_placed
from simlab.ranking.wild import rank_wild_placed

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Odds(Audit):
    """Exact counts of the categories of an order, lowest first."""

    order: Order
    cards: int
    counts: dict[Category, int]

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.order.name

    def title(self, kind: Category) -> str:
        return NAMES[kind]


def odds(order: Order, cards: int = HAND, *, wild: bool = False, jokers: int = 0, without: str = "") -> Odds:
    """Count every hand of `cards` cards by its best five.

    `wild`: a wild card lies beside every hand (fortune's Fool). `jokers`: 1 puts a wild card into the deck. `without`:
    known cards that are out of the deck.
    """
    if jokers not in (0, 1):
        raise InputError(f"this order knows no joker or one, not {jokers}; with two there is the order two_jokers (--order two_jokers)")
    lanes = deck_lanes(order, without)
    size = sum(lane.bit_count() for lane in lanes)
    if not 1 <= cards <= size + jokers:
        raise InputError(f"{cards} cards cannot be dealt from {size + jokers}")
    counts = count_hands(order, lanes, cards, wild) if cards <= size else np.zeros(len(Category), np.int64)
    if jokers:
        counts = counts + count_hands(order, lanes, cards - 1, wild=True)
    return Odds(order, cards, {held: int(counts[held]) for held in order.categories})


def deck_lanes(order: Order, without: str = "") -> list[int]:
    """The ranks of each suit, by strength, that are still in the deck."""
    mask = order.deck.mask(order.cards) & ~order.deck.mask(order.deck.read(without))
    placed = int(permute(np.uint64(mask).astype(np.int64), order.record))
    return [placed >> lane & RANKS for lane in range(0, 64, 16)]


def count_hands(order: Order, lanes: list[int], cards: int, wild: bool = False, by_symmetry: bool = True) -> Counts:
    """By category: number of hands. Without symmetry every hand is looked at on its own."""
    plain = (
        replace(order, family=Family.STANDARD, full_house_high=False) if order.family == Family.SUITS or order.full_house_high else order
    )
    rules = plain.record
    vectorised = bool(rules.direct) and not wild and (cards >= HAND or not order.dead)
    alike = by_symmetry and len(set(lanes)) == 1
    subsets = [[rank_sets(lane, size) for size in range(cards + 1)] for lane in lanes]
    counts = np.zeros(len(Category), np.int64)
    for sizes, times in spreads(cards, alike):
        lists = [subsets[suit][size] for suit, size in enumerate(sizes)]
        found = np.zeros(len(Category), np.int64)
        if vectorised:
            lists.sort(key=len)  # the longest list in the inner loop; which suit is which does not matter
            count_patterns(*lists, rules, found)
        else:
            count_each(*lists, rules, wild, found)
        counts += times * found
    return counts


def rank_sets(ranks: int, size: int) -> npt.NDArray[np.uint16]:
    """All sets of `size` of these ranks, as masks."""
    bits = [1 << at for at in range(16) if ranks >> at & 1]
    return np.array([sum(chosen) for chosen in combinations(bits, size)], np.uint16)


def spreads(cards: int, alike: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """Numbers of cards in the four suits, and how many renamings of the suits each stands for."""
    for a in range(cards + 1):
        for b in range(cards + 1 - a):
            for c in range(cards + 1 - a - b):
                sizes = (a, b, c, cards - a - b - c)
                if not alike:
                    yield sizes, 1
                elif list(sizes) == sorted(sizes):
                    yield sizes, factorial(4) // prod(factorial(sizes.count(n)) for n in set(sizes))


@allocating
def count_patterns(first, second, third, last, order, counts):
    heads, ladder, royal = head_numbers(order), ladder_numbers(order), U(order.royal & RANKS)
    for a in first:
        for b in second:
            for c in third:
                count_last(a, b, c, last, heads, ladder, royal, counts)


@allocating
def count_last(a, b, c, last, heads, ladder, royal, counts):
    """The vectorised loop. Counters of 16 bits suffice: a suit of 16 ranks has at most 12,870 sets of one size."""
    wide()
    pair, two, three, straight, flush = N0, N0, N0, N0, N0
    full, four, straight_flush, royal_flush = N0, N0, N0, N0
    for i in range(len(last)):
        head, _, _ = best_pattern(a, b, c, last[i], heads, ladder, royal)
        code = U(head & N15)
        pair = U(pair + U(code == PAIR))
        two = U(two + U(code == TWO_PAIR))
        three = U(three + U(code == THREE))
        straight = U(straight + U(code == STRAIGHT))
        flush = U(flush + U(code == FLUSH))
        full = U(full + U(code == FULL))
        four = U(four + U(code == FOUR))
        straight_flush = U(straight_flush + U(code == SFLUSH))
        royal_flush = U(royal_flush + U(code == ROYAL))
    counted = np.int64(0)
    for held, number in (
        (Category.PAIR, pair), (Category.TWO_PAIR, two), (Category.THREE, three), (Category.STRAIGHT, straight), (Category.FLUSH, flush),
        (Category.FULL_HOUSE, full), (Category.FOUR, four), (Category.STRAIGHT_FLUSH, straight_flush), (Category.ROYAL_FLUSH, royal_flush),
    ):  # fmt: skip
        counts[held] += number
        counted += number
    counts[Category.HIGH_CARD] += len(last) - counted


@allocating
def count_each(first, second, third, last, order, wild, counts):
    """Hands in which the best five cannot be read off at once, or with a wild card: one by one."""
    for a in first:
        for b in second:
            for c in third:
                held = np.int64(a) | np.int64(b) << 16 | np.int64(c) << 32
                for d in last:
                    mask = held | np.int64(d) << 48
                    score = rank_wild_placed(mask, order) if wild else rank_placed(mask, order)
                    counts[category(score)] += 1
