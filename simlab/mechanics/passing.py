"""Cards that go round the table: a few are passed to a neighbour, or whole packs are handed on in a draft.

Hands and packs are words, one for each seat: `hands` and `packs` are int64 arrays.
"""

from simlab.contract.turns import seat_on
from simlab.jit import kernel
from simlab.masks import bit


@kernel
def hand_on(packs, players):
    """Every pack goes to the next seat."""
    last = packs[players - 1]
    for seat in range(players - 1, 0, -1):
        packs[seat] = packs[seat - 1]
    packs[0] = last


@kernel
def put_aside(hands, aside, seat, card):
    """The seat puts a card aside, to be passed."""
    hands[seat] &= ~bit(card)
    aside[seat] |= bit(card)


@kernel
def pass_left(hands, aside, players):
    """What each seat put aside comes to the next one; `aside` still tells what it was."""
    for seat in range(players):
        hands[seat_on(seat, 1, players)] |= aside[seat]
