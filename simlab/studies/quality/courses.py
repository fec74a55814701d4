"""How the chances went: who led, who came back, when it was decided. All games at once; formulas in docs/quality.md.

Arrays go by game, look and seat; games have different numbers of looks, and `there` says which are.
"""

from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.goals import WIN, Goal
from simlab.play.probes.chances import Survey
from simlab.stats.clustered import clustered_ratio, clustered_share
from simlab.stats.compare import SURE, clearly_more, sure_among, surely_at_least, with_false_alarms
from simlab.stats.estimates import UNKNOWN, Bools, Estimate, Floats, between
from simlab.stats.means import error_from_squares

SURELY, PERHAPS = SURE, -SURE  # errors that are taken off, or granted
ROUNDING = 1e-9
MARGIN = 0.1  # the lead changes hands when somebody is ahead of the leader by more than this
DECIDED = 0.9  # a game is decided once its winner's chance stays above this
BEHIND = 0.25  # a comeback: the winner was behind by more than this
FAR = 2.0  # standard deviations of a seat's result that stand for a whole win
NAMES = ("lead_changes", "drama", "comebacks", "decided_early")
PARTS = ("comebacks", "decided_early")  # of a whole
Indices = npt.NDArray[np.intp]


class Courses:
    """How the chances went, game by game, or what seats could expect.

    `half[g, h, t, s]`: of seat s at look t by the worlds of half h; `chance` by all; `error[g, t, s, r]`: of the gap between two seats,
    `own[g, t, s]`: of one. Few worlds blur all this, so every measure is worked out twice: too low, and too high.
    """

    def __init__(self, seen: Survey, players: int, goal: Goal = WIN) -> None:
        self.goal, self.worlds = goal, seen.worlds
        self.ends = goal.read(seen.tallies, slice(players))
        self.won = self.ends if goal.is_share else best_of(self.ends)  # a whole win by its shares
        self.spread = 1.0 if goal.is_share else FAR * float(self.ends.std()) or 1.0
        at, self.there = places(seen.looks["game"], len(seen.tallies))
        ends, decision, decisions, products = (seen.looks[name][at] for name in ("ends", "decision", "decisions", "products"))
        self.half: Floats = ends[..., :players].transpose(0, 2, 1, 3) / (goal.scale * seen.worlds / 2)
        self.played: Floats = (decision + 0.5) / np.maximum(decisions, 1)
        self.chance: Floats = self.half.mean(axis=1)
        products = products[..., :players, :players]
        self.error = self.gap_errors(products)
        square = self.chance if goal.is_share else np.einsum("gtss->gts", products) / seen.worlds
        self.own = error_from_squares(self.chance, square, seen.worlds)

    def gap_errors(self, products: Floats) -> Floats:
        """Standard errors of the gaps between two seats in the same worlds; of chances, nobody shares a win."""
        one, other = self.chance[..., :, None], self.chance[..., None, :]
        if self.goal.is_share:
            return gap_error(one, other, self.worlds)
        own = np.einsum("gtss->gts", products)
        square = (own[..., :, None] + own[..., None, :] - 2 * products) / self.worlds
        return error_from_squares(one - other, square, self.worlds)

    def measures(self) -> dict[str, Estimate]:
        wanted = self.there.any(axis=1) & (self.won.sum(axis=1) > 0)
        if not wanted.any():
            return dict.fromkeys(NAMES, UNKNOWN)
        lower, upper, found = self.certain()[wanted], self.possible()[wanted], {}
        ones = np.ones(len(lower))
        for k, name in enumerate(NAMES):
            certain, possible = ((clustered_share if name in PARTS else clustered_ratio)(rows[:, k], ones) for rows in (lower, upper))
            certain = with_false_alarms(certain) if name in ("lead_changes", "comebacks") else certain
            found[name] = between(certain, possible, 1.0 if name in PARTS else inf)
        return found

    def certain(self) -> Floats:
        """By game: lead changes, drama, comeback, part left when decided, as far as they are certain; a shared win counts by shares."""
        leader = self.half[:, 0].argmax(axis=2)  # by one half of the worlds; how far ahead, by the other
        other = self.half[:, 1]
        behind = self.mean_look(of_seat(other, leader)[..., None] - other)
        lag, error = self.lags()
        sure = self.sure()
        deep = self.greatest(surely_at_least(lag, error, sure[:, None, None])) > BEHIND * self.spread
        changes = lead_changes(self.chance, self.error, self.there, MARGIN * self.spread, sure)
        return np.stack([changes, self.of_winners(behind), self.of_winners(deep), self.of_winners(self.left(SURELY))], axis=1)

    def possible(self) -> Floats:
        """The same as far as it may be: every change of the lead that is seen, how far behind by the worlds that chose the leader."""
        lag, _ = self.lags()
        behind, deep = self.mean_look(lag), self.greatest(lag) > BEHIND * self.spread
        changes = lead_changes(self.chance, self.error, self.there, MARGIN * self.spread, np.full(len(self.chance), PERHAPS))
        return np.stack([changes, self.of_winners(behind), self.of_winners(deep), self.of_winners(self.left(PERHAPS))], axis=1)

    def of_winners(self, by_seat: Floats | Bools) -> Floats:
        """Of the seat that won, or those that shared."""
        whole = self.won.sum(axis=1)
        return np.asarray((by_seat * self.won).sum(axis=1) / np.where(whole > 0, whole, 1.0))

    def sure(self) -> Floats:
        """By game: errors beyond which the largest of all its gaps is clear."""
        looks, game = np.unique(self.there.sum(axis=1), return_inverse=True)
        return np.array([sure_among(int(count) * (self.won.shape[1] - 1), self.worlds) for count in looks])[game]

    def lags(self) -> tuple[Floats, Floats]:
        """How far behind the leader, and the error of that."""
        best = self.chance.argmax(axis=2)
        error = np.take_along_axis(self.error, best[..., None, None], axis=2)[:, :, 0]
        return of_seat(self.chance, best)[..., None] - self.chance, error

    def mean_look(self, values: Floats) -> Floats:
        return np.asarray(values.sum(axis=1, where=self.there[..., None]) / np.maximum(self.there.sum(axis=1), 1)[:, None])

    def greatest(self, values: Floats) -> Floats:
        return np.asarray(values.max(axis=1, where=self.there[..., None], initial=-inf))

    def left(self, sure: float) -> Floats:
        """What remains of the game from the first look after which a seat's chance stays high, or what it expects near its end."""
        off, blur = (1 - DECIDED) * self.spread, sure * self.own
        short = DECIDED - self.chance if self.goal.is_share else np.abs(self.chance - self.ends[:, None]) - off
        low = (short + blur > ROUNDING) & self.there[..., None]
        looks = low.shape[1]
        decided = np.where(low.any(axis=1), looks - low[:, ::-1].argmax(axis=1), 0)  # the look after the last that is low
        found = 1.0 - np.take_along_axis(self.played, np.minimum(decided, looks - 1), axis=1)
        return np.where(decided < self.there.sum(axis=1)[:, None], found, 0.0)

    def curve(self, looks: int) -> list[tuple[float, Estimate]]:
        """At each stage of the game: the share of the win that goes to others than the one who leads then."""
        leads = self.chance == self.chance.max(axis=2, keepdims=True)
        lost = 1 - (leads * self.won[:, None]).sum(axis=2) / leads.sum(axis=2)
        found = []
        for k in range(looks):
            low, high = k / looks, (k + 1) / looks
            now = self.there & (self.played >= low) & (self.played < high)
            found.append(((low + high) / 2, clustered_ratio((lost * now).sum(axis=1), now.sum(axis=1).astype(np.float64))))
        return found


