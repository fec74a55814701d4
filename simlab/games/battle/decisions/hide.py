"""How many cards stay face down after the last drawing turn, measured against showing all: what a hidden card is worth."""

from simlab.bits import popcount
from simlab.contract.decisions import Decision
from simlab.games.battle.engine import observe, reset, step
from simlab.games.battle.rules import Point
from simlab.jit import kernel

__all__ = ["DECISION", "at", "kind", "observe", "reset", "step", "stopped"]

DECISION = Decision("hide", "last drawing turn", ("show all", "hide one", "hide two", "hide three", "hide four", "hide five"))


@kernel
def at(view, rules):
    return view.point == Point.FACING and view.round == rules.draw_rounds


@kernel
def kind(view, rules, action):
    """Hidden cards that are left: all, where the first action leaves them; one less; or none by the last action."""
    hidden = popcount(view.own & ~view.shown[view.seat])
    turned = action - (1 if hidden <= rules.max_facedown else 0)
    if turned < 0:
        return hidden
    return 0 if turned == hidden else hidden - 1


@kernel
def stopped(tally, rules, now, seat):
    return False  # nobody can stop it
