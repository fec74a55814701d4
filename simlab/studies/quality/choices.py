"""What the options of a decision were worth, and by how much the best of them beat the others."""

from math import inf

import numpy as np
import numpy.typing as npt

from simlab.contract.goals import WIN, Goal
from simlab.play.probes.chances import Survey
from simlab.stats.clustered import clustered_ratio, clustered_share
from simlab.stats.compare import clearly_more, perhaps_more, sure_among, without_false_alarms
from simlab.stats.estimates import UNKNOWN, Estimate, Floats, between
from simlab.stats.means import standard_errors

MATTERS = 0.05  # a choice matters when the best option wins so much more than the worst


class Choices:
    """What options were worth. Best and worst are picked by half of the worlds and compared by the other half."""

    def __init__(self, seen: Survey, goal: Goal = WIN, spread: float = 1.0) -> None:
        self.looks = seen.looks
        _, self.owner = np.unique(seen.looks["game"], return_inverse=True)
        score = seen.looks["score"][:, :, : seen.worlds] / goal.scale
        self.valid = np.arange(score.shape[1])[None, :] < seen.looks["n"][:, None]
        picked = np.where(self.valid, score[:, :, 0::2].mean(axis=2), np.nan)
        rows = np.arange(len(score))
        self.best = np.nanargmax(picked, axis=1) if len(score) else np.zeros(0, int)
        self.worst = np.nanargmin(picked, axis=1) if len(score) else np.zeros(0, int)
        half = score[:, :, 1::2]
        gap = half[rows, self.best][:, None, :] - half  # look, option, world
        self.gap = gap.mean(axis=2)
        self.error = standard_errors(gap)
        self.worlds = half.shape[2]
        self.clear = self.valid & clearly_more(self.gap, self.error, MATTERS * spread, sure_among(1, self.worlds))
        # best and worst by the very worlds that they are compared in: too far apart, where the halves of above are too near
        mean = score.mean(axis=2)
        top, bottom = (np.where(self.valid, mean, end) for end in (-inf, inf))
        self.reach: Floats = np.maximum(top.max(axis=1, initial=-inf, keepdims=True) - mean, 0.0)
        self.widest: Floats = top.max(axis=1, initial=-inf) - bottom.min(axis=1, initial=inf)
        self.perhaps = self.valid & perhaps_more(self.reach, self.error, MATTERS * spread)

    def measures(self) -> dict[str, Estimate]:
        if not len(self.looks):
            return dict.fromkeys(("decisions_that_matter", "stakes", "dominated_options"), UNKNOWN)
        rows = np.arange(len(self.looks))
        ones = np.ones(len(rows))
        others = (self.valid.sum(axis=1) - 1).astype(np.float64)
        certain, possible = self.clear[rows, self.worst], np.asarray(self.perhaps.any(axis=1))
        matters, may_matter = self.share(certain.astype(np.float64), ones), self.share(possible.astype(np.float64), ones)
        worse, may_be_worse = (self.share(part.sum(axis=1).astype(np.float64), others) for part in (self.clear, self.perhaps))
        stakes, reach = self.ratio(self.gap[rows, self.worst], ones), self.ratio(self.widest, ones)
        return {
            "decisions_that_matter": between(without_false_alarms(matters, self.worlds), may_matter, 1.0),
            "stakes": between(stakes, reach),
            "dominated_options": between(without_false_alarms(worse, self.worlds), may_be_worse, 1.0),
        }

    def share(self, part: Floats, whole: Floats) -> Estimate:
        return clustered_share(by_game(self.owner, part), by_game(self.owner, whole))

    def ratio(self, top: Floats, below: Floats) -> Estimate:
        """Looks into one game go together."""
        return clustered_ratio(by_game(self.owner, top), by_game(self.owner, below))


def by_game(owner: npt.NDArray[np.int64], values: Floats, games: int = 0) -> Floats:
    """Sums of what belongs to each game."""
    return np.bincount(owner, values, games).astype(np.float64)
