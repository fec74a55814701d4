"""Yardsticks: what the shipped games measure, so that a number says something. From the table of docs/quality.md."""

import json
from functools import cache
from pathlib import Path

from simlab.stats.estimates import Estimate

FILE = Path(__file__).with_name("yardsticks.json")
MANY_ALIKE = 4  # games that cannot be told apart: no yardstick
Known = dict[str, dict[str, float]]


@cache
def known() -> Known:
    """Measure -> game -> value."""
    found: Known = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def beside(measure: str, found: Estimate, game: str, scale: float = 1.0, unit: str = "") -> str:
    """`between jester 8 % and arcana 11 %`: the nearest other games surely below and above, or those that are about the same.

    Surely: beyond twice the interval, since ten measures stand beside each other and those of the other games are estimates too.
    """
    value, _, low, high = found
    others = {name: there for name, there in known().get(measure, {}).items() if name != game}
    if value is None or low is None or high is None or not others:
        return ""
    least, most = low - (value - low), high + (high - value)
    alike = [(there, name) for name, there in others.items() if least <= there <= most]
    below = max(((there, name) for name, there in others.items() if there < least), default=None)
    above = min(((there, name) for name, there in others.items() if there > most), default=None)
    told = [f"{name} {scale * there:.3g}{unit}" for there, name in alike or [one for one in (below, above) if one is not None]]
    if alike:
        return "about the same as " + " and ".join(told) if len(told) < MANY_ALIKE else ""
    return f"between {told[0]} and {told[1]}" if len(told) == 2 else f"{'above' if below else 'below'} {told[0]}"
