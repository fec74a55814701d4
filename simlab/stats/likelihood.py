"""How far a mean lies from nothing, by the values themselves and not by their spread alone: for values that lean to one side.

Rare large losses that did not come look like a gain, and like a sure one, because the spread they bring has not come either. The empirical
likelihood asks how much less likely these very values, each as often as it must be for their mean to be nothing, would have been.
"""

from math import inf, sqrt

import numpy as np

from simlab.stats.estimates import Floats

STEPS = 100  # of Newton's method, at most
NEAR = 1e-12  # of the whole way


def farthest_from_nothing(values: Floats) -> float:
    """So many standard errors at most, as a normal mean that is as unlikely if there is nothing.

    Without end where values lean the way their mean went, which looks less sure than it is, or all lie on one side.
    """
    low, high = float(values.min(initial=0.0)), float(values.max(initial=0.0))
    if low == 0.0 or high == 0.0 or leans_onward(values):
        return inf
    scaled = values / max(high, -low)
    return sqrt(max(0.0, 2.0 * float(np.log1p(best_stake(scaled) * scaled).sum())))


def leans_onward(values: Floats) -> bool:
    """Whether the few that lie far from the others lie beyond their mean, seen from nothing."""
    mean = float(values.mean())
    off = values - mean
    return mean * float((off * off * off).sum()) >= 0.0


def best_stake(values: Floats) -> float:
    """What would have won most, as a part of one's wealth set on each value in turn, had nothing been a fair price for all of them."""
    low, high = -1.0 / float(values.max()), -1.0 / float(values.min())
    stake, whole = 0.0, high - low
    for _ in range(STEPS):
        won = values / (1.0 + stake * values)
        slope, before = float(won.sum()), stake
        low, high = (stake, high) if slope > 0.0 else (low, stake)
        stake += slope / float((won * won).sum())
        if not low < stake < high:
            stake = (low + high) / 2
        if abs(stake - before) <= NEAR * whole:
            break
    return stake
