"""A comparison in words: what the difference is, that there is none, or how many games it would take; and numbers as people read them."""

from dataclasses import dataclass

from simlab.stats.adjust import is_settled
from simlab.stats.compare import Difference
from simlab.stats.digits import rounded, worth
from simlab.stats.estimates import Estimate
from simlab.stats.looks import ONCE, Look
from simlab.stats.power import more_games

SMALL_RATE = 0.005  # a difference of rates below this is called none
SMALL_PART = 0.01  # other differences are called none below this part of the baseline
LENGTHS = ("rounds", "decisions", "deals", "turns", "plies", "tricks")  # units that make a game longer


@dataclass(frozen=True)
class Asked:
    """What a comparison is of."""

    form: str  # rate or anything else
    unit: str
    games: int  # played so far
    matters: float | None = None  # the least difference that would, where the scenario says so (`indifference:`)


def verdict(found: Difference, p_holm: float | None, asked: Asked, look: Look = ONCE, strict: Look = ONCE,
            told: Estimate | None = None) -> str:  # fmt: skip
    """One line for people: what the difference is, that there is none, or how many games it would take.

    `p_holm` is corrected for all that is said beside it; `strict` is as wide as that asks, and `told` the difference with its interval.
    """
    value, error, low, high = found.estimate
    form, unit, matters = asked.form, asked.unit, asked.matters
    if value is None or p_holm is None or low is None or high is None or error is None:
        return "nothing to compare"
    if error == 0.0 and value == 0.0:
        return "no difference at all: the same in every game"
    bound = max(abs(low), abs(high))
    if matters is not None and bound <= matters:
        return f"no difference that matters: {amount(bound, bound / 2, form, unit)} at most ({amount(matters, 0.0, form, unit)} would)"
    if is_settled(p_holm):
        more, less = directions(form, unit)
        word = more if value > 0 else less
        if error == 0.0:
            return f"{word} by {amount(abs(value), error, form, unit)}, in every game"
        ends = found.estimate if told is None else told
        near, far = sorted((abs(ends.low or 0.0), abs(ends.high or 0.0)))
        return f"{word} by {amount(abs(value), error, form, unit)} ({spread(near, far, error, form)})"
    small = margin(form, found.baseline) if matters is None else matters
    if matters is None and bound <= small:
        return f"no difference larger than {amount(bound, bound / 2, form, unit)}"
    return f"not settled: needs about {in_words(more_games(found, asked.games, small, look, strict))} more games"


def directions(form: str, unit: str) -> tuple[str, str]:
    if form == "rate":
        return "more often", "less often"
    return ("longer", "shorter") if unit in LENGTHS else ("more", "less")


def margin(form: str, baseline: float | None) -> float:
    """What counts as no difference."""
    return SMALL_RATE if form == "rate" else SMALL_PART * abs(baseline or 0.0)


def amount(value: float, error: float, form: str, unit: str) -> str:
    """`2.3 rounds`, `1.2 percentage points`: as many digits as the error is worth."""
    scale, name = (100.0, "percentage points") if form == "rate" else (1.0, unit)
    return f"{rounded(value * scale, error * scale)} {name}".strip()


def spread(low: float, high: float, error: float, form: str) -> str:
    scale = 100.0 if form == "rate" else 1.0
    return f"{rounded(low * scale, error * scale)} to {rounded(high * scale, error * scale)}"


def figures(found: Estimate, scale: float = 1.0) -> tuple[str, str]:
    """A value and its interval, `12.3` and `11.9 to 12.7`, with as many digits as they are worth; a dash for what is not there."""
    if found.value is None:
        return "-", "-"
    error = scale * worth(*found[1:])
    value = rounded(scale * found.value, error)
    if found.low is None or found.high is None or found.low == found.high:
        return value, "-"
    return value, f"{rounded(scale * found.low, error)} to {rounded(scale * found.high, error)}"


def in_brackets(found: Estimate, scale: float = 1.0, unit: str = "") -> str:
    """`12.3 % (11.9 to 12.7)`; without brackets where there is no interval, or one of no width."""
    value, ends = figures(found, scale)
    return f"{value} {unit}".strip() + ("" if ends == "-" else f" ({ends})")


def in_words(games: int) -> str:
    """`3.1 million`, `12,000`: two digits that count."""
    for size, name in ((10**9, "billion"), (10**6, "million")):
        if games >= size:
            shown = games / size
            return f"{shown:.2g} {name}" if shown < 100 else f"{shown:.0f} {name}"
    return f"{round(games, 2 - len(str(games))):,}" if games >= 100 else str(games)
