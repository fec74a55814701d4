"""Which five cards an arcana hand is made of: the best hand that `multiset.rank` scores, card by card, and what is left over."""

from simlab.bits import ctz
from simlab.games.arcana.ranking.multiset import (
    FIRST,
    HAND,
    IDENTICAL,
    LOW,
    ONE,
    RANKS,
    SECOND,
    SUIT,
    TWOS,
    VECTOR,
    ZERO,
    Category,
    at_least,
    category,
    flush_of,
    has,
    held_times,
    kinds,
    minus,
    plus,
    rank,
    runs,
    suit_ranks,
)
from simlab.jit import kernel


@kernel
def best_five(cards, order):
    """The cards of the best hand; of equal fives the one with the lexicographically smallest ids."""
    return split(cards, order)[1]


@kernel
def beyond_five(cards, order):
    """The cards that are left when the best five are taken out."""
    return split(cards, order)[0]


@kernel
def split(cards, order):
    """What is left, and the best five."""
    score = rank(cards, order)
    code, word = category(score), score & VECTOR
    if code == Category.STRAIGHT or code == Category.STRAIGHT_FLUSH:
        return run_cards(cards, word >> 16, code == Category.STRAIGHT_FLUSH, order)
    if code == Category.FLUSH:
        return flush_cards(cards, word, order)
    return collected_cards(cards, code, word, order)


@kernel
def move(cards, five, card, n):
    """So many copies of a card go over to the five."""
    for _ in range(n):
        cards, five = minus(cards, card), plus(five, card)
    return cards, five


@kernel
def lowest(kinds, rank):
    """The lowest card of this rank among these kinds."""
    return ctz(kinds & TWOS << (rank - LOW))


@kernel
def run_cards(cards, high, one_suit, order):
    five = (ZERO, ZERO, ZERO, ZERO, ZERO)
    pool = kinds(cards)
    if one_suit:
        lane = ZERO
        while runs(pool >> lane & RANKS, order) >> high & 1 == 0:
            lane += SUIT
        pool &= RANKS << lane
    for k in range(HAND):
        rank = high - k
        cards, five = move(cards, five, lowest(pool, rank if rank >= LOW else rank + SUIT), 1)
    return cards, five


@kernel
def collected_cards(cards, code, word, order):
    """Collections from the lowest suits that have them, then each kicker from the lowest suit left."""
    five = (ZERO, ZERO, ZERO, ZERO, ZERO)
    first, second, entries = FIRST[code], SECOND[code], 0
    taken = ZERO
    for n in (first, second):
        if n == 0:
            continue
        rank = word >> 16 - 4 * entries & 15
        entries += 1
        if IDENTICAL[code] == 1:
            card = lowest(held_times(at_least(cards), n) & ~taken, rank)
            taken |= ONE << card
            cards, five = move(cards, five, card, n)
        else:
            cards, five = move_rank(cards, five, rank, n)
    left, last = HAND - first - second, written(word)
    for k in range(entries, last):
        n = left - (last - entries) + 1 if k == entries else 1  # only the first group of kickers is larger than one
        cards, five = move_rank(cards, five, word >> 16 - 4 * k & 15, n)
    return cards, five


@kernel
def written(word):
    """How many entries of the vector are used."""
    return HAND - ctz(word) // 4


@kernel
def move_rank(cards, five, rank, n):
    for _ in range(n):
        cards, five = move(cards, five, lowest(kinds(cards), rank), 1)
    return cards, five


@kernel
def flush_cards(cards, word, order):
    held = at_least(cards)
    lane = ZERO
    while flush_of(held, lane, order) != word:
        lane += SUIT
    groups = group_sizes(suit_ranks(held, lane), word)
    five = (ZERO, ZERO, ZERO, ZERO, ZERO)
    for k in range(written(word)):
        cards, five = move(cards, five, lane + (word >> 16 - 4 * k & 15) - LOW, groups >> 4 * k & 15)
    return cards, five


@kernel
def group_sizes(ranks, word):
    """Sizes of a flush's groups, four bits each. Two splits may be written alike: take the one with more low cards."""
    n = written(word)
    first, second, third = word >> 16, word >> 12 & 15, word >> 8 & 15
    if n == 2:  # 4 + 1 or 3 + 2
        even = has(ranks, first, 3) and has(ranks, second, 2)
        uneven = has(ranks, first, 4)
        return 0x23 if even and (second < first or not uneven) else 0x14
    if n == 3:  # 3 + 1 + 1 or 2 + 2 + 1
        even = first > second and has(ranks, first, 2) and has(ranks, second, 2)
        uneven = second > third and has(ranks, first, 3)
        return 0x122 if even or not uneven else 0x113
    return 0x11111 + HAND - n
