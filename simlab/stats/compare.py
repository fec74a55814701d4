"""Did the tweak help? A paired difference between two variants that played the same deals.

Pairing: `variance_factor` says how many times more games an unpaired comparison would need for the same interval.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt

from simlab.stats.estimates import UNKNOWN, Estimate
from simlab.stats.looks import ONCE, Look


@dataclass(frozen=True)
class Difference:
    """A variant less the baseline."""

    estimate: Estimate
    baseline: float | None
    variance_factor: float | None
    p_value: float | None
    units: int = 0


NO_DIFFERENCE = Difference(UNKNOWN, None, None, None)


def gain(apart: Fraction, paired: Fraction) -> float | None:
    """How many times the variance shrank by pairing."""
    if apart <= 0:
        return None
    return inf if paired <= 0 else float(apart / paired)


def difference_of_rates(mine: Estimate, theirs: Estimate, likeness: float, error: float, unseen: float) -> Estimate:
    """From the two intervals and how alike the two are; never narrower than for a difference that was never seen."""
    if None in (mine.low, theirs.low):
        return Estimate(None, None, None, None)
    a, b = mine.value - mine.low, theirs.high - theirs.value  # type: ignore[operator]
    c, d = mine.high - mine.value, theirs.value - theirs.low  # type: ignore[operator]
    value = mine.value - theirs.value  # type: ignore[operator]
    down, up = (max(unseen, sqrt(max(x * x - 2 * likeness * x * y + y * y, 0.0))) for x, y in ((a, b), (c, d)))
    return Estimate(value, error, value - down, value + up)


def p_value(value: float, error: float, units: int, look: Look = ONCE) -> float | None:
    """Two-sided, of no difference at all."""
    if units < 2:
        return None
    if error == 0.0:
        return 1.0 if value == 0.0 else 0.0
    return look.p_value(value / error, units)
