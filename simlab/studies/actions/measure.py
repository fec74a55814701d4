"""Which kinds of action are worth taking? Each kind against doing nothing, on the same deals. Explained in docs/actions.md.

Real games are forked at every decision between kinds (`play/probes/forks.py`): every legal kind is tried there, and the same players
play on. What a kind changes is its share of the win less that of the kind it is measured against, which does nothing unless told
otherwise. Where a game names no kinds they are its actions, measured against the one that is legal most often.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from math import inf
from typing import Any

import numpy as np

from simlab.contract.columns import SIXTIETHS
from simlab.contract.decisions import Decision
from simlab.contract.policy import Policy
from simlab.errors import InputError, UnknownName
from simlab.play.probes.action_names import action_names
from simlab.play.probes.forks import Forking
from simlab.players.registry import make_player
from simlab.runs.run import Progress
from simlab.scenarios.scenario import PolicySpec
from simlab.stats.adjust import holm
from simlab.stats.claims import rounded
from simlab.stats.compare import p_value
from simlab.stats.estimates import UNKNOWN, Estimate, Floats, as_dict, clustered
from simlab.stats.looks import ALPHA, Z95
from simlab.studies.quality.measure import by_game
from simlab.studies.tournament.measure import checked

SEEN = 20  # tries of a kind that say something about it


@dataclass(frozen=True)
class Ask:
    """Which game, played how, how often."""

    game: str
    policy: PolicySpec = "uniform"
    players: int | None = None
    rules: Mapping[str, Any] | None = None
    games: int = 4_000
    seed: int = 1
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
    gain_chosen: Estimate  # share of the win less that of doing nothing, where it was chosen ...
    gain_legal: Estimate  # ... and wherever it is legal, the players made to take it
    helped: Estimate  # of the turns in which it is legal: it won more than doing nothing
    hurt: Estimate  # ... it won less
    verdict_chosen: str = ""
    verdict_legal: str = ""


@dataclass(frozen=True)
class Actions:
    """All kinds of a decision."""

    ask: Ask
    decision: Decision
    base: str  # the kind that the others are measured against
    players: int
    turns: int
    worths: tuple[Worth, ...]

    @property
    def others(self) -> list[Worth]:
        """Without the one they are measured against, the most gainful first; kinds that were hardly ever legal last."""
        return sorted(
            (w for w in self.worths if w.kind != self.base), key=lambda w: inf if w.gain_legal.value is None else -w.gain_legal.value
        )

    def sentences(self) -> list[str]:
        base, who = self.base, said(self.ask.policy)
        taken = [w for w in self.others if w.verdict_chosen == "more" and w.gain_chosen.value is not None]
        taken.sort(key=lambda w: -(w.gain_chosen.value or 0.0))
        found = [f"{w.kind}, where {who} chooses it, wins {points(w.gain_chosen)} more than {base}." for w in taken[:3]]
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
            found.append(f"Stopped most often: {most.kind}, {per_cent(most.stopped)} of the times it is chosen.")
        return found

    def group(self, field: str, word: str, text: str) -> list[str]:
        names = [w.kind for w in self.others if getattr(w, field) == word]
        return [f"{text}: {', '.join(names)}."] if names else []

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.ask.game,
            "players": self.players,
            "policy": self.ask.policy,
            "games": self.ask.games,
            "seed": self.ask.seed,
            "at": self.decision.name,
            "turn": self.decision.turn,
            "against": self.base,
            "turns": self.turns,
            "kinds": [plain(worth) for worth in self.worths],
            "findings": self.sentences(),
        }


def plain(worth: Worth) -> dict[str, Any]:
    """As plain data."""
    found = {field.name: getattr(worth, field.name) for field in fields(worth)}
    return {name: as_dict(value) if isinstance(value, Estimate) else value for name, value in found.items()}


def said(policy: PolicySpec) -> str:
    return policy if isinstance(policy, str) else str(policy.get("name", policy))


def points(found: Estimate) -> str:
    """`5.1 points (4.0 to 6.2) of the win`."""
    value, error, low, high = (100 * (part or 0.0) for part in found)
    return f"{rounded(value, error)} points ({rounded(low, error)} to {rounded(high, error)}) of the win"


def per_cent(found: Estimate) -> str:
    value, error, low, high = (100 * (part or 0.0) for part in found)
    return f"{rounded(value, error)} % ({rounded(low, error)} to {rounded(high, error)})"


def actions(ask: Ask, *, own: Sequence[Policy] = (), threads: int = 1, progress: Progress | None = None) -> Actions:
    """Play, fork, sum up."""
    if ask.games < 2:
        raise InputError(f"--rollouts: at least 2 games, for an interval (given: {ask.games})")
    scenario: dict[str, Any] = {"game": ask.game, "policies": ask.policy, "rules": dict(ask.rules or {}), "seed": ask.seed}
    scenario |= {"rollouts": ask.games} | ({} if ask.players is None else {"players": ask.players})
    plan = checked(scenario, own)
    arm = plan.points[0].arms[0]
    line_up = [make_player(plan.game, spec, arm.rules, own) for spec in arm.policies]
    forking = Forking(plan.game, plan.game.decision(ask.at), line_up, arm.rules.lower(), ask.seed)
    decision = named_decision(forking, ask.games)
    if ask.against is not None and ask.against not in decision.kinds:
        raise UnknownName(f"{decision.turn} kind", ask.against, decision.kinds)
    told = progress or Progress()
    told.start(ask.games, 0)
    rows = forking.rows(ask.games, threads, told.advance)
    base = ask.against or usual_base(forking, decision, rows)
    tries = Tries(rows, ask.games, decision.kinds.index(base))
    if not tries.has_base.any():
        raise InputError(f"{base} is never legal under these rules: there is nothing to measure the other kinds against")
    worths = [worth for worth in tries.worths(decision) if plan.game.decisions or worth.tries]
    return Actions(ask, decision, base, arm.rules.players, len(rows), tuple(judged(worths, ask.games)))


def named_decision(forking: Forking, games: int) -> Decision:
    """The decision that is forked. Where its kinds are the actions of a game, they are called as in its first choices."""
    decision: Decision = forking.decision.DECISION
    if forking.game.decisions:
        return decision
    names = action_names(forking.game, forking.line_up, forking.rules, forking.seed, games)
    return replace(decision, kinds=tuple(names.get(number, kind) for number, kind in enumerate(decision.kinds)))


def usual_base(forking: Forking, decision: Decision, rows: Any) -> str:
    """The first kind, which does nothing; of a game's actions the one that is legal most often."""
    if forking.game.decisions:
        return decision.base
    return max(decision.kinds, key=lambda kind: int(legal_at(rows, decision.kinds.index(kind)).sum()))


