"""The fourteen kinds of a battle turn, measured against passing."""

from simlab.contract.columns import SEATS
from simlab.contract.decisions import Decision
from simlab.games.battle.columns import KIND_NAMES
from simlab.games.battle.engine import observe, reset, step
from simlab.games.battle.rules import End, Kind, Point
from simlab.jit import kernel

__all__ = ["DECISION", "at", "kind", "observe", "reset", "step", "stopped"]

DECISION = Decision("kind", "battle turn", KIND_NAMES, KIND_NAMES[Kind.FLIP :])


@kernel
def at(view, rules):
    return view.point == Point.KIND


@kernel
def kind(view, rules, action):
    return action


@kernel
def stopped(tally, rules, now, seat):
    """How the turn of a seat in this round ended (`outcome` of section 8)."""
    return tally.outcome[SEATS * (now - rules.draw_rounds - 1) + seat] >= End.REVEALED
