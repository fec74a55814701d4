"""Five, six and seven cards in the standard order, many hands at once: the fastest kernels of all."""

from simlab.bits import popcount, select, wide
from simlab.jit import inline, kernel
from simlab.ranking.batch.lanes import (
    FLUSH,
    FOUR,
    FULL,
    N0,
    N1,
    N2,
    N4,
    N5,
    N6,
    N8,
    N12,
    PAIR,
    SFLUSH,
    STRAIGHT,
    THREE,
    TWO_PAIR,
    U,
    planes,
    run_ranks,
    without_lowest,
)


@inline
def straights(ranks):
    """Bits of the straights, the lowest (ace to five) at bit 1: the ace stands below the two as well."""
    ladder = U(U(ranks << N1) | U(ranks >> N12))
    pairs = U(ladder & U(ladder >> N1))
    return U(U(U(pairs & U(pairs >> N2)) & U(ladder >> N4)) << N1)


@inline
def five(a, b, c, d):
    """(code, made, rest) of exactly five cards in the plain order of 13 ranks."""
    once, twice, thrice, four = planes(a, b, c, d)
    flush = ((a == once) | (b == once) | (c == once) | (d == once)) & (twice == N0)
    run = straights(once)
    straight = run != N0
    code = select(without_lowest(twice) != N0, TWO_PAIR, select(twice != N0, PAIR, N0))
    code = select(thrice != N0, select(four != N0, FOUR, select(twice != thrice, FULL, THREE)), code)
    code = select(flush, select(straight, SFLUSH, FLUSH), select(straight, STRAIGHT, code))
    made = select(thrice != N0, thrice, twice)
    return code, made, select(straight, run_ranks(run), U(once ^ made))


@inline
def six_or_seven(a, b, c, d, extra):
    """(code, made, rest) of 5 + extra cards, extra 1 or 2."""
    once, twice, thrice, four = planes(a, b, c, d)
    suited = select(popcount(a) >= N5, a, N0)
    suited = select(popcount(b) >= N5, b, suited)
    suited = select(popcount(c) >= N5, c, suited)
    suited = select(popcount(d) >= N5, d, suited)
    flush = suited != N0
    runs = straights(select(flush, suited, once))
    straight = runs != N0
    best = U(runs & U(~U(runs >> N1)))  # the runs of seven cards are neighbours: the highest has none above it
    code, made, rest = paired(once, twice, thrice, four, extra)
    rest = select(flush, cut_flush(suited, extra), rest)
    rest = select(straight, run_ranks(best), rest)
    code = select(flush, select(straight, SFLUSH, FLUSH), select(straight, STRAIGHT, code))
    return code, select(flush | straight, N0, made), rest


@inline
def cut_flush(suited, extra):
    count, less = popcount(suited), without_lowest(suited)
    if extra == 1:
        return select(count == N5, suited, less)
    return select(count == N5, suited, select(count == N6, less, without_lowest(less)))


@inline
def paired(once, twice, thrice, four, extra):
    """(code, made, rest) by equal ranks alone."""
    has_three, has_four = thrice != N0, four != N0
    # nothing, one pair or three of a kind: the single ranks but the lowest `extra` are kickers
    kickers = without_lowest(U(once ^ twice))
    kickers = kickers if extra == 1 else without_lowest(kickers)
    code = select(twice != N0, select(has_three, THREE, PAIR), N0)
    # two ranks or more are paired, or four of a kind: a second three or a third pair is cut
    base = select(has_three, thrice, twice)
    less = without_lowest(base)
    made = select(select(has_three, less, without_lowest(less)) != N0, less, base)
    made = select(has_four, four, made)
    pool = U(select(has_three & (four == N0), twice, once) ^ made)
    double = (without_lowest(twice) != N0) | has_four
    code = select(double, select(has_four, FOUR, select(has_three, FULL, TWO_PAIR)), code)
    return code, select(double, made, twice), select(double, highest_of(pool, extra), kickers)


@inline
def highest_of(pool, extra):
    """The highest of at most 1 + extra ranks."""
    less = without_lowest(pool)
    pool = select(less != N0, less, pool)
    if extra == 1:
        return pool
    less = without_lowest(less)
    return select(less != N0, less, pool)


@inline
def standard_head(code):
    """In the standard order the place of a category is its code."""
    return U(U(code << N8) | U(code << N4))


@kernel
def five_cards(hands, out):
    wide()
    for i in range(len(out) // 4):
        code, made, rest = five(hands[4 * i], hands[4 * i + 1], hands[4 * i + 2], hands[4 * i + 3])
        out[4 * i], out[4 * i + 1], out[4 * i + 2], out[4 * i + 3] = rest, made, N0, standard_head(code)


@kernel
def six_cards(hands, out):
    wide()
    for i in range(len(out) // 4):
        code, made, rest = six_or_seven(hands[4 * i], hands[4 * i + 1], hands[4 * i + 2], hands[4 * i + 3], 1)
        out[4 * i], out[4 * i + 1], out[4 * i + 2], out[4 * i + 3] = rest, made, N0, standard_head(code)


@kernel
def seven_cards(hands, out):
    wide()
    for i in range(len(out) // 4):
        code, made, rest = six_or_seven(hands[4 * i], hands[4 * i + 1], hands[4 * i + 2], hands[4 * i + 3], 2)
        out[4 * i], out[4 * i + 1], out[4 * i + 2], out[4 * i + 3] = rest, made, N0, standard_head(code)
