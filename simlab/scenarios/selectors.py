"""Which numbers of a run are meant: `win`, `win[seat=0]`, `end[level=folded, variant=base, rules.bet=2]`.

A bare name means every seat, level and cell. `seat`, `level`, `variant`, `players` and the swept keys narrow it down. A value with
a comma in it stands in quotes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from simlab.errors import InputError, UnknownName, nearest
from simlab.scenarios.plan import GridPoint, Plan
from simlab.scenarios.recipe import BY_PLAYER, Metric
from simlab.words.asked import named_number

MOST_LETTERS = 500


@dataclass(frozen=True)
class Number:
    """One number of a run: a metric in a cell."""

    point: GridPoint
    arm: int
    metric: Metric

    @property
    def name(self) -> str:
        """`win[seat=0]`"""
        parts = {"seat": self.metric.seat, "level": self.metric.level}
        told = ", ".join(f"{key}={value}" for key, value in parts.items() if value is not None)
        return f"{self.metric.name}[{told}]" if told else self.metric.name

    @property
    def cell(self) -> dict[str, object]:
        return {"variant": self.point.arms[self.arm].variant, **self.point.swept, "players": self.point.players}


@dataclass(frozen=True)
class Selector:
    """A metric and what narrows it down."""

    metric: str
    only: Mapping[str, str]

    def numbers(self, plan: Plan) -> Iterator[Number]:
        """Every number that is meant, point by point, variant by variant."""
        for point in plan.points:
            for arm in range(len(point.arms)):
                for metric in plan.recipes[point.players].metrics:
                    if metric.name == self.metric and self.fits(Number(point, arm, metric)):
                        yield Number(point, arm, metric)

    def fits(self, number: Number) -> bool:
        known = {"seat": number.metric.seat, "level": number.metric.level, **number.cell}
        return all(str(known[key]) == value for key, value in self.only.items())


def read(text: str) -> Selector:
    """The metric a text names; the shape only."""
    if len(text) > MOST_LETTERS:
        raise InputError(f"{text[:60]!r} is not a metric: it has more than {MOST_LETTERS} letters")
    try:
        return Selector(*named_number(text))
    except ValueError as wrong:
        raise InputError(str(wrong)) from None


def resolve(text: str, plan: Plan) -> Selector:
    """The metric a text names, known to be there."""
    selector = read(text)
    known = metric_names(plan)
    if selector.metric not in known:
        raise UnknownName(f"metric of {plan.game.name}:", selector.metric, known)
    keys = ["seat", "level", "variant", "players", *plan.scenario.sweep]
    for key in selector.only:
        if key not in keys:
            raise InputError(f"{text[:60]!r}: no key {key!r}{nearest(key, keys)}")
    if next(selector.numbers(plan), None) is None:
        raise InputError(f"{text[:60]!r} is no number of this run{missing(selector, plan)}")
    return selector


def metric_names(plan: Plan) -> list[str]:
    """All that results are made of."""
    names = [column.name for column in plan.game.columns if not column.hidden]
    turned = [column.name + BY_PLAYER for column in plan.game.columns if column.seats and not column.hidden and plan.scenario.rotate_seats]
    return [*names, *turned, *plan.scenario.define]


def missing(selector: Selector, plan: Plan) -> str:
    """The first key whose value does not occur, with the nearest that does."""
    there = list(Selector(selector.metric, {}).numbers(plan))
    for key, value in selector.only.items():
        values = {str({"seat": n.metric.seat, "level": n.metric.level, **n.cell}[key]) for n in there} - {"None"}
        if not values:
            return f": {selector.metric} has no {key}"
        if value not in values:
            return f": no {key} {value!r}{nearest(value, sorted(values))}"
    return ""
