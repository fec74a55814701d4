"""One step of a knob either way: what `simlab dials` tries.

A whole number moves by a tenth of itself (at least by 1), a decimal by a tenth of itself (of its range when it is 0), a switch is
thrown, a word moves to its neighbours in the list of words, an order swaps two neighbours, a list or mapping moves entry by entry.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simlab.contract.game import Game
from simlab.contract.knobs import Rules, show
from simlab.contract.policy import Policy
from simlab.errors import RulesError

PART = 0.1
APART = ("players", "unit")  # keys of a scenario, not dials


@dataclass(frozen=True)
class Step:
    """One knob moved once."""

    knob: str  # `target`, or an entry of a list: `trick_points[4]`
    shown: str  # what it becomes
    rules: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.knob} {self.shown}"


def steps(game: Game, rules: Rules, policies: list[Policy]) -> tuple[list[Step], dict[str, str]]:
    """Every step that the rules and the players allow; those refused, with the reason."""
    schema = type(rules).model_json_schema()["properties"]
    plain = rules.plain()
    found: list[Step] = []
    refused: dict[str, str] = {}
    for knob in type(rules).model_fields:
        if knob in APART:
            continue
        mine = list(moves(knob, schema[knob], plain[knob]))
        if not mine:
            refused[knob] = f"no step from {show(plain[knob])}"
        for entry, shown, value in mine:
            step = Step(entry, shown, {knob: value})
            reason = refusal(rules, step, policies)
            if reason:
                refused[step.name] = reason
            else:
                found.append(step)
    return found, refused


def refusal(rules: Rules, step: Step, policies: list[Policy]) -> str:
    """Why these rules cannot be played, or nothing."""
    try:
        changed = type(rules).of({**rules.changed(), **step.rules})
    except RulesError as error:
        return str(error)
    if changed.plain() == rules.plain():
        return "changes nothing"
    return next((reason for policy in policies if (reason := policy.fits(changed))), "")


def moves(knob: str, schema: dict[str, Any], value: Any) -> Iterator[tuple[str, str, Any]]:
    """Name of the dial, what it becomes, and the knob's new value."""
    if isinstance(value, list):
        yield from order_moves(knob, value) if is_order(value) else entry_moves(knob, schema, value)
    elif schema.get("type") == "object":
        for name in schema["properties"]:
            turned = not value.get(name, True)
            yield f"{knob}.{name}", show(turned), {**value, name: turned}
    else:
        for other in single_moves(schema, value):
            yield knob, show(other), other


def single_moves(schema: dict[str, Any], value: Any) -> list[Any]:
    """The values one step away."""
    if "anyOf" in schema:
        return [other for part in schema["anyOf"] if belongs(part, value) for other in single_moves(part, value)]
    if "enum" in schema:
        words = schema["enum"]
        at = words.index(value) if value in words else words.index(int(value))
        return [words[i] for i in (at - 1, at + 1) if 0 <= i < len(words)]
    if isinstance(value, bool):
        return [not value]
    if not isinstance(value, int | float):
        return []
    low, high = schema.get("minimum", value), schema.get("maximum", value)
    if isinstance(value, int) and schema.get("type") == "integer":
        size: float = max(1, round(PART * abs(value)))
    else:
        size = PART * (abs(value) or high - low)
    near = [min(max(value + way * size, low), high) for way in (-1, 1)]
    return [round(other, 6) for other in near if other != value]


def belongs(schema: dict[str, Any], value: Any) -> bool:
    if "enum" in schema:
        return value in schema["enum"]
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    return numeric and schema.get("type") in ("integer", "number")


def is_order(value: list[Any]) -> bool:
    """Words that stand once each, or the numbers 0 .. n - 1 in some order."""
    if len(value) < 2 or len(set(map(str, value))) < len(value):
        return False
    return all(isinstance(v, str) for v in value) or (
        len(value) > 2 and all(type(v) is int for v in value) and sorted(value) == list(range(len(value)))
    )


def order_moves(knob: str, value: list[Any]) -> Iterator[tuple[str, str, Any]]:
    for i in range(len(value) - 1):
        turned = [*value[:i], value[i + 1], value[i], *value[i + 2 :]]
        yield knob, f"{show(value[i])} <> {show(value[i + 1])}", turned


def entry_moves(knob: str, schema: dict[str, Any], value: list[Any]) -> Iterator[tuple[str, str, Any]]:
    for i, entry in enumerate(value):
        for other in single_moves(schema.get("items", {}), entry):
            yield f"{knob}[{i}]", show(other), [*value[:i], other, *value[i + 1 :]]
