"""Exactly five cards, many hands at once, with suits as the last resort (showdown) or by the sum of ranks (jester)."""

from simlab.bits import ctz, popcount, select, wide
from simlab.jit import inline, kernel
from simlab.ranking.batch.lanes import (
    N0,
    N1,
    N2,
    N3,
    N4,
    N8,
    N12,
    U,
    all_runs,
    head_numbers,
    ladder_numbers,
    planes,
    run_ranks,
    without_lowest,
)
from simlab.ranking.hands import Family
from simlab.ranking.scalar import RANKS

ODD, UPPER_TWO, UPPER_FOUR, UPPER_EIGHT = U(0xAAAA), U(0xCCCC), U(0xF0F0), U(0xFF00)  # ranks by the bits of their index


@inline
def five(a, b, c, d, heads, ladder, royal):
    """(place and category, ranks once, twice, three times, bit of the run)."""
    once, twice, thrice, four = planes(a, b, c, d)
    flush = ((a == once) | (b == once) | (c == once) | (d == once)) & (twice == N0)
    run = all_runs(once, ladder)
    straight = run != N0
    head = select(without_lowest(twice) != N0, heads[2], select(twice != N0, heads[1], heads[0]))
    head = select(thrice != N0, select(four != N0, heads[7], select(twice != thrice, heads[6], heads[3])), head)
    both = select(run == royal, heads[9], heads[8])
    head = select(flush, select(straight, both, heads[5]), select(straight, heads[4], head))
    return head, once, twice, thrice, run


@kernel
def by_suits(hands, order, out):
    """Scores of 52 bits below the category: made and other ranks, then 20 bits of suits."""
    wide()
    heads, ladder, royal = head_numbers(order), ladder_numbers(order), U(order.royal & RANKS)
    worth = suit_worth(order)
    tail, low_run = U(order.tail), U(order.extra_value[0])
    full, high = heads[6], order.full_house_high == 1
    for i in range(len(out) // 4):
        a, b, c, d = hands[4 * i], hands[4 * i + 1], hands[4 * i + 2], hands[4 * i + 3]
        head, once, twice, thrice, run = five(a, b, c, d, heads, ladder, royal)
        made = select(thrice != N0, thrice, twice)
        rest = U(once ^ made)
        late = select((run != N0) & (run == low_run), tail, rest)
        house = (head == full) & high
        late = select(house, N0, late)
        made, rest = select(house, once, made), select(house, made, select(run != N0, run_ranks(run), rest))
        low, fifth = suit_word(a, b, c, d, U(once ^ late), late, worth)
        out[4 * i], out[4 * i + 1] = low, U(fifth | U(rest << N4))
        out[4 * i + 2], out[4 * i + 3] = U(U(rest >> N12) | U(made << N4)), U(U(made >> N12) | U(head << N4))


@kernel
def suit_worth(order):
    """By lane: the bit of its suit in the suit order."""
    return U(order.suit_gather >> 48 & 15), U(order.suit_gather >> 32 & 15), U(order.suit_gather >> 16 & 15), U(order.suit_gather & 15)


@inline
def suit_word(a, b, c, d, early, late, worth):
    """Suits of the ranks from the least relevant up: four ranks in one number, the fifth in another."""
    first, early, late = next_suits(a, b, c, d, early, late, worth)
    second, early, late = next_suits(a, b, c, d, early, late, worth)
    third, early, late = next_suits(a, b, c, d, early, late, worth)
    fourth, early, late = next_suits(a, b, c, d, early, late, worth)
    fifth, early, late = next_suits(a, b, c, d, early, late, worth)
    return U(U(first | U(second << N4)) | U(U(third << N8) | U(fourth << N12))), fifth


@inline
def next_suits(a, b, c, d, early, late, worth):
    from_late = late != N0
    source = select(from_late, late, early)
    at = U(source & U(N0 - source))
    suits = U(select(U(a & at) != N0, worth[0], N0) | select(U(b & at) != N0, worth[1], N0))
    suits = U(suits | U(select(U(c & at) != N0, worth[2], N0) | select(U(d & at) != N0, worth[3], N0)))
    return suits, select(from_late, early, U(early ^ at)), select(from_late, U(late ^ at), late)


@kernel
def by_sum(hands, order, out):
    """The sum of ranks; standard comparison below it where the order says so."""
    wide()
    heads, ladder, royal = head_numbers(order), ladder_numbers(order), U(order.royal & RANKS)
    low_run, low_sum = U(order.extra_value[0]), U(order.run_sum[ctz(order.extra_value[0] | 1 << 14)])
    then = U(RANKS) if order.family == Family.SUM_THEN_STANDARD else N0
    for i in range(len(out) // 4):
        a, b, c, d = hands[4 * i], hands[4 * i + 1], hands[4 * i + 2], hands[4 * i + 3]
        head, once, twice, thrice, run = five(a, b, c, d, heads, ladder, royal)
        made = select(thrice != N0, thrice, twice)
        rest = select(run != N0, run_ranks(run), U(once ^ made))
        total = select((run != N0) & (run == low_run), low_sum, U(rank_sum(a, b) + rank_sum(c, d)))
        out[4 * i], out[4 * i + 1], out[4 * i + 2], out[4 * i + 3] = U(rest & then), U(made & then), total, U(head << N4)


@inline
def rank_sum(a, b):
    """Sum of rank indices in two lanes: each bit of the index is counted in both lanes at once."""
    ones = popcount(U(U(a & ODD) | U(U(b & ODD) >> N1)))
    twos = popcount(U(U(a & UPPER_TWO) | U(U(b & UPPER_TWO) >> N2)))
    fours = popcount(U(U(a & UPPER_FOUR) | U(U(b & UPPER_FOUR) >> N4)))
    eights = popcount(U(U(a & UPPER_EIGHT) | U(U(b & UPPER_EIGHT) >> N8)))
    return U(U(ones + U(twos << N1)) + U(U(fours << N2) + U(eights << N3)))
