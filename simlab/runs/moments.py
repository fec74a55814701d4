"""From exact sums to estimates: the value of a metric, its gradient, and its variance by the delta method.

All arithmetic up to the last square root is in whole numbers, so results do not depend on the order of anything. How an interval is
made of a value and its error stands in `stats`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite, lcm, sqrt

from simlab.runs.sums import Sums
from simlab.scenarios.formula import Node
from simlab.scenarios.recipe import GAMES, ONE, Layout, Metric
from simlab.stats.compare import NO_DIFFERENCE, Difference, difference_of_rates, p_value, p_value_of_flips, variance_factor
from simlab.stats.estimates import UNKNOWN, Estimate, count, never_seen, normal, rate, within
from simlab.stats.looks import ONCE, SHORT, Look, Once


@dataclass(frozen=True)
class Moments:
    """Exact sums over units of quantities and their products, by arm."""

    units: int
    games: int
    totals: Sequence[int]
    layout: Layout
    counted: Mapping[str, Sequence[int]] = field(default_factory=dict)  # by column with a histogram: games that are in it, by arm

    @classmethod
    def of(cls, sums: Sums, layout: Layout) -> "Moments":
        counted = dict(zip(layout.recipe.histograms, sums.bins.sum(axis=2).T.tolist(), strict=True))
        return cls(sums.units, sums.units * layout.recipe.games, sums.totals(), layout, counted)

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
        return -x, combination((dx, Fraction(-1)))
    y, dy = rest[0]
    if node.kind == "+":
        return x + y, combination((dx, Fraction(1)), (dy, Fraction(1)))
    if node.kind == "-":
        return x - y, combination((dx, Fraction(1)), (dy, Fraction(-1)))
    if node.kind == "*":
        return x * y, combination((dx, y), (dy, x))
    return x / y, combination((dx, 1 / y), (dy, -x / (y * y)))


def combination(*parts: tuple[dict[int, Fraction], Fraction]) -> dict[int, Fraction]:
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
    if metric.form == "rate" and variance == 0.0 and moments.layout.recipe.squares:  # duplicates that never differed: so far
        return within(normal(value, 0.0, moments.units, look), 0.0, 1.0, moments.units)
    if metric.form == "rate" or (metric.form == "ratio" and is_share(metric, moments, arm)):
        return rate(value, variance, chances(metric, moments, arm), moments.units, look)
    if value == variance == 0.0:
        return never_seen(chances(metric, moments, arm), moments.units, metric.most or 1, look)
    if isinstance(look, Once) and is_rare(metric, moments, arm):
        return count(value, variance, moments.units, metric.most, look)
    return normal(value, variance, moments.units, look)


def is_rare(metric: Metric, moments: Moments, arm: int) -> bool:
    """Whether a mean is one of counts (nothing below 0 in any game), in a run short enough to be misled by their skew."""
    if metric.form != "mean" or moments.units >= SHORT or metric.column not in moments.counted:
        return False
    return metric.most is not None or moments.counted[metric.column][arm] == chances(metric, moments, arm)


def is_share(metric: Metric, moments: Moments, arm: int) -> bool:
    """Whether a ratio may be a part of a whole. Then 0 <= x <= d in every unit, hence sum(x x) <= sum(x d): chips won and lost are none."""
    top, below = metric.top, metric.below
    return moments.product(arm, top, arm, top) <= metric.scale * moments.product(arm, top, arm, below)


def chances(metric: Metric, moments: Moments, arm: int) -> int:
    """How often it could have happened: the denominator, where there is one."""
    return moments.games if metric.formula is not None else moments.total(arm, metric.below)


def games_behind(metric: Metric, moments: Moments, arm: int) -> int:
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


def difference(metric: Metric, moments: Moments, arm: int, base: int = 0, look: Look = ONCE) -> Difference:
    """The paired difference of a metric between two arms."""
    mine, theirs = slope(metric, moments, arm), slope(metric, moments, base)
    if mine is None or theirs is None:
        return NO_DIFFERENCE
    own, other = covariance(moments, arm, mine, arm, mine), covariance(moments, base, theirs, base, theirs)
    shared = covariance(moments, arm, mine, base, theirs)
    value, error = real(mine.value - theirs.value), root(own + other - 2 * shared)
    if value is None or error is None:
        return NO_DIFFERENCE
    factor = variance_factor(own + other, own + other - 2 * shared)
    if metric.form == "rate":
        likeness = real(shared) / sqrt(float(own) * float(other)) if own > 0 and other > 0 else 0.0  # type: ignore[operator]
        both = estimate(metric, moments, arm, look), estimate(metric, moments, base, look)
        found = difference_of_rates(*both, likeness, error, look.unseen(moments.units))
    else:
        found = normal(value, error, moments.units, look)
    flips = flipped(metric, moments, arm, base) if isinstance(look, Once) else None
    chance = p_value(value, error, moments.units, look) if flips is None else p_value_of_flips(*flips)
    return Difference(found._replace(value=value), real(theirs.value), factor, chance, moments.units)


def flipped(metric: Metric, moments: Moments, arm: int, base: int) -> tuple[int, int] | None:
    """Of what happens or not in a game: games in which it happened here alone, and there alone. None for other numbers."""
    if metric.form != "rate" or metric.below != GAMES or metric.scale != 1 or moments.units != moments.games:
        return None
    squares = [moments.product(one, metric.top, two, metric.top) for one, two in ((arm, arm), (base, base), (arm, base))]
    apart, lead = squares[0] + squares[1] - 2 * squares[2], moments.total(arm, metric.top) - moments.total(base, metric.top)
    return (apart + lead) // 2, (apart - lead) // 2
