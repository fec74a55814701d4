"""Estimates with intervals from exact sums. The formulas are explained in docs/statistics.md.

All arithmetic up to the last square root is in whole numbers, so results do not depend on the order of anything.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, lcm, sqrt
from typing import NamedTuple

from simlab.experiments.formula import Node
from simlab.experiments.looks import ONCE, Look
from simlab.experiments.recipe import GAMES, ONE, Layout, Metric
from simlab.experiments.sums import Sums


class Estimate(NamedTuple):
    """A value with its standard error and 95 % interval; None where there is nothing to say."""

    value: float | None
    std_error: float | None
    low: float | None
    high: float | None


UNKNOWN = Estimate(None, None, None, None)


@dataclass(frozen=True)
class Moments:
    """Exact sums over units of quantities and their products, by arm."""

    units: int
    games: int
    totals: Sequence[int]
    layout: Layout

    @classmethod
    def of(cls, sums: Sums, layout: Layout) -> "Moments":
        rotations = layout.recipe.players if layout.recipe.rotated else 1
        return cls(sums.units, sums.units * rotations, sums.totals(), layout)

    def total(self, arm: int, quantity: int) -> int:
        if quantity == GAMES:
            return self.games
        return self.units if quantity == ONE else self.totals[self.layout.find(arm, quantity, 0, ONE)]

    def product(self, arm: int, a: int, other: int, b: int) -> int:
        """Sum of a b."""
        return self.totals[self.layout.find(arm, a, other, b)]

    def spread(self, arm: int, a: int, other: int, b: int) -> int:
        """Units * sum(a b) - sum(a) sum(b): the covariance, times units (units - 1)."""
        if GAMES in (a, b) or ONE in (a, b):
            return 0
        return self.units * self.product(arm, a, other, b) - self.total(arm, a) * self.total(other, b)


@dataclass(frozen=True)
class Slope:
    """How a metric's value answers to the sums of its quantities: weights over one common denominator."""

    value: Fraction
    weights: Mapping[int, int]  # by quantity
    denominator: int


def slope(metric: Metric, moments: Moments, arm: int) -> Slope | None:
    """The value and gradient of a metric; None when it divides by nothing."""
    if metric.formula is not None:
        return formula_slope(metric, moments, arm)
    top, below = moments.total(arm, metric.top), moments.total(arm, metric.below)
    if below == 0:
        return None
    weights = {metric.top: below} if metric.below == GAMES else {metric.top: below, metric.below: -top}
    return Slope(Fraction(top, below * metric.scale), weights, below * below * metric.scale)


def formula_slope(metric: Metric, moments: Moments, arm: int) -> Slope | None:
    """By exact rational arithmetic through the expression's tree."""
    try:
        value, gradient = derive(metric.formula, metric, moments, arm)  # type: ignore[arg-type]
    except ZeroDivisionError:
        return None
    shared = lcm(*(part.denominator for part in gradient.values())) if gradient else 1
    return Slope(value, {q: int(part * shared) for q, part in gradient.items()}, shared)


Derived = tuple[Fraction, dict[int, Fraction]]


def derive(node: Node, metric: Metric, moments: Moments, arm: int) -> Derived:
    """A value and its gradient, by the rules of differentiation."""
    if node.kind == "number":
        return Fraction(node.value), {}
    if node in metric.terms:
        quantity, scale = metric.terms[node]
        return Fraction(moments.total(arm, quantity), scale), {} if quantity == GAMES else {quantity: Fraction(1, scale)}
    (x, dx), *rest = [derive(part, metric, moments, arm) for part in node.parts]
    if node.kind == "neg":
        return -x, weighted((dx, Fraction(-1)))
    y, dy = rest[0]
    if node.kind == "+":
        return x + y, weighted((dx, Fraction(1)), (dy, Fraction(1)))
    if node.kind == "-":
        return x - y, weighted((dx, Fraction(1)), (dy, Fraction(-1)))
    if node.kind == "*":
        return x * y, weighted((dx, y), (dy, x))
    return x / y, weighted((dx, 1 / y), (dy, -x / (y * y)))


