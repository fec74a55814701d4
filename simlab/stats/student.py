"""Student's t: how much wider an interval must be where the spread itself is known from a few games only."""

from functools import lru_cache
from math import atan, cos, inf, pi, sin, sqrt
from statistics import NormalDist

MANY = 500  # units from which on the normal curve serves: Student's interval is 0.25 % wider there
NORMAL = NormalDist()
HALVINGS = 80  # of a search for a t


def chance_beyond(t: float, freedom: int) -> float:
    """How likely Student's t is farther from 0 than this, either way: the finite series for whole degrees of freedom."""
    angle = atan(abs(t) / sqrt(freedom))
    square, term, total = cos(angle) ** 2, 1.0, 0.0
    if freedom % 2:
        for k in range(1, freedom // 2 + 1):
            total += term
            term *= square * (2 * k) / (2 * k + 1)
        return max(0.0, 1.0 - 2.0 / pi * (angle + sin(angle) * cos(angle) * total))
    for k in range(1, freedom // 2 + 1):
        total += term
        term *= square * (2 * k - 1) / (2 * k)
    return max(0.0, 1.0 - sin(angle) * total)


@lru_cache(maxsize=1024)
def stretched(z: float, freedom: int) -> float:
    """The t that is as unlikely as a normal deviate z."""
    wanted, low, high = 2.0 * NORMAL.cdf(-z), z, 2.0 * z
    while chance_beyond(high, freedom) > wanted:
        low, high = high, 2.0 * high
        if high == inf:
            return inf
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if chance_beyond(middle, freedom) > wanted else (low, middle)
    return high


def width(z: float, units: int) -> float:
    """Standard errors to each side of a mean of so many units."""
    return z if units >= MANY else stretched(z, max(units - 1, 1))


def p_value(z: float, units: int) -> float:
    """Two-sided, of a mean so many standard errors from nothing.

    Never below what the signs of so many units could show if all were alike: five games on one side are a chance of 1 in 16.
    """
    if units >= MANY:
        return 2.0 * NORMAL.cdf(-abs(z))
    return max(chance_beyond(z, max(units - 1, 1)), 2.0 ** (1 - units))
