"""Yardsticks: what the shipped games measure, so that a number says something. From the table of docs/quality.md."""

import json
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("yardsticks.json")
Known = dict[str, dict[str, float]]


@cache
def known() -> Known:
    """Measure -> game -> value."""
    found: Known = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def beside(measure: str, value: float, game: str, scale: float = 1.0, unit: str = "") -> str:
    """`between jester 8 % and arcana 11 %`: the nearest other games below and above; nothing where there is no yardstick."""
    others = {name: found for name, found in known().get(measure, {}).items() if name != game}
    below = max(((found, name) for name, found in others.items() if found <= value), default=None)
    above = min(((found, name) for name, found in others.items() if found > value), default=None)
    told = [f"{name} {scale * found:.3g}{unit}" for found, name in (one for one in (below, above) if one is not None)]
    if not told:
        return ""
    return f"between {told[0]} and {told[1]}" if len(told) == 2 else f"{'above' if below else 'below'} {told[0]}"
