"""A tournament: policies meet in all line-ups on the same deals; who beats whom, ratings, the best mix, what a restriction costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from simlab.contract.catalogue import load
from simlab.contract.game import Game
from simlab.contract.policy import Policy
from simlab.errors import InputError, UnknownName
from simlab.players.registry import find, policies, probes
from simlab.runs import groups
from simlab.runs.backends import ALL_CORES, Backend, Crew
from simlab.runs.progress import Progress
from simlab.runs.results import label
from simlab.scenarios.plan import Plan
from simlab.scenarios.scenario import PolicySpec, policy_name
from simlab.stats.bootstrap import bootstrap
from simlab.stats.estimates import Estimate, Floats, as_dict
from simlab.stats.jackknife import jackknife
from simlab.studies.ask import Ask
from simlab.studies.line_ups import MOST_POLICIES, SQUARE, LineUp, Meetings, design, square_of
from simlab.studies.skill.measure import Skill, in_per_cent, in_points, skill
from simlab.studies.tournament.mixes import Field, equilibrium

KEPT = ("win", "rounds", "capped")
BASE = "basic"
RESAMPLES = 200  # of the groups, for the interval of a mix
LOGARITHM = 400.0  # rating points for odds of ten to one
STEADY, MOST_STEPS = 1e-12, 20_000


@dataclass(frozen=True)
class TournamentAsk(Ask):
    """Who takes part; `rollouts` are the games of each line-up."""

    policies: tuple[PolicySpec, ...] = ()
    base: str | None = None  # whom the others are measured against
    design: str = "auto"  # which line-ups


@dataclass(frozen=True)
class Tournament:
    """What came out."""

    game: str
    players: int
    games: int  # of each line-up
    base: int  # the policy that ratings and restrictions are measured against
    docs: tuple[str, ...]  # what each policy says of itself
    meetings: Meetings

    @property
    def names(self) -> tuple[str, ...]:
        return self.meetings.policies

    @cached_property
    def payoff(self) -> list[list[Estimate]]:
        """Row policy alone at a table of column policies: its share of the win."""
        k = len(self.names)
        cells = jackknife(lambda weights: payoffs(self.meetings, weights).ravel(), self.meetings.groups)
        even = Estimate(1.0 / self.players, 0.0, 1.0 / self.players, 1.0 / self.players)
        return [[even if i == j else cells[i * k + j] for j in range(k)] for i in range(k)]

    @cached_property
    def ratings(self) -> list[Estimate]:
        """Bradley-Terry strengths as rating points above the base policy."""
        return jackknife(lambda weights: rating_points(self.meetings, weights, self.base), self.meetings.groups)

    @cached_property
    def misfit(self) -> float:
        """The largest gap between a share that was seen and the one the ratings foretell."""
        return misfit(self.meetings)

    @cached_property
    def skill(self) -> Skill:
        return skill(self.meetings)

    @cached_property
    def mix(self) -> tuple[list[Estimate], float]:
        """The equilibrium of the game of choosing a policy, and how much a deviator could still gain."""
        whole, gap = equilibrium(Field(self.meetings, np.ones(self.meetings.groups)))
        return bootstrap(lambda weights: equilibrium(Field(self.meetings, weights), whole)[0], whole, self.meetings.groups, RESAMPLES), gap

    @cached_property
    def costs(self) -> dict[int, Estimate]:
        """What a player loses who plays otherwise than the base policy among base players."""
        others = [i for i in range(len(self.names)) if i != self.base]
        found = jackknife(lambda weights: costs(self.meetings, weights, self.base, others), self.meetings.groups)
        return dict(zip(others, found, strict=True))

    def lead(self) -> str:
        """What was played."""
        return (
            f"{len(self.meetings.line_ups)} line-ups of {len(self.names)} policies, {self.games:,} games each; every deal is played in "
            "each rotation of the line-up and by every line-up. Intervals: grouped jackknife."
        )

    def sentences(self) -> list[str]:
        return [*self.restrictions(), self.rating_sentence(), self.mix_sentence(), *self.skill.sentences()]

    def restrictions(self) -> list[str]:
        """One sentence for each policy that is not the base."""
        return [restriction(self, i, cost) for i, cost in self.costs.items()]

    def rating_sentence(self) -> str:
        from simlab.stats.claims import rounded

        order = sorted(range(len(self.names)), key=lambda i: -(self.ratings[i].value or 0.0))
        parts = []
        for i in order:
            value, error, low, high = self.ratings[i]
            interval = "" if i == self.base or low is None else f" ({rounded(low, error or 0)} to {rounded(high or 0, error or 0)})"
            parts.append(f"{self.names[i]} {rounded(value or 0.0, error or 1.0)}{interval}")
        return f"Ratings (Bradley-Terry, 400 points are ten to one): {', '.join(parts)}; off by {100 * self.misfit:.1f} points at most."

    def mix_sentence(self) -> str:
        mix, gap = self.mix
        played = [f"{self.names[i]} {in_per_cent(found)}" for i, found in enumerate(mix) if (found.value or 0) >= 0.005]
        loose = f"; a deviator gains at most {100 * gap:.2g} points" if gap > 1e-4 else ""
        if len(played) == 1:
            best = max(range(len(mix)), key=lambda i: mix[i].value or 0)
            return f"Who chooses among these plays {self.names[best]} alone ({share_of_resamples(mix[best])}){loose}."
        return f"The equilibrium mix of these: {', '.join(played)}{loose}."

    def as_json(self) -> dict[str, Any]:
        mix, gap = self.mix
        return {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "policies": list(self.names),
            "base": self.names[self.base],
            "line_ups": [[self.names[i] for i in line_up] for line_up in self.meetings.line_ups],
            "payoff": [
                {"policy": a, "against": b, **as_dict(self.payoff[i][j])}
                for i, a in enumerate(self.names)
                for j, b in enumerate(self.names)
            ],
            "ratings": [{"policy": name, **as_dict(found)} for name, found in zip(self.names, self.ratings, strict=True)],
            "misfit": self.misfit,
            "equilibrium": [{"policy": name, **as_dict(found)} for name, found in zip(self.names, mix, strict=True)],
            "equilibrium_gap": gap,
            "costs": [{"policy": self.names[i], **as_dict(found)} for i, found in self.costs.items()],
            "skill": self.skill.as_json(),
            "findings": self.sentences(),
        }


def share_of_resamples(found: Estimate) -> str:
    return "in every resample of the deals" if found.low == found.high == 1.0 else f"share {in_per_cent(found)}"


def plan_of(ask: TournamentAsk) -> tuple[Plan, list[LineUp], tuple[str, ...]]:
    """The line-ups as one run: each is a point, and all points play the same deals."""
    names = tuple(label(spec) for spec in ask.policies)
    if not 2 <= len(names) <= MOST_POLICIES or len(set(names)) < len(names):
        raise InputError(f"a tournament needs 2 to {MOST_POLICIES} different policies (given: {', '.join(names) or 'none'})")
    game = load(ask.game)
    players = ask.players or game.Rules().players
    if players not in game.table_sizes():
        raise InputError(f"{ask.game} is for {game.table_sizes()[0]} to {game.table_sizes()[-1]} players (given: {players})")
    line_ups = design(len(names), players, ask.design)
    plan = ask.plan(
        KEPT,
        question=f"{ask.game}: who beats whom among {', '.join(names)}?",
        players=players,
        sweep={"policies": [[ask.policies[i] for i in line_up] for line_up in line_ups]},
        rotate_seats=True,
        define={SQUARE: square_of(players)},
    )
    return plan, line_ups, names


def base_of(ask: TournamentAsk, names: Sequence[str]) -> int:
    if ask.base is not None and ask.base not in names:
        raise UnknownName("policy in this tournament:", ask.base, names)
    return names.index(ask.base) if ask.base is not None else names.index(BASE) if BASE in names else 0


def tournament(ask: TournamentAsk, folder: Path | None = None, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
               progress: Progress | None = None) -> Tournament:  # fmt: skip
    """Play it."""
    plan, line_ups, names = plan_of(ask)
    base = base_of(ask, names)
    found = groups.play(plan, folder, crew=crew, fresh=fresh, policy_files=ask.policy_files, progress=progress)
    docs = tuple(find(plan.game, policy_name(spec), plan.own).doc for spec in ask.policies)
    point = plan.points[0]
    games = plan.units(point) * plan.rotations(point)
    return Tournament(ask.game, point.players, games, base, docs, Meetings.of(names, line_ups, found))


def entrants(game: Game, own: Sequence[Policy] = ()) -> list[str]:
    """Every policy that can play the default rules, but for probes, and for `search`, which takes a thousand times as long."""
    left_out = {probe.name for probe in probes(game)}
    known = {name: policy for name, policy in policies(game, own).items() if name not in left_out and policy.make is None}
    return [name for name, policy in known.items() if not policy.fits(game.Rules())]


def payoffs(meetings: Meetings, weights: Floats) -> Floats:
    """Policy i alone among policies j."""
    shares, k, n = meetings.shares(weights), len(meetings.policies), meetings.players
    return np.array([[shares[meetings.find(i, *[j] * (n - 1)), i] for j in range(k)] for i in range(k)])


def costs(meetings: Meetings, weights: Floats, base: int, others: Sequence[int]) -> Floats:
    """The win of a base player among base players, less that of another policy in his place."""
    n = meetings.players
    wins = np.einsum("g,lgp->lp", weights, meetings.by_place) / (n * (meetings.deals @ weights))[:, None]
    usual = wins[meetings.find(*[base] * n)].mean()  # an even share, unless games were capped
    found = []
    for i in others:
        at = meetings.find(i, *[base] * (n - 1))
        found.append(usual - wins[at, meetings.line_ups[at].index(i)])
    return np.array(found)


def rating_points(meetings: Meetings, weights: Floats, base: int) -> Floats:
    """Rating points of every policy above the base one."""
    worth = bradley_terry(meetings.counts, wins_of(meetings, weights))
    return np.asarray(LOGARITHM * np.log10(worth / worth[base]))


def wins_of(meetings: Meetings, weights: Floats) -> Floats:
    """By line-up and policy: the whole share of the win of all players of this kind."""
    shares = np.nan_to_num(meetings.shares(weights)) * meetings.counts
    return np.asarray(shares / np.maximum(shares.sum(axis=1, keepdims=True), 1e-300))


def bradley_terry(counts: Floats, wins: Floats) -> Floats:
    """Worths such that a player wins with chance worth / sum of worths at the table: the most likely ones.

    Line-ups of one kind only say nothing. For two players this is Bradley and Terry's model, for more its extension by Luce;
    the steps are those of minorisation and maximisation, which climb to the one maximum.
    """
    mixed = (counts > 0).sum(axis=1) > 1
    counts, wins = counts[mixed], wins[mixed]
    won = wins.sum(axis=0) + 1e-9  # who never wins has a very low rating, not an endless one
    worth = np.ones(counts.shape[1])
    for _ in range(MOST_STEPS):
        step = won / (counts / (counts @ worth)[:, None]).sum(axis=0)
        step /= step.mean()
        still = np.abs(step - worth).max() < STEADY
        worth = step
        if still:
            break
    return np.asarray(worth)


def misfit(meetings: Meetings) -> float:
    weights = np.ones(meetings.groups)
    counts, wins = meetings.counts, wins_of(meetings, weights)
    worth = bradley_terry(counts, wins)
    foretold = counts * worth / (counts @ worth)[:, None]
    each = np.divide(wins - foretold, counts, out=np.zeros_like(wins), where=counts > 0)
    return float(np.abs(each).max())


def restriction(found: Tournament, policy: int, cost: Estimate) -> str:
    """`never_attacks (never flips, swaps, kills or steals) costs 4.1 points of the win (3.8 to 4.4) against basic.`"""
    name, base = found.names[policy], found.names[found.base]
    what = found.docs[policy].removeprefix(f"As {base}, but ").rstrip(".")
    even = f"an even share is {100 / found.players:.3g} %"
    if cost.low is None or cost.high is None:
        return f"{name} ({what}): not enough games to say."
    if cost.low <= 0 <= cost.high:
        return f"{name} ({what}) costs nothing that {found.games:,} games can show: {in_points(cost)} of the win, where {even}."
    verb, shown = ("costs", cost) if (cost.value or 0) > 0 else ("gains", opposite(cost))
    return f"{name} ({what}) {verb} {in_points(shown)} of the win among {base} players, where {even}."


def opposite(found: Estimate) -> Estimate:
    """The other way round."""
    value, error, low, high = found
    return Estimate(-(value or 0.0), error, -(high or 0.0), -(low or 0.0))
