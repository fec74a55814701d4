"""Reads the targets of a designer off the sums of some groups of deals."""

from collections.abc import Sequence

import numpy as np

from simlab.runs.moments import Moments
from simlab.scenarios.recipe import Recipe
from simlab.scenarios.targets import Target
from simlab.stats.estimates import Estimate, Floats
from simlab.stats.jackknife import jackknife, jackknife_spread


class Gauge:
    """Reads all targets off the sums of some groups of deals."""

    def __init__(self, targets: Sequence[Target], recipe: Recipe) -> None:
        self.targets = tuple(targets)
        self.metrics = [target.metrics(recipe) for target in targets]

    def read(self, groups: Sequence[Moments]) -> Floats:
        """By group: top and bottom of every ratio, in one row."""
        flat = [metric for metrics in self.metrics for metric in metrics]
        return np.array([[x for m in flat for x in (g.total(0, m.top) / m.scale, g.total(0, m.below))] for g in groups], np.float64)

    def ratios(self, read: Floats, weights: Floats) -> Floats:
        """Every number that the targets look at, one after the other."""
        sums = weights @ read
        return np.divide(sums[0::2], sums[1::2], out=np.zeros(len(sums) // 2), where=sums[1::2] != 0)

    def values(self, read: Floats, weights: Floats) -> Floats:
        """Each target's value, from rows of `read`."""
        ratios = self.ratios(read, weights)
        found, at = [], 0
        for target, metrics in zip(self.targets, self.metrics, strict=True):
            found.append(target.measure(ratios[at : at + len(metrics)]))
            at += len(metrics)
        return np.array(found)

    def estimates(self, read: Floats) -> list[Estimate]:
        """Each target's value with its interval, from rows of `read`."""
        found = jackknife(lambda weights: self.values(read, weights), len(read))
        ends = np.cumsum([0, *map(len, self.metrics)])
        for k, target in enumerate(self.targets):
            if target.spread:
                mine = slice(ends[k], ends[k + 1])
                found[k] = jackknife_spread(lambda weights, mine=mine: self.ratios(read, weights)[mine], len(read))  # type: ignore[misc]
        return found

    def loss(self, read: Floats, weights: Floats) -> float:
        return float(sum(target.loss(v) for target, v in zip(self.targets, self.values(read, weights), strict=True)))
