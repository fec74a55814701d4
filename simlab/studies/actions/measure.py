"""Which kinds of action are worth taking? Each kind against doing nothing, on the same deals. Explained in docs/actions.md.

Real games are forked at every decision between kinds (`play/probes/forks.py`): every legal kind is tried there, and the same players
play on. What a kind changes is what the seat ends with (its share of the win, its chips) less that after the kind it is measured
against, which does nothing unless told otherwise. Where a game names no kinds they are its actions, measured against the one that is
legal most often.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from simlab.contract.decisions import Decision
from simlab.contract.game import Game
from simlab.contract.goals import WIN, Goal
from simlab.errors import InputError, UnknownName
from simlab.play.probes.action_names import action_names
from simlab.play.probes.forks import Forks
from simlab.play.probes.probe import Setting
from simlab.players.registry import make_line_up
from simlab.runs.backends import ALL_CORES, Backend, Crew
from simlab.runs.probing import look_into
from simlab.runs.progress import Progress
from simlab.stats.claims import first_of
from simlab.stats.clustered import clustered_ratio, clustered_share
from simlab.stats.estimates import UNKNOWN, Estimate, Floats, as_dict
from simlab.stats.ledger import Claim, Ledger
from simlab.stats.likelihood import farthest_from_nothing
from simlab.studies.ask import Ask
from simlab.studies.goal_words import as_data as goal_data
from simlab.studies.goal_words import gap, in_per_cent, verb
from simlab.studies.quality.choices import by_game

LEDGER = Ledger(gains=1)  # all that the page may claim
SEEN = 20  # tries of a kind that say something about it


@dataclass(frozen=True)
class ActionsAsk(Ask):
    """Which decision, and what its kinds are measured against."""

    rollouts: int = 4_000
    at: str | None = None  # the decision; the game's usual one without it
    against: str | None = None  # the kind that others are measured against; the usual one without it


@dataclass(frozen=True)
class Worth:
    """One kind: how often it is legal, chosen and stopped, and what it changes."""

    kind: str
    tries: int  # turns in which it was legal, and tried
    chosen_tries: int  # turns in which the players chose it
    legal: Estimate  # share of the turns
    chosen: Estimate  # share of those in which it is legal
    stopped: Estimate  # share of those in which it was chosen
    stopped_if_tried: Estimate  # share of those in which it is legal
    gain_chosen: Estimate  # what the seat ends with less that of doing nothing, where it was chosen ...
    gain_legal: Estimate  # ... and wherever it is legal, the players made to take it
    helped: Estimate  # of the turns in which it is legal: it brought more than doing nothing
    hurt: Estimate  # ... it brought less
    at_most: tuple[float, float] = (inf, inf)  # errors that the two gains lie from nothing, by the likelihood of the games
    verdict_chosen: str = ""
    verdict_legal: str = ""


@dataclass(frozen=True)
class Actions:
    """All kinds of a decision."""

    ask: ActionsAsk
    decision: Decision
    base: str  # the kind that the others are measured against
    players: int
    turns: int
    worths: tuple[Worth, ...]
    goal: Goal

    @property
    def others(self) -> list[Worth]:
        """Without the one they are measured against, the most gainful first; kinds that were hardly ever legal last."""
        return sorted(
            (w for w in self.worths if w.kind != self.base), key=lambda w: inf if w.gain_legal.value is None else -w.gain_legal.value
        )

    def sentences(self) -> list[str]:
        base, who = self.base, self.ask.who
        taken = [w for w in self.others if w.verdict_chosen == "more" and w.gain_chosen.value is not None]
        taken.sort(key=lambda w: -(w.gain_chosen.value or 0.0))
        found = [
            f"{w.kind}, where {who} chooses it, {verb(self.goal)} {gap(self.goal, w.gain_chosen)} more than {base}." for w in taken[:3]
        ]
        if len(taken) > len(found):
            found += self.group("verdict_chosen", "more", f"Surely better than {base} where {who} chooses them")
        found += self.group("verdict_chosen", "less", f"Surely worse than {base} where {who} chooses them")
        found += self.group("verdict_legal", "more", f"Surely better than {base} when taken whenever legal")
        found += self.group("verdict_legal", "less", f"Surely worse than {base} when taken whenever legal")
        idle = [w.kind for w in self.others if w.tries and not w.chosen_tries]
        if idle:
            found.append(f"Never chosen by {who}: {', '.join(idle)}.")
        stopped = [w for w in self.others if w.chosen_tries >= SEEN and w.stopped.value]
        if stopped:
            most = max(stopped, key=lambda w: w.stopped.value or 0.0)
            first = first_of({w.kind: (w.stopped.value or 0.0, w.stopped.low or 0.0, w.stopped.high or 1.0) for w in stopped})
            named = "" if first == most.kind else f"{most.kind} "
            found.append(f"Stopped most often: {first}, {named}{in_per_cent(most.stopped)} of the times it is chosen.")
        return found

    def group(self, field: str, word: str, text: str) -> list[str]:
        names = [w.kind for w in self.others if getattr(w, field) == word]
        return [f"{text}: {', '.join(names)}."] if names else []

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.ask.game,
            "players": self.players,
            "policy": self.ask.policy,
            "games": self.ask.rollouts,
            "seed": self.ask.seed,
            "goal": goal_data(self.goal),
            "at": self.decision.name,
            "turn": self.decision.turn,
            "against": self.base,
            "turns": self.turns,
            "kinds": [as_data(worth) for worth in self.worths],
            "findings": self.sentences(),
        }


def as_data(worth: Worth) -> dict[str, Any]:
    found = {field.name: getattr(worth, field.name) for field in fields(worth) if field.name != "at_most"}
    return {name: as_dict(value) if isinstance(value, Estimate) else value for name, value in found.items()}


def actions(ask: ActionsAsk, folder: Path | None = None, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
            progress: Progress | None = None) -> Actions:  # fmt: skip
    """Play, fork, sum up. With a folder, what was forked is kept and a killed study goes on."""
    if ask.rollouts < 2:
        raise InputError(f"--games: at least 2 games, for an interval (given: {ask.rollouts})")
    plan = ask.plan()
    arm = plan.points[0].arms[0]
    line_up = make_line_up(plan.game, arm.policies, arm.rules, plan.own)
    decision = named_decision(Setting(plan.game, line_up, arm.rules, ask.seed), ask.rollouts, ask.at)
    if ask.against is not None and ask.against not in decision.kinds:
        raise UnknownName(f"{decision.turn} kind", ask.against, decision.kinds)
    goal = ask.judged_by()
    ((rows,),) = look_into(
        plan, Forks(ask.at, goal.column), folder, crew=crew, fresh=fresh, policy_files=ask.policy_files, progress=progress
    )
    base = ask.against or usual_base(plan.game, decision, rows)
    tries = Tries(rows, ask.rollouts, decision.kinds.index(base), goal)
    if not tries.has_base.any():
        raise InputError(f"{base} is never legal under these rules: there is nothing to measure the other kinds against")
    worths = [worth for worth in tries.worths(decision) if plan.game.decisions or worth.tries]
    return Actions(ask, decision, base, plan.points[0].players, len(rows), tuple(with_verdicts(worths, ask.rollouts)), goal)


def named_decision(setting: Setting, games: int, at: str | None = None) -> Decision:
    """The decision that is forked. Where its kinds are the actions of a game, they are called as in its first choices."""
    decision: Decision = setting.game.decision(at).DECISION
    if setting.game.decisions:
        return decision
    names = action_names(setting.game, setting.line_up, setting.lowered, setting.seed, games)
    return replace(decision, kinds=tuple(names.get(number, kind) for number, kind in enumerate(decision.kinds)))


def usual_base(game: Game, decision: Decision, rows: Any) -> str:
    """The first kind, which does nothing; of a game's actions the one that is legal most often."""
    if game.decisions:
        return decision.base
    return max(decision.kinds, key=lambda kind: int(legal_at(rows, decision.kinds.index(kind)).sum()))


