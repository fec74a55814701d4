"""What a game is like to play, in numbers: fair, tense, decided late, full of choices that matter? Formulas: docs/quality.md.

Most measures need to know who is winning in the middle of a game. At a look, worlds are imagined from the view of the seat to act
and played out by the same players (`play.probes.chances`); the share of them that a seat wins is its chance. Games that are judged by
chips or points have expected chips or points instead of chances, and what counts as much is measured by how far results lie apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.contract.goals import WIN, Goal
from simlab.errors import InputError
from simlab.play.probes.chances import WORLDS, Looks, Survey
from simlab.runs import groups
from simlab.runs.backends import ALL_CORES, Backend, Crew, at_work
from simlab.runs.gauge import Gauge
from simlab.runs.moments import Moments
from simlab.runs.probing import look_into
from simlab.runs.progress import Progress
from simlab.scenarios.plan import Plan
from simlab.scenarios.targets import parse
from simlab.stats.clustered import clustered_ratio, clustered_share
from simlab.stats.compare import SURE, clearly_more, perhaps_more, sure_among, surely_at_least, with_false_alarms, without_false_alarms
from simlab.stats.estimates import UNKNOWN, Estimate, Floats, as_dict, between
from simlab.stats.means import error_from_squares, standard_errors
from simlab.studies.ask import Ask
from simlab.studies.goal_words import as_data, verb
from simlab.studies.quality.moments import Course, Stakes, decision_map, typical_game
from simlab.studies.quality.yardsticks import beside
from simlab.words.titles import readable, sentence

SURELY, PERHAPS = SURE, -SURE  # errors that are taken off, or granted
ROUNDING = 1e-9
MARGIN = 0.1  # the lead changes hands when somebody is ahead of the leader by more than this
DECIDED = 0.9  # a game is decided once its winner's chance stays above this
BEHIND = 0.25  # a comeback: the winner was behind by more than this
MATTERS = 0.05  # a choice matters when the best option wins so much more than the worst
SEEN = 20  # looks at an option by name that say something about it
ALWAYS = 0.95  # an option is dominated when it is clearly worse in so many of its looks

PLAIN = ("rounds", "decisions")  # columns of what needs no look, beside the goal's
LOOKS = "looks"  # where the looks into games are kept, beside the sums
FAR = 2.0  # standard deviations of a seat's result that stand for a whole win

MEASURES = (
    "seat_spread", "rounds", "decisions", "lead_changes", "drama", "comebacks", "decided_early", "decisions_that_matter", "stakes",
    "dominated_options",
)  # fmt: skip
COUNTS = ("rounds", "decisions", "lead_changes")
AMOUNTS = ("seat_spread", "drama", "stakes")  # in the unit of the goal; the rest are rates


def meanings(goal: Goal, spread: float = 1.0) -> dict[str, str]:
    """Every measure in words."""
    behind, matters = enough(goal, BEHIND, spread), enough(goal, MATTERS, spread)
    does, counts = verb(goal), "share of the win" if goal.is_share else goal.doc
    return {
        "seat_spread": f"{counts} of the best seat less that of the worst",
        "rounds": "rounds in a game",
        "decisions": "decisions in a game",
        "lead_changes": "how often the lead changes hands",
        "drama": "how far the winner was behind, averaged over the game",
        "comebacks": f"games whose winner was once behind by more than {behind}, for certain",
        "decided_early": "part of the game that is left once it is decided",
        "decisions_that_matter": f"decisions whose best option {does} at least {matters} more than the worst, for certain",
        "stakes": f"what the best option {does} more than the worst",
        "dominated_options": f"options that {does.removesuffix('s')} at least {matters} less than the best, for certain",
    }


def enough(goal: Goal, part: float, spread: float) -> str:
    """`25%`, or `0.62 chips`"""
    return f"{part:.0%}" if goal.is_share else f"{part * spread:.2g} {goal.unit}"


def is_rate(name: str, goal: Goal) -> bool:
    """Told in per cent."""
    return name not in COUNTS and (goal.is_share or name not in AMOUNTS)


@dataclass(frozen=True)
class QualityAsk(Ask):
    """How closely a game is looked at; `rollouts` are for fairness and length."""

    games: int = 300  # looked into
    looks: int = 12  # into each game
    worlds: int = 64  # at each look


@dataclass(frozen=True)
class Quality:
    """All measures of a game, the comeback curve, and options that are hardly ever right."""

    ask: QualityAsk
    players: int
    measures: dict[str, Estimate]
    curve: list[tuple[float, Estimate]]  # part of the game played, chance that the leader does not win
    options: list[dict[str, Any]]
    goal: Goal
    spread: float = 1.0  # how far results lie apart: 1 for shares
    typical: Course | None = None  # a game like most
    stakes: Sequence[Stakes] = ()  # of each kind of choice, quarter by quarter

    @property
    def meanings(self) -> dict[str, str]:
        return meanings(self.goal, self.spread)

    def unit(self, name: str) -> str:
        """Of a measure."""
        return "%" if is_rate(name, self.goal) else self.goal.unit if name in AMOUNTS else ""

    def sentences(self) -> list[str]:
        from simlab.stats.claims import in_brackets

        known = {name: found for name, found in self.measures.items() if None not in (found.value, found.low, found.high)}
        shown = {name: in_brackets(found, 100.0 if is_rate(name, self.goal) else 1.0, self.unit(name)) for name, found in known.items()}
        told = [(name, doc) for name, doc in self.meanings.items() if name in shown]
        found = [f"{sentence(readable(name))}: {shown[name]}: {doc}{self.yardstick(name)}." for name, doc in told]
        return [*found, self.option_sentence()]

    def yardstick(self, name: str) -> str:
        """`; between jester 8 % and arcana 11 %`, where the goal is to win, as with them."""
        value = self.measures[name].value
        if value is None or not self.goal.is_share:
            return ""
        told = beside(name, value, self.ask.game, 100.0 if is_rate(name, self.goal) else 1.0, f" {self.unit(name)}".rstrip())
        return f"; {told}" if told else ""

    def option_sentence(self) -> str:
        names = [f"`{option['option']}`" for option in self.options if option["dominated"]]
        seen = f"options seen at least {SEEN} times"
        return f"Hardly ever right among {seen}: {', '.join(names)}." if names else f"No dominated option among {len(self.options)} {seen}."

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.ask.game,
            "players": self.players,
            "policy": self.ask.policy,
            "goal": as_data(self.goal),
            "spread": self.spread,
            "games_looked_into": self.ask.games,
            "looks": self.ask.looks,
            "worlds": self.ask.worlds,
            "measures": [
                {"measure": name, "meaning": self.meanings[name], "unit": self.unit(name), **as_dict(found)}
                for name, found in self.measures.items()
            ],
            "comeback_curve": [{"played": x, **as_dict(found)} for x, found in self.curve],
            "options": self.options,
            "typical_game": None if self.typical is None else self.typical.as_json(),
            "decision_map": [kind.as_json() for kind in self.stakes],
            "findings": self.sentences(),
        }


def quality(ask: QualityAsk, folder: Path | None = None, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
            progress: Progress | None = None) -> Quality:  # fmt: skip
    """Play, look, and measure. With a folder, what is played and seen is kept and a killed study goes on."""
    if not 4 <= ask.worlds <= WORLDS or ask.worlds % 2:
        raise InputError(f"--worlds: an even number, 4 to {WORLDS} (given: {ask.worlds})")
    goal = ask.judged_by()
    plan = ask.plan((goal.column, *PLAIN))
    arm = plan.points[0].arms[0]
    how: dict[str, Any] = {"fresh": fresh, "policy_files": ask.policy_files, "progress": progress}
    with at_work(crew) as backend:
        groups_played = groups.play(plan, folder, crew=backend, **how)[0]
        looks = look_into(
            ask.plan(rollouts=ask.games), Looks(ask.looks, ask.worlds, goal.column), folder and folder / LOOKS, crew=backend, **how
        )
        ((tallies, rows, views),) = looks
    seen = Survey(tallies, rows, views, ask.worlds)
    courses = Courses(seen, arm.rules.players, goal)
    choices = Choices(seen, goal, courses.spread)
    measures = plain_measures(plan, groups_played, goal) | courses.measures() | choices.measures()
    ordered = {name: measures[name] for name in MEASURES}
    lowered = arm.rules.lower()
    moments = typical_game(courses), decision_map(plan.game, lowered, seen, choices)
    found = options(plan.game, lowered, seen, choices)
    return Quality(ask, arm.rules.players, ordered, courses.curve(ask.looks), found, goal, courses.spread, *moments)


def plain_measures(plan: Plan, played: Sequence[Moments], goal: Goal) -> dict[str, Estimate]:
    """Those that need no look into the game."""
    targets = [parse(f"{goal.column} spread above 0"), parse("rounds above 0"), parse("decisions above 0")]
    gauge = Gauge(targets, plan.recipes[plan.points[0].players])
    return dict(zip(("seat_spread", *PLAIN), gauge.estimates(gauge.read(played)), strict=True))


class Courses:
    """How the chances went, game by game, or what seats could expect.

    `half[g][h, t, s]`: of seat s at look t by the worlds of half h; `chance` by all; `error[g][t, s, r]`: of the gap between two seats,
    `own[g][t, s]`: of one. Few worlds blur all this, so every measure is worked out twice: too low, and too high.
    """

    def __init__(self, seen: Survey, players: int, goal: Goal = WIN) -> None:
        self.goal, self.worlds = goal, seen.worlds
        self.half: list[Floats] = []
        self.played: list[Floats] = []
        self.error: list[Floats] = []
        self.own: list[Floats] = []
        self.ends = goal.read(seen.tallies, slice(players))
        self.won = self.ends if goal.is_share else best_of(self.ends)  # a whole win by its shares
        self.spread = 1.0 if goal.is_share else FAR * float(self.ends.std()) or 1.0
        for g in range(len(seen.tallies)):
            mine = seen.looks[seen.looks["game"] == g]
            self.half.append(mine["ends"][:, :, :players].transpose(1, 0, 2) / (goal.scale * seen.worlds / 2))
            self.played.append((mine["decision"] + 0.5) / np.maximum(mine["decisions"], 1))
            chance, products = self.half[-1].mean(axis=0), mine["products"][:, :players, :players]
            self.error.append(self.gap_errors(chance, products))
            square = chance if goal.is_share else np.einsum("tss->ts", products) / seen.worlds
            self.own.append(error_from_squares(chance, square, seen.worlds))
        self.chance = [half.mean(axis=0) for half in self.half]

    def gap_errors(self, chance: Floats, products: Floats) -> Floats:
        """Standard errors of the gaps between two seats in the same worlds; of chances, nobody shares a win."""
        if self.goal.is_share:
            return gap_error(chance[:, :, None], chance[:, None, :], self.worlds)
        own = np.einsum("tss->ts", products)
        square = (own[:, :, None] + own[:, None, :] - 2 * products) / self.worlds
        return error_from_squares(chance[:, :, None] - chance[:, None, :], square, self.worlds)

    def measures(self) -> dict[str, Estimate]:
        wanted = [g for g in range(len(self.won)) if len(self.chance[g]) and self.won[g].sum() > 0]
        if not wanted:
            return dict.fromkeys(("lead_changes", "drama", "comebacks", "decided_early"), UNKNOWN)
        lower, upper = (np.array([of_game(g) for g in wanted]) for of_game in (self.of_game, self.at_most))
        ones, found = np.ones(len(lower)), {}
        for k, name in enumerate(("lead_changes", "drama", "comebacks", "decided_early")):
            is_part = name in ("comebacks", "decided_early")
            certain, possible = ((clustered_share if is_part else clustered_ratio)(rows[:, k], ones) for rows in (lower, upper))
            certain = with_false_alarms(certain) if name in ("lead_changes", "comebacks") else certain
            found[name] = between(certain, possible, 1.0 if is_part else inf)
        return found

    def of_game(self, g: int) -> list[float]:
        """Lead changes, drama, comeback, part left when decided, as far as they are certain; a shared win counts by shares."""
        chance, won = self.chance[g], self.won[g] / self.won[g].sum()
        leader = self.half[g][0].argmax(axis=1)  # by one half of the worlds; how far ahead, by the other
        other = self.half[g][1]
        behind = (other[np.arange(len(other)), leader][:, None] - other).mean(axis=0)
        lag, error = self.lags(g)
        sure = sure_among(len(chance) * (len(won) - 1), self.worlds)
        deep = surely_at_least(lag, error, sure).max(axis=0) > BEHIND * self.spread
        left = [self.left(g, seat, SURELY) for seat in range(len(won))]
        changes = lead_changes(chance, self.error[g], MARGIN * self.spread, sure)
        return [changes, float(behind @ won), float(deep @ won), float(left @ won)]

    def at_most(self, g: int) -> list[float]:
        """The same as far as it may be: every change of the lead that is seen, how far behind by the worlds that chose the leader."""
        chance, won = self.chance[g], self.won[g] / self.won[g].sum()
        lag, _ = self.lags(g)
        left = [self.left(g, seat, PERHAPS) for seat in range(len(won))]
        changes = lead_changes(chance, self.error[g], MARGIN * self.spread, PERHAPS)
        return [changes, float(lag.mean(axis=0) @ won), float((lag.max(axis=0) > BEHIND * self.spread) @ won), float(left @ won)]

    def lags(self, g: int) -> tuple[Floats, Floats]:
        """By look and seat: how far behind the leader, and the error of that."""
        chance, looks = self.chance[g], np.arange(len(self.chance[g]))
        best = chance.argmax(axis=1)
        return chance[looks, best][:, None] - chance, self.error[g][looks, best]

    def left(self, g: int, seat: int, sure: float) -> float:
        """What remains of the game from the first look after which this seat's chance stays high, or what it expects near its end."""
        chance, off, blur = self.chance[g][:, seat], (1 - DECIDED) * self.spread, sure * self.own[g][:, seat]
        short = DECIDED - chance if self.goal.is_share else np.abs(chance - self.ends[g, seat]) - off
        low = np.flatnonzero(short + blur > ROUNDING)
        at = int(low[-1]) + 1 if len(low) else 0
        return 1.0 - float(self.played[g][at]) if at < len(self.played[g]) else 0.0

    def curve(self, looks: int) -> list[tuple[float, Estimate]]:
        """At each stage of the game: the share of the win that goes to others than the one who leads then."""
        found = []
        for k in range(looks):
            low, high = k / looks, (k + 1) / looks
            top, below = np.zeros(len(self.won)), np.zeros(len(self.won))
            for g, (chance, played) in enumerate(zip(self.chance, self.played, strict=True)):
                for at in np.flatnonzero((played >= low) & (played < high)):
                    below[g] += 1
                    top[g] += 1 - self.won[g][chance[at] == chance[at].max()].mean()
            found.append(((low + high) / 2, clustered_ratio(top, below)))
        return found


