"""A tournament: policies meet in all line-ups on the same deals; who beats whom, ratings, the best mix, what a restriction costs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from simlab.contract.catalogue import load
from simlab.contract.game import Game
from simlab.contract.goals import WIN, Goal
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
from simlab.stats.estimates import Estimate, Floats, as_dict, within
from simlab.stats.jackknife import jackknife
from simlab.stats.ledger import Claim
from simlab.studies.ask import Ask
from simlab.studies.goal_words import as_data, axis, gap, gap_unit, in_per_cent, times, unit
from simlab.studies.line_ups import LEDGER, MOST_POLICIES, SQUARE, LineUp, Meetings, design, square_of
from simlab.studies.skill.measure import Skill, skill
from simlab.studies.tournament.mixes import Field, equilibria, equilibrium
from simlab.studies.tournament.orders import turned, warning
from simlab.studies.tournament.ratings import misfit_of, ratings_of

KEPT = ("rounds", "capped")  # beside what the games are judged by
MOST_ANSWERS = 3  # equilibria that are told
RESAMPLES = 200  # of the groups, for the interval of a mix
LOOSE = 1e-4  # of the spread of results: a gain that is left to a deviator and worth saying


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
    goal: Goal  # what the games are judged by
    meetings: Meetings
    other: tuple[Goal, Meetings] | None = None  # the same games by the win, or by the payoff: is the order the same?

    @property
    def names(self) -> tuple[str, ...]:
        return self.meetings.policies

    @cached_property
    def payoff(self) -> list[list[Estimate]]:
        """Row policy alone at a table of column policies: what it ends with."""
        k = len(self.names)
        cells = jackknife(lambda weights: self.meetings.alone(weights).ravel(), self.meetings.groups)
        if self.goal.is_share:
            cells = [within(cell, 0.0, 1.0, self.games) for cell in cells]
        found = [[cells[i * k + j] for j in range(k)] for i in range(k)]
        if self.goal.is_share:
            for i in range(k):
                found[i][i] = Estimate(self.even, 0.0, self.even, self.even)
        return found

    @cached_property
    def even(self) -> float:
        """What equals end with."""
        return 1.0 / self.players if self.goal.is_share else float(np.diag(self.meetings.alone(np.ones(self.meetings.groups))).mean())

    @cached_property
    def ratings(self) -> list[Estimate]:
        """Strengths above the base policy's: rating points of Bradley and Terry, or chips, points, whatever the goal counts."""
        return jackknife(lambda weights: ratings_of(self.meetings, weights, self.base), self.meetings.groups)

    @cached_property
    def misfit(self) -> float:
        """The largest gap between a result that was seen and the one the ratings foretell."""
        return misfit_of(self.meetings)

    @cached_property
    def beaten_by(self) -> dict[int, list[int]]:
        """For every policy those that surely gain alone among its players: corrected by Holm's method over all pairs."""
        k = len(self.names)
        pairs = [(i, j) for j in range(k) for i in range(k) if i != j]
        leads = jackknife(lambda weights: leads_alone(self.meetings, weights, pairs), self.meetings.groups)
        found: dict[int, list[int]] = {j: [] for j in range(k)}
        for (i, j), claim in zip(pairs, LEDGER.judge("leads", leads, [self.meetings.groups] * len(leads)), strict=True):
            if claim.holds and (claim.found.value or 0.0) > 0.0:
                found[j].append(i)
        return found

    @cached_property
    def warnings(self) -> list[str]:
        """That the order is another by the other goal, where the games prove it."""
        if self.other is None:
            return []
        goal, meetings = self.other
        return warning(turned(self.meetings, meetings), self.goal, goal)

    @cached_property
    def skill(self) -> Skill:
        return skill(self.meetings, self.goal)

    @cached_property
    def mix(self) -> tuple[list[Estimate], float]:
        """The equilibrium of the game of choosing a policy, and how much a deviator could still gain."""
        whole, gap = equilibrium(Field(self.meetings, np.ones(self.meetings.groups)))
        return bootstrap(lambda weights: equilibrium(Field(self.meetings, weights), whole)[0], whole, self.meetings.groups, RESAMPLES), gap

    @cached_property
    def costs(self) -> dict[int, Claim]:
        """What a player loses who plays otherwise than the base policy among base players."""
        others = [i for i in range(len(self.names)) if i != self.base]
        found = jackknife(lambda weights: costs(self.meetings, weights, self.base, others), self.meetings.groups)
        if self.goal.is_share:
            found = [within(cost, -1.0, 1.0, self.games) for cost in found]
        return dict(zip(others, LEDGER.judge("costs", found, [self.meetings.groups] * len(found)), strict=True))

    def lead(self) -> str:
        """What was played."""
        return (
            f"{len(self.meetings.line_ups)} line-ups of {len(self.names)} policies, {self.games:,} {self.goal.per}s each; every deal is "
            f"played in each rotation of the line-up and by every line-up. Judged by {axis(self.goal)}. Intervals: grouped jackknife."
        )

    def sentences(self) -> list[str]:
        return [*self.warnings, *self.restrictions(), self.rating_sentence(), self.mix_sentence(), *self.skill.sentences(), *self.crossed()]

    def restrictions(self) -> list[str]:
        """One sentence for each policy that is not the base."""
        return [restriction(self, i, cost) for i, cost in self.costs.items()]

    def rating_sentence(self) -> str:
        from simlab.stats.digits import rounded

        order = sorted(range(len(self.names)), key=lambda i: -(self.ratings[i].value or 0.0))
        parts = []
        for i in order:
            value, error, low, high = self.ratings[i]
            interval = "" if i == self.base or low is None else f" ({rounded(low, error or 0)} to {rounded(high or 0, error or 0)})"
            parts.append(f"{self.names[i]} {rounded(value or 0.0, error or 1.0)}{interval}")
        but = f" {self.names[order[0]]} is beaten by {self.named(self.beaten_by[order[0]])}." if self.beaten_by[order[0]] else ""
        if self.goal.is_share:
            off = f"off by {100 * self.misfit:.1f} points at most."
            return f"Ratings (Bradley-Terry, 400 points are ten to one): {', '.join(parts)}; {off}{but}"
        above = f"{unit(self.goal)} above {self.names[self.base]}"
        return f"Ratings ({above}, least squares): {', '.join(parts)}; off by {self.misfit:.2g} at most.{but}"

    def named(self, policies: Sequence[int]) -> str:
        return " and ".join(part for part in (", ".join(self.names[i] for i in policies[:-1]), self.names[policies[-1]]) if part)

    def mix_sentence(self) -> str:
        unbeaten = [j for j, others in self.beaten_by.items() if not others]
        if len(unbeaten) > 1:
            left_open = f"Nobody here surely gains on {self.named(unbeaten)}; which of them, or which mix, is best is not settled"
            return f"{left_open}{self.other_answers()}."
        mix, left = self.mix
        played = [f"{self.names[i]} {in_per_cent(found)}" for i, found in enumerate(mix) if (found.value or 0) >= 0.005]
        most = f"{times(self.goal) * left:.2g} {gap_unit(self.goal)}"
        loose = f"; a deviator gains at most {most}" if left > LOOSE * self.meetings.spread else ""
        best = max(range(len(mix)), key=lambda i: mix[i].value or 0)
        if len(played) == 1:
            return f"Who chooses among these plays {self.names[best]} alone ({share_of_resamples(mix[best])}){loose}{self.other_answers()}."
        return f"The equilibrium mix of these: {', '.join(played)}{loose}{self.other_answers()}."

    def other_answers(self) -> str:
        """Where the numbers as they stand have several equilibria, those beside the first; nothing where there is one."""
        first, *others = equilibria(Field(self.meetings, np.ones(self.meetings.groups)), MOST_ANSWERS) or [np.zeros(0)]
        if not others:
            return ""
        told = "; ".join(self.mix_in_words(mix) for mix in (first, *others))
        return f". The answer is not unique: {told} {'each ' if len(others) > 1 else 'both '}hold themselves up"

    def mix_in_words(self, mix: Floats) -> str:
        """`basic alone`, `basic 62 % with tight 38 %`"""
        played = [i for i in range(len(mix)) if mix[i] >= 0.005]
        return (
            f"{self.names[played[0]]} alone" if len(played) == 1 else " with ".join(f"{self.names[i]} {100 * mix[i]:.0f} %" for i in played)
        )

    def crossed(self) -> list[str]:
        """Players who surely gain on one that does better against all: their order is not unique."""
        value = {name: found.value or 0.0 for name, found in self.skill.strength.items()}
        pairs = [(self.names[i], self.names[j]) for j, others in self.beaten_by.items() for i in others]
        turned = [f"{low} gains on {high}, which does better against all of them" for low, high in pairs if value[low] < value[high]]
        return [f"The order of players is not unique: {'; '.join(turned)}."] if turned else []

    def as_json(self) -> dict[str, Any]:
        mix, left = self.mix
        return {
            "game": self.game,
            "players": self.players,
            "games": self.games,
            "policies": list(self.names),
            "base": self.names[self.base],
            "goal": as_data(self.goal),
            "line_ups": [[self.names[i] for i in line_up] for line_up in self.meetings.line_ups],
            "payoff": [
                {"policy": a, "against": b, **as_dict(self.payoff[i][j])}
                for i, a in enumerate(self.names)
                for j, b in enumerate(self.names)
            ],
            "ratings": [{"policy": name, **as_dict(found)} for name, found in zip(self.names, self.ratings, strict=True)],
            "misfit": self.misfit,
            "beaten_by": {self.names[j]: [self.names[i] for i in others] for j, others in self.beaten_by.items()},
            "equilibrium": [{"policy": name, **as_dict(found)} for name, found in zip(self.names, mix, strict=True)],
            "equilibrium_gap": left,
            "costs": [{"policy": self.names[i], **as_dict(cost.found), "settled": cost.holds} for i, cost in self.costs.items()],
            "skill": self.skill.as_json(),
            "warnings": self.warnings,
            "findings": self.sentences(),
        }


