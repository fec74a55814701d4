"""How many digits of a number are worth printing. Light: commands ask it before anything is computed."""

from math import floor, log10


def rounded(value: float, error: float) -> str:
    """To the first digit of the error."""
    if error <= 0.0:
        return f"{value:,.0f}" if value == round(value) else f"{value:.6g}"
    places = min(max(0, -floor(log10(error))), 12)
    return f"{value:z,.{places}f}"  # z: no minus before a zero


def worth(error: float | None, low: float | None, high: float | None) -> float:
    """What digits are worth: the standard error, or a quarter of the interval where no spread was seen."""
    return error or (0.0 if low is None or high is None else (high - low) / 4)