def weighted(*parts: tuple[dict[int, Fraction], Fraction]) -> dict[int, Fraction]:
    joined: dict[int, Fraction] = {}
    for gradient, weight in parts:
        for quantity, value in gradient.items():
            joined[quantity] = joined.get(quantity, Fraction(0)) + weight * value
    return joined


def covariance(moments: Moments, arm: int, one: Slope, other: int, two: Slope) -> Fraction:
    """Of two estimates, by the delta method."""
    if moments.units < 2:
        return Fraction(0)
    total = sum(x * y * moments.spread(arm, a, other, b) for a, x in one.weights.items() for b, y in two.weights.items())
    return Fraction(total, one.denominator * two.denominator * (moments.units - 1))


def estimate(metric: Metric, moments: Moments, arm: int, look: Look = ONCE) -> Estimate:
    """A metric's value with its interval."""
    found = slope(metric, moments, arm)
    if found is None:
        return UNKNOWN
    value, variance = real(found.value), root(covariance(moments, arm, found, arm, found))
    if value is None or variance is None:
        return UNKNOWN
    if metric.form == "rate" or (metric.form == "ratio" and is_share(metric, moments, arm)) or value == variance == 0.0:
        return rate(value, variance, chances(metric, moments, arm), moments.units, look)
    return normal(value, variance, moments.units, look)


def is_share(metric: Metric, moments: Moments, arm: int) -> bool:
    """Whether a ratio may be a part of a whole. Then 0 <= x <= d in every unit, hence sum(x x) <= sum(x d): chips won and lost are none."""
    top, below = metric.top, metric.below
    return moments.product(arm, top, arm, top) <= metric.scale * moments.product(arm, top, arm, below)


def chances(metric: Metric, moments: Moments, arm: int) -> int:
    """How often it could have happened: the denominator, where there is one."""
    return moments.games if metric.formula is not None else moments.total(arm, metric.below)


def counted(metric: Metric, moments: Moments, arm: int) -> int:
    """How many games a metric is about."""
    return moments.total(arm, metric.below) if metric.formula is None and metric.form != "ratio" else moments.games


def real(value: Fraction) -> float | None:
    try:
        return float(value)
    except OverflowError:
        return None


def root(value: Fraction) -> float | None:
    """The square root; what rounding or nothing made negative counts as 0."""
    found = real(max(value, Fraction(0)))
    return None if found is None or not isfinite(found) else sqrt(found)


def normal(value: float, error: float, units: int, look: Look = ONCE) -> Estimate:
    """The usual interval; one unit says nothing about spread."""
    if units < 2:
        return Estimate(value, None, None, None)
    half = max(look.width(units) * error, floor_of(look, units))
    return Estimate(value, error, value - half, value + half)


def floor_of(look: Look, units: int) -> float:
    """A sequence is never shorter than a step of one that was never seen: else it would stop at the first dull stretch."""
    return 0.0 if look is ONCE else look.unseen(units)


def rate(value: float, error: float, games: int, units: int, look: Look = ONCE) -> Estimate:
    """Wilson's interval, or the beta-binomial sequence: honest near 0 and 1.

    `n` is the number of independent games that would give this standard error: exactly the number of games for a plain
    proportion, fewer when the games of a deal go together, more when wins are shared. Nothing seen: the number of units.
    """
    if not 0.0 <= value <= 1.0:
        return normal(value, error, units, look)
    alone = value * (1.0 - value)
    if error == 0.0 and alone > 0.0 and units > 1:
        return normal(value, 0.0, units, look)  # every unit gave the same share
    n = alone / (error * error) if error > 0.0 and alone > 0.0 else float(max(1, min(units, games)))
    low, high = look.share(value, n if look is ONCE else min(n, float(games)))
    return Estimate(value, error if units > 1 else None, min(low, value), max(high, value))
