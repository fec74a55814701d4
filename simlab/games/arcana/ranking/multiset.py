"""Arcana's sixteen hands: five or more tarot cards in which the same card may stand several times (AR-12, AR-13).

A handful of cards is a tuple of five words, the bits of a counter for each of the 56 kinds of card: bit `card` of word k is
bit k of the number of copies held, so up to 31 copies of a card fit and adding one is a carry through a few words.

The best five of any number of cards are found without trying fives: the best category that can be made at all is the
category of the best hand, and inside it the highest ranks are taken first. A score is one int64, higher is better:

    bits 24..27   place of the category in the order in force (15 the best)
    bits 20..23   the category itself, by its code, so that `category(score)` needs no order
    bits  0..19   the tie-break vector, four bits a rank (AR-13.9)
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

from simlab.bits import clz, ctz, popcount
from simlab.cards import TAROT
from simlab.errors import RulesError, UnknownName
from simlab.jit import kernel, new, record

HAND = 5
KINDS = 56  # four suits of fourteen ranks; card = 14 * suit + rank - 2
SUIT = 14
RANKS = np.int64((1 << SUIT) - 1)  # the lane of one suit
TWOS = np.int64(sum(1 << SUIT * suit for suit in range(4)))  # the lowest card of each suit
RUN_STARTS = np.int64(sum(0x3FF << SUIT * suit for suit in range(4)))  # 2 .. 10: a run of five may begin there
LOW, ACE = 2, 15  # ranks as they are compared
WORDS = 5
EMPTY = (np.int64(0),) * WORDS
ONE = np.int64(1)
ZERO = np.int64(0)
THREE, FIVE = np.int64(3), np.int64(5)  # a literal 5 as argument would compile a kernel once more

CODE_AT, PLACE_AT = 20, 24
VECTOR = (1 << CODE_AT) - 1


class Category(IntEnum):
    """By the codes of the specification: 15 is the best in the order it starts with."""

    HIGH_CARD = 0
    ONE_PAIR = 1
    TWO_PAIR = 2
    ONE_TWIN = 3
    THREE_OF_A_KIND = 4
    FLUSH = 5
    STRAIGHT = 6
    FULL_HOUSE = 7
    TWO_TWIN = 8
    FOUR_OF_A_KIND = 9
    TRIPLET = 10
    STRAIGHT_FLUSH = 11
    FIVE_OF_A_KIND = 12
    FULL_FAMILY = 13
    QUADRUPLET = 14
    QUINTUPLET = 15


NAMES = tuple(category.name.lower() for category in Category)
BEST_FIRST = NAMES[::-1]

# by code: how many cards make the category, as one or two collections; the others are kickers
FIRST = (0, 2, 2, 2, 3, 0, 0, 3, 2, 4, 3, 0, 5, 3, 4, 5)
SECOND = (0, 0, 2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 2, 0, 0)
IDENTICAL = (0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1)  # 1: of one card, 0: of one rank

MULTISET_ORDER = record(
    ("plain", "i8"),  # 1: categories stand by their codes
    ("natural", "i8"),  # 1: kickers are grouped by rank (AR-13.3)
    ("ace_low", "i8"),  # 1: A2345 is a straight
    ("wrap", "i8"),  # 1: so are KA234, QKA23 and NQKA2
    ("code", "i8", (16,)),  # category by its place
    ("place", "i8", (16,)),  # place by category
)


def read_order(given: Sequence[str] | Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Sixteen names, best first, from such a list or from {swap: [one, other]} (AR-13.10)."""
    names, pair = list(BEST_FIRST), given.get("swap") if isinstance(given, Mapping) and len(given) == 1 else given
    if not isinstance(pair, list | tuple) or (isinstance(given, Mapping) and len(pair) != 2):
        raise RulesError("category_order is a list of the sixteen categories, best first, or {swap: [one, other]}")
    if isinstance(given, Mapping):
        one, other = (names.index(known(name)) for name in pair)
        names[one], names[other] = names[other], names[one]
    else:
        names = [known(name) for name in given]
    if sorted(names) != sorted(NAMES):
        raise RulesError("category_order must name each of the sixteen categories once")
    if names[-1] != "high_card":
        raise RulesError("category_order: high_card stays last, every hand fits it")
    return tuple(names)


