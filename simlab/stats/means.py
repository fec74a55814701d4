"""Means of values at hand: of many, of a few, of several kinds, at any number of looks; and numbers that move as a mean does.

All values are independent: one for each game, deal, hand or world. Values of one game that go together belong to `clustered`.
"""

from collections.abc import Iterable, Sequence
from math import inf, sqrt

import numpy as np

from simlab.stats.estimates import Estimate, Floats, around, normal, rate
from simlab.stats.looks import Z95, Look

FEW = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764}  # 97.5 % points of Student's t, by degrees of freedom

Ends = tuple[float, float, float]  # a value and the ends of its 95 % interval


def standard_error(values: Floats) -> float:
    """Of the mean of these values."""
    return float(standard_errors(values))


def standard_errors(values: Floats) -> Floats:
    """Of the means along the last axis."""
    return np.asarray(values.std(axis=-1, ddof=1) / np.sqrt(values.shape[-1]))


def error_from_squares(mean: Floats, square: Floats, n: int) -> Floats:
    """Of means of `n` values each, where only the mean and the mean square are known; `n` is large."""
    return np.asarray(np.sqrt(np.maximum(square - mean**2, 0.0) / n))


def mean_of_few(values: Sequence[float]) -> Ends:
    """The mean of a few independent values and the ends of its 95 % interval by Student's t; endless where there is only one."""
    n, middle = len(values), float(np.mean(values))
    if n < 2:
        return middle, -inf, inf
    half = student(n - 1) * float(np.std(values, ddof=1)) / sqrt(n)
    return middle, middle - half, middle + half


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t: its expansion about the normal one, within 0.01 from 5 degrees of freedom on; exact below."""
    if freedom in FEW:
        return FEW[freedom]
    z, n = Z95, float(freedom)
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return z + sum(term / n ** (k + 1) for k, term in enumerate(terms))


def mean_sequence(values: Floats, look: Look) -> Ends:
    """The mean so far and the ends of its confidence sequence: for playing on until it is known, `look` being `Always`.

    Unlike `normal`, it has no least width: values that are all the same give a point.
    """
    n, mean = len(values), float(values.mean())
    if n < 2:
        return mean, -inf, inf
    half = look.width(n) * float(values.std(ddof=1)) / sqrt(n)
    return mean, mean - half, mean + half


def stratified(strata: Iterable[tuple[float, Sequence[float]]]) -> Ends:
    """The mean over kinds that come with known shares, each with values of its own: `(share, values)`; two values of a kind at least."""
    value, variance = 0.0, 0.0
    for share, values in strata:
        value += share * float(np.mean(values))
        variance += share * share * float(np.var(values, ddof=1)) / len(values)
    return around(value, sqrt(variance))


def by_influence(value: float, influence: Floats, is_share: bool = False) -> Estimate:
    """A number that every unit moves by its influence, over the number of units: a mean, ratio, variance, or a paired difference of them.

    A share gets Wilson's interval.
    """
    n = len(influence)
    if n < 2:
        return Estimate(value, None, None, None)
    error = standard_error(influence)
    return rate(value, error, n, n) if is_share else normal(value, error, n)