def gap_error(one: Floats, other: Floats, worlds: int) -> Floats:
    """Standard error of the difference of two seats' chances in the same worlds."""
    return error_from_squares(one - other, one + other, worlds)


def best_of(ends: Floats) -> Floats:
    """Who ended best, as shares of one: equals share."""
    best = ends == ends.max(axis=1, keepdims=True)
    return np.asarray(best / best.sum(axis=1, keepdims=True))


def lead_changes(chance: Floats, error: Floats, margin: float = MARGIN, sure: float = SURE) -> float:
    """How often the lead changes hands: a new leader must be ahead of the old one by the margin, and for certain.

    With a negative `sure`, how often it may: ahead by what so many errors less than the margin would be.
    """
    leader, changes = int(chance[0].argmax()), 0
    for now, unsure in zip(chance[1:], error[1:], strict=True):
        best = int(now.argmax())
        least = margin if sure > 0 else max(0.0, margin + sure * unsure[best, leader])
        if best != leader and clearly_more(now[best] - now[leader], unsure[best, leader], least, max(sure, 0.0)):
            leader, changes = best, changes + 1
    return float(changes)


class Choices:
    """What options were worth. Best and worst are picked by half of the worlds and compared by the other half."""

    def __init__(self, seen: Survey, goal: Goal = WIN, spread: float = 1.0) -> None:
        self.looks = seen.looks
        _, self.owner = np.unique(seen.looks["game"], return_inverse=True)
        score = seen.looks["score"][:, :, : seen.worlds] / goal.scale
        self.valid = np.arange(score.shape[1])[None, :] < seen.looks["n"][:, None]
        picked = np.where(self.valid, score[:, :, 0::2].mean(axis=2), np.nan)
        rows = np.arange(len(score))
        self.best = np.nanargmax(picked, axis=1) if len(score) else np.zeros(0, int)
        self.worst = np.nanargmin(picked, axis=1) if len(score) else np.zeros(0, int)
        half = score[:, :, 1::2]
        gap = half[rows, self.best][:, None, :] - half  # look, option, world
        self.gap = gap.mean(axis=2)
        self.error = standard_errors(gap)
        self.worlds = half.shape[2]
        self.clear = self.valid & clearly_more(self.gap, self.error, MATTERS * spread, sure_among(1, self.worlds))
        # best and worst by the very worlds that they are compared in: too far apart, where the halves of above are too near
        mean = score.mean(axis=2)
        top, bottom = (np.where(self.valid, mean, end) for end in (-inf, inf))
        self.reach: Floats = np.maximum(top.max(axis=1, initial=-inf, keepdims=True) - mean, 0.0)
        self.widest: Floats = top.max(axis=1, initial=-inf) - bottom.min(axis=1, initial=inf)
        self.perhaps = self.valid & perhaps_more(self.reach, self.error, MATTERS * spread)

    def measures(self) -> dict[str, Estimate]:
        if not len(self.looks):
            return dict.fromkeys(("decisions_that_matter", "stakes", "dominated_options"), UNKNOWN)
        rows = np.arange(len(self.looks))
        ones = np.ones(len(rows))
        others = (self.valid.sum(axis=1) - 1).astype(np.float64)
        certain, possible = self.clear[rows, self.worst], np.asarray(self.perhaps.any(axis=1))
        matters, may_matter = self.share(certain.astype(np.float64), ones), self.share(possible.astype(np.float64), ones)
        worse, may_be_worse = (self.share(part.sum(axis=1).astype(np.float64), others) for part in (self.clear, self.perhaps))
        stakes, reach = self.ratio(self.gap[rows, self.worst], ones), self.ratio(self.widest, ones)
        return {
            "decisions_that_matter": between(without_false_alarms(matters, self.worlds), may_matter, 1.0),
            "stakes": between(stakes, reach),
            "dominated_options": between(without_false_alarms(worse, self.worlds), may_be_worse, 1.0),
        }

    def share(self, part: Floats, whole: Floats) -> Estimate:
        return clustered_share(by_game(self.owner, part), by_game(self.owner, whole))

    def ratio(self, top: Floats, below: Floats) -> Estimate:
        """Looks into one game go together."""
        return clustered_ratio(by_game(self.owner, top), by_game(self.owner, below))


def by_game(owner: npt.NDArray[np.int64], values: Floats, games: int = 0) -> Floats:
    """Sums of what belongs to each game."""
    return np.bincount(owner, values, games).astype(np.float64)


def options(game: Game, rules: Any, seen: Survey, choices: Choices) -> list[dict[str, Any]]:
    """Options by name: how often there, how often clearly worse than the best, what they cost; the costliest first."""
    by_name: dict[str, list[tuple[int, int]]] = {}
    for i, row in enumerate(seen.looks):
        for k in range(int(row["n"])):
            by_name.setdefault(game.text.action_name(seen.views[i], rules, int(row["option"][k])), []).append((i, k))
    found = []
    for name, places in by_name.items():
        if len(places) < SEEN:
            continue
        at = tuple(np.array(places).T)
        owner, games = choices.owner[at[0]], int(choices.owner.max()) + 1
        cost = clustered_ratio(by_game(owner, choices.gap[at], games), by_game(owner, np.ones(len(places)), games))
        worse = float(choices.clear[at].mean())
        found.append({"option": name, "looks": len(places), "clearly_worse": worse, "cost": as_dict(cost), "dominated": worse >= ALWAYS})
    return sorted(found, key=lambda option: -(option["cost"]["estimate"] or 0.0))
