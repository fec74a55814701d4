"""Who meets whom: line-ups of a tournament, and what every line-up did on every group of deals.

Each deal is played in every rotation of the line-up, so every player has sat on every seat with every hand: seats and cards cancel.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import Any

import numpy as np

from simlab.contract.goals import Goal
from simlab.errors import InputError
from simlab.runs.moments import Moments
from simlab.scenarios.recipe import BY_PLAYER, GAMES
from simlab.stats.estimates import Floats
from simlab.stats.ledger import Ledger

MOST_LINE_UPS = 60  # beyond this a balanced design: every policy alone among equals of every other
MOST_POLICIES = 12
SQUARE = "_square"  # after a column: the defined metric that keeps the sum of squares of all its entries

LEDGER = Ledger(costs=4, leads=2, ladder=2, turns=1)  # all that the page of a tournament may claim, and what each kind weighs

LineUp = tuple[int, ...]  # policies by place, as numbers


def design(policies: int, players: int, kind: str = "auto") -> list[LineUp]:
    """Line-ups as numbers of policies; who is alone of his kind sits first, so that line-ups differ in one player only."""
    every = comb(policies + players - 1, players)
    if kind == "all" or (kind == "auto" and every <= max(MOST_LINE_UPS, policies**2)):
        return [rarest_first(line_up) for line_up in combinations_with_replacement(range(policies), players)]
    return [(i, *[j] * (players - 1)) for i in range(policies) for j in range(policies)]


def rarest_first(line_up: LineUp) -> LineUp:
    return tuple(sorted(line_up, key=lambda i: (line_up.count(i), i)))


def square_of(column: str, players: int) -> str:
    """The expression whose sum the shares of variance need."""
    return "AVG(" + " + ".join(f"{column}_s{s} * {column}_s{s}" for s in range(players)) + ")"


@dataclass(frozen=True)
class Meetings:
    """Sums of what players ended with (shares of the win, chips, ...), by line-up and group of deals."""

    policies: tuple[str, ...]
    line_ups: tuple[LineUp, ...]
    deals: Floats  # line-up, group
    by_place: Floats  # line-up, group, place in the line-up
    by_seat: Floats  # line-up, group, seat
    cells: Floats  # line-up, group: sum over deals and seats of (sum over rotations) squared
    squares: Floats  # line-up, group: sum of all squares
    are_shares: bool = True  # of one whole, so that equals have an even share by symmetry

    @classmethod
    def of(cls, policies: Sequence[str], line_ups: Sequence[LineUp], found: Sequence[Sequence[Moments]], goal: Goal) -> "Meetings":
        read = [[meeting(group, goal) for group in groups] for groups in found]
        deals, places, seats, cells, squares = (np.array([[group[k] for group in groups] for groups in read], np.float64) for k in range(5))
        return cls(tuple(policies), tuple(line_ups), deals, places, seats, cells, squares, goal.is_share)

    @property
    def players(self) -> int:
        return len(self.line_ups[0])

    @property
    def groups(self) -> int:
        return int(self.deals.shape[1])

    @property
    def counts(self) -> Floats:
        """How many of each policy sit in each line-up."""
        return np.array([[line_up.count(i) for i in range(len(self.policies))] for line_up in self.line_ups], np.float64)

    def results(self, weights: Floats) -> Floats:
        """By line-up and policy: what one player of this kind ends with; NaN where none sits."""
        each = np.einsum("g,lgp->lp", weights, self.by_place) / (self.players * (self.deals @ weights))[:, None]
        found = np.full((len(self.line_ups), len(self.policies)), np.nan)
        for k, line_up in enumerate(self.line_ups):
            for i in set(line_up):
                found[k, i] = np.mean([each[k, p] for p, who in enumerate(line_up) if who == i])
        return found

    @cached_property
    def spread(self) -> float:
        """How far results lie apart, as a measure for differences: 1 for shares."""
        if self.are_shares:
            return 1.0
        found = self.results(np.ones(self.groups))
        return float(np.nanmax(found) - np.nanmin(found)) or 1.0

    def alone(self, weights: Floats) -> Floats:
        """What policy i ends with alone among policies j; among its equals an even share, where results are shares."""
        results, k, n = self.results(weights), len(self.policies), self.players
        found = np.array([[results[self.find(i, *[j] * (n - 1)), i] for j in range(k)] for i in range(k)])
        if self.are_shares:
            np.fill_diagonal(found, 1.0 / n)
        return found

    def find(self, *line_up: int) -> int:
        """Where these players meet, in whatever order."""
        wanted = sorted(line_up)
        for k, other in enumerate(self.line_ups):
            if sorted(other) == wanted:
                return k
        raise InputError("this line-up was not played")

    def chances(self) -> Floats:
        """How likely each line-up is when every seat draws its policy evenly; a balanced design counts each once."""
        k = len(self.policies)
        if len(self.line_ups) != comb(k + self.players - 1, self.players):
            return np.full(len(self.line_ups), 1.0 / len(self.line_ups))
        ways = [factorial(self.players) / prod(factorial(int(c)) for c in line) for line in self.counts]
        return np.array(ways) / float(k) ** self.players


def meeting(found: Moments, goal: Goal) -> tuple[float, list[float], list[float], float, float]:
    """What a line-up did on one group: deals, sums by place, sums by seat, squares of seats' sums over rotations, squares (if kept)."""
    metrics: dict[str, list[Any]] = {}
    for metric in found.layout.recipe.metrics:
        metrics.setdefault(metric.name, []).append(metric)
    seats, places = ([m.top for m in metrics[name]] for name in (goal.column, goal.column + BY_PLAYER))
    cells = sum(found.totals[found.layout.find(0, q, 0, q)] for q in seats) / goal.scale**2
    sums = [[found.total(0, q) / goal.scale for q in side] for side in (places, seats)]
    squares = [term for metric in metrics.get(goal.column + SQUARE, ()) for term in metric.terms.values() if term[0] != GAMES]
    return float(found.units), sums[0], sums[1], cells, sum(found.total(0, square) for square, _ in squares) / goal.scale**2
