"""The first word of a deal, measured against passing."""

from simlab.contract.decisions import Decision
from simlab.games.template.engine import observe, reset, step
from simlab.jit import kernel

__all__ = ["DECISION", "at", "kind", "observe", "reset", "step", "stopped"]

DECISION = Decision("open", "turn before anybody has bet", ("pass", "bet"))


@kernel
def at(view, rules):
    return view.table.facing == 0


@kernel
def kind(view, rules, action):
    return action


@kernel
def stopped(tally, rules, now, seat):
    return False  # a bet that is answered is still a bet