def legal_at(rows: Any, kind: int) -> Any:
    """At which decisions is this kind legal?"""
    return (rows["legal"] >> kind) & 1 == 1


class Tries:
    """Every decision with what each kind came to. Decisions of one game go together: a game is the unit of the errors."""

    def __init__(self, rows: Any, games: int, base: int = 0) -> None:
        self.rows, self.games = rows, games
        self.everywhere = np.ones(len(rows), bool)
        score = rows["score"].astype(np.float64)
        self.gains: Floats = (score - score[:, base : base + 1]) / SIXTIETHS
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
            self.share(paired & (gain < 0), paired),
        )  # fmt: skip

    def sums(self, values: Floats) -> Floats:
        return by_game(self.rows["game"], values, self.games)

    def mean(self, values: Floats, where: Any) -> Estimate:
        if where.sum() < SEEN:
            return UNKNOWN
        return clustered(self.sums(np.where(where, values, 0.0)), self.sums(where.astype(np.float64)))

    def share(self, part: Any, whole: Any) -> Estimate:
        """A share of decisions; where none or all are, the interval is Wilson's over the games that have any."""
        games = self.sums(whole.astype(np.float64))
        found = clustered(self.sums(part.astype(np.float64)), games)
        if found.value in (0.0, 1.0):
            unseen = Z95**2 / (int((games > 0).sum()) + Z95**2)
            return found._replace(low=0.0 if found.value == 0.0 else 1.0 - unseen, high=unseen if found.value == 0.0 else 1.0)
        return found if found.low is None or found.high is None else found._replace(low=max(found.low, 0.0), high=min(found.high, 1.0))


def judged(worths: Sequence[Worth], games: int) -> list[Worth]:
    """With a word for each gain: more, less, not settled. All gains of the table are one family, corrected by Holm's method."""
    gains = [gain for worth in worths for gain in (worth.gain_chosen, worth.gain_legal)]
    chances = holm([p_value(g.value, g.std_error, games) if g.value is not None and g.std_error else None for g in gains])
    words = iter([word_for(gain, chance) for gain, chance in zip(gains, chances, strict=True)])
    return [replace(worth, verdict_chosen=next(words), verdict_legal=next(words)) for worth in worths]


def word_for(gain: Estimate, chance: float | None) -> str:
    """A gain that is the same in every try needs no test."""
    if gain.value is None:
        return "too rare"
    if gain.value == 0.0 or (chance is not None and chance >= ALPHA):
        return "not settled" if gain.std_error else "the same"
    return "more" if gain.value > 0 else "less"
