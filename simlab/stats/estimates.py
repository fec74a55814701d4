"""An estimate with its interval, from a value and its standard error: the normal one, and Wilson's or the beta-binomial sequence for rates.

The formulas are explained in docs/statistics.md. Numbers come in, intervals go out: nothing here knows a game or a run.
"""

from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.stats.looks import ONCE, SHORT, Z95, Always, Look
from simlab.stats.student import MANY

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Ints = npt.NDArray[np.int64]

PLAIN = 1.5  # games that the two ways to work out the error of a plain count may lie apart
MANY_EVENTS = 100  # from which on a count is as good as normal
FEW_EVENTS = 4  # added to those seen: found by trial to cover, with sizes that are all alike up to geometric ones


class Estimate(NamedTuple):
    """A value with its standard error and 95 % interval; None where there is nothing to say."""

    value: float | None
    std_error: float | None
    low: float | None
    high: float | None


UNKNOWN = Estimate(None, None, None, None)


def as_dict(found: Estimate) -> dict[str, Any]:
    """As plain data."""
    return {"estimate": found.value, "std_error": found.std_error, "ci_low": found.low, "ci_high": found.high}


def normal(value: float, error: float, units: int, look: Look = ONCE) -> Estimate:
    """The usual interval; one unit says nothing about spread."""
    if units < 2:
        return Estimate(value, None, None, None)
    half = max(look.width(units) * error, floor_of(look, units)) if error > 0.0 else max(floor_of(look, units), alike(value, units, look))
    return Estimate(value, error, value - half, value + half)


def alike(value: float, units: int, look: Look) -> float:
    """Where few units were all alike: another value may come as often as what so many never showed, as far off as this one's opposite."""
    return min(1.0, look.unseen(units)) * max(1.0, 2.0 * abs(value)) if units < SHORT else 0.0


def floor_of(look: Look, units: int) -> float:
    """A sequence is never shorter than a step of one that was never seen: else it would stop at the first dull stretch."""
    return look.unseen(units) if isinstance(look, Always) else 0.0


def rate(value: float, error: float, games: int, units: int, look: Look = ONCE) -> Estimate:
    """Wilson's interval, or the beta-binomial sequence: honest near 0 and 1.

    `n` is the number of independent games that would give this standard error: exactly the number of games for a plain
    proportion, fewer when the games of a deal go together, more when wins are shared. Nothing seen: the number of units.
    """
    if not 0.0 <= value <= 1.0:
        return normal(value, error, units, look)
    alone = value * (1.0 - value)
    if error == 0.0 and alone > 0.0 and units > 1:
        _, _, low, high = normal(value, 0.0, units, look)  # every unit gave the same share
        return Estimate(value, 0.0, *cut_to_share(low or 0.0, 1.0 if high is None else high))
    n = alone / (error * error) if error > 0.0 and alone > 0.0 else float(max(1, min(units, games)))
    low, high = look.share(value, min(n, float(games)) if isinstance(look, Always) else known_worth(n, units, look))
    return Estimate(value, error if units > 1 else None, min(low, value), max(high, value))


def known_worth(n: float, units: int, look: Look) -> float:
    """Independent games, less where that many is itself known from few units only: Student's t. A plain count knows its own error."""
    return n if abs(n - units) <= PLAIN else n * (look.width(MANY) / look.width(units)) ** 2


def never_seen(games: int, units: int, most: float, look: Look = ONCE) -> Estimate:
    """Of a count that was 0 in every game: how much of what can be `most` in a game may still come."""
    value, error, low, high = rate(0.0, 0.0, games, units, look)
    return Estimate(value, error, low, most * (high or 0.0))


def count(value: float, error: float, units: int, most: float | None = None, look: Look = ONCE) -> Estimate:
    """Of what is counted from nothing up: where few units have any, skewed as a Poisson number of events is (the score interval).

    `seen` is the number of equal events that would give this error; as Wilson's interval for a share of a whole without end. Their
    sizes are known from those few alone, and skewed themselves: Student's t for about so many, or for half of the units.
    """
    if value > 0.0 and error <= 0.0 and units > 1:
        _, _, low, high = normal(value, 0.0, units, look)
        return Estimate(value, 0.0, max(0.0, low or 0.0), min(high or value, inf if most is None else max(most, value)))
    if value <= 0.0 or units < 2 or (value / error) ** 2 >= MANY_EVENTS:
        return normal(value, error, units, look)
    seen = (value / error) ** 2
    z = look.width(max(2, min(units // 2, round(seen) + FEW_EVENTS)))
    middle, half = 1.0 + z * z / (2.0 * seen), z * sqrt(1.0 / seen + z * z / (4.0 * seen * seen))
    high = value * (middle + half)
    return Estimate(value, error, value * (middle - half), high if most is None else min(high, most))


def proportion(count: int, games: int) -> Estimate:
    """How often something happened in so many independent games: Wilson's interval."""
    if games == 0:
        return UNKNOWN
    value = count / games
    return rate(value, error_of_share(value, games), games, games)


def error_of_share(share: float, games: int) -> float:
    """Standard error of how often something happens that has this chance."""
    return sqrt(share * (1.0 - share) / games)


def between(lower: Estimate, upper: Estimate, most: float = inf) -> Estimate:
    """A number of which one estimate is too low and one too high: the lower one, with an interval that holds both ends. Not negative."""
    if lower.value is None or lower.low is None or upper.high is None:
        return lower
    low, value = max(0.0, lower.low), max(0.0, lower.value)
    return Estimate(min(value, most), lower.std_error, min(low, most), min(max(upper.high, value), most))


def within(found: Estimate, least: float, most: float, games: int) -> Estimate:
    """A share (0 to 1) or a difference of shares (-1 to 1), worked out in whatever way, without what is not possible.

    Where all games were alike it is as wide as what so many never showed.
    """
    value, error, low, high = found
    if value is None or low is None or high is None:
        return found
    unseen = ONCE.unseen(max(games, 1)) if error == 0.0 else 0.0
    return Estimate(value, error, max(least, low - unseen), min(most, high + unseen))


def cut_to_share(low: float, high: float) -> tuple[float, float]:
    """An interval of a share without what lies below 0 and above 1: for shares that are no plain counts, so have no Wilson interval."""
    return max(low, 0.0), min(high, 1.0)


def around(value: float, error: float) -> tuple[float, float, float]:
    """A value and the ends of its 95 % interval, from its standard error."""
    half = half_width(error)
    return value, value - half, value + half


def half_width(error: float) -> float:
    """How far a 95 % interval reaches to each side."""
    return Z95 * error
