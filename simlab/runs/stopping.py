"""When a point has been played enough: at a fixed number of games, or when all that was asked about it is known.

Looks are at numbers of deals that depend on nothing but themselves (1024, 2048, ..., then a quarter more each time), so a run stops
at the same place whatever its threads, blocks, kills and machines. Each point stops on its own: games go where they are needed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from simlab.runs.checks import Case, cases, strictness
from simlab.runs.moments import Moments, difference, estimate
from simlab.runs.sums import Sums
from simlab.scenarios.plan import Plan
from simlab.scenarios.recipe import BY_PLAYER, Layout
from simlab.scenarios.selectors import Number, read, resolve
from simlab.stats.adjust import bonferroni, is_settled
from simlab.stats.estimates import Estimate
from simlab.stats.ledger import grid_ledger
from simlab.stats.looks import FIRST, ONCE, Always, Look
from simlab.words.asked import tells_who


def next_look(units: int) -> int:
    return units + max(FIRST, units // 4 // FIRST * FIRST)


class Rule(Protocol):
    """Says how far to play."""

    @property
    def look(self) -> Look:
        """Which intervals are honest when one stops like this."""

    def next(self, point: int, sums: Sums) -> int:
        """The deals to reach next; those that were played when it is enough."""


class Count:
    """A number of games fixed beforehand; or one that somebody chose who watched (`looks: any`)."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.look: Look = Always() if plan.scenario.looks == "any" else ONCE

    def next(self, point: int, sums: Sums) -> int:
        return self.plan.units(self.plan.points[point])


@dataclass
class Aim:
    """One number that is to be known well enough: by itself, or as a difference to the baseline."""

    number: Number
    most: int  # games after which to give up
    half_width: float | None = None
    matters: float | None = None  # the least difference that would
    family: float = 1.0  # comparisons that are corrected together
    met: str = ""  # why it is enough
    games: int = 0
    found: Estimate | None = None

    @property
    def compared(self) -> bool:
        return self.number.arm > 0

    def look_at(self, moments: Moments) -> None:
        look, metric, arm = Always(), self.number.metric, self.number.arm
        self.games = moments.games
        if not self.compared:
            self.found = estimate(metric, moments, arm, look)
            self.met = "narrow enough" if self.narrow() else ""
            return
        between = difference(metric, moments, arm, look=look)
        self.found = between.estimate
        if self.matters is not None and self.found.low is not None and -self.matters <= self.found.low <= self.found.high <= self.matters:  # type: ignore[operator]
            self.met = "no difference that matters"
        elif between.p_value is not None and is_settled(bonferroni(between.p_value, self.family)):
            self.met = "a difference"
        elif self.narrow():
            self.met = "narrow enough"

    def narrow(self) -> bool:
        if self.half_width is None or self.found is None or self.found.low is None or self.found.high is None:
            return False
        return (self.found.high - self.found.low) / 2 <= self.half_width

    def as_data(self) -> dict[str, Any]:
        low, high = (None, None) if self.found is None else (self.found.low, self.found.high)
        data = {**self.number.cell, "metric": self.number.metric.name, "seat": self.number.metric.seat, "level": self.number.metric.level}
        data |= {"half_width": self.half_width, "difference": self.compared, "met": self.met, "games": self.games}
        return {**data, "ci_low": low, "ci_high": high}


class Enough:
    """Play until every aim and every check of a point is settled, or its games are used up."""

    look: Look = Always()

    def __init__(self, plan: Plan, layout: Callable[[int], Layout], checks: bool = False) -> None:
        self.plan, self.layout = plan, layout
        self.aims = aims_of(plan)
        self.cases = cases(plan) if checks else []
        self.strict = strictness(self.cases)
        self._aims, self._cases = by_point(self.aims), by_point(self.cases)
        self.most_checked = max((aim.most for aim in self.aims), default=plan.scenario.rollouts)

    def next(self, point: int, sums: Sums) -> int:
        if sums.units:
            self.look_at(point, Moments.of(sums, self.layout(point)))
        rotations = self.plan.rotations(self.plan.points[point])
        most = max((-(-games // rotations) for games in self.wanted(point)), default=0)
        return sums.units if sums.units >= most else min(next_look(sums.units), most)

    def look_at(self, point: int, moments: Moments) -> None:
        for i in self._aims.get(point, ()):
            if not self.aims[i].met and self.aims[i].games < self.aims[i].most:
                self.aims[i].look_at(moments)
        for i in self._cases.get(point, ()):
            if self.cases[i].state == "not settled":
                self.cases[i] = self.cases[i].look_at(moments, self.strict)

    def wanted(self, point: int) -> list[int]:
        """The most games of each question that is still open."""
        open_aims = [self.aims[i].most for i in self._aims.get(point, ()) if not self.aims[i].met]
        open_cases = [i for i in self._cases.get(point, ()) if self.cases[i].state == "not settled"]
        return open_aims + [self.most_checked] * len(open_cases)


def by_point(asked: Sequence[Aim | Case]) -> dict[int, list[int]]:
    """Where what is asked about each point stands."""
    found: dict[int, list[int]] = {}
    for i, one in enumerate(asked):
        found.setdefault(one.number.point.index, []).append(i)
    return found


def rule_of(plan: Plan, layout: Callable[[int], Layout], checks: bool = False) -> Count | Enough:
    """The rule a scenario asks for."""
    return Enough(plan, layout, checks) if plan.scenario.precision or checks else Count(plan)


def aims_of(plan: Plan) -> list[Aim]:
    """What `precision:` asks, number by number: with variants, of the differences to the baseline."""
    found: list[Aim] = []
    compared = len(plan.scenario.variant_names) > 1
    family = claims_beside(plan) if plan.scenario.precision else 1.0
    for precision in plan.scenario.precision:
        for number in resolve(precision.metric, plan).numbers(plan):
            if compared and number.arm == 0:
                continue
            matters = margin_of(plan, number)
            found.append(Aim(number, precision.max_rollouts, precision.half_width, matters, family))
    return found


def claims_beside(plan: Plan) -> float:
    """How many comparisons are corrected together, all else that the page may say counted in."""
    ledger = grid_ledger(len(plan.scenario.variant_names), len(plan.points), tells_who(plan.headline, plan.scenario.question))
    compared = len(plan.scenario.variant_names) > 1
    return len(family_of(plan)) / ledger.share("comparisons") if compared else 1.0


def family_of(plan: Plan) -> Sequence[tuple[int, int, int]]:
    """The comparisons that are corrected together: those of the metrics shown first."""
    names = {*plan.headline, *(name + BY_PLAYER for name in plan.headline)}
    return [
        (point.index, arm, i)
        for point in plan.points
        for arm in range(1, len(point.arms))
        for i, metric in enumerate(plan.recipes[point.players].metrics)
        if metric.name in names
    ]


def margin_of(plan: Plan, number: Number) -> float | None:
    """The least difference that would matter, where the scenario says so; the last word counts."""
    found = None
    for text, margin in plan.scenario.indifference.items():
        asked = read(text)
        if asked.metric == number.metric.name and asked.fits(number):
            found = margin
    return found
