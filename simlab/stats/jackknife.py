"""Intervals from a few groups by Student's t: the grouped jackknife for any number, however it is worked out, and plain means."""

from collections.abc import Callable, Sequence
from math import inf, sqrt

import numpy as np

from simlab.stats.estimates import Estimate, Floats
from simlab.stats.looks import Z95

FEW = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764}  # 97.5 % points of Student's t, by degrees of freedom

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
    t = student(groups - 1)
    return [Estimate(float(v), float(e), float(v - t * e), float(v + t * e)) for v, e in zip(whole, errors, strict=True)]


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t: its expansion about the normal one, within 0.01 from 5 degrees of freedom on; exact below."""
    if freedom in FEW:
        return FEW[freedom]
    z, n = Z95, float(freedom)
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return z + sum(term / n ** (k + 1) for k, term in enumerate(terms))


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of a few independent values and the ends of its 95 % interval; endless where there is only one."""
    n, middle = len(values), float(np.mean(values))
    if n < 2:
        return middle, -inf, inf
    half = student(n - 1) * float(np.std(values, ddof=1)) / sqrt(n)
    return middle, middle - half, middle + half
