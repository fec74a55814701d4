"""Charts of hand classes by playouts: what the games' own charts share.

Of every class of hands several are drawn at random; the actions of each are tried in the same imagined worlds. Intervals come from
the spread between hands, which holds that between worlds. What a rule of thumb costs is measured against the action that was best in
one half of the worlds, in the other half: taking the best of noisy values and measuring it by the same noise would flatter it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy.typing as npt

from simlab.contract.game import Game
from simlab.errors import InputError
from simlab.play.probes.positions import pose
from simlab.play.seats import Player
from simlab.players.registry import make_player, usual_player
from simlab.stats.means import mean_of_few, stratified
from simlab.studies.equity.classes import Grid, Thumb
from simlab.studies.equity.measure import Position, Sampler

HANDS = 12  # of each class
VIEWS = 8  # of each hand
TRIED = 300_000  # random hands among which those of rare classes are looked for

Array = npt.NDArray[Any]
Rule = Callable[[str, int], int]  # class and number of a hand -> column of its values


@dataclass(frozen=True)
class Mean:
    """A cell: value and interval."""

    value: float
    low: float
    high: float

    @property
    def sure(self) -> bool:
        """Certainly not zero."""
        return self.low > 0.0 or self.high < 0.0


def mean_of(values: Sequence[float]) -> Mean:
    return Mean(*mean_of_few(values))


@dataclass(frozen=True)
class Lab:
    """A game set up for playouts."""

    rules: Any
    line_up: Sequence[Player]
    worlds: int  # for each hand
    seed: int
    game: Game

    @classmethod
    def of(cls, game: Game, rules: Any, policy: str | None, worlds: int, seed: int) -> "Lab":
        player = make_player(game, policy or usual_player(game, rules), rules)
        return cls(rules, [player] * rules.players, max(2, worlds), seed, game)

    def try_hand(self, hand: str, at: str, known: str, actions: Sequence[int]) -> Array:
        """Values (world, action) of the game's usual goal."""
        questions = self.game.asked()
        question = questions.question(self.rules, at, hand, known)
        rules = questions.adapt(self.rules, question)
        views = pose(self.game, rules.lower(), questions, question, self.line_up, self.seed, VIEWS)
        sampler = Sampler(Position(self.game, rules, views), self.game.decision_goal(None, rules), self.line_up, self.seed)
        if not set(actions) <= set(sampler.live):
            raise InputError(f"{self.game.name}: these rules do not offer all actions of the chart at {at}")
        sampler.live = list(actions)
        return sampler.chunk(0, self.worlds)


def hands_by_class(draw: Callable[[Random], Any], classify: Callable[[Any], str], names: Sequence[str], seed: int) -> dict[str, list[Any]]:
    """Random hands of each class, and (under "") how often each came up: the classes' shares."""
    random = Random(seed)
    found: dict[str, list[Any]] = {name: [] for name in names}
    seen = dict.fromkeys(names, 0)
    for tried in range(TRIED):
        hand = draw(random)
        name = classify(hand)
        if name in seen:
            seen[name] += 1
            if len(found[name]) < HANDS:
                found[name].append(hand)
        if tried > 4000 and all(len(hands) == HANDS for hands in found.values()):
            break
    found[""] = [seen[name] / max(1, sum(seen.values())) for name in names]
    return found


def cost_of(samples: Mapping[str, Sequence[Array]], shares: Sequence[float], rule: Rule) -> Mean:
    """What a rule (class, hand) -> column loses against the best action, hands weighted by how often their class comes."""
    strata = []
    for share, (name, hands) in zip(shares, samples.items(), strict=True):
        lost = []
        for number, values in enumerate(hands):
            best = int(values[0::2].mean(axis=0).argmax())
            lost.append(float((values[1::2, best] - values[1::2, rule(name, number)]).mean()))
        strata.append((share, lost))
    return Mean(*stratified(strata))


def thumbs(costs: Mapping[str, Mean]) -> tuple[Thumb, ...]:
    return tuple(sorted((Thumb(rule, c.value, c.low, c.high) for rule, c in costs.items()), key=lambda thumb: thumb.cost))


def label(mean: Mean, percent: bool = False) -> str:
    scale, form = (100.0, ".0f") if percent else (1.0, ".1f")
    half = (mean.high - mean.low) / 2
    return f"{scale * mean.value:{form}}±{scale * half:{form}}"


def grid_of(
    name: str, title: str, rows: Sequence[str], columns: Sequence[str], means: Sequence[Sequence[Mean | None]], **more: Any
) -> Grid:
    percent = more.pop("percent", False)
    values = [[m.value if m else None for m in line] for line in means]
    labels = [[label(m, percent) if m else "" for m in line] for line in means]
    return Grid(name, title, rows, columns, values, labels, **more)


def note_of(lab: Lab, what: str, hands: int = HANDS) -> str:
    players = " and ".join(dict.fromkeys(player.name for player in lab.line_up))
    each = f"{hands} hands of each class, {lab.worlds}" if hands > 1 else f"{lab.worlds}"
    return f"{what}; {each} imagined worlds each, {players} plays on; 95 % intervals."


def halves(values: Array) -> Mean:
    """From worlds alone, where there is one hand only."""
    return mean_of(values.tolist())


def verdict(mean: Mean, yes: str, no: str) -> str:
    if not mean.sure:
        return f"either ({label(mean)})"
    return f"{yes if mean.value > 0 else no} ({label(mean)})"


def value_of(mean: Mean) -> float:
    return mean.value
