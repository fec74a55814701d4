"""Names and numbers as people read them: as many digits as an error is worth, intervals in brackets, rates in per cent."""

from simlab.reports.rundir import Row
from simlab.stats.claims import rounded


def sentence(text: str) -> str:
    """With a capital letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def readable(level: str) -> str:
    return level.replace("_", " ")


def entry(row: Row) -> str:
    """`seat 0`, a level's name, or nothing."""
    parts = [] if row["seat"] is None else [f"seat {row['seat']}"]
    return ", ".join(parts + ([readable(row["level"])] if row["level"] else []))


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
    if row["std_error"] or row["ci_low"] is None:
        return float(row["std_error"] or 0.0)
    return rough_error(row["ci_low"], row["ci_high"])


def with_ends(value: float, low: float, high: float, error: float, rate: bool) -> str:
    """`47.2 % (47.1 to 47.3)`"""
    ends = (number(end, error, rate).removesuffix(" %") for end in (low, high))
    return f"{number(value, error, rate)} ({' to '.join(ends)})"


def with_interval(row: Row, rate: bool) -> str:
    """The estimate of a row, with its interval where it has one."""
    if row["ci_low"] is None:
        return number(row["estimate"], error_of(row), rate)
    return with_ends(row["estimate"], row["ci_low"], row["ci_high"], error_of(row), rate)
