"""A tweak: what the browser asks to be played. The game as it is beside the same game with some knobs turned, by the same players.

It is plain data, checked here and again by the rooms that read scenarios; a tweak and a scenario file say the same thing.
"""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simlab.contract.catalogue import load
from simlab.errors import InputError
from simlab.lab.words import changed
from simlab.players.registry import UNIFORM, find, refusal
from simlab.runs.manifest import scenario_text
from simlab.scenarios import scenario as scenarios
from simlab.scenarios.document import parse_value
from simlab.scenarios.plan import Plan
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import first_complaint
from simlab.stats.looks import FIRST

BASE, TWEAK = "as it is", "your tweak"
GAMES = 1_000_000  # games of each column, unless more are asked for
MOST_GAMES = 100_000_000
MOST_KNOBS = 200
SHORT = 400  # letters of a name or a value


class Question(BaseModel):
    """What every question of the browser has in common: nothing but what is named, and of the type that is named."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    @classmethod
    def read(cls, data: Any) -> Any:
        """From JSON, or one line about what is wrong with it."""
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            wrong = first_complaint(error)
            raise InputError(wrong.message[:SHORT]) from None


Knobs = dict[str, Any]


class Tweak(Question):
    """Two columns on the same deals."""

    game: str = Field(max_length=SHORT)
    players: int | None = Field(None, ge=1, le=64)
    policies: list[str] = Field(default_factory=list, max_length=6)  # one for all seats, or one for each; the usual player without
    base: Knobs = Field(default_factory=dict, max_length=MOST_KNOBS)
    tweak: Knobs = Field(default_factory=dict, max_length=MOST_KNOBS)
    metrics: list[str] = Field(default_factory=list, max_length=24)
    also: list[str] = Field(default_factory=list, max_length=3)  # who plays it again
    seed: int = Field(1, ge=0, le=2**63 - 1)
    games: int = Field(GAMES, ge=1, le=MOST_GAMES)

    def scenario(self, games: int | None = None) -> dict[str, Any]:
        """As a scenario: what it says is played by `simlab run` to the same numbers."""
        data: dict[str, Any] = {"question": self.question(), "game": self.game}
        data |= {"players": self.players} if self.players is not None else {}
        data["policies"] = one_or_all(self.policies or [self.somebody()])
        data |= {"also": self.also} if self.also else {}
        data |= {"rules": self.base} if self.base else {}
        data["variants"] = {BASE: {}, TWEAK: {"rules": self.tweak}}
        data |= {"rollouts": max(games or self.games, FIRST), "seed": self.seed, "looks": "any"}
        return data | ({"metrics": self.metrics} if self.metrics else {})

    def somebody(self) -> str:
        """Who plays where nobody is named: the usual player, or another of the game's own who can play both columns."""
        game = load(self.game)
        seats = {} if self.players is None else {"players": self.players}
        tables = [game.Rules.of({**seats, **self.base, **knobs}) for knobs in ({}, self.tweak)]
        names = [game.usual_player, *(policy.name for policy in reversed(game.policies))]
        return next((name for name in names if not any(refusal(game, find(game, name), rules) for rules in tables)), UNIFORM.name)

    def question(self) -> str:
        told = changed(load(self.game), self.tweak)
        return f"What changes with {told[:SHORT]}?" if told else "What changes when nothing is changed?"

    def plan(self, games: int | None = None) -> Plan:
        """Checked: whatever is wrong is said in one line."""
        return prepare(scenarios.of(self.scenario(games)))

    def text(self, games: int | None = None) -> str:
        """The scenario file."""
        return scenario_text(self.plan(games))


def one_or_all(policies: list[str]) -> str | list[str]:
    return policies[0] if len(set(policies)) == 1 else policies


def typed(text: str, knob: str) -> Any:
    """A list or a mapping as a person types it, the way it would stand in a file."""
    if len(text) > 10 * SHORT:
        raise InputError(f"{knob}: too long")
    return parse_value(text, knob)
