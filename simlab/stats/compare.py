"""Did the tweak help? Paired differences between variants that played the same deals, and whether a difference is more than chance.

Pairing: `variance_factor` says how many times more games an unpaired comparison would need for the same interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, inf, sqrt

import numpy as np

from simlab.stats import student
from simlab.stats.estimates import UNKNOWN, Bools, Estimate, Floats
from simlab.stats.looks import ONCE, Look

COUNTED = 500  # flips that are counted out; more are nearly normal
SURE = 2.0  # standard errors from nothing at which one gap of many is called clear


@dataclass(frozen=True)
class Difference:
    """A variant less the baseline."""

    estimate: Estimate
    baseline: float | None
    variance_factor: float | None
    p_value: float | None
    units: int = 0


NO_DIFFERENCE = Difference(UNKNOWN, None, None, None)


def variance_factor(apart: Fraction, paired: Fraction) -> float | None:
    """How many times the variance shrank by pairing."""
    if apart <= 0:
        return None
    return inf if paired <= 0 else float(apart / paired)


def gain(pairs: Sequence[tuple[float, float]]) -> float:
    """How many times the games it would take without: from variances of the same numbers without and with; 0 for no end."""
    without, with_it = (sum(pair[side] for pair in pairs) for side in (0, 1))
    return without / with_it if with_it > 0 else 0.0


def difference_of_rates(mine: Estimate, theirs: Estimate, likeness: float, error: float, unseen: float) -> Estimate:
    """From the two intervals and how alike the two are; never narrower than for a difference that was never seen."""
    if None in (mine.low, theirs.low):
        return UNKNOWN
    a, b = mine.value - mine.low, theirs.high - theirs.value  # type: ignore[operator]
    c, d = mine.high - mine.value, theirs.value - theirs.low  # type: ignore[operator]
    value = mine.value - theirs.value  # type: ignore[operator]
    down, up = (max(unseen, sqrt(max(x * x - 2 * likeness * x * y + y * y, 0.0))) for x, y in ((a, b), (c, d)))
    return Estimate(value, error, max(value - down, -1.0), min(value + up, 1.0))


def p_value(value: float, error: float, units: int, look: Look = ONCE, at_most: float = inf) -> float | None:
    """Two-sided, of no difference at all; of one that is so many errors off at most, by the likelihood of its units."""
    if units < 2:
        return None
    if error == 0.0:
        return 1.0 if value == 0.0 else look.p_value(inf, units)
    return look.p_value(min(abs(value / error), at_most), units)


def p_value_of_flips(more: int, fewer: int) -> float:
    """Two-sided, of a thing that happened in `more` games under one variant alone and in `fewer` under the other alone: McNemar's test.

    Exact by counting where there are few such games; the others say nothing.
    """
    flips = more + fewer
    if flips > COUNTED:
        return ONCE.p_value((more - fewer) / sqrt(flips), flips)
    tail: int = sum(comb(flips, k) for k in range(min(more, fewer) + 1))
    return min(1.0, 2 * tail / (1 << flips))


def p_value_of(found: Estimate, units: int, look: Look = ONCE, at_most: float = inf) -> float | None:
    """The same of an estimated difference; None where its error is not known."""
    if found.value is None or found.std_error is None:
        return None
    return p_value(found.value, found.std_error, units, look, at_most)


def clearly_more(gap: Floats, error: Floats, least: float | Floats, sure: float | Floats = SURE) -> Bools:
    """Which gaps are more than `least` and beyond two standard errors: for counting clear ones among thousands, not for claiming one."""
    return np.asarray(gap > np.maximum(least, sure * error))


def surely_at_least(gap: Floats, error: Floats, sure: float | Floats = SURE) -> Floats:
    """What is left of gaps when two standard errors are taken off."""
    return np.asarray(gap - sure * error)


def perhaps_more(gap: Floats, error: Floats, least: float) -> Bools:
    """Which gaps may be as large as `least`: two standard errors more would be."""
    return np.asarray(gap + SURE * error >= least)


def may_be_first(found: Sequence[tuple[float, float, float]]) -> list[int]:
    """Which of several numbers (value and ends of its interval) may be the largest, the largest seen first.

    Those whose interval, twice as wide, meets that of the largest. Twice, because seats gain what others lose, and a page has many titles.
    """
    order = sorted(range(len(found)), key=lambda k: -found[k][0])
    value, low, _ = found[order[0]]
    return [k for k in order if k == order[0] or found[k][0] + 2.0 * (found[k][2] - found[k][0]) >= value - 2.0 * (value - low)]


def sure_among(times: int, worlds: int) -> float:
    """Standard errors, of so many worlds, beyond which the largest of so many gaps is as surely clear as one beyond two."""
    return student.width(-student.NORMAL.inv_cdf(student.NORMAL.cdf(-SURE) / max(times, 1)), worlds)


def with_false_alarms(found: Estimate) -> Estimate:
    """What was counted as clear once in a unit, by the largest of many gaps (`sure_among`): its interval allows for those by chance."""
    return found if found.low is None else found._replace(low=found.low - student.NORMAL.cdf(-SURE))


def without_false_alarms(found: Estimate, worlds: int) -> Estimate:
    """A share of clear gaps less those that chance alone makes clear, each known from so many worlds."""
    alarms = student.chance_beyond(SURE, max(worlds - 1, 1)) / 2
    value, error, low, high = found
    rest = [None if part is None else max(0.0, (part - alarms) / (1.0 - alarms)) for part in (value, low, high)]
    return Estimate(rest[0], None if error is None else error / (1.0 - alarms), *rest[1:])