def share_of_resamples(found: Estimate) -> str:
    return "in every resample of the deals" if found.low == found.high == 1.0 else f"share {in_per_cent(found)}"


def goals_of(ask: TournamentAsk) -> list[Goal]:
    """What the games are judged by, and what that is compared with: the win, or the payoff where the win was asked for."""
    asked = ask.judged_by()
    others = (replace(ask, goal="win" if asked.column != WIN.column else "payoff").judged_by(),)
    return [asked, *(other for other in others if other.column != asked.column)]


def plan_of(ask: TournamentAsk) -> tuple[Plan, list[LineUp], tuple[str, ...], list[Goal]]:
    """The line-ups as one run: each is a point, and all points play the same deals."""
    names = tuple(label(spec) for spec in ask.policies)
    if not 2 <= len(names) <= MOST_POLICIES or len(set(names)) < len(names):
        raise InputError(f"a tournament needs 2 to {MOST_POLICIES} different policies (given: {', '.join(names) or 'none'})")
    game = load(ask.game)
    players = ask.players or game.Rules().players
    if players not in game.table_sizes():
        raise InputError(f"{ask.game} is for {game.table_sizes()[0]} to {game.table_sizes()[-1]} players (given: {players})")
    line_ups = design(len(names), players, ask.design)
    goals = goals_of(ask)
    column = goals[0].column
    plan = ask.plan(
        (*(goal.column for goal in goals), *KEPT),
        question=f"{ask.game}: who beats whom among {', '.join(names)}?",
        players=players,
        sweep={"policies": [[ask.policies[i] for i in line_up] for line_up in line_ups]},
        rotate_seats=True,
        define={column + SQUARE: square_of(column, players)},
    )
    return plan, line_ups, names, goals


