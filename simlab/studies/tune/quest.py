"""A tuning file: which game, which knobs may move, and what is wanted of it. Data only, like a scenario.

game: template
policies: honest
knobs: {deals: 1..9, bet: [1, 2, 4]}
targets: ["win spread below 1 %", "rounds between 3 and 6"]
trials: 40
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from simlab import complaints
from simlab.contract.catalogue import load
from simlab.errors import InputError, nearest
from simlab.scenarios import document, targets
from simlab.scenarios.document import Document, Misplaced
from simlab.scenarios.plan import Plan, at, expand
from simlab.scenarios.scenario import filled, listed, validate

RANGE = re.compile(r"\s*([-+]?[\d.]+)\s*\.\.\s*([-+]?[\d.]+)\s*(?:step\s+([\d.]+))?\s*")
MOST_TRIALS = 10_000
MOST_LETTERS = 100  # of a range
MOST_VALUES = 10_000  # of a range that can be counted


class Tuning(BaseModel):
    """What is asked."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    question: str = Field("", max_length=5000, description="heads the report")
    game: str = Field(description="which game")
    players: int | None = Field(None, description="seats at the table; the game's default without it")
    policies: Any = Field("uniform", description="who plays, as in a scenario")
    rules: Annotated[dict[str, Any], BeforeValidator(filled)] = Field(default_factory=dict, description="where the search starts")
    knobs: dict[str, Any] = Field(min_length=1, description="what may move: a range `1..9` or `1..9 step 2`, or a list of values")
    targets: Annotated[list[str], BeforeValidator(listed)] = Field(min_length=1, description="what is wanted")
    trials: int = Field(40, ge=1, le=MOST_TRIALS, description="rules that are tried")
    rollouts: int = Field(50_000, ge=1000, le=10**9, description="games of a trial that is not given up early")
    confirm: int | None = Field(
        None, ge=1000, le=10**10, description="games on fresh seeds for the winner; four times `rollouts` without it"
    )
    seed: int = Field(1, ge=0, le=2**62, description="the same seed gives the same search")


@dataclass(frozen=True)
class Dial:
    """A knob and the values it may take: a range, or a list."""

    knob: str
    low: float = 0
    high: float = 0
    step: float | None = None
    whole: bool = True
    choices: tuple[Any, ...] = ()

    def values(self) -> list[Any] | None:
        """All of them, where they can be counted."""
        if self.choices:
            return list(self.choices)
        if self.step is None and not self.whole:
            return None
        step = self.step or 1
        size = int((self.high - self.low) / step + 1e-9) + 1
        found = [self.low + k * step for k in range(size)]
        return [int(v) for v in found] if self.whole else [round(v, 9) for v in found]

    def holds(self, value: Any) -> bool:
        """It may take this value."""
        known = self.values()
        if known is not None:
            return any(type(value) is type(other) and value == other for other in known)
        return isinstance(value, int | float) and self.low <= value <= self.high


