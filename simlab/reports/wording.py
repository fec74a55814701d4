"""Names and numbers as people read them: as many digits as an error is worth, intervals in brackets, rates in per cent."""

import re
from math import floor, log10

from simlab.reports.rundir import Row
from simlab.stats.digits import rounded, worth
from simlab.words.titles import readable as readable
from simlab.words.titles import sentence as sentence

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
PLACED = re.compile(r"\b(position|seat|player) ([0-5])\b")


def placed(name: str, article: str = "") -> str:
    """`first seat` for `seat 0`, wherever it stands in a name."""
    return PLACED.sub(lambda found: f"{article}{ORDINALS[int(found[2])]} {found[1]}", name)


def entry(row: Row) -> str:
    """`first seat`, a level's name, or nothing."""
    parts = [] if row["seat"] is None else [f"seat {row['seat']}"]
    return placed(", ".join(parts + ([readable(row["level"])] if row["level"] else [])))


def number(value: float | None, error: float | None, rate: bool = False) -> str:
    """As many digits as the error is worth; rates in per cent."""
    if value is None:
        return "-"
    scale = 100.0 if rate else 1.0
    digits = rounded(value * scale, (error or 0.0) * scale) if value else "0"
    return digits + (" %" if rate else "")


def rough_error(low: float, high: float) -> float:
    """About a standard error, for the number of digits: a quarter of the interval."""
    return (high - low) / 4


def error_of(row: Row) -> float:
    """The standard error, or a quarter of the interval where none was seen."""
    return float(worth(row["std_error"], row["ci_low"], row["ci_high"]))


def with_ends(value: float, low: float, high: float, error: float, rate: bool) -> str:
    """`47.2 % (47.1 to 47.3)`"""
    ends = (number(end, error, rate).removesuffix(" %") for end in (low, high))
    return f"{number(value, error, rate)} ({' to '.join(ends)})"


def with_interval(row: Row, rate: bool) -> str:
    """The estimate of a row, with its interval where it has one."""
    if row["ci_low"] is None:
        return number(row["estimate"], error_of(row), rate)
    return with_ends(row["estimate"], row["ci_low"], row["ci_high"], error_of(row), rate)


# --- for sentences: as short as a friend would say it ------------------------------------------------------------------------------


def decimals(error: float, *values: float) -> int:
    """Digits behind the point: no more than the error is worth, and no more than three that count of the largest value."""
    exact = 0 if all(value == round(value) for value in values) else 3
    bears = min(max(0, -floor(log10(error))), 12) if error > 0 else exact
    largest = max((abs(value) for value in values), default=0.0)
    return bears if largest <= 0 else min(bears, max(0, 2 - floor(log10(largest))))


def apart_at(places: int, error: float, *values: float) -> int:
    """More digits where different values would look alike, as far as the error bears them."""
    most = min(max(0, -floor(log10(error))), 12) if error > 0 else 6
    while places < most and len({plain(value, places) for value in values}) < len({plain(value, most) for value in values}):
        places += 1
    return places


def spoken(value: float, error: float, rate: bool = False) -> str:
    """`1.03`, `64.2 %`"""
    scale = 100.0 if rate else 1.0
    return plain(scale * value, decimals(scale * error, scale * value)) + (" %" if rate else "")


def plain(value: float, places: int) -> str:
    """With thousands marked, and no minus before a zero."""
    return f"{value:z,.{places}f}" if value else "0"
