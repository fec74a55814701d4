"""A goal in words: amounts and differences with their intervals, and what an axis is called.

Shares are told in per cent and points of the win; all else in the unit of its column, a game (or a round) at a time.
"""

from simlab.contract.goals import WIN, Goal
from simlab.stats.claims import in_brackets
from simlab.stats.estimates import Estimate


def in_per_cent(found: Estimate) -> str:
    """`12.3 % (11.9 to 12.7)`"""
    return with_unit(found, 100.0, "%")


def in_points(found: Estimate) -> str:
    """`12.3 points (11.9 to 12.7)`"""
    return with_unit(found, 100.0, "points")


def with_unit(found: Estimate, times: float, unit: str) -> str:
    """A value, its unit, and its interval where there is one."""
    if found.value is None:
        return "unknown"
    return in_brackets(found, times, unit)


def amount(goal: Goal, found: Estimate) -> str:
    """What somebody ends with: `61.2 % (60.8 to 61.6)`, or `0.90 chips (0.88 to 0.92) a game`."""
    if goal.is_share or found.value is None:
        return in_per_cent(found)
    return f"{with_unit(found, 1.0, goal.unit)} a {goal.per}"


def gap(goal: Goal, found: Estimate) -> str:
    """A difference: `4.1 points (3.8 to 4.4) of the win`, or `0.11 chips (0.10 to 0.12) a game`."""
    return f"{in_points(found)} of {of_what(goal)}" if goal.is_share else amount(goal, found)


def more(goal: Goal, found: Estimate) -> str:
    """How much more somebody ends with: `wins 4.1 points (3.8 to 4.4) more`, or `gets 0.11 chips (0.10 to 0.12) a game more`."""
    return f"wins {in_points(found)} more" if goal.is_share else f"gets {amount(goal, found)} more"


def of_what(goal: Goal) -> str:
    return "the win" if goal.column == WIN.column else goal.doc


def verb(goal: Goal) -> str:
    return "wins" if goal.is_share else "gets"


def times(goal: Goal) -> float:
    """What numbers are multiplied by before people see them."""
    return 100.0 if goal.is_share else 1.0


def unit(goal: Goal) -> str:
    """`%`, or `chips a game`"""
    return "%" if goal.is_share else f"{goal.unit} a {goal.per}"


def gap_unit(goal: Goal) -> str:
    """`points`, or `chips`"""
    return "points" if goal.is_share else goal.unit


def axis(goal: Goal) -> str:
    """`share of the win`, or `chips won less chips lost, a game`"""
    if goal.is_share:
        return goal.doc
    named = goal.doc if goal.unit in goal.doc else f"{goal.doc} ({goal.unit})"
    return f"{named}, a {goal.per}"


def as_data(goal: Goal) -> dict[str, str]:
    """As plain data."""
    return {"name": goal.name, "meaning": goal.doc, "unit": goal.unit, "per": goal.per}