def base_of(ask: TournamentAsk, names: Sequence[str]) -> int:
    if ask.base is not None and ask.base not in names:
        raise UnknownName("policy in this tournament:", ask.base, names)
    usual = load(ask.game).usual_player
    return names.index(ask.base) if ask.base is not None else names.index(usual) if usual in names else 0


def tournament(ask: TournamentAsk, folder: Path | None = None, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
               progress: Progress | None = None) -> Tournament:  # fmt: skip
    """Play it."""
    plan, line_ups, names, goals = plan_of(ask)
    base = base_of(ask, names)
    found = groups.play(plan, folder, crew=crew, fresh=fresh, policy_files=ask.policy_files, progress=progress)
    docs = tuple(find(plan.game, policy_name(spec), plan.own).doc for spec in ask.policies)
    point = plan.points[0]
    games = plan.units(point) * plan.rotations(point)
    (asked, meetings), *others = [(goal, Meetings.of(names, line_ups, found, goal)) for goal in goals]
    return Tournament(ask.game, point.players, games, base, docs, asked, meetings, others[0] if others else None)


def entrants(game: Game, own: Sequence[Policy] = ()) -> list[str]:
    """Every policy that can play the default rules, but for probes, and for `search`, which takes a thousand times as long."""
    left_out = {probe.name for probe in probes(game)}
    known = {name: policy for name, policy in policies(game, own).items() if name not in left_out and policy.make is None}
    return [name for name, policy in known.items() if not policy.fits(game.Rules())]


def leads_alone(meetings: Meetings, weights: Floats, pairs: Sequence[tuple[int, int]]) -> Floats:
    """What each gains alone among others, above what they have among themselves."""
    alone = meetings.alone(weights)
    return np.array([alone[i, j] - alone[j, j] for i, j in pairs])


def costs(meetings: Meetings, weights: Floats, base: int, others: Sequence[int]) -> Floats:
    """The result of a base player among base players, less that of another policy in his place."""
    n = meetings.players
    results = np.einsum("g,lgp->lp", weights, meetings.by_place) / (n * (meetings.deals @ weights))[:, None]
    usual = results[meetings.find(*[base] * n)].mean()  # of shares an even one, unless games were capped
    found = []
    for i in others:
        at = meetings.find(i, *[base] * (n - 1))
        found.append(usual - results[at, meetings.line_ups[at].index(i)])
    return np.array(found)


def restriction(found: Tournament, policy: int, claim: Claim) -> str:
    """`never_attacks (never flips, swaps, kills or steals) costs 4.1 points of the win (3.8 to 4.4) against basic.`"""
    name, base = found.names[policy], found.names[found.base]
    what = found.docs[policy].removeprefix(f"As {base}, but ").rstrip(".")
    where = f", where an even share is {100 / found.players:.3g} %" if found.goal.is_share else ""
    if claim.found.low is None or claim.found.high is None:
        return f"{name} ({what}): not enough games to say."
    if not claim.holds:
        return f"{name} ({what}) costs nothing that {found.games:,} games can show: {gap(found.goal, claim.found)}{where}."
    does, shown = ("costs", claim.told) if (claim.found.value or 0) > 0 else ("gains", opposite(claim.told))
    return f"{name} ({what}) {does} {gap(found.goal, shown)} among {base} players{where}."


def opposite(found: Estimate) -> Estimate:
    """The other way round."""
    value, error, low, high = found
    return Estimate(-(value or 0.0), error, -(high or 0.0), -(low or 0.0))
