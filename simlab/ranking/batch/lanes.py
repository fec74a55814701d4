"""The strength of many hands at once, written so that the compiler packs 16 or 32 of them into a register.

What made these loops fast, by measurement:
- Everything is uint16, one suit lane each, and *every* operation is wrapped in `U(...)`: numba widens small integers to
  64 bits, which leaves room for 4 or 8 hands instead of 16 or 32.
- No branch and no table: choices are `select`, ranks are compared as masks, kickers are cut by clearing bits.
- `wide()` lets the compiler use 512-bit registers where there are any (1.8 times).
- What depends on the order is read into plain variables before the loop.

Hands come as the uint16 view of 64-bit masks, scores go to the uint16 view of an int64 array: four numbers each.
"""

import numpy as np

from simlab.bits import select
from simlab.jit import inline, kernel

U = np.uint16
N0, N1, N2, N3, N4, N5, N6, N7, N8, N12, N15 = (U(n) for n in (0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 15))
PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, SFLUSH, ROYAL = (U(c) for c in range(1, 10))


@inline
def without_lowest(x):
    return U(x & U(x - N1))


@inline
def top(x):
    """The highest bit alone."""
    y = U(x | U(x >> N1))
    y = U(y | U(y >> N2))
    y = U(y | U(y >> N4))
    y = U(y | U(y >> N8))
    return U(y ^ U(y >> N1))


@inline
def planes(a, b, c, d):
    """Ranks held at least once, twice, three times, four times."""
    ab, cd, any_ab, any_cd = U(a & b), U(c & d), U(a | b), U(c | d)
    once, four = U(any_ab | any_cd), U(ab & cd)
    return once, U(U(ab | cd) | U(any_ab & any_cd)), U(U(ab & any_cd) | U(cd & any_ab)), four


@inline
def run_ranks(run):
    """As `scalar.run_ranks`, without leaving 16 bits."""
    return U(U(U(run << N2) | U(run << N1)) | U(U(run | U(run >> N1)) | U(run >> N2)))


@kernel
def head_numbers(order):
    """By category: place << 4 | category, so that the best of several categories is a plain maximum."""
    return (
        head_number(order, 0), head_number(order, 1), head_number(order, 2), head_number(order, 3), head_number(order, 4),
        head_number(order, 5), head_number(order, 6), head_number(order, 7), head_number(order, 8), head_number(order, 9),
    )  # fmt: skip


@kernel
def head_number(order, category):
    return U(order.head[category] >> 52)


@inline
def all_runs(ranks, ladder):
    """The bits of all straights among these ranks."""
    natural, first, second, third = ladder
    pairs = U(ranks & U(ranks >> N1))
    found = U(U(U(pairs & U(pairs >> N2)) & U(U(ranks >> N4) & natural)) << N2)
    found = U(found | select(U(ranks & first[0]) == first[0], first[1], N0))
    found = U(found | select(U(ranks & second[0]) == second[0], second[1], N0))
    return U(found | select(U(ranks & third[0]) == third[0], third[1], N0))


@kernel
def ladder_numbers(order):
    """What `all_runs` needs: runs of neighbours by their lowest rank, then three other straights with their bits."""
    first = U(order.extra[0]), U(order.extra_value[0])
    second = U(order.extra[1]), U(order.extra_value[1])
    third = U(order.extra[2]), U(order.extra_value[2])
    return U(order.natural), first, second, third