def known(name: str) -> str:
    if name not in NAMES:
        raise UnknownName("category", name, NAMES)
    return name


def multiset_order(
    category_order: Sequence[str] | Mapping[str, Sequence[str]] = BEST_FIRST,
    kickers: str = "contributing",
    ace_low_straight: bool = True,
    wrap_straights: bool = False,
) -> Any:
    """The record that `rank` reads, from the knobs of the game."""
    order = new(MULTISET_ORDER)
    order.natural = kickers == "natural"
    order.ace_low = ace_low_straight
    order.wrap = ace_low_straight and wrap_straights
    for place, name in zip(range(15, -1, -1), read_order(category_order), strict=True):
        order.code[place] = NAMES.index(name)
        order.place[NAMES.index(name)] = place
    order.plain = all(order.place[code] == code for code in range(16))
    return order


# ---- handfuls of cards


@kernel
def plus(cards, card):
    """One copy more."""
    a, b, c, d, e = cards
    carry = ONE << np.int64(card)
    a, carry = a ^ carry, a & carry
    b, carry = b ^ carry, b & carry
    c, carry = c ^ carry, c & carry
    d, carry = d ^ carry, d & carry
    return a, b, c, d, e ^ carry


@kernel
def minus(cards, card):
    """One copy less; there must be one."""
    a, b, c, d, e = cards
    borrow = ONE << np.int64(card)
    a, borrow = a ^ borrow, ~a & borrow
    b, borrow = b ^ borrow, ~b & borrow
    c, borrow = c ^ borrow, ~c & borrow
    d, borrow = d ^ borrow, ~d & borrow
    return a, b, c, d, e ^ borrow


@kernel
def together(cards, more):
    """Both handfuls: all counters are added at once, bit by bit."""
    a, b, c, d, e = cards
    v, w, x, y, z = more
    carry = a & v
    one, two = b ^ w, c ^ x
    second = one ^ carry
    carry = b & w | one & carry
    third = two ^ carry
    carry = c & x | two & carry
    return a ^ v, second, third, d ^ y ^ carry, e ^ z ^ (d & y | (d ^ y) & carry)


@kernel
def copies(cards, card):
    a, b, c, d, e = cards
    at = np.int64(card)
    return (a >> at & 1) | (b >> at & 1) << 1 | (c >> at & 1) << 2 | (d >> at & 1) << 3 | (e >> at & 1) << 4


@kernel
def kinds(cards):
    """The kinds held, as a mask of card ids."""
    a, b, c, d, e = cards
    return a | b | c | d | e


@kernel
def size(cards):
    a, b, c, d, e = cards
    return popcount(a) + 2 * popcount(b) + 4 * popcount(c) + 8 * popcount(d) + 16 * popcount(e)


@kernel
def load(words):
    """Cards kept in a record."""
    return words[0], words[1], words[2], words[3], words[4]


@kernel
def store(words, cards):
    words[0], words[1], words[2], words[3], words[4] = cards


@kernel
def gather(ids):
    """The handful of these card ids."""
    once, twice = ZERO, ZERO
    for card in ids:
        bit = ONE << np.int64(card)
        twice |= once & bit
        once |= bit
    if twice == 0:
        return once, ZERO, ZERO, ZERO, ZERO
    cards = (ZERO, ZERO, ZERO, ZERO, ZERO)
    for card in ids:
        cards = plus(cards, card)
    return cards


@kernel
def at_least(cards):
    """Kinds held at least once, twice, ... five times."""
    a, b, c, d, e = cards
    many = d | e
    four = c | many
    two = b | four
    return a | two, two, (a & b) | four, four, (c & (a | b)) | many


# ---- ranks


@kernel
def by_rank(held):
    """Ranks held at least once .. five times, suits together."""
    once, twice, thrice, four, five = held
    a, b, c, d = once & RANKS, once >> 14 & RANKS, once >> 28 & RANKS, once >> 42
    ab, cd, any_ab, any_cd = a & b, c & d, a | b, c | d
    ranks = any_ab | any_cd, ab | cd | (any_ab & any_cd), (ab & any_cd) | (cd & any_ab), ab & cd, ZERO
    if twice != 0:
        ranks = heap(ranks, twice)
        if thrice != 0:
            ranks = heap(heap(heap(ranks, thrice), four), five)
    return ranks


