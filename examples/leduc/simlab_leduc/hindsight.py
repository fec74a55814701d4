"""Leduc poker: what a seat would have seen when it chose, if the hidden card were this: for players that think about the other's bet."""

from simlab.jit import kernel


@kernel
def recast(view, rules, note, world):
    """See `contract/searching.py`. Every action is open to all."""
    view.seat = note.seat
    view.legal = note.legal
    view.card = world.cards[note.seat]
    return note.action
