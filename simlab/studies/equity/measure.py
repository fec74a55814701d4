"""What is every action worth at one decision? Exactly where enumeration serves, else by paired playouts.

Playouts: worlds are imagined from what the seat may know, each action is tried in each world, and named policies play on. An
action that is certainly worse than the best is dropped, and when the best is settled nothing more is played. Intervals are
confidence sequences: they hold all the time together, so stopping when the answer is clear does not make them too short.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.contract.goals import Goal
from simlab.contract.knobs import Rules
from simlab.contract.policy import Policy
from simlab.contract.questions import ExactGoal, Worths
from simlab.errors import InputError
from simlab.masks import members
from simlab.play.pool import spread
from simlab.play.probes.positions import pose
from simlab.play.probes.trials import Trial
from simlab.play.seats import Player
from simlab.play.table import Table
from simlab.players.registry import make_player, usual_player
from simlab.players.solved.policy import mixed_at
from simlab.stats.looks import FIRST, Always
from simlab.stats.means import mean_sequence, share_sequence

LARGEST_BATCH, CHUNK = 4_096, 128  # worlds
POSED = 200  # views made of a question that leaves things open
LOOKED_AT = 8  # of these, to see whether an exact value depends on what is left open
WORLDS = 20_000  # most worlds, unless told otherwise
EQUAL = {"share": 0.0025}  # differences below this are called none, by unit ...
NEAR = 0.005  # ... and of other units

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Position:
    """A decision: the views it may be seen in (one, unless a question leaves things open)."""

    game: Game
    rules: Rules
    views: Array
    dead: tuple[int, ...] = ()  # cards out of play that the view does not show, for exact values

    @property
    def view(self) -> Any:
        return self.views[0]

    @property
    def seat(self) -> int:
        return int(self.view.seat)

    def actions(self) -> list[int]:
        """Legal whatever was left open."""
        return members(np.bitwise_and.reduce(self.views["legal"]))

    @cached_property
    def lowered(self) -> Any:
        return self.rules.lower()

    def name(self, action: int) -> str:
        return str(self.game.text.action_name(self.view, self.lowered, action))

    def text(self) -> str:
        return str(self.game.text.table_text(self.view, self.lowered))

    def exact(self, goal: ExactGoal) -> Worths:
        """The exact worth of each action; nothing where it does not apply, or depends on what is left open."""
        views = self.views[:: max(1, len(self.views) // LOOKED_AT)]
        found = [goal.values(self.rules, view, self.dead) for view in views]
        return found[0] if all(values == found[0] for values in found) else {}


@dataclass(frozen=True)
class Worth:
    """One action: its value, what it loses against the best one, both with intervals."""

    action: int
    name: str
    value: float
    low: float
    high: float
    loss: float = 0.0
    loss_low: float = 0.0
    loss_high: float = 0.0
    worlds: int = 0  # 0: exact


@dataclass(frozen=True)
class Equity:
    """All actions of a decision, best first."""

    position: Position
    goal: Goal | ExactGoal
    worths: tuple[Worth, ...]
    players: tuple[str, ...]  # who played on; nobody where the values are exact
    worlds: int
    mixed: Mapping[int, float] = field(default_factory=dict)  # actions that a solved strategy mixes here, with their chances

    @property
    def exact(self) -> bool:
        return self.worlds == 0

    @property
    def best(self) -> Worth:
        return self.worths[0]

    @property
    def equals(self) -> list[Worth]:
        """Actions that are not certainly worse than the best one."""
        return [w for w in self.worths[1:] if w.loss_low <= 0.0]

    @property
    def settled(self) -> bool:
        return not self.equals

    def of(self, action: int) -> Worth:
        return next(w for w in self.worths if w.action == action)


def position_in_words(
    game: Game, rules: Rules, hand: str, at: str | None, known: str, policy: str | None, seed: int, own: Sequence[Policy] = ()
) -> tuple[Position, list[Player]]:
    """The decision that a question in words is about, and who plays on."""
    questions = game.asked()
    question = questions.question(rules, at, hand, known)
    rules = questions.adapt(rules, question)
    line_up = [make_player(game, policy or usual_player(game, rules), rules, own)] * rules.players
    views = pose(game, rules.lower(), questions, question, line_up, seed, POSED)
    return Position(game, rules, views, question.dead), line_up


def position_of(table: Table, rules: Rules) -> Position:
    """The decision at a table."""
    views = np.zeros(1, table.game.engine.VIEW)
    views[0] = table.view()
    return Position(table.game, rules, views)


def goal_for(position: Position, name: str | None, exact_first: bool = True) -> Goal | ExactGoal:
    """The goal of that name; without one, exact values where they apply, else the game's usual goal."""
    game = position.game
    exact: dict[str, ExactGoal] = {goal.name: goal for goal in game.study("exact", ())}
    if name is None:
        applying = [goal for goal in exact.values() if exact_first and position.exact(goal)]
        return applying[0] if applying else game.decision_goal(None, position.rules)
    if name not in exact:
        return game.decision_goal(name, position.rules, exact)
    if not position.exact(exact[name]):
        raise InputError(f"goal {name!r} is for another decision or other rules, or needs what the question leaves open (--known)")
    return exact[name]


