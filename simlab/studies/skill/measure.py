"""Luck and skill from duplicate deals: how much of who wins is the cards, the seat, the player, and the rest.

The model, for deal d, rotation r and seat s, where place p of the line-up sits (docs/luck-and-skill.md):

    win = 1/n + policy(p) + seat(s) + cards(d, s) + remainder

By another goal than the win the mean of all seats stands for 1/n.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.contract.goals import Goal
from simlab.stats.estimates import Estimate, Floats, as_dict
from simlab.stats.jackknife import jackknife, not_negative
from simlab.stats.ledger import Claim
from simlab.studies.goal_words import amount, as_data, in_per_cent, in_points, more
from simlab.studies.line_ups import LEDGER, Meetings

SOURCES = ("deal", "seat", "policy", "remainder")


@dataclass(frozen=True)
class Skill:
    """Shares of the variance of a result, and policies from weak to strong."""

    goal: Goal  # what is a result
    shares: dict[str, Estimate]
    variance: Estimate  # of one seat's result
    strength: dict[str, Estimate]  # result against an even draw of all policies, seats and cards cancelled
    ladder: list[tuple[str, str, Claim]]  # neighbours of the ladder, weaker first, and how much more the stronger gets

    @property
    def strongest(self) -> str | None:
        """Who is surely stronger than the next; nobody where that is not settled."""
        return self.ladder[-1][1] if self.ladder and self.ladder[-1][2].holds else None

    def sentences(self) -> list[str]:
        parts = ", ".join(f"{name} {in_per_cent(self.shares[name])}" for name in SOURCES)
        result = "a win" if self.goal.is_share else f"the {self.goal.doc}"
        return [f"Of what decides {result}: {parts}.", *(rung(self.goal, *step) for step in self.ladder)]

    def as_json(self) -> dict[str, Any]:
        return {
            "goal": as_data(self.goal),
            "shares": {name: as_dict(found) for name, found in self.shares.items()},
            "variance": as_dict(self.variance),
            "strength": {name: as_dict(found) for name, found in self.strength.items()},
            "ladder": [{"weaker": low, "stronger": high, **as_dict(step.found), "settled": step.holds} for low, high, step in self.ladder],
        }


def skill(meetings: Meetings, goal: Goal) -> Skill:
    """All of it, with intervals."""
    plain = components(meetings, np.ones(meetings.groups))
    found = jackknife(lambda weights: components(meetings, weights), meetings.groups, unbiased=True)
    found = [not_negative(value, float(seen)) for value, seen in zip(found, plain, strict=True)]
    names = meetings.policies
    strengths = jackknife(lambda weights: strength(meetings, weights), meetings.groups)
    order = sorted(range(len(names)), key=lambda i: strengths[i].value or 0.0)
    steps = jackknife(lambda weights: np.diff(strength(meetings, weights)[order]), meetings.groups) if len(names) > 1 else []
    claims = LEDGER.judge("ladder", steps, [meetings.groups] * len(steps))
    ladder = [(names[i], names[j], claim) for i, j, claim in zip(order, order[1:], claims, strict=False)]
    return Skill(goal, dict(zip(SOURCES, found, strict=False)), found[-1], dict(zip(names, strengths, strict=True)), ladder)


def components(meetings: Meetings, weights: Floats) -> Floats:
    """Shares of deal, seat, policy and remainder, and the whole variance: each line-up's, weighted by how likely it is."""
    n = meetings.players
    deals = meetings.deals @ weights
    places = policy_means(meetings, weights)
    seats = np.einsum("g,lgs->ls", weights, meetings.by_seat) / (n * deals)[:, None]
    mean = seats.mean(axis=1, keepdims=True)
    policy = ((places - mean) ** 2).mean(axis=1)
    seat = ((seats - mean) ** 2).mean(axis=1)
    square = (meetings.squares @ weights) / (n * n * deals)  # of one result
    between = (meetings.cells @ weights) / (n**3 * deals) - (seats**2).mean(axis=1)  # of a cell's mean over rotations
    within = square - (meetings.cells @ weights) / (n**3 * deals) - policy
    remainder = within * n / (n - 1)
    deal = between - remainder / n
    parts = np.array([deal, seat, policy, remainder]) @ meetings.chances()
    whole = parts.sum()
    return np.array([*(parts / whole if whole > 0 else parts), whole])


def policy_means(meetings: Meetings, weights: Floats) -> Floats:
    """By line-up and place: the mean result of the policy that sits there."""
    results = meetings.results(weights)
    return np.array([[results[k, i] for i in line_up] for k, line_up in enumerate(meetings.line_ups)])


def strength(meetings: Meetings, weights: Floats) -> Floats:
    """A policy's result when the other seats draw theirs evenly."""
    results, chances = meetings.results(weights), meetings.chances()
    present = meetings.counts * chances[:, None]
    return np.array(np.nansum(np.where(present > 0, results * present, 0.0), axis=0) / present.sum(axis=0))


def rung(goal: Goal, weaker: str, stronger: str, step: Claim) -> str:
    """`uniform < basic: basic wins 21.3 points (20.9 to 21.7) more.`"""
    if not step.holds:
        apart = in_points(step.found) if goal.is_share else amount(goal, step.found)
        return f"{weaker} and {stronger} are about as strong: {apart} apart."
    return f"{weaker} < {stronger}: {stronger} {more(goal, step.told)}."
