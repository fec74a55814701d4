"""How many games had each value, as shares with their intervals. `bars` are pairs of a value and its games, in order."""

from collections.abc import Sequence

from simlab.reports.charts.kit import Dot
from simlab.stats.estimates import proportion

LAST_BIN = 255  # of a histogram: this many or more
Bars = Sequence[tuple[int, int]]


def share_dot(count: int, games: int) -> Dot:
    found = proportion(count, games)
    value = found.value or 0.0
    return Dot(value, found.low or 0.0, value if found.high is None else found.high)


def shares(bars: Bars) -> list[tuple[float, Dot]]:
    """The share of games at each value; the far end of the tail is left out."""
    games, known = total(bars), dict(bars)
    return [(float(value), share_dot(known.get(value, 0), games)) for value in usual_values(bars)]


def shares_above(bars: Bars) -> list[tuple[float, Dot]]:
    """The share of games with more than each value."""
    games = left = total(bars)
    found = [(0.0, share_dot(left, games))]
    known = dict(bars)
    for value in usual_values(bars):
        left -= known.get(value, 0)
        found.append((float(value), share_dot(left, games)))
    return found


def total(bars: Bars) -> int:
    return sum(count for _, count in bars)


def usual_values(bars: Bars) -> range:
    """From the smallest to where all but one game in a thousand end."""
    return range(min((value for value, _ in bars), default=0), min(quantile(bars, 0.999), LAST_BIN - 1) + 1)


def quantile(bars: Bars, q: float) -> int:
    """The value that a share q of the games does not exceed."""
    games, seen = total(bars), 0
    for value, count in bars:
        seen += count
        if seen >= q * games:
            return value
    return bars[-1][0] if bars else 0


def varies(bars: Bars) -> bool:
    """More than one game in fifty is not as long as the others."""
    return len(bars) > 1 and quantile(bars, 0.01) < quantile(bars, 0.99)
