"""High Draw: what a seat may know, and random worlds that it cannot tell from the real one."""

from simlab.jit import copy_alike, kernel
from simlab.mechanics.hidden import put_in_place
from simlab.rng import bits64, shuffle


@kernel
def observe(state, rules, seat, view):
    """Own card, and how many were exchanged; nothing else is visible."""
    copy_alike(view, state)  # round and top; seat and legal come next
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    view.card = state.deck[seat]


@kernel
def imagine(view, rules, me, state):
    """All other cards in any order, each as likely."""
    copy_alike(state, view)
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    for card in range(rules.cards):
        state.deck[card] = card
    shuffle(state.deck[: rules.cards], me.search)
    put_in_place(state.deck[: rules.cards], view.card, view.seat)
