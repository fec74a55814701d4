"""All-in by the hand drawn in round 1, measured against keeping one card."""

from simlab.contract.decisions import Decision
from simlab.games.battle.cards import NOTHING, bit
from simlab.games.battle.columns import CATEGORY_NAMES
from simlab.games.battle.engine import observe, reset, step
from simlab.games.battle.rules import Point
from simlab.jit import kernel
from simlab.ranking.hands import category
from simlab.ranking.scalar import rank

__all__ = ["DECISION", "at", "kind", "observe", "reset", "step", "stopped"]

HANDS = tuple(f"all-in with {name.replace('_', ' ')}" for name in CATEGORY_NAMES)
DECISION = Decision("allin", "first draw", ("keep one card", *HANDS))


@kernel
def at(view, rules):
    return view.point == Point.KEEP and view.round == 1


@kernel
def kind(view, rules, action):
    if action != rules.draw_size:
        return 0
    drawn = NOTHING
    for i in range(view.drawn_n):
        drawn |= bit(view.drawn[i])
    return 1 + category(rank(drawn, rules.order))


@kernel
def stopped(tally, rules, now, seat):
    return False  # nobody can stop it
