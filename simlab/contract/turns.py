"""Whose turn it is: the few lines that every engine's `reset` and `step` share."""

from simlab.jit import kernel
from simlab.masks import single


@kernel
def begin(state, key):
    """Keep the game's key. The driver hands over a state of zeros."""
    state.key.k0 = key.k0
    state.key.k1 = key.k1
    state.key.game = key.game


@kernel
def ask(state, seat, mask):
    """The next point: `seat` chooses one of `mask`. A point with one action is no decision."""
    state.seat = seat
    state.legal = mask
    state.tally.decisions += 0 if single(mask) else 1


@kernel
def seat_on(seat, steps, players):
    """The seat so many places on, less than once round; a division would take ten times as long."""
    there = seat + steps
    return there - players if there >= players else there


@kernel
def finish(state):
    state.over = 1
    state.legal = 0
