"""What a game is like to play, in numbers: fair, tense, decided late, full of choices that matter? Formulas: docs/quality.md.

Most measures need to know who is winning in the middle of a game. At a look, worlds are imagined from the view of the seat to act
and played out by the same players (`play.probes.chances`); the share of them that a seat wins is its chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.columns import SIXTIETHS
from simlab.contract.game import Game
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
from simlab.stats.compare import clearly_more, surely_at_least
from simlab.stats.estimates import UNKNOWN, Estimate, Floats, as_dict
from simlab.stats.jackknife import jackknife
from simlab.stats.means import error_from_squares, standard_errors
from simlab.studies.ask import Ask

MARGIN = 0.1  # the lead changes hands when somebody is ahead of the leader by more than this
DECIDED = 0.9  # a game is decided once its winner's chance stays above this
BEHIND = 0.25  # a comeback: the winner was behind by more than this
MATTERS = 0.05  # a choice matters when the best option wins so much more than the worst
SEEN = 20  # looks at an option by name that say something about it
ALWAYS = 0.95  # an option is dominated when it is clearly worse in so many of its looks

PLAIN = ("win", "rounds", "decisions")  # columns of what needs no look
LOOKS = "looks"  # where the looks into games are kept, beside the sums

MEASURES = {
    "seat_spread": "share of the win of the best seat less that of the worst",
    "rounds": "rounds in a game",
    "decisions": "decisions in a game",
    "lead_changes": "how often the lead changes hands",
    "drama": "how far the winner was behind, averaged over the game",
    "comebacks": f"games whose winner was once behind by more than {BEHIND:.0%}, for certain",
    "decided_early": "part of the game that is left once it is decided",
    "decisions_that_matter": f"decisions whose best option wins at least {MATTERS:.0%} more than the worst, for certain",
    "stakes": "what the best option wins more than the worst",
    "dominated_options": f"options that win at least {MATTERS:.0%} less than the best, for certain",
}
RATES = frozenset(MEASURES) - {"rounds", "decisions", "lead_changes"}


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

    def sentences(self) -> list[str]:
        from simlab.stats.claims import rounded

        found = []
        for name, doc in MEASURES.items():
            value, error, low, high = self.measures[name]
            if value is None or low is None or high is None:
                continue
            scale, sign = (100.0, " %") if name in RATES else (1.0, "")
            e = scale * (error or 0.0)
            found.append(f"{name}: {rounded(scale * value, e)}{sign} ({rounded(scale * low, e)} to {rounded(scale * high, e)}): {doc}.")
        return [*found, self.option_sentence()]

    def option_sentence(self) -> str:
        names = [f"`{option['option']}`" for option in self.options if option["dominated"]]
        seen = f"options seen at least {SEEN} times"
        return f"Hardly ever right among {seen}: {', '.join(names)}." if names else f"No dominated option among {len(self.options)} {seen}."

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.ask.game,
            "players": self.players,
            "policy": self.ask.policy,
            "games_looked_into": self.ask.games,
            "looks": self.ask.looks,
            "worlds": self.ask.worlds,
            "measures": [{"measure": name, "meaning": MEASURES[name], **as_dict(found)} for name, found in self.measures.items()],
            "comeback_curve": [{"played": x, **as_dict(found)} for x, found in self.curve],
            "options": self.options,
            "findings": self.sentences(),
        }


def quality(ask: QualityAsk, folder: Path | None = None, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
            progress: Progress | None = None) -> Quality:  # fmt: skip
    """Play, look, and measure. With a folder, what is played and seen is kept and a killed study goes on."""
    if not 4 <= ask.worlds <= WORLDS or ask.worlds % 2:
        raise InputError(f"--worlds: an even number, 4 to {WORLDS} (given: {ask.worlds})")
    plan = ask.plan(PLAIN)
    arm = plan.points[0].arms[0]
    how: dict[str, Any] = {"fresh": fresh, "policy_files": ask.policy_files, "progress": progress}
    with at_work(crew) as backend:
        groups_played = groups.play(plan, folder, crew=backend, **how)[0]
        looks = look_into(ask.plan(rollouts=ask.games), Looks(ask.looks, ask.worlds), folder and folder / LOOKS, crew=backend, **how)
        ((tallies, rows, views),) = looks
    seen = Survey(tallies, rows, views, ask.worlds)
    courses = Courses(seen, arm.rules.players)
    measures = plain_measures(plan, groups_played) | courses.measures() | Choices(seen).measures()
    ordered = {name: measures[name] for name in MEASURES}
    return Quality(ask, arm.rules.players, ordered, courses.curve(ask.looks), options(plan.game, arm.rules.lower(), seen))


def plain_measures(plan: Plan, played: Sequence[Moments]) -> dict[str, Estimate]:
    """Those that need no look into the game."""
    targets = [parse("win spread above 0"), parse("rounds above 0"), parse("decisions above 0")]
    gauge = Gauge(targets, plan.recipes[plan.points[0].players])
    read = gauge.read(played)
    found = jackknife(lambda weights: gauge.values(read, weights), len(read))
    return dict(zip(("seat_spread", "rounds", "decisions"), found, strict=True))


class Courses:
    """How the chances went, game by game. `half[g][h, t, s]`: of seat s at look t by the worlds of half h; `chance` by all."""

    def __init__(self, seen: Survey, players: int) -> None:
        self.worlds = seen.worlds
        self.half: list[Floats] = []
        self.played: list[Floats] = []
        self.won = seen.tallies["win"][:, :players] / SIXTIETHS
        for g in range(len(seen.tallies)):
            mine = seen.looks[seen.looks["game"] == g]
            self.half.append(mine["wins"][:, :, :players].transpose(1, 0, 2) / (SIXTIETHS * seen.worlds / 2))
            self.played.append((mine["decision"] + 0.5) / np.maximum(mine["decisions"], 1))
        self.chance = [half.mean(axis=0) for half in self.half]

    def measures(self) -> dict[str, Estimate]:
        wanted = [g for g in range(len(self.won)) if len(self.chance[g]) and self.won[g].sum() > 0]
        if not wanted:
            return dict.fromkeys(("lead_changes", "drama", "comebacks", "decided_early"), UNKNOWN)
        rows = np.array([self.of_game(g) for g in wanted])
        ones = np.ones(len(rows))
        names = ("lead_changes", "drama", "comebacks", "decided_early")
        return {name: clustered_ratio(rows[:, k], ones) for k, name in enumerate(names)}

    def of_game(self, g: int) -> list[float]:
        """Lead changes, drama, comeback, part left when decided; a shared win counts by shares."""
        chance, won = self.chance[g], self.won[g] / self.won[g].sum()
        leader = self.half[g][0].argmax(axis=1)  # by one half of the worlds; how far ahead, by the other
        other = self.half[g][1]
        behind = (other[np.arange(len(other)), leader][:, None] - other).mean(axis=0)
        best = chance.argmax(axis=1)
        lag = chance[np.arange(len(chance)), best][:, None] - chance
        error = gap_error(chance[np.arange(len(chance)), best][:, None], chance, self.worlds)
        deep = surely_at_least(lag, error).max(axis=0) > BEHIND
        left = [self.left(g, seat) for seat in range(len(won))]
        return [lead_changes(chance, self.worlds), float(behind @ won), float(deep @ won), float(left @ won)]

    def left(self, g: int, seat: int) -> float:
        """What remains of the game from the first look after which this seat's chance stays high."""
        low = np.flatnonzero(self.chance[g][:, seat] < DECIDED)
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


