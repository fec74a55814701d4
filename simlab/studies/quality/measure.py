"""What a game is like to play, in numbers: fair, tense, decided late, full of choices that matter? Formulas: docs/quality.md.

Most measures need to know who is winning in the middle of a game. At a look, worlds are imagined from the view of the seat to act
and played out by the same players (`play.probes.chances`); the share of them that a seat wins is its chance. Games that are judged by
chips or points have expected chips or points instead of chances, and what counts as much is measured by how far results lie apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simlab.contract.game import Game
from simlab.contract.goals import Goal
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
from simlab.stats.clustered import clustered_ratio
from simlab.stats.estimates import Estimate, as_dict
from simlab.stats.ledger import from_nothing
from simlab.studies.ask import Ask
from simlab.studies.goal_words import as_data, verb
from simlab.studies.quality.choices import MATTERS, Choices, by_game
from simlab.studies.quality.courses import BEHIND, Courses
from simlab.studies.quality.moments import Course, Stakes, decision_map, typical_game
from simlab.studies.quality.yardsticks import beside
from simlab.words.titles import readable, sentence

SEEN = 20  # looks at an option by name that say something about it
ALWAYS = 0.95  # an option is dominated when it is clearly worse in so many of its looks

PLAIN = ("rounds", "decisions")  # columns of what needs no look, beside the goal's
LOOKS = "looks"  # where the looks into games are kept, beside the sums

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
        if not self.goal.is_share:
            return ""
        told = beside(name, self.measures[name], self.ask.game, 100.0 if is_rate(name, self.goal) else 1.0, f" {self.unit(name)}".rstrip())
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
    measures = held_together(plain_measures(plan, groups_played, goal) | courses.measures() | choices.measures(), ask.games)
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


def held_together(measures: dict[str, Estimate], games: int) -> dict[str, Estimate]:
    """An interval that starts above nothing says that there is such a thing at all: only where it would with all measures together."""
    family = len(measures) - len(PLAIN)
    return {name: found if name in PLAIN else from_nothing(found, games, family) for name, found in measures.items()}


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
