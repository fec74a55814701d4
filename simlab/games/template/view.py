"""One-card poker: what a seat may know, and random worlds that it cannot tell from the real one."""

from simlab.jit import kernel
from simlab.mechanics.hidden import put_in_place
from simlab.rng import bits64, shuffle


@kernel
def observe(state, rules, seat, view):
    """Own card and all that lies on the table; nothing is visible unless copied here."""
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    view.round = state.round
    view.table = state.table
    view.card = state.deck[seat]


@kernel
def imagine(view, rules, me, state):
    """The opponent's card and the rest of the deck in any order, each as likely."""
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    state.seat = view.seat
    state.legal = view.legal
    state.round = view.round
    state.table = view.table
    for rank in range(rules.ranks):
        state.deck[rank] = rank
    shuffle(state.deck[: rules.ranks], me.search)
    put_in_place(state.deck[: rules.ranks], view.card, view.seat)
