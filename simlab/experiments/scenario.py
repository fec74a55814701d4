"""A scenario: which game, who plays, by which rules, how often. Data only."""

from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simlab.errors import ScenarioError, SimlabError, nearest
from simlab.games.contract import Game, load
from simlab.games.knobs import Rules, one_line

PolicySpec = str | dict[str, Any]


class Scenario(BaseModel):
    """One question put to a game."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str = Field("", description="heads the report")
    game: str = Field(description="which game")
    players: int | None = Field(None, description="seats at the table; the game's default without it")
    policies: PolicySpec | list[PolicySpec] = Field("uniform", description="one for all seats, or a list by seat")
    rules: dict[str, Any] = Field(default_factory=dict, description="knobs that differ from the default")
    rollouts: int = Field(100_000, ge=1, le=10**12, description="games")
    seed: int = Field(1, ge=0, le=2**63 - 1, description="the same seed gives the same bytes")

    def resolve(self) -> tuple[Game, Rules, list[PolicySpec]]:
        """The game, its rules and one policy for each seat."""
        game = load(self.game)
        given = dict(self.rules) if self.players is None else {"players": self.players, **self.rules}
        rules = game.Rules.of(given)
        if not isinstance(self.policies, list):
            return game, rules, [self.policies] * rules.players
        if len(self.policies) != rules.players:
            raise ScenarioError(f"policies: {len(self.policies)} are given for {rules.players} players")
        return game, rules, list(self.policies)


def read(path: Path) -> Scenario:
    """The scenario in a file; what is wrong with it is said in one line."""
    try:
        given = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ScenarioError(f"{path}: {error.strerror}") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f":{mark.line + 1}" if mark else ""
        raise ScenarioError(f"{path}{place}: not YAML: {getattr(error, 'problem', error)}") from None
    if not isinstance(given, dict):
        raise ScenarioError(f"{path}: a scenario is a list of `key: value` lines")
    try:
        scenario = Scenario.model_validate(given)
        scenario.resolve()
    except ValidationError as error:
        unknown = next((str(e["loc"][0]) for e in error.errors() if e["type"] == "extra_forbidden"), None)
        if unknown is not None:
            raise ScenarioError(f"{path}: no key {unknown!r}{nearest(unknown, Scenario.model_fields)}") from None
        raise ScenarioError(f"{path}: {one_line(error, Rules)}") from None
    except SimlabError as error:
        raise ScenarioError(f"{path}: {error}") from None
    return scenario
