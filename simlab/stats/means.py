"""Means of values at hand: of many, of a few, of several kinds, at any number of looks; and numbers that move as a mean does.

All values are independent: one for each game, deal, hand or world. Values of one game that go together belong to `clustered`.
"""

from collections.abc import Iterable, Sequence
from math import inf, sqrt

import numpy as np

from simlab.stats.estimates import Estimate, Floats, normal, rate
from simlab.stats.looks import ONCE, Look

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
    half = ONCE.width(n) * float(np.std(values, ddof=1)) / sqrt(n)
    return middle, middle - half, middle + half


def mean_sequence(values: Floats, look: Look) -> Ends:
    """The mean so far and the ends of its confidence sequence: for playing on until it is known, `look` being `Always`.

    Unlike `normal`, it has no least width: values that are all the same give a point.
    """
    n, mean = len(values), float(values.mean())
    if n < 2:
        return mean, -inf, inf
    half = look.width(n) * float(values.std(ddof=1)) / sqrt(n)
    return mean, mean - half, mean + half


def share_sequence(values: Floats, look: Look) -> Ends:
    """The same of shares of a whole: within 0 and 1, and all or nothing in every world so far is no certainty."""
    n, mean = len(values), float(values.mean())
    _, _, low, high = rate(mean, standard_error(values) if n > 1 else 0.0, n, n, look)
    return mean, low or 0.0, 1.0 if high is None else high


def stratified(strata: Iterable[tuple[float, Sequence[float]]]) -> Ends:
    """The mean over kinds that come with known shares, each with values of its own: `(share, values)`; two values of a kind at least."""
    value, variance, uncertain = 0.0, 0.0, 0.0
    for share, values in strata:
        part = share * share * float(np.var(values, ddof=1)) / len(values)
        value, variance, uncertain = value + share * float(np.mean(values)), variance + part, uncertain + part * part / (len(values) - 1)
    units = 1 + int(variance * variance / uncertain) if uncertain > 0.0 else 2  # Satterthwaite: as sure of its spread as a mean of so many
    half = ONCE.width(units) * sqrt(variance)
    return value, value - half, value + half


def by_influence(value: float, influence: Floats, is_share: bool = False) -> Estimate:
    """A number that every unit moves by its influence, over the number of units: a mean, ratio, variance, or a paired difference of them.

    A share gets Wilson's interval.
    """
    n = len(influence)
    if n < 2:
        return Estimate(value, None, None, None)
    error = standard_error(influence)
    return rate(value, error, n, n) if is_share else normal(value, error, n)
