"""Intervals of numbers that jump: what they become when the groups of games are drawn anew, again and again."""

import numpy as np

from simlab.stats.estimates import Estimate, Floats
from simlab.stats.jackknife import Statistic
from simlab.stats.looks import ALPHA

SEED = 0  # the same draws every time


def bootstrap(statistic: Statistic, whole: Floats, groups: int, times: int) -> list[Estimate]:
    """Every number of `whole` (the statistic of all groups) with the middle 95 % of its values in so many resamples of the groups.

    For an equilibrium mix and its like: the jackknife, which leaves out one group at a time, wants numbers that move smoothly.
    """
    draws = np.random.default_rng(SEED).multinomial(groups, [1 / groups] * groups, times)
    again = np.array([statistic(draw.astype(float)) for draw in draws])
    ends = np.quantile(again, ALPHA / 2, axis=0), np.quantile(again, 1 - ALPHA / 2, axis=0)
    rows = zip(whole, again.std(axis=0, ddof=1), *ends, strict=True)
    return [Estimate(float(value), float(error), float(low), float(high)) for value, error, low, high in rows]
