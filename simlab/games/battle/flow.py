"""How a game of battle goes on: a seat is asked, or a battle turn ends."""

from simlab.contract.turns import ask
from simlab.games.battle.rules import Point, Then
from simlab.games.battle.tally import note_end
from simlab.jit import kernel
from simlab.masks import full, single


@kernel
def ask_at(state, point, seat, mask):
    state.point = point
    ask(state, seat, mask)
    if point <= Point.FACING and not single(mask):
        state.tally.n_draw_decisions += 1


@kernel
def ask_one_of(state, point, seat, count):
    """Actions 0 .. count-1."""
    ask_at(state, point, seat, full(count))


@kernel
def end_turn(state, rules, end):
    """One action a turn (BA-5.3)."""
    note_end(state, rules, end)
    state.then = Then.TURN
