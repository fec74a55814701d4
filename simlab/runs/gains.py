"""What `adjust:` gained: how many times the games it would have taken without, for an interval as short.

A deal and its duplicates are one unit, whose games go together. Had they been games of their own, the error of a mean would be that of
single games: known for the win from its squares, for counts from their histograms.
"""

from collections.abc import Sequence

import numpy as np

from simlab.runs.moments import Moments, covariance, slope
from simlab.runs.sums import BINS, Sums
from simlab.scenarios.plan import Plan
from simlab.scenarios.recipe import Layout, Metric
from simlab.stats.compare import gain


def gains(plan: Plan, layouts: Sequence[Layout], sums: Sequence[Sums]) -> dict[str, float]:
    """By headline metric, all cells together; only of a run that was adjusted."""
    if not plan.scenario.adjust:
        return {}
    found: dict[str, list[tuple[float, float]]] = {}
    for layout, part in zip(layouts, sums, strict=True):
        moments = Moments.of(part, layout)
        for metric in layout.recipe.metrics:
            if metric.name in plan.headline and part.units > 1:
                found.setdefault(metric.name, []).extend(both(metric, moments, part, arm) for arm in range(layout.arms))
    return {name: gain(pairs) for name, pairs in found.items() if any(alone > 0 for alone, _ in pairs)}


def both(metric: Metric, moments: Moments, sums: Sums, arm: int) -> tuple[float, float]:
    """The variance of a mean without duplicates, and with them; nothing where the first is not known."""
    found = slope(metric, moments, arm)
    alone = spread_of_games(metric, moments, sums, arm)
    if found is None or alone is None:
        return 0.0, 0.0
    return alone / moments.games, float(covariance(moments, arm, found, arm, found))


def spread_of_games(metric: Metric, moments: Moments, sums: Sums, arm: int) -> float | None:
    """The variance of single games."""
    recipe, games = moments.layout.recipe, moments.games
    if metric.column == "win" and metric.seat is not None and recipe.squares:
        mean, square = (moments.total(arm, q) / games for q in (metric.top, recipe.squares[metric.seat]))
        return (square - mean * mean) / metric.scale**2
    if metric.column not in recipe.histograms or metric.form != "mean":
        return None
    bars = sums.bins[arm, list(recipe.histograms).index(metric.column)]
    if bars[BINS - 1] or bars.sum() != games:
        return None
    values = np.arange(BINS)
    mean = float(bars @ values) / games
    return float(bars @ values**2) / games - mean * mean
