"""How a game of battle goes on: turns and rounds are counted, a seat is asked, a battle turn ends."""

import numpy as np

from simlab.contract.columns import SEATS
from simlab.contract.turns import ask
from simlab.games.battle.rules import Point, Then
from simlab.games.battle.tally import note_end
from simlab.jit import kernel
from simlab.masks import full, single

INVERSE = np.array([0, *(-(-(1 << 16) // n) for n in range(1, SEATS + 1))], np.int64)  # exact for the first ten thousand turns


@kernel
def laps(turn, players):
    """How often the table was gone round before this turn, the first being 0; a division would take ten times as long."""
    return (turn * INVERSE[players]) >> 16


@kernel
def begin_round(state, number):
    """Drawing rounds come first, battle rounds after them."""
    if state.round != number:
        state.round = number
        state.tally.rounds += 1


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
