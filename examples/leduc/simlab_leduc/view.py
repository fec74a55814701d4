"""Leduc poker: what a seat may know, and random worlds that it cannot tell from the real one."""

from simlab.jit import kernel
from simlab.rng import below, bits64
from simlab_leduc.deck import but
from simlab_leduc.rules import BOARD, HIDDEN


@kernel
def observe(state, rules, seat, view):
    """Own card and all that lies on the table; nothing is visible unless copied here."""
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    view.round = state.round
    view.table = state.table
    view.card = state.cards[seat]


@kernel
def imagine(view, rules, me, state):
    """The opponent's card, and the open one where it is not turned up: any of the others, each as likely."""
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    state.seat = view.seat
    state.legal = view.legal
    state.round = view.round
    state.table = view.table
    size, mine, board = rules.size, view.card, view.table.board
    if board == HIDDEN:
        board = but(below(me.search, size - 1), mine, size)
    state.cards[view.seat] = mine
    state.cards[1 - view.seat] = but(below(me.search, size - 2), mine, board)
    state.cards[BOARD] = board
