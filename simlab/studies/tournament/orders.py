"""Does it depend on the goal who is better? Pairs of policies that stand one way by one goal and the other way by another.

Said only of pairs that surely differ by both goals: the larger of the two p-values counts, corrected by Holm's method over all pairs
that were looked at. Policies are compared by what they end with among an even draw of all, and, where two play, against each other.
"""

from itertools import combinations

import numpy as np

from simlab.contract.goals import Goal
from simlab.stats.adjust import is_settled
from simlab.stats.compare import p_value_of
from simlab.stats.estimates import Estimate, Floats
from simlab.stats.jackknife import jackknife
from simlab.studies.line_ups import LEDGER, Meetings
from simlab.studies.skill.measure import strength

TOLD = 3  # pairs named in the warning

AHEAD, BEATS = "is ahead of", "beats"  # among an even draw of all, or when the two meet

Turn = tuple[str, str, str]  # who, in which way, whom: by the goal that was asked for


def turned(asked: Meetings, other: Meetings) -> list[Turn]:
    """Pairs that surely stand the other way round by the other goal; of a pair that does so in both ways, that the one beats the other."""
    mine, theirs = leads_of(asked), leads_of(other)
    chances = LEDGER.correct("turns", [chance_of_turn(one, two, asked.groups) for one, two in zip(mine, theirs, strict=True)])
    pairs = list(combinations(asked.policies, 2))
    found = {}
    for at, (lead, chance) in enumerate(zip(mine, chances, strict=True)):
        if is_settled(chance):
            one, two = pairs[at % len(pairs)]
            how = AHEAD if at < len(pairs) else BEATS
            found[one, two] = (one, how, two) if (lead.value or 0.0) > 0 else (two, how, one)
    return list(found.values())


def leads_of(meetings: Meetings) -> list[Estimate]:
    return jackknife(lambda weights: pair_leads(meetings, weights), meetings.groups)


def pair_leads(meetings: Meetings, weights: Floats) -> Floats:
    """How far the first of each pair is ahead of the second: in strength, then (of two players) when they meet."""
    pairs = list(combinations(range(len(meetings.policies)), 2))
    found = strength(meetings, weights)
    leads = [found[i] - found[j] for i, j in pairs]
    if meetings.players == 2:
        met = meetings.alone(weights)
        leads += [met[i, j] - met[j, i] for i, j in pairs]
    return np.array(leads)


def chance_of_turn(one: Estimate, other: Estimate, groups: int) -> float | None:
    """How likely chance alone would show the two apart in opposite ways, at most."""
    if (one.value or 0.0) * (other.value or 0.0) >= 0.0:
        return 1.0
    chances = [p_value_of(found, groups) for found in (one, other)]
    return None if None in chances else max(chance for chance in chances if chance is not None)


def warning(turns: list[Turn], asked: Goal, other: Goal) -> list[str]:
    """One line, or none."""
    if not turns:
        return []
    told = "; ".join(" ".join(turn) for turn in turns[:TOLD])
    rest = f" and {len(turns) - TOLD} more pairs" if len(turns) > TOLD else ""
    return [f"Warning: who is better depends on the goal. By {asked.doc}: {told}{rest}. By {other.doc}: the other way round."]