def value_actions(position: Position, goal: Goal | ExactGoal, line_up: Sequence[Player], seed: int = 1, worlds: int = WORLDS,
                  decisions: int = 1) -> Equity:  # fmt: skip
    """Every legal action of the decision, best first. It is one of so many decisions of which losses are told together."""
    if not position.actions():
        raise InputError("nobody is to act there")
    if isinstance(goal, ExactGoal):
        return Equity(position, goal, exact_worths(position, goal), (), 0)
    if position.dead:
        raise InputError("cards out of play count in exact values only (--goal hand)")
    if any(player.python for player in line_up):
        raise InputError("a policy in plain Python is too slow for playouts")
    sampler = Sampler(position, goal, line_up, seed, decisions)
    sampler.run(worlds)
    names = tuple(dict.fromkeys(player.name for player in line_up))
    mixed = mixed_at(position.game, position.rules, position.view) if len(position.views) == 1 else {}
    return Equity(position, goal, sampler.worths(), names, sampler.played, mixed)


def exact_worths(position: Position, goal: ExactGoal) -> tuple[Worth, ...]:
    values = position.exact(goal)
    best = max(values.values())
    ranked = sorted(values.items(), key=lambda item: (-item[1], item[0]))
    return tuple(
        Worth(a, position.name(a), float(v), float(v), float(v), float(best - v), float(best - v), float(best - v)) for a, v in ranked
    )  # fmt: skip


class Sampler:
    """Values of the actions in world after world; actions that are certainly worse are played no further."""

    def __init__(self, position: Position, goal: Goal, line_up: Sequence[Player], seed: int, decisions: int = 1) -> None:
        self.position, self.goal = position, goal
        rules = position.rules.lower()
        goal.shorten(rules, position.view)
        self.trial = Trial(position.game, rules, position.views, line_up, seed)
        self.base = np.array([goal.base(view) for view in position.views])
        self.values: dict[int, Array] = {action: np.zeros(0) for action in position.actions()}
        self.live = list(self.values)
        self.played = 0
        pairs = max(1, len(self.live) * (len(self.live) - 1) // 2)
        self.strict = Always().among(pairs * decisions)

    def run(self, most: int) -> None:
        batch = FIRST
        while self.played < most and not self.is_settled():
            self.play(min(batch, most - self.played))
            self.drop()
            batch = min(2 * batch, LARGEST_BATCH)

    def play(self, worlds: int) -> None:
        end = self.played + worlds
        parts = spread(self.chunk, [(first, min(CHUNK, end - first)) for first in range(self.played, end, CHUNK)])
        for k, action in enumerate(self.live):
            self.values[action] = np.concatenate([self.values[action], *(part[:, k] for part in parts)])
        self.played += worlds

    def chunk(self, first: int, worlds: int) -> Array:
        tallies = self.trial.play(first, worlds, self.live)
        base = self.base[(first + np.arange(worlds)) % len(self.base)]
        found: Array = np.asarray(self.goal.read(tallies, self.position.seat), float) - base[:, None]
        return found

    def leader(self) -> int:
        return max(self.live, key=lambda action: (float(self.values[action].mean()), -action))

    def drop(self) -> None:
        best = self.leader()
        self.live = [a for a in self.live if a == best or self.loss(a, best)[1] <= 0.0]

    def is_settled(self) -> bool:
        """One is left, or those left hardly differ."""
        if self.played == 0:
            return False
        best = self.leader()
        near = EQUAL.get(self.goal.unit, NEAR)
        return all(self.loss(a, best)[2] < near for a in self.live if a != best)

    def loss(self, action: int, best: int) -> tuple[float, float, float]:
        """What the action loses against the best one, in the worlds that both were tried in."""
        n = len(self.values[action])
        return mean_sequence(self.folded(self.values[best][:n] - self.values[action]), self.strict)

    def told_loss(self, action: int, best: int) -> tuple[float, float, float]:
        """The same for people: of shares, what no world has shown yet may still come, so there is no interval of one point."""
        value, low, high = self.loss(action, best)
        least = self.strict.unseen(len(self.folded(self.values[action]))) if self.goal.is_share else 0.0
        return value, min(low, max(value - least, -1.0)), max(high, min(value + least, 1.0))

    def folded(self, values: Array) -> Array:
        """Worlds of one view go together: where views differ and come round again, the means of the views are what is independent."""
        views = len(self.base)
        if views == 1 or len(values) <= views:
            return values
        place = np.arange(len(values)) % views
        means: Array = np.bincount(place, values) / np.bincount(place)
        return means

    def worths(self) -> tuple[Worth, ...]:
        best, found = self.leader(), []
        for action, values in self.values.items():
            sequence = share_sequence if self.goal.is_share else mean_sequence
            value, low, high = sequence(self.folded(values), Always())
            loss = (0.0, 0.0, 0.0) if action == best else self.told_loss(action, best)
            found.append(Worth(action, self.position.name(action), value, low, high, *loss, len(values)))
        return tuple(sorted(found, key=lambda w: (w.action != best, w.loss, w.action)))