@dataclass(frozen=True)
class Quest:
    """A tuning file that can be run."""

    tuning: Tuning
    dials: tuple[Dial, ...]
    targets: tuple[targets.Target, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The outcome columns that the targets need."""
        game = load(self.tuning.game)
        names = [target.name for target in self.targets]
        return tuple(dict.fromkeys([*names, *(game.column(name).over for name in names if game.column(name).over)]))

    def scenario(self, moved: Mapping[str, Any], rollouts: int, seed: int) -> dict[str, Any]:
        """The scenario of one trial."""
        tuning = self.tuning
        found: dict[str, Any] = {"game": tuning.game, "policies": tuning.policies, "rules": {**tuning.rules, **moved}}
        if tuning.players is not None:
            found["players"] = tuning.players
        return {**found, "rollouts": rollouts, "seed": seed}

    def start(self) -> dict[str, Any]:
        """The values from which the search starts: those of `rules`, or the game's defaults."""
        plain = load(self.tuning.game).Rules().plain()
        return {dial.knob: self.tuning.rules.get(dial.knob, plain[dial.knob]) for dial in self.dials}


def read(path: Path, said: Mapping[str, int | None] | None = None) -> Quest:
    """The quest in a file, with what the command line says instead; a mistake is told with file, line and column."""
    found = document.read(path)
    for name, value in (said or {}).items():
        if value is not None:
            found.override((name,), value, f"--{name} {value}")
    return quest(found)


def of(data: Mapping[str, Any]) -> Quest:
    """From plain data."""
    return quest(Document(dict(data)))


def quest(found: Document) -> Quest:
    try:
        tuning = tuning_of(found.data)
        game = at(("game",), load, tuning.game)
        dials = tuple(dial(game, knob, value) for knob, value in tuning.knobs.items())
        wanted = tuple(at(("targets", str(i)), targets.parse, text) for i, text in enumerate(tuning.targets))
        made = Quest(tuning, dials, wanted)
        plan = expand(validate(made.scenario({}, tuning.rollouts, tuning.seed)))
        check_targets(plan, wanted)
    except Misplaced as trouble:
        raise found.complain(trouble) from None
    return made


def tuning_of(data: Mapping[str, Any]) -> Tuning:
    try:
        return Tuning.model_validate(dict(data))
    except ValidationError as error:
        first = complaints.first(error)
        place = complaints.place_of(first)
        if first["type"] == complaints.UNKNOWN:
            raise Misplaced(place, f"no key {place[-1]!r}{nearest(place[-1], Tuning.model_fields)}", at_key=True) from None
        if first["type"] == complaints.MISSING:
            raise Misplaced((), f"`{place[-1]}:` is missing ({Tuning.model_fields[place[-1]].description})") from None
        raise Misplaced(place, f"{'.'.join(place)}: {complaints.in_words(first)}") from None


def dial(game: Any, knob: str, value: Any) -> Dial:
    """A knob's range or list, checked against the game's own bounds."""
    place = ("knobs", knob)
    known = [name for name in game.Rules.knobs() if name not in ("players", "unit")]
    if knob not in known:
        raise Misplaced(place, f"no knob {knob!r}{nearest(knob, known)}", at_key=True)
    schema = game.Rules.model_json_schema()["properties"][knob]
    if isinstance(value, list) and value:
        return Dial(knob, choices=tuple(value))
    match = RANGE.fullmatch(value) if isinstance(value, str) and len(value) <= MOST_LETTERS else None
    if match is None:
        raise Misplaced(place, f"{knob}: write a range `1..9` (or `1..9 step 2`) or a list of values")
    kinds = {part.get("type") for part in schema.get("anyOf", [schema])}
    if not kinds & {"integer", "number"}:
        raise Misplaced(place, f"{knob} is no number: give a list of values")
    try:
        low, high = float(match[1]), float(match[2])
        step = float(match[3]) if match[3] else None
    except ValueError:
        raise Misplaced(place, f"{knob}: {value!r} is no range of numbers") from None
    if low >= high or (step is not None and step <= 0):
        raise Misplaced(place, f"{knob}: the range {value} is empty")
    bounds = next(part for part in schema.get("anyOf", [schema]) if part.get("type") in ("integer", "number"))
    if low < bounds.get("minimum", low) or high > bounds.get("maximum", high):
        raise Misplaced(place, f"{knob}: must lie between {bounds['minimum']} and {bounds['maximum']} (given: {value})")
    made = Dial(knob, low, high, step, whole="number" not in kinds)
    if (made.whole or step) and (high - low) / (step or 1) >= MOST_VALUES:
        raise Misplaced(place, f"{knob}: the range {value} has more than {MOST_VALUES:,} values: give it a larger step")
    return made


def check_targets(plan: Plan, wanted: tuple[targets.Target, ...]) -> None:
    recipe = plan.recipes[plan.points[0].players]
    for i, target in enumerate(wanted):
        try:
            target.metrics(recipe)
        except InputError as error:
            raise Misplaced(("targets", str(i)), str(error)) from None