@kernel
def heap(ranks, kinds):
    """Count these cards on top."""
    if kinds & (kinds - 1) == 0:
        return heap_suit(ranks, fold(kinds))
    for lane in range(0, KINDS, SUIT):
        ranks = heap_suit(ranks, kinds >> lane & RANKS)
    return ranks


@kernel
def heap_suit(ranks, more):
    one, two, three, four, five = ranks
    return one, two | one & more, three | two & more, four | three & more, five | four & more


@kernel
def fold(kinds):
    """The ranks of these kinds."""
    return (kinds | kinds >> 14 | kinds >> 28 | kinds >> 42) & RANKS


@kernel
def top(ranks):
    """The highest rank, 2 .. 15."""
    return 65 - clz(ranks)


@kernel
def rank_bit(rank):
    return ONE << (rank - LOW)


@kernel
def without(ranks, rank, n):
    """The same ranks when n cards of one, 2 to 4, are taken out; at most three kickers follow, so three counts are kept."""
    one, two, three, four, five = ranks
    bit = rank_bit(rank)
    if n == 2:
        return one ^ (one ^ three) & bit, two ^ (two ^ four) & bit, three ^ (three ^ five) & bit, ZERO, ZERO
    if n == 3:
        return one ^ (one ^ four) & bit, two ^ (two ^ five) & bit, three & ~bit, ZERO, ZERO
    return one ^ (one ^ five) & bit, two & ~bit, three & ~bit, ZERO, ZERO


@kernel
def without_one(ranks, bit):
    one, two, three, four, five = ranks
    one ^= (one ^ two) & bit
    two ^= (two ^ three) & bit
    three ^= (three ^ four) & bit
    four ^= (four ^ five) & bit
    return one, two, three, four, five & ~bit


@kernel
def held_times(held, n):
    """Of `at_least` or `by_rank`, what is held n times. (Indexing a tuple by a variable copies it to the stack.)"""
    _, two, three, four, five = held
    if n == 2:
        return two
    if n == 3:
        return three
    return four if n == 4 else five


@kernel
def runs(kinds, order):
    """Straights among these kinds, within a suit: bit h for one whose highest card is h (AR-13.5)."""
    pairs = kinds & kinds >> 1
    four = pairs & pairs >> 2
    found = fold(four & kinds >> 4 & RUN_STARTS) << 6
    if order.ace_low == 1:
        aces = kinds >> 13 & TWOS
        found |= np.int64(aces & four != 0) << 5
        if order.wrap == 1:
            kings, queens, knights = kinds >> 12, kinds >> 11, kinds >> 10
            found |= np.int64(aces & kings & kinds & kinds >> 1 & kinds >> 2 != 0) << 4
            found |= np.int64(aces & kings & queens & kinds & kinds >> 1 != 0) << 3
            found |= np.int64(aces & kings & queens & knights & kinds != 0) << 2
    return found


# ---- the score


@kernel
def rank(cards, order):
    """The score of the best five of five or more cards."""
    held = at_least(cards)
    ranks = by_rank(held)
    one, two, three, _, _ = ranks
    if three == 0 and two & (two - 1) == 0 and runs(one, order) == 0 and most_of_a_suit(held) < HAND:
        return at_most_a_pair(held[1], one, two, order)  # nine hands in ten
    code = best_category(held, ranks, order)
    return score(code, vector(code, held, ranks, order), order)


@kernel
def at_most_a_pair(twin, one, two, order):
    """No two cards of a rank, or just two, which may be twins."""
    if two == 0:
        return score(ZERO, listed(ZERO, one, FIVE), order)
    high = order.place[Category.ONE_TWIN] > order.place[Category.ONE_PAIR]
    code = Category.ONE_TWIN if twin != 0 and high else Category.ONE_PAIR
    return score(code + ZERO, listed(top(two), one ^ two, THREE) << 4, order)


