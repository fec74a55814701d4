"""How wide an interval must be: for one look at the end (`ONCE`), or for as many looks as one likes (`Always`).

`Always` is a confidence sequence: with probability 95 % it holds the truth at every number of games at once, so a run may stop
when it has seen enough. The formulas and where they come from: docs/statistics.md.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import exp, factorial, floor, inf, lgamma, log, log1p, sqrt
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from simlab.stats import student
from simlab.stats.student import NORMAL

Numbers = npt.NDArray[Any]

ALPHA = 0.05
Z95 = 1.959963984540054
TUNED = 10_000  # units at which a sequence is narrowest against one look; anything fixed beforehand is valid
SPREAD = (-2 * log(ALPHA) + log(1 - 2 * log(ALPHA))) / TUNED  # variance of the mixture, in variances of one unit
FIRST = 1024  # units before the first look
SHORT = 5_000  # units: in longer runs Wilson's interval and the normal one stand as they are
FEW_EVENTS = 4  # from which on Wilson's interval holds; below, Brown, Cai and DasGupta (2001) mend its one end
HALVINGS = 200  # of a search for the end of an interval, at most
HAIR = 1e-13  # part of a value that does not matter


class Look(Protocol):
    """What turns an estimate and its standard error into an interval and a p-value."""

    def width(self, units: int) -> float:
        """Standard errors to each side."""

    def share(self, value: float, n: float) -> tuple[float, float]:
        """The ends of a proportion's interval, seen in `n` independent games."""

    def unseen(self, units: int) -> float:
        """How often something may happen that has not been seen in so many units."""

    def p_value(self, z: float, units: int) -> float:
        """Of a difference `z` standard errors from none."""

    def least_p_value(self, z: Numbers, units: Numbers) -> float:
        """The least of many differences, each of as many units."""

    def among(self, family: float) -> "Look":
        """As strict as one of so many comparisons must be."""


@dataclass(frozen=True)
class Once:
    """One look at a number of games fixed beforehand: the normal interval (of few games Student's), and Wilson's for proportions."""

    z: float = Z95

    def width(self, units: int) -> float:
        return student.width(self.z, units)

    def share(self, value: float, n: float) -> tuple[float, float]:
        zz = self.z * self.z
        middle = (value + zz / (2 * n)) / (1 + zz / n)
        half = self.z * sqrt(value * (1.0 - value) / n + zz / (4 * n * n)) / (1 + zz / n)
        low = 0.0 if value == 0.0 else min(middle - half, self.few(value, n))
        return low, 1.0 if value == 1.0 else max(middle + half, 1.0 - self.few(1.0 - value, n))

    def few(self, value: float, n: float) -> float:
        """Below Wilson's end where only one, two or three were seen in a short run: what would show so many one time in twenty."""
        events = round(value * n, 6)
        if n >= SHORT or events >= FEW_EVENTS:
            return 1.0
        return min(1.0, events) * least_mean(max(1, floor(events)), 2.0 * NORMAL.cdf(-self.z)) / n

    def unseen(self, units: int) -> float:
        return self.z * self.z / units

    def p_value(self, z: float, units: int) -> float:
        return student.p_value(z, units)

    def least_p_value(self, z: Numbers, units: Numbers) -> float:
        """Of as many units, that of the farthest; from `MANY` on their number does not matter."""
        few = np.minimum(units, student.MANY)
        return min(self.p_value(float(z[few == count].max()), int(count)) for count in np.unique(few))

    def among(self, family: float) -> "Once":
        return Once(-NORMAL.inv_cdf((1.0 - NORMAL.cdf(self.z)) / max(family, 1)))


ONCE = Once()


@dataclass(frozen=True)
class Always:
    """Any number of looks: normal mixtures for means and differences, beta-binomial mixtures for proportions."""

    alpha: float = ALPHA

    def width(self, units: int) -> float:
        """The normal mixture: sqrt((n s + 1) / (n s) * log((n s + 1) / alpha^2))."""
        grown = units * SPREAD
        return sqrt((grown + 1) / grown * (log1p(grown) - 2 * log(self.alpha)))

    def share(self, value: float, n: float) -> tuple[float, float]:
        """All p whose mixture has not grown beyond 1 / alpha."""
        against = evidence(value, n)
        low, high = (end if end == value else crossing(against, -log(self.alpha), end, value) for end in (0.0, 1.0))
        return low, high

    def unseen(self, units: int) -> float:
        return never(self, units)

    def p_value(self, z: float, units: int) -> float:
        """The least alpha whose sequence leaves out 0: one over the mixture."""
        grown = units * SPREAD
        return min(1.0, sqrt(1 + grown) * exp(-min(z * z, 1400.0) * grown / (2 * (1 + grown))))

    def least_p_value(self, z: Numbers, units: Numbers) -> float:
        grown = units * SPREAD
        return min(1.0, exp(float(np.min(np.log1p(grown) / 2 - np.minimum(z * z, 1400.0) * grown / (2 * (1 + grown))))))

    def among(self, family: float) -> "Always":
        return Always(self.alpha / max(family, 1))


@lru_cache(maxsize=256)
def least_mean(events: int, chance: float) -> float:
    """The mean of a Poisson number that is so large or larger with this chance."""

    def fewer(mean: float) -> float:
        return exp(-mean) * sum(mean**k / factorial(k) for k in range(events))

    return crossing(fewer, 1.0 - chance, 0.0, float(events))


@lru_cache(maxsize=256)
def never(look: Look, units: int) -> float:
    return look.share(0.0, units)[1]


def evidence(value: float, n: float) -> Callable[[float], float]:
    """Log of the mixture against each true rate p: Bernoulli likelihood ratios averaged over Beta(k p, k (1 - p))."""
    k, seen, not_seen = 1.0 / SPREAD, value * n, (1.0 - value) * n
    shared = lgamma(k + n) - lgamma(k)

    def against(p: float) -> float:
        a, b = k * p, k * (1.0 - p)
        if a <= 0.0 or b <= 0.0:
            return inf
        mixed = lgamma(a + seen) - lgamma(a) + lgamma(b + not_seen) - lgamma(b) - shared
        return mixed - seen * log(p) - not_seen * log1p(-p)

    return against


def crossing(function: Callable[[float], float], height: float, outside: float, inside: float) -> float:
    """Where a function falls below a height on the way inside; a hair outside of it."""
    for _ in range(HALVINGS):
        middle = (outside + inside) / 2
        if abs(outside - inside) <= HAIR * abs(inside):
            break
        if function(middle) > height:
            outside = middle
        else:
            inside = middle
    return outside
