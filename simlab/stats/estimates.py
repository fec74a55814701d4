"""An estimate with its interval, from a value and its standard error: the normal one, and Wilson's or the beta-binomial sequence for rates.

The formulas are explained in docs/statistics.md. Numbers come in, intervals go out: nothing here knows a game or a run.
"""

from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.stats.looks import ONCE, Z95, Look

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


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


def proportion(count: int, games: int) -> Estimate:
    """How often something happened in so many independent games: Wilson's interval."""
    if games == 0:
        return UNKNOWN
    value = count / games
    return rate(value, sqrt(value * (1.0 - value) / games), games, games)


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
