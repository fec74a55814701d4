"""Luck and skill from duplicate deals: how much of who wins is the cards, the seat, the player, and the rest.

The model, for deal d, rotation r and seat s, where place p of the line-up sits (docs/luck-and-skill.md):

    win = 1/n + policy(p) + seat(s) + cards(d, s) + remainder
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.stats.estimates import Estimate, Floats, as_dict
from simlab.stats.jackknife import jackknife, not_negative
from simlab.studies.line_ups import Meetings

SOURCES = ("deal", "seat", "policy", "remainder")


@dataclass(frozen=True)
class Skill:
    """Shares of the variance of a win, and policies from weak to strong."""

    shares: dict[str, Estimate]
    variance: Estimate  # of one seat's share of the win
    strength: dict[str, Estimate]  # share of the win against an even draw of all policies, seats and cards cancelled
    ladder: list[tuple[str, str, Estimate]]  # neighbours of the ladder, weaker first, and how much the stronger wins more

    def sentences(self) -> list[str]:
        parts = ", ".join(f"{name} {in_per_cent(self.shares[name])}" for name in SOURCES)
        return [f"Of what decides a win: {parts}.", *(rung(*step) for step in self.ladder)]

    def as_json(self) -> dict[str, Any]:
        return {
            "shares": {name: as_dict(found) for name, found in self.shares.items()},
            "variance": as_dict(self.variance),
            "strength": {name: as_dict(found) for name, found in self.strength.items()},
            "ladder": [{"weaker": low, "stronger": high, **as_dict(found)} for low, high, found in self.ladder],
        }


def skill(meetings: Meetings) -> Skill:
    """All of it, with intervals."""
    plain = components(meetings, np.ones(meetings.groups))
    found = jackknife(lambda weights: components(meetings, weights), meetings.groups, unbiased=True)
    found = [not_negative(value, float(seen)) for value, seen in zip(found, plain, strict=True)]
    names = meetings.policies
    strengths = jackknife(lambda weights: strength(meetings, weights), meetings.groups)
    order = sorted(range(len(names)), key=lambda i: strengths[i].value or 0.0)
    steps = jackknife(lambda weights: np.diff(strength(meetings, weights)[order]), meetings.groups) if len(names) > 1 else []
    ladder = [(names[i], names[j], step) for i, j, step in zip(order, order[1:], steps, strict=False)]
    return Skill(dict(zip(SOURCES, found, strict=False)), found[-1], dict(zip(names, strengths, strict=True)), ladder)


def components(meetings: Meetings, weights: Floats) -> Floats:
    """Shares of deal, seat, policy and remainder, and the whole variance: each line-up's, weighted by how likely it is."""
    n = meetings.players
    deals = meetings.deals @ weights
    places = policy_means(meetings, weights)
    seats = np.einsum("g,lgs->ls", weights, meetings.by_seat) / (n * deals)[:, None]
    mean = seats.mean(axis=1, keepdims=True)
    policy = ((places - mean) ** 2).mean(axis=1)
    seat = ((seats - mean) ** 2).mean(axis=1)
    square = (meetings.squares @ weights) / (n * n * deals)  # of one share of the win
    between = (meetings.cells @ weights) / (n**3 * deals) - (seats**2).mean(axis=1)  # of a cell's mean over rotations
    within = square - (meetings.cells @ weights) / (n**3 * deals) - policy
    remainder = within * n / (n - 1)
    deal = between - remainder / n
    parts = np.array([deal, seat, policy, remainder]) @ meetings.chances()
    whole = parts.sum()
    return np.array([*(parts / whole if whole > 0 else parts), whole])


def policy_means(meetings: Meetings, weights: Floats) -> Floats:
    """By line-up and place: the mean win of the policy that sits there."""
    shares = meetings.shares(weights)
    return np.array([[shares[k, i] for i in line_up] for k, line_up in enumerate(meetings.line_ups)])


def strength(meetings: Meetings, weights: Floats) -> Floats:
    """A policy's share of the win when the other seats draw theirs evenly."""
    shares, chances = meetings.shares(weights), meetings.chances()
    present = meetings.counts * chances[:, None]
    return np.array(np.nansum(np.where(present > 0, shares * present, 0.0), axis=0) / present.sum(axis=0))


def in_per_cent(found: Estimate) -> str:
    """`12.3 % (11.9 to 12.7)`"""
    from simlab.stats.claims import rounded

    if found.value is None:
        return "unknown"
    error = 100 * (found.std_error or 0.0)
    if found.low is None or found.high is None:
        return f"{rounded(100 * found.value, error)} %"
    return f"{rounded(100 * found.value, error)} % ({rounded(100 * found.low, error)} to {rounded(100 * found.high, error)})"


def rung(weaker: str, stronger: str, step: Estimate) -> str:
    """`uniform < basic: basic wins 21.3 points more (20.9 to 21.7)`"""
    settled = step.low is not None and step.low > 0
    if not settled:
        return f"{weaker} and {stronger} are about as strong: {in_points(step)} apart."
    return f"{weaker} < {stronger}: {stronger} wins {in_points(step)} more."


def in_points(found: Estimate) -> str:
    return in_per_cent(found).replace(" %", " points", 1)
