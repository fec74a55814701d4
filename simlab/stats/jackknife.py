"""The grouped jackknife: an interval for any number that moves smoothly, however it is worked out from groups of games."""

from collections.abc import Callable
from math import sqrt

import numpy as np

from simlab.stats.estimates import Estimate, Floats, alike, half_width
from simlab.stats.looks import ONCE, Look

Statistic = Callable[[Floats], Floats]  # of the weights of the groups


def jackknife(statistic: Statistic, groups: int, unbiased: bool = False) -> list[Estimate]:
    """Every number of a statistic with its interval, by leaving out one group at a time.

    `unbiased` takes away the part of the bias that shrinks with the number of games: for variances.
    """
    whole = statistic(np.ones(groups))
    if groups < 2:
        return [Estimate(float(value), None, None, None) for value in whole]
    parts = np.array([statistic(1.0 - np.eye(groups)[g]) for g in range(groups)])
    if unbiased:
        whole = groups * whole - (groups - 1) * parts.mean(axis=0)
    errors = np.sqrt((groups - 1) / groups * ((parts - parts.mean(axis=0)) ** 2).sum(axis=0))
    t = ONCE.width(groups)
    return [Estimate(float(v), float(e), float(v - t * e), float(v + t * e)) for v, e in zip(whole, errors, strict=True)]


def jackknife_spread(statistic: Statistic, groups: int) -> Estimate:
    """The greatest of several numbers less the least. Seen, it is too large: of equals one is always first.

    The interval comes from those of all pairs together: it starts at 0 where no two surely differ, and ends where none may differ more.
    Wins of few games come in steps, so each pair is held as if by two groups more, one that favours each side (Agresti and Caffo, 2000).
    """
    seen = statistic(np.ones(groups))
    value = float(seen.max() - seen.min())
    pairs = [(i, j) for i in range(len(seen)) for j in range(i)]
    gaps = jackknife(lambda weights: np.array([statistic(weights)[i] - statistic(weights)[j] for i, j in pairs]), groups)
    if groups < 2 or not pairs:
        return Estimate(value, None, None, None)
    look = ONCE.among(len(pairs))
    reach = [(abs(gap.value or 0.0), gap_reach(gap, groups, look)) for gap in gaps]
    widest = max((abs(gap.value or 0.0), gap.std_error or 0.0) for gap in gaps)[1]
    return Estimate(value, widest, max(0.0, *(gap - half for gap, half in reach)), max(gap + half for gap, half in reach))


def gap_reach(gap: Estimate, groups: int, look: Look) -> float:
    """How far the interval of a gap between two reaches to each side."""
    if not gap.std_error:
        return alike(gap.value or 0.0, groups, look)
    return look.width(groups) * sqrt(1.0 + 2.0 / groups) * gap.std_error


def not_negative(found: Estimate, plain: float) -> Estimate:
    """A variance, or a share of one, by the unbiased jackknife; `plain` is its value before the bias was taken away.

    One that cannot be told from nothing starts at 0, and ends where the noise that was taken away would still hide it.
    """
    value, error, low, high = found
    if value is None or low is None or high is None or low >= 0:
        return found
    noise = sqrt(max(plain - value, 0.0))
    return Estimate(max(value, 0.0), error, 0.0, max(high, (sqrt(max(plain, 0.0)) + half_width(noise)) ** 2))
