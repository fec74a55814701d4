"""Sets of actions as one int64: bit a set = action a is allowed.

All 64 bits are used, so a mask may be negative: test `mask != 0`, never `mask > 0`, and touch masks only through these helpers.
"""

from typing import Any

import numpy as np

from simlab.bits import ctz, deposit, popcount
from simlab.jit import kernel

ONE = np.int64(1)
NONE = np.int64(0)
ALL = np.int64(-1)
WIDTH = 64


@kernel
def bit(action):
    return ONE << np.int64(action)


@kernel
def full(n):
    """Actions 0 .. n-1, n from 0 to 64."""
    if n >= WIDTH:
        return ALL
    return (ONE << np.int64(n)) - ONE


@kernel
def can(mask, action):
    """Is `action` a member? False for numbers outside 0..63."""
    return 0 <= action < WIDTH and (mask >> np.int64(action)) & ONE == ONE


@kernel
def count(mask):
    return popcount(mask)


@kernel
def first(mask):
    """The lowest member (64 for the empty mask)."""
    return ctz(mask)


@kernel
def single(mask):
    """Exactly one member?"""
    return mask != NONE and mask & (mask - ONE) == NONE


@kernel
def without_first(mask):
    return mask & (mask - ONE)


@kernel
def nth(mask, n):
    """The n-th member, n from 0, in rising order."""
    if mask & (mask + ONE) == NONE:  # 0, 1, ... without a gap, as most points offer
        return np.int64(n)
    return ctz(deposit(ONE << np.int64(n), mask))


def members(mask: Any) -> list[int]:
    """All members in rising order. Not for kernels."""
    found, left = [], int(mask) & (1 << WIDTH) - 1
    while left:
        lowest = left & -left
        found.append(lowest.bit_length() - 1)
        left ^= lowest
    return found