@kernel
def score(code, word, order):
    return order.place[code] << PLACE_AT | code << CODE_AT | word


@kernel
def aligned(word):
    """A vector of fewer than five entries, its first entry at the place of the first."""
    return word << 4 * (HAND - (67 - clz(word)) // 4)


@kernel
def listed(made, ranks, n):
    """The n highest of different ranks, written behind `made`."""
    for _ in range(n):
        high = top(ranks)
        made = made << 4 | high
        ranks ^= rank_bit(high)
    return made


@kernel
def category(score):
    return score >> CODE_AT & 15


@kernel
def integer(score):
    """The number of AR-13.9."""
    return score >> PLACE_AT << CODE_AT | score & VECTOR


@kernel
def best_category(held, ranks, order):
    fits = fitting(held, ranks, order)
    if order.plain == 1:
        return 63 - clz(fits)
    for place in range(15, 0, -1):
        if fits >> order.code[place] & 1:
            return order.code[place]
    return ZERO


@kernel
def fitting(held, ranks, order):
    """All categories that can be made, as a mask of codes (AR-12.17)."""
    one = ranks[0]
    fits = ONE
    if ranks[1] != 0:
        fits |= paired(held, ranks)
    straight = runs(one, order) != 0
    if straight:
        fits |= ONE << Category.STRAIGHT
    if most_of_a_suit(held) >= HAND:
        fits |= ONE << Category.FLUSH
        if straight and runs(held[0], order) != 0:
            fits |= ONE << Category.STRAIGHT_FLUSH
    return fits


@kernel
def paired(held, ranks):
    """The categories made of equal cards and equal ranks."""
    _, twins, triplets, quadruplets, quintuplets = held
    _, two, three, four, five = ranks
    two_ranks = np.int64(two & (two - 1) != 0)
    two_twins = np.int64(twins & (twins - 1) != 0)
    return (
        ONE << Category.ONE_PAIR
        | two_ranks << Category.TWO_PAIR
        | np.int64(twins != 0) << Category.ONE_TWIN
        | np.int64(three != 0) << Category.THREE_OF_A_KIND
        | (np.int64(three != 0) & two_ranks) << Category.FULL_HOUSE
        | two_twins << Category.TWO_TWIN
        | np.int64(four != 0) << Category.FOUR_OF_A_KIND
        | np.int64(triplets != 0) << Category.TRIPLET
        | np.int64(five != 0) << Category.FIVE_OF_A_KIND
        | (np.int64(triplets != 0) & two_twins) << Category.FULL_FAMILY
        | np.int64(quadruplets != 0) << Category.QUADRUPLET
        | np.int64(quintuplets != 0) << Category.QUINTUPLET
    )


@kernel
def most_of_a_suit(held):
    """Cards in the longest suit; copies beyond the fifth do not matter."""
    once, twice, thrice, four, five = held
    a, b, c, d = by_suit(once)
    if twice != 0:
        a2, b2, c2, d2 = by_suit(twice)
        a, b, c, d = a + a2, b + b2, c + c2, d + d2
        if thrice != 0:
            for more in (thrice, four, five):
                a2, b2, c2, d2 = by_suit(more)
                a, b, c, d = a + a2, b + b2, c + c2, d + d2
    return max(max(a, b), max(c, d))


@kernel
def by_suit(kinds):
    return popcount(kinds & RANKS), popcount(kinds >> 14 & RANKS), popcount(kinds >> 28 & RANKS), popcount(kinds >> 42)


@kernel
def vector(code, held, ranks, order):
    """The highest tie-break vector of that category, five times four bits."""
    if code == Category.STRAIGHT:
        return top_run(runs(ranks[0], order))
    if code == Category.STRAIGHT_FLUSH:
        return top_run(runs(held[0], order))
    if code == Category.FLUSH:
        return best_flush(held, order)
    if code == Category.HIGH_CARD:
        return kickers(ZERO, ranks, FIVE, order)
    return collected(code, held, ranks, order)


@kernel
def top_run(found):
    return (63 - clz(found)) << 16


@kernel
def collected(code, held, ranks, order):
    """Collections first, larger ones before smaller, then the kickers (AR-13.1, AR-13.2)."""
    first, second = FIRST[code], SECOND[code]
    if IDENTICAL[code] == 1:
        pool = held_times(held, first)
        high = top(fold(pool))
        chosen = ctz(pool & TWOS << (high - LOW))
        other = fold(held_times(held, second) & ~(ONE << chosen)) if second > 0 else ZERO
    else:
        high = top(held_times(ranks, first))
        other = held_times(ranks, second) & ~rank_bit(high) if second > 0 else ZERO
    if second == 0:
        return kickers(high, without(ranks, high, first), HAND - first, order) if first < HAND else high << 16
    low = top(other)
    if first + second == HAND:
        return high << 16 | low << 12
    rest = without(ranks, high, second + second if high == low else second)
    rest = rest if high == low else without(rest, low, second)
    return kickers(high << 4 | low, rest, ONE, order)


@kernel
def kickers(made, ranks, n, order):
    """The vector that begins with `made` and goes on with n of these cards, singly or (AR-13.3) grouped."""
    if order.natural == 1 and popcount(ranks[0]) < n:
        return grouped(made, ranks, n)
    if order.natural == 1 or ranks[1] == 0:
        return aligned(listed(made, ranks[0], n))
    for _ in range(n):
        high = top(ranks[0])
        made = made << 4 | high
        ranks = without_one(ranks, rank_bit(high))
    return aligned(made)


@kernel
def grouped(made, ranks, n):
    """Fewer ranks than kickers: the best of all ways to take n cards, each group of a rank written once."""
    ways = (n + 1) ** popcount(ranks[0])
    best = ZERO
    for way in range(1, ways):
        best = max(best, group_vector(made, ranks, n, way))
    return best


@kernel
def group_vector(made, ranks, n, way):
    """Take (way's digits, base n + 1) of each rank, high first; 0 when there are not that many."""
    left, word = n, made
    for group in range(n, 0, -1):
        digits, pool = way, ranks[0]
        while pool != 0:
            high = top(pool)
            if digits % (n + 1) == group:
                if not has(ranks, high, group):
                    return ZERO
                word = word << 4 | high
                left -= group
            digits //= n + 1
            pool ^= rank_bit(high)
    return aligned(word) if left == 0 else ZERO


@kernel
def best_flush(held, order):
    best = ZERO
    for lane in range(0, KINDS, SUIT):
        best = max(best, flush_of(held, lane, order))
    return best


@kernel
def suit_ranks(held, lane):
    once, twice, thrice, four, five = held
    return once >> lane & RANKS, twice >> lane & RANKS, thrice >> lane & RANKS, four >> lane & RANKS, five >> lane & RANKS


@kernel
def flush_of(held, lane, order):
    """The flush of one suit, 0 when there is none."""
    one, two, three, four, five = suit_ranks(held, lane)
    if popcount(one) + popcount(two) + popcount(three) + popcount(four) + popcount(five) < HAND:
        return ZERO
    return kickers(ZERO, (one, two, three, four, five), FIVE, order)


@kernel
def has(ranks, rank, n):
    return (ranks[0] if n == 1 else held_times(ranks, n)) & rank_bit(rank) != 0


# ---- many hands


@kernel
def rank_many(ids, order, scores):
    """Scores of hands given as rows of card ids."""
    for i in range(len(ids)):
        scores[i] = rank(gather(ids[i]), order)


# ---- words

SINGULAR = {11: "page", 12: "knight", 13: "queen", 14: "king", 15: "ace"}


def title(name: str) -> str:
    return name.replace("_", " ")


def entries(score: int) -> list[int]:
    """The tie-break vector as ranks."""
    return [rank for rank in (int(score) >> 4 * k & 15 for k in range(4, -1, -1)) if rank]


def describe(score: int) -> str:
    """A score in words: `two twin: 9, 7, 7`."""
    ranks = ", ".join(SINGULAR.get(rank, str(rank)) for rank in entries(score))
    return f"{title(NAMES[int(category(np.int64(score)))])}: {ranks}"


def read(text: str) -> list[int]:
    """Card ids of a handful as people write it, repeats allowed."""
    return TAROT.read(text, unique=False)