def places(game: npt.NDArray[Any], games: int) -> tuple[Indices, Bools]:
    """Where the looks into each game stand, game by look, and which of these places are looks; they are kept game by game."""
    counts = np.bincount(game, minlength=games)
    look = np.arange(max(1, counts.max(initial=0)))
    there = look < counts[:, None]
    return np.where(there, (np.cumsum(counts) - counts)[:, None] + look, 0), there


def of_seat(values: Floats, seat: Indices) -> Floats:
    """By game and look, the value of one seat."""
    return np.take_along_axis(values, seat[..., None], axis=2)[..., 0]


def gap_error(one: Floats, other: Floats, worlds: int) -> Floats:
    """Standard error of the difference of two seats' chances in the same worlds."""
    return error_from_squares(one - other, one + other, worlds)


def best_of(ends: Floats) -> Floats:
    """Who ended best, as shares of one: equals share."""
    best = ends == ends.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def lead_changes(chance: Floats, error: Floats, there: Bools, margin: float, sure: Floats) -> Floats:
    """How often the lead changes hands, by game: a new leader must be ahead of the old one by the margin, and for certain.

    With a negative `sure`, how often it may: ahead by what so many errors less than the margin would be.
    """
    games = np.arange(len(chance))
    leader, changes = chance[:, 0].argmax(axis=1), np.zeros(len(chance))
    for look in range(1, chance.shape[1]):
        now, best = chance[:, look], chance[:, look].argmax(axis=1)
        unsure = error[games, look, best, leader]
        least = np.where(sure > 0, margin, np.maximum(0.0, margin + sure * unsure))
        taken = (
            there[:, look] & (best != leader) & clearly_more(now[games, best] - now[games, leader], unsure, least, np.maximum(sure, 0.0))
        )
        leader, changes = np.where(taken, best, leader), changes + taken
    return changes
