"""Moments of a game: how the chances went in a typical one, and which choices matter when."""

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.contract.game import Game
from simlab.play.probes.chances import Survey
from simlab.stats.clustered import clustered_ratio
from simlab.stats.estimates import UNKNOWN, Estimate, around, as_dict
from simlab.studies.quality.choices import Choices
from simlab.studies.quality.courses import Courses

PARTS = 4  # of a game: quarters
SEEN = 20  # looks that say something
MOST_KINDS = 8
MOST_NAMES = 3  # options that name a kind of choice
CARD = re.compile(r"^\*?(?:10|[2-9TJQKAPN])[cdhsWUSC]$")
DETAIL = re.compile(rf"[\d?*]|{CARD.pattern}")  # of a name of an option: cards, numbers
LINKS = ("to", "by", "of", "with", "a", "the", "for")  # words that lead to them


@dataclass(frozen=True)
class Course:
    """One game: what each seat could expect at each look, and who won."""

    game: int
    played: list[float]  # part of the decisions made
    chances: list[list[Estimate]]  # by look and seat
    winners: list[int]

    def as_json(self) -> dict[str, Any]:
        looks = [
            {"played": at, "seats": [as_dict(chance) for chance in seats]} for at, seats in zip(self.played, self.chances, strict=True)
        ]
        return {"game": self.game, "winners": self.winners, "looks": looks}


@dataclass(frozen=True)
class Stakes:
    """What is at stake in one kind of choice, in each part of the game: the best option less the worst."""

    kind: str
    looks: list[int]
    found: list[Estimate]

    def as_json(self) -> dict[str, Any]:
        return {"choice": self.kind, "looks": self.looks, "stakes": [as_dict(one) for one in self.found]}


def typical_game(courses: Courses) -> Course | None:
    """Of the games looked into at least half as often as any, the one whose tension lies in the middle."""
    looks = courses.there.sum(axis=1)
    fit = np.flatnonzero((looks >= 2) & (2 * looks >= looks.max(initial=0)) & (courses.won.sum(axis=1) > 0))
    if not len(fit):
        return None
    drama = courses.certain()[fit, 1]
    chosen = int(fit[np.abs(drama - np.median(drama)).argmin()])
    there = courses.there[chosen]
    chances = [
        [chance_of(float(value), float(error), courses.goal.is_share) for value, error in zip(*look, strict=True)]
        for look in zip(courses.chance[chosen][there], courses.own[chosen][there], strict=True)
    ]
    winners = [int(seat) for seat in np.flatnonzero(courses.won[chosen] == courses.won[chosen].max())]
    return Course(chosen, [float(at) for at in courses.played[chosen][there]], chances, winners)


def chance_of(value: float, error: float, share: bool) -> Estimate:
    _, low, high = around(value, error)
    return Estimate(value, error, max(low, 0.0), min(high, 1.0)) if share else Estimate(value, error, low, high)


def decision_map(game: Game, rules: Any, seen: Survey, choices: Choices) -> list[Stakes]:
    """Kinds of choice with what is at stake in each quarter of the game, those looked at most often first."""
    if not len(seen.looks):
        return []
    kinds = np.array([kind_of(game, rules, seen, i) for i in range(len(seen.looks))])
    part = np.minimum(PARTS * (seen.looks["decision"] + 0.5) / np.maximum(seen.looks["decisions"], 1), PARTS - 1).astype(np.int64)
    gap = choices.gap[np.arange(len(seen.looks)), choices.worst]
    names, counts = np.unique(kinds, return_counts=True)
    order = [str(names[k]) for k in np.argsort(-counts, kind="stable") if counts[k] >= SEEN][:MOST_KINDS]
    found = [stakes(choices, name, [(kinds == name) & (part == k) for k in range(PARTS)], gap) for name in order]
    return [kind for kind in found if any(one.value is not None for one in kind.found)]


def stakes(choices: Choices, kind: str, places: list[Any], gap: Any) -> Stakes:
    games, found = int(choices.owner.max()) + 1, []
    for here in places:
        top, below = (np.bincount(choices.owner[here], values[here], games).astype(np.float64) for values in (gap, np.ones(len(gap))))
        found.append(clustered_ratio(top, below) if here.sum() >= SEEN else UNKNOWN)
    return Stakes(kind, [int(here.sum()) for here in places], found)


def kind_of(game: Game, rules: Any, seen: Survey, look: int) -> str:
    """What a choice is between, without cards and amounts: `call or fold or raise`, `throw`."""
    row = seen.looks[look]
    names = [plain(game.text.action_name(seen.views[look], rules, int(option))) for option in row["option"][: int(row["n"])]]
    known = sorted(set(names))
    return " or ".join(known[:MOST_NAMES]) + (" or others" if len(known) > MOST_NAMES else "")


def plain(name: str) -> str:
    """A name of an option up to its first card or number: `raise to 5` is `raise`; `Ah` alone is `which card`."""
    words = name.replace(",", " ").replace(":", " ").split()
    end = next((k for k, word in enumerate(words) if DETAIL.search(word)), len(words))
    while 0 < end < len(words) and words[end - 1] in LINKS:
        end -= 1
    return " ".join(words[:end]) or ("which card" if CARD.search(words[0]) else "how much")