def legal_at(rows: Any, kind: int) -> Any:
    """At which decisions is this kind legal?"""
    return (rows["legal"] >> kind) & 1 == 1


class Tries:
    """Every decision with what each kind came to. Decisions of one game go together: a game is the unit of the errors."""

    def __init__(self, rows: Any, games: int, base: int = 0, goal: Goal = WIN) -> None:
        self.rows, self.games = rows, games
        self.everywhere = np.ones(len(rows), bool)
        score = rows["score"].astype(np.float64)
        self.gains: Floats = (score - score[:, base : base + 1]) / goal.scale
        self.has_base = legal_at(rows, base)

    def worths(self, decision: Decision) -> list[Worth]:
        return [self.worth(kind, name, name in decision.stoppable) for kind, name in enumerate(decision.kinds)]

    def worth(self, kind: int, name: str, stoppable: bool) -> Worth:
        legal = legal_at(self.rows, kind)
        chosen = legal & (self.rows["chosen"] == kind)
        stopped = self.rows["stopped"][:, kind] == 1
        gain, paired = self.gains[:, kind], legal & self.has_base
        return Worth(
            name, int(legal.sum()), int(chosen.sum()), self.share(legal, self.everywhere), self.share(chosen, legal),
            self.share(stopped & chosen, chosen) if stoppable else UNKNOWN, self.share(stopped & legal, legal) if stoppable else UNKNOWN,
            self.mean(gain, paired & chosen), self.mean(gain, paired), self.share(paired & (gain > 0), paired),
            self.share(paired & (gain < 0), paired), (self.farthest(gain, paired & chosen), self.farthest(gain, paired)),
        )  # fmt: skip

    def sums(self, values: Floats) -> Floats:
        return by_game(self.rows["game"], values, self.games)

    def mean(self, values: Floats, where: Any) -> Estimate:
        if where.sum() < SEEN:
            return UNKNOWN
        return clustered_ratio(self.sums(np.where(where, values, 0.0)), self.sums(where.astype(np.float64)))

    def farthest(self, values: Floats, where: Any) -> float:
        return farthest_from_nothing(self.sums(np.where(where, values, 0.0)))

    def share(self, part: Any, whole: Any) -> Estimate:
        """A share of decisions; those of one game go together."""
        return clustered_share(self.sums(part.astype(np.float64)), self.sums(whole.astype(np.float64)))


def with_verdicts(worths: Sequence[Worth], games: int) -> list[Worth]:
    """With a word for each gain: more, less, not settled; all gains of the table are one family. What is told has its interval."""
    gains = [gain for worth in worths for gain in (worth.gain_chosen, worth.gain_legal)]
    units = [max(1, min(games, tries)) for worth in worths for tries in (worth.chosen_tries, worth.tries)]
    claims = iter(LEDGER.judge("gains", gains, units, at_most=[far for worth in worths for far in worth.at_most]))
    return [judged(worth, next(claims), next(claims)) for worth in worths]


def judged(worth: Worth, chosen: Claim, legal: Claim) -> Worth:
    told_chosen, told_legal = (claim.told if claim.holds else claim.found for claim in (chosen, legal))
    words = word_for(chosen), word_for(legal)
    return replace(worth, gain_chosen=told_chosen, gain_legal=told_legal, verdict_chosen=words[0], verdict_legal=words[1])


def word_for(claim: Claim) -> str:
    """In one word."""
    if claim.found.value is None:
        return "too rare"
    if not claim.holds:
        return "not settled" if claim.found.std_error or claim.found.value else "the same"
    return "more" if claim.found.value > 0 else "less"
