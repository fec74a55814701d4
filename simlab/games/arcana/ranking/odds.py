"""How rare Arcana's hands are: every hand of five or six cards counted, exactly, for every kind of deck (section 5 of the rules).

Hands are counted by category and by pattern of copies (three of one card and two of another, say): all hands of one pattern
are equally likely, whatever the deck, so a table of patterns answers for the endless deck, the flat one and any number of packs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb, factorial, prod
from typing import Any

import numpy as np

from simlab.bits import popcount
from simlab.errors import InputError
from simlab.games.arcana.ranking.multiset import (
    BEST_FIRST,
    KINDS,
    MULTISET_ORDER,
    NAMES,
    ZERO,
    at_least,
    category,
    multiset_order,
    plus,
    rank,
)
from simlab.jit import allocating

MOST = 6  # cards of a hand that are counted: all of five take 0.2 s, of six 3 s
SHAPE = (7, 4, 3, 2, 2)  # kinds held at least once .. five times, of at most six cards: so many values each

Pattern = tuple[int, ...]  # copies of each kind, most first


@dataclass(frozen=True)
class Count:
    """One category: how many different hands, and how many orders in which they may come from a flat deck."""

    name: str
    multisets: int
    sequences: int


@dataclass(frozen=True)
class Inversion:
    """Two neighbours of the category order of which the better one is the commoner."""

    better: str
    worse: str
    better_chance: Fraction
    worse_chance: Fraction


def counts(cards: int = 5, order: Any = None) -> list[Count]:
    """Every category, best first by the codes of the rules."""
    table = by_pattern(cards, order)
    return [
        Count(name, sum(table[name].values()), sum(n * sequences(pattern) for pattern, n in table[name].items())) for name in BEST_FIRST
    ]


def odds(
    cards: int = 5, deck_model: str = "halving", repeat_damping: float = 0.5, deck_copies: int = 5, order: Any = None
) -> dict[str, Fraction]:
    """The exact chance of each category for cards drawn one after another, nothing else being fixed (`flat`: or all at once)."""
    chance = {
        "halving": lambda pattern: endless(pattern, Fraction(repeat_damping)),
        "flat": lambda pattern: Fraction(sequences(pattern), KINDS**cards),
        "finite": lambda pattern: packs(pattern, deck_copies),
    }[deck_model]
    table = by_pattern(cards, order)
    return {name: sum((n * chance(pattern) for pattern, n in table[name].items()), Fraction(0)) for name in BEST_FIRST}


def inversions(chances: dict[str, Fraction], category_order: Sequence[str] = BEST_FIRST) -> list[Inversion]:
    """The rarity audit: neighbours that stand the wrong way round."""
    return [Inversion(a, b, chances[a], chances[b]) for a, b in pairwise(category_order) if chances[a] > chances[b]]


# ---- chances of one hand, by its pattern


def sequences(pattern: Pattern) -> int:
    return factorial(sum(pattern)) // prod(map(factorial, pattern))


def packs(pattern: Pattern, deck_copies: int) -> Fraction:
    cards = sum(pattern)
    return Fraction(prod(comb(deck_copies, n) for n in pattern), comb(KINDS * deck_copies, cards))


@cache
def endless(pattern: Pattern, damping: Fraction, drawn: Pattern = ()) -> Fraction:
    """Over all orders of drawing: each copy already out makes the next one less likely (AR-1.5)."""
    drawn = drawn or (0,) * len(pattern)
    if drawn == pattern:
        return Fraction(1)
    weights = [damping**n for n in drawn]
    total = KINDS - len(pattern) + sum(weights)
    chance = Fraction(0)
    for k, (have, whole) in enumerate(zip(drawn, pattern, strict=True)):
        if have < whole and weights[k]:
            chance += weights[k] / total * endless(pattern, damping, (*drawn[:k], have + 1, *drawn[k + 1 :]))
    return chance


# ---- counting


def by_pattern(cards: int, order: Any = None) -> dict[str, dict[Pattern, int]]:
    """For each category, how many hands there are of each pattern."""
    if not 5 <= cards <= MOST:
        raise InputError(f"hands of 5 or {MOST} cards are counted, not of {cards}")
    return counted(cards, (multiset_order() if order is None else order).tobytes())


@cache
def counted(cards: int, order: bytes) -> dict[str, dict[Pattern, int]]:
    record = np.frombuffer(order, MULTISET_ORDER).copy()[0]
    table = np.zeros((len(NAMES), int(np.prod(SHAPE))), np.int64)
    enumerate_hands(cards, record, table)
    found: dict[str, dict[Pattern, int]] = {name: {} for name in NAMES}
    for code, key in zip(*(places.tolist() for places in np.nonzero(table)), strict=True):
        found[NAMES[code]][pattern_of(key, cards)] = int(table[code, key])
    return found


def pattern_of(key: int, cards: int) -> Pattern:
    """Copies of each kind, from the numbers of kinds held at least once, twice, ..."""
    at_least_n = []
    for base in SHAPE:
        at_least_n.append(key % base)
        key //= base
    at_least_n.append(cards - sum(at_least_n))
    return tuple(sum(kinds > k for kinds in at_least_n) for k in range(at_least_n[0]))


@allocating
def shape_key(cards):
    one, two, three, four, five = at_least(cards)
    return popcount(one) + 7 * (popcount(two) + 4 * (popcount(three) + 3 * (popcount(four) + 2 * popcount(five))))


@allocating
def enumerate_hands(n, order, table):
    """All hands of n cards in rising order, the last card running fastest."""
    ids = np.zeros(n, np.int64)
    while True:
        held = (ZERO, ZERO, ZERO, ZERO, ZERO)
        for k in range(n - 1):
            held = plus(held, ids[k])
        for last in range(ids[n - 2], KINDS):
            cards = plus(held, last)
            table[category(rank(cards, order)), shape_key(cards)] += 1
        k = n - 2
        while k >= 0 and ids[k] == KINDS - 1:
            k -= 1
        if k < 0:
            return
        card = ids[k] + 1
        for j in range(k, n):
            ids[j] = card
