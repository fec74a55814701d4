"""What a designer wants to stay true, as written: `win[seat=0] within 0.25 +- 0.01`, `rounds < 20`, `capped == 0`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from simlab.errors import InputError
from simlab.scenarios.document import Misplaced
from simlab.scenarios.plan import Plan
from simlab.scenarios.selectors import Number, Selector, resolve

SHAPE = re.compile(r"([A-Za-z_]\w*(?:\s?\[[^\]]*\])?)\s?(<=|>=|==|<|>|within\b|between\b)\s?(.+)")
NUMBER = r"([-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(%?)"
WITHIN = re.compile(rf"{NUMBER}\s*(?:\+-|\+/-|±)\s*{NUMBER}")
BETWEEN = re.compile(rf"{NUMBER}\s+and\s+{NUMBER}")
MOST_LETTERS = 500
LARGEST = 10**300  # of a number that something is compared with
EXAMPLES = "rounds < 20, win[seat=0] within 0.25 +- 0.01, rounds between 10 and 14, or capped == 0"


@dataclass(frozen=True)
class Check:
    """One line of `checks:`: the numbers it is about and where they must lie."""

    text: str
    selector: Selector
    low: float = -inf
    high: float = inf
    exactly: Fraction | None = None  # every game must give just this
    ends: bool = True  # whether the ends themselves are good: not for < and >


def read(text: str, plan: Plan) -> Check:
    match = SHAPE.fullmatch(" ".join(text.split())) if len(text) <= MOST_LETTERS else None
    if match is None:
        raise InputError(f"{text[:60]!r} is not a check: write {EXAMPLES}")
    selector, sign, rest = resolve(match[1], plan), match[2], match[3]
    if sign in ("within", "between"):
        return Check(text, selector, *limits(text, sign, rest))
    value = single(text, rest)
    if sign == "==":
        refuse_middling(text, selector, plan, value)
        return Check(text, selector, float(value), float(value), value)
    low, high = (-inf, float(value)) if sign[0] == "<" else (float(value), inf)
    return Check(text, selector, low, high, ends=sign.endswith("="))


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
    value = Fraction(digits.replace("_", "")) / (100 if percent else 1)
    if abs(value) > LARGEST:
        raise InputError(f"{digits[:30]!r} is no number of a game")
    return value


def refuse_middling(text: str, selector: Selector, plan: Plan, value: Fraction) -> None:
    """A share of games is never exactly a quarter; `==` is about what every single game gave."""
    rates = any(number.metric.form == "rate" for number in selector.numbers(plan))
    if rates and value not in (0, 1):
        raise InputError(f"{text[:60]!r}: == asks that every game gave just this; write `within {float(value):g} +- 0.01`")


def checked_numbers(plan: Plan) -> Iterator[tuple[Check, Number]]:
    """Every check of a scenario with every number it is about."""
    for i, text in enumerate(plan.scenario.checks):
        try:
            check = read(text, plan)
        except InputError as error:
            raise Misplaced(("checks", str(i)), f"checks: {error}") from None
        for number in check.selector.numbers(plan):
            yield check, number
