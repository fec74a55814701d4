"""One ledger for a page: everything it may assert, so that all of it together is wrong at most 5 times in 100.

A page asserts things of several kinds (a variant differs, the seats are uneven, a habit costs something). Every kind has its share of
the 5 %, by weights that are fixed before anything is known; within a kind Holm's method decides. What is claimed is told with the
interval that goes with it: all intervals of a kind hold together, and one of a claimed difference never reaches 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

import numpy as np

from simlab.stats.adjust import holm, is_settled
from simlab.stats.compare import p_value_of
from simlab.stats.estimates import Estimate, Floats, Ints
from simlab.stats.looks import ONCE, Look
from simlab.stats.student import NORMAL

STEPS = 801  # of the integral over a normal curve
REACH = 8.0  # standard deviations to each side of it


@dataclass(frozen=True)
class Claim:
    """Something that a page may say: how far from nothing, how surely, and with which interval."""

    found: Estimate  # with its own 95 % interval
    chance: float | None  # that nothing would look like this, corrected for all that the page may say
    told: Estimate  # with the interval that holds together with the others

    @property
    def holds(self) -> bool:
        return is_settled(self.chance)


class Ledger:
    """The kinds of claims on a page and what each weighs: `Ledger(comparisons=8, seats=1)`."""

    def __init__(self, **weights: float) -> None:
        self.weights = {kind: weight for kind, weight in weights.items() if weight}

    def share(self, kind: str) -> float:
        """Of the 5 %."""
        return self.weights[kind] / sum(self.weights.values())

    def correct(self, kind: str, chances: Sequence[float | None]) -> list[float | None]:
        """P-values by Holm's method within the kind, over its share; below 0.05 a page may say it."""
        return [None if p is None else min(1.0, p / self.share(kind)) for p in holm(chances)]

    def look(self, kind: str, family: int, look: Look = ONCE) -> Look:
        """For intervals that hold together: as strict as one of so many of this kind."""
        return look.among(max(family, 1) / self.share(kind))

    def judge(
        self, kind: str, found: Sequence[Estimate], units: Sequence[int], look: Look = ONCE, at_most: Sequence[float] = ()
    ) -> list[Claim]:
        """Estimates of differences from nothing, all of one kind, each of so many units and, where known, so many errors off at most."""
        alone = [p_value_of(one, n, look, far) for one, n, far in zip(found, units, at_most or [inf] * len(found), strict=True)]
        chances = self.correct(kind, alone)
        strict = self.look(kind, sum(chance is not None for chance in chances), look)
        told = [together(one, strict.width(n) / look.width(n), is_settled(p)) for one, p, n in zip(found, chances, units, strict=True)]
        return [Claim(*parts) for parts in zip(found, chances, told, strict=True)]


def grid_ledger(variants: int, points: int, seats: bool, lines: bool = False) -> Ledger:
    """Variants compared at every point of a grid: comparisons asked for weigh most, then trends over the grid; others and seats least.

    `lines`: the question asks whether a number lies beyond a line.
    """
    compared = variants > 1
    return Ledger(comparisons=8 * compared, others=compared, trends=4 * (points > 1), seats=seats, lines=4 * lines)


def together(found: Estimate, times: float, claimed: bool) -> Estimate:
    """An interval so many times as wide; of a claimed difference without what lies beyond 0, which Holm's method has ruled out."""
    value, _, low, high = found
    if value is None or low is None or high is None:
        return found
    return beyond_nothing(found._replace(low=value - times * (value - low), high=value + times * (high - value)), claimed)


def beyond_nothing(found: Estimate, claimed: bool) -> Estimate:
    """A claimed difference is on one side of nothing."""
    if not claimed or found.value is None or found.low is None or found.high is None:
        return found
    return found._replace(low=max(found.low, 0.0)) if found.value > 0 else found._replace(high=min(found.high, 0.0))


def from_nothing(found: Estimate, units: int, family: int) -> Estimate:
    """One of so many numbers of a page, none ever negative: its interval starts at nothing, unless one that holds with all does not."""
    strict = together(found, ONCE.among(family).width(units) / ONCE.width(units), False)
    return found if strict.low is None or strict.low > 0.0 else found._replace(low=0.0)


# --- do numbers side by side differ at all? ----------------------------------------------------------------------------------


def p_value_of_range(values: Sequence[float], errors: Sequence[float], units: Sequence[int], look: Look = ONCE) -> float | None:
    """Of several independent numbers being all the same: by the two that lie farthest apart, in their own errors (Tukey and Kramer).

    Numbers of the same deals go together, which makes their differences smaller: then this is careful.
    """
    known = np.array(units) > 1
    size, (value, error, games) = int(known.sum()), (np.array(part)[known] for part in (values, errors, units))
    if size < 2:
        return None
    least = min(least_apart(value[: k + 1], error[: k + 1], games[: k + 1], look) for k in range(1, size))
    if look is not ONCE:
        return min(1.0, least * (size * (size - 1) // 2))
    return 0.0 if least <= 0.0 else min(1.0, range_beyond(-NORMAL.inv_cdf(least / 2) * np.sqrt(2.0), len(values)))


def least_apart(values: Floats, errors: Floats, units: Ints, look: Look) -> float:
    """The least p-value of the last number being the same as one before it."""
    gap, error = np.abs(values[-1] - values[:-1]), np.hypot(errors[-1], errors[:-1])
    with np.errstate(divide="ignore", invalid="ignore"):
        far = np.where(gap == 0.0, 0.0, gap / error)
    return look.least_p_value(far, np.minimum(units[-1], units[:-1]))


def range_beyond(q: float, n: int) -> float:
    """How likely n standard normal numbers span more than q."""
    x, step = np.linspace(-REACH, REACH, STEPS, retstep=True)
    below = np.array([NORMAL.cdf(float(v)) for v in x])
    least = np.array([NORMAL.cdf(float(v) - q) for v in x])
    density = np.array([NORMAL.pdf(float(v)) for v in x])
    within = n * float(np.sum(density * (below - least) ** (n - 1))) * float(step)
    return max(0.0, 1.0 - within)


def p_value_of_slope(at: Floats, values: Floats, errors: Floats, units: int, look: Look = ONCE) -> float | None:
    """Of numbers that neither rise nor fall along an axis: least squares, weighted by their errors."""
    if len(values) < 3 or not np.all(errors > 0) or np.ptp(at) == 0:
        return None
    weight = 1.0 / errors**2
    off = at - (weight @ at) / weight.sum()
    spread = float(weight @ off**2)
    return p_value_of(Estimate(float((weight * off) @ values) / spread, spread**-0.5, None, None), units, look)


def p_value_of_trend(at: Floats | None, values: Floats, errors: Floats, units: Sequence[int], look: Look = ONCE) -> float | None:
    """Of numbers along a sweep being all the same: by their range, and where the sweep is along an axis by their slope as well."""
    range_, slope = p_value_of_range(list(values), list(errors), units, look), None
    if at is not None:
        slope = p_value_of_slope(at, values, errors, min(units), look)
    known = [chance for chance in (range_, slope) if chance is not None]
    return min(1.0, len(known) * min(known)) if known else None