def lead_changes(chance: Floats, worlds: int) -> float:
    """How often the lead changes hands: a new leader must be ahead of the old one by the margin, and for certain."""
    leader, changes = int(chance[0].argmax()), 0
    for now in chance[1:]:
        best = int(now.argmax())
        if clearly_more(now[best] - now[leader], gap_error(now[best], now[leader], worlds), MARGIN):
            leader, changes = best, changes + 1
    return float(changes)


class Choices:
    """What options were worth. Best and worst are picked by half of the worlds and compared by the other half."""

    def __init__(self, seen: Survey) -> None:
        self.looks = seen.looks
        _, self.owner = np.unique(seen.looks["game"], return_inverse=True)
        score = seen.looks["score"][:, :, : seen.worlds] / SIXTIETHS
        self.valid = np.arange(score.shape[1])[None, :] < seen.looks["n"][:, None]
        picked = np.where(self.valid, score[:, :, 0::2].mean(axis=2), np.nan)
        rows = np.arange(len(score))
        self.best = np.nanargmax(picked, axis=1) if len(score) else np.zeros(0, int)
        self.worst = np.nanargmin(picked, axis=1) if len(score) else np.zeros(0, int)
        half = score[:, :, 1::2]
        gap = half[rows, self.best][:, None, :] - half  # look, option, world
        self.gap = gap.mean(axis=2)
        self.error = standard_errors(gap)
        self.clear = self.valid & clearly_more(self.gap, self.error, MATTERS)

    def measures(self) -> dict[str, Estimate]:
        if not len(self.looks):
            return dict.fromkeys(("decisions_that_matter", "stakes", "dominated_options"), UNKNOWN)
        rows = np.arange(len(self.looks))
        ones = np.ones(len(rows))
        others = (self.valid.sum(axis=1) - 1).astype(np.float64)
        return {
            "decisions_that_matter": self.ratio(self.clear[rows, self.worst].astype(np.float64), ones),
            "stakes": self.ratio(self.gap[rows, self.worst], ones),
            "dominated_options": self.ratio(self.clear.sum(axis=1).astype(np.float64), others),
        }

    def ratio(self, top: Floats, below: Floats) -> Estimate:
        """Looks into one game go together."""
        return clustered_ratio(by_game(self.owner, top), by_game(self.owner, below))


def by_game(owner: npt.NDArray[np.int64], values: Floats, games: int = 0) -> Floats:
    """Sums of what belongs to each game."""
    return np.bincount(owner, values, games).astype(np.float64)


def options(game: Game, rules: Any, seen: Survey) -> list[dict[str, Any]]:
    """Options by name: how often there, how often clearly worse than the best, what they cost; the costliest first."""
    choices = Choices(seen)
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
