"""Estimates with intervals from exact sums: Wilson for rates, the delta method for ratios, the normal interval for means."""

from math import sqrt

from simlab.experiments.sums import Cell
from simlab.games.columns import SIXTIETHS

Z95 = 1.959963984540054

Estimate = tuple[float, float, float, float]  # value, standard error, low, high
UNKNOWN: Estimate = (float("nan"),) * 4


def estimate(cell: Cell, n: int, x: int, xx: int, d: int, dd: int, xd: int) -> Estimate:
    """The metric of a cell with its 95 % interval."""
    if n == 0 or d == 0:
        return UNKNOWN
    if cell.column.over:
        return ratio(n, x, xx, d, dd, xd)
    if cell.code is not None or cell.column.kind == "flag":
        return proportion(n, x)
    scale = SIXTIETHS if cell.column.kind == "share" else 1
    return mean(n, x / scale, xx / scale**2)


def mean(n: int, x: float, xx: float) -> Estimate:
    centre = x / n
    variance = max(xx / n - centre * centre, 0.0) * n / max(n - 1, 1)
    error = sqrt(variance / n)
    return centre, error, centre - Z95 * error, centre + Z95 * error


def proportion(n: int, x: int) -> Estimate:
    """Wilson's interval: honest near 0 and 1."""
    p, zz = x / n, Z95 * Z95
    middle = (p + zz / (2 * n)) / (1 + zz / n)
    half = Z95 * sqrt(p * (1 - p) / n + zz / (4 * n * n)) / (1 + zz / n)
    low, high = 0.0 if x == 0 else middle - half, 1.0 if x == n else middle + half
    return p, sqrt(p * (1 - p) / n), low, high


def ratio(n: int, x: int, xx: int, d: int, dd: int, xd: int) -> Estimate:
    """sum(x) / sum(d) by the delta method."""
    r = x / d
    residual = max(xx - 2 * r * xd + r * r * dd, 0.0)
    error = sqrt(residual * n / max(n - 1, 1)) / d
    return r, error, r - Z95 * error, r + Z95 * error
