"""What a designer wants to stay true: `win[seat=0] within 0.25 +- 0.01`, `rounds < 20`, `capped == 0`.

A check holds when the whole interval lies where it should, is broken when the whole interval lies outside, and is not settled
otherwise. The intervals are confidence sequences, so playing may stop at the first look that settles it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, inf
from typing import Literal

from simlab.errors import InputError
from simlab.experiments.asked import Asked, Number, resolve
from simlab.experiments.document import Misplaced
from simlab.experiments.estimates import UNKNOWN, Estimate, Moments, covariance, estimate, slope
from simlab.experiments.looks import FIRST, Always, Look
from simlab.experiments.plan import Plan

SHAPE = re.compile(r"\s*([A-Za-z_]\w*\s*(?:\[[^\]]*\])?)\s*(<=|>=|==|<|>|within\b|between\b)\s*(.+?)\s*", re.DOTALL)
NUMBER = r"([-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(%?)"
WITHIN = re.compile(rf"{NUMBER}\s*(?:\+-|\+/-|±)\s*{NUMBER}")
BETWEEN = re.compile(rf"{NUMBER}\s+and\s+{NUMBER}")
EXAMPLES = "rounds < 20, win[seat=0] within 0.25 +- 0.01, rounds between 10 and 14, or capped == 0"
NEVER = 0.001  # `==` holds once an exception is known to be rarer than this
POWER_95 = 1.6448536269514722  # normal quantile of the chance to settle a check that is asked again

State = Literal["holds", "broken", "not settled"]


@dataclass(frozen=True)
class Check:
    """One line of `checks:`: the numbers it is about and where they must lie."""

    text: str
    asked: Asked
    low: float = -inf
    high: float = inf
    exactly: Fraction | None = None  # every game must give just this
    ends: bool = True  # whether the ends themselves are good: not for < and >


@dataclass(frozen=True)
class Case:
    """A check of one number, and what is known about it."""

    check: Check
    number: Number
    state: State = "not settled"
    found: Estimate = UNKNOWN
    games: int = 0  # played when it was settled, or until playing stopped
    needs: int | None = None  # games that would settle it 95 times in 100

    def look_at(self, moments: Moments, look: Look) -> "Case":
        """What the games so far say."""
        found = estimate(self.number.metric, moments, self.number.arm, look)
        seen = replace(self, found=found, games=moments.games, needs=self.power(found, moments, look))
        if self.check.exactly is not None:
            return replace(seen, state=self.exact(moments, look))
        if found.low is None or found.high is None:
            return seen
        low, high = self.check.low, self.check.high
        if not found.std_error and found.value in (low, high):  # on the line, in every game
            enough = look.unseen(moments.units) < NEVER
            return replace(seen, state="not settled" if not enough else "holds" if self.check.ends else "broken")
        if low <= found.low and found.high <= high:
            return replace(seen, state="holds")
        return replace(seen, state="broken" if found.high < low or high < found.low else "not settled")

    def exact(self, moments: Moments, look: Look) -> State:
        """Exact sums tell whether a single game was different."""
        found = slope(self.number.metric, moments, self.number.arm)
        if found is None:
            return "not settled"
        same = found.value == self.check.exactly and covariance(moments, self.number.arm, found, self.number.arm, found) == 0
        if not same:
            return "broken"
        return "holds" if look.unseen(moments.units) < NEVER else "not settled"

    def power(self, found: Estimate, moments: Moments, look: Look) -> int | None:
        """Games after which a number like this one is off the nearest end 95 times in 100."""
        if self.check.exactly is not None or found.value is None or not found.std_error:
            return None
        away = min(abs(found.value - end) for end in (self.check.low, self.check.high))
        if away == 0.0:
            return None
        times = (look.width(moments.units) + POWER_95) * found.std_error / away
        return max(FIRST, ceil(moments.games * times * times))


def cases(plan: Plan) -> list[Case]:
    """Every check of a scenario with every number it is about."""
    found = []
    for i, text in enumerate(plan.scenario.checks):
        try:
            check = read(text, plan)
        except InputError as error:
            raise Misplaced(("checks", str(i)), f"checks: {error}") from None
        found += [Case(check, number) for number in check.asked.numbers(plan)]
    return found


def strictness(mine: Sequence[Case]) -> Look:
    """All checks together are wrong at most 5 times in 100."""
    return Always().among(len(mine))


def read(text: str, plan: Plan) -> Check:
    match = SHAPE.fullmatch(text)
    if match is None:
        raise InputError(f"{text[:60]!r} is not a check: write {EXAMPLES}")
    asked, sign, rest = resolve(match[1], plan), match[2], match[3]
    if sign in ("within", "between"):
        return Check(text, asked, *limits(text, sign, rest))
    value = single(text, rest)
    if sign == "==":
        refuse_middling(text, asked, plan, value)
        return Check(text, asked, float(value), float(value), value)
    low, high = (-inf, float(value)) if sign[0] == "<" else (float(value), inf)
    return Check(text, asked, low, high, ends=sign.endswith("="))


def limits(text: str, sign: str, rest: str) -> tuple[float, float]:
    match = (WITHIN if sign == "within" else BETWEEN).fullmatch(rest)
    if match is None:
        form = "within 0.25 +- 0.01" if sign == "within" else "between 10 and 14"
        raise InputError(f"{text[:60]!r}: write `{form}`")
    one, two = float(value_of(match[1], match[2])), float(value_of(match[3], match[4]))
    low, high = (one - two, one + two) if sign == "within" else (one, two)
    if not low < high:
        raise InputError(f"{text[:60]!r} leaves no room: {low:g} to {high:g}")
    return low, high


def single(text: str, rest: str) -> Fraction:
    match = re.fullmatch(NUMBER, rest)
    if match is None:
        raise InputError(f"{text[:60]!r}: {rest[:30]!r} is not a number")
    return value_of(match[1], match[2])


def value_of(digits: str, percent: str) -> Fraction:
    if re.search(r"[eE][-+]?\d{4}", digits):
        raise InputError(f"{digits[:30]!r} is no number of a game")
    return Fraction(digits.replace("_", "")) / (100 if percent else 1)


def refuse_middling(text: str, asked: Asked, plan: Plan, value: Fraction) -> None:
    """A share of games is never exactly a quarter; `==` is about what every single game gave."""
    rates = any(number.metric.form == "rate" for number in asked.numbers(plan))
    if rates and value not in (0, 1):
        raise InputError(f"{text[:60]!r}: == asks that every game gave just this; write `within {float(value):g} +- 0.01`")


def worst(found: Sequence[Case]) -> State:
    states = {case.state for case in found}
    return "broken" if "broken" in states else "not settled" if "not settled" in states else "holds"


def sentences(found: Sequence[Case], several: bool) -> Iterator[tuple[Case, str]]:
    """Each case in words."""
    from simlab.experiments.compare import in_words

    for case in found:
        where = ", ".join(f"{key} {value}" for key, value in case.number.cell.items()) if several else ""
        told = f"{case.number.name}{f' ({where})' if where else ''}: {shown(case.found)} after {in_words(case.games)} games"
        if case.state == "not settled" and case.needs is not None:
            told += f"; about {in_words(case.needs)} games would settle it"
        elif case.check.exactly is not None and case.state == "holds":
            told += f"; no other in any of them, so rarer than 1 in {int(1 / NEVER):,}"
        elif case.needs is not None:
            told += f"; {in_words(case.needs)} settle it 95 times in 100"
        yield case, told


def shown(found: Estimate) -> str:
    if found.value is None or found.low is None or found.high is None:
        return "nothing to see"
    return f"{found.value:.5g} ({found.low:.5g} to {found.high:.5g})"
