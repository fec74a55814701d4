"""Leduc's deck: three cards of it are ever seen, so three are drawn and no deck is kept."""

from simlab.jit import kernel
from simlab.rng import bounded


@kernel
def draw_cards(cards, size, stream):
    """Three different cards of a deck of this size, each order as likely."""
    s0, s1 = stream.s0, stream.s1  # in registers, as `rng.shuffle_front` keeps them
    one, s0, s1 = bounded(s0, s1, size)
    two, s0, s1 = bounded(s0, s1, size - 1)
    three, stream.s0, stream.s1 = bounded(s0, s1, size - 2)
    two = but(two, one, size)
    cards[0], cards[1], cards[2] = one, two, but(three, one, two)


@kernel
def but(number, one, other):
    """The card of this number, from 0, among those that are neither of two."""
    low, high = min(one, other), max(one, other)
    card = number + (number >= low)
    return card + (card >= high)
