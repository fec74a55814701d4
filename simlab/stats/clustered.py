"""Numbers of which a game holds several: what happens in one game goes together, so games are what is independent.

`top` and `below` have one sum for each game: hits and tries, gains and decisions, wins and deals.
"""

from math import sqrt

from simlab.stats.estimates import UNKNOWN, Estimate, Floats, cut_to_share
from simlab.stats.looks import ONCE


def clustered_ratio(top: Floats, below: Floats) -> Estimate:
    """A ratio of sums over independent clusters (games), by the delta method: `sum(top) / sum(below)`."""
    n, total = len(top), float(below.sum())
    if not total:
        return UNKNOWN
    value = float(top.sum()) / total
    if n < 2:
        return Estimate(value, None, None, None)
    error = sqrt(float(((top - value * below) ** 2).sum()) * n / (n - 1)) / total
    half = ONCE.width(max(2, int((below > 0).sum()))) * error
    return Estimate(value, error, value - half, value + half)


def clustered_share(part: Floats, whole: Floats) -> Estimate:
    """A ratio that is part of a whole: cut at 0 and 1; where it is nothing or all, Wilson's interval over the games that have any."""
    found = clustered_ratio(part, whole)
    if found.value in (0.0, 1.0):
        low, high = ONCE.share(found.value, int((whole > 0).sum()))
    elif found.low is None or found.high is None:
        return found
    else:
        low, high = cut_to_share(found.low, found.high)
    return found._replace(low=low, high=high)
