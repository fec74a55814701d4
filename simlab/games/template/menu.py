"""The first word of a deal, measured against passing."""

from simlab.games.menus import Menu
from simlab.games.template.engine import observe, reset, step
from simlab.jit import kernel

__all__ = ["MENU", "at", "kind", "observe", "reset", "step", "stopped"]

MENU = Menu("open", "turn before anybody has bet", ("pass", "bet"))


@kernel
def at(view, rules):
    return view.facing == 0


@kernel
def kind(view, rules, action):
    return action


@kernel
def stopped(tally, rules, now, seat):
    return False  # a bet that is answered is still a bet
