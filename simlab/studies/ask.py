"""What every study is asked: which game, who plays, at which table, by which rules, how often. A study adds what only it needs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from simlab.contract.catalogue import load
from simlab.contract.goals import Goal
from simlab.contract.policy import Policy
from simlab.errors import InputError
from simlab.players.registry import from_file
from simlab.scenarios.document import Misplaced
from simlab.scenarios.plan import Plan, expand
from simlab.scenarios.scenario import policy_name, validate


@dataclass(frozen=True)
class Ask:
    """A question about one table."""

    game: str
    policy: Any = "uniform"  # who plays: one for all seats, or by seat as in a scenario
    players: int | None = None  # seats at the table; the game's default without it
    rules: Mapping[str, Any] | None = None  # knobs that differ from the default
    rollouts: int = 20_000
    seed: int = 1
    policy_files: tuple[str, ...] = ()  # FILE:FUNCTION, policies of the user's own
    goal: str | None = field(default=None, kw_only=True)  # what games are judged by; what the players maximise without it

    @property
    def who(self) -> str:
        """The players, by name."""
        return policy_name(self.policy) if isinstance(self.policy, str) or "name" in self.policy else str(self.policy)

    @cached_property
    def own(self) -> tuple[Policy, ...]:
        """The user's own policies."""
        return tuple(from_file(load(self.game), spec) for spec in self.policy_files)

    def judged_by(self) -> Goal:
        """The goal, under the rules of the table."""
        game = load(self.game)
        return game.goal(self.goal, game.Rules.of({**(self.rules or {}), **({} if self.players is None else {"players": self.players})}))

    def plan(self, columns: Sequence[str] = (), **more: Any) -> Plan:
        """The plan it makes, with other keys of a scenario; of all outcome columns, or of some only."""
        rules = dict(self.rules or {})
        scenario = {"game": self.game, "policies": self.policy, "rules": rules}
        scenario |= {"unit": rules.pop("unit")} if "unit" in rules else {}  # a key of the scenario: games, or single rounds
        scenario |= {"rollouts": self.rollouts, "seed": self.seed} | ({} if self.players is None else {"players": self.players})
        return replace(plan_of({**scenario, **more}, self.own), kept=tuple(columns))


def plan_of(scenario: Mapping[str, Any], own: Sequence[Policy] = ()) -> Plan:
    """A plan of data that we made ourselves: what is wrong is the user's word, said without a place."""
    try:
        return expand(validate(scenario), own)
    except Misplaced as trouble:
        raise InputError(trouble.message) from None
