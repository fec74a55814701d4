"""Climbing: somebody leads one card, or two to four of a rank; others play as many of a higher rank or pass, and who passes is out
until the last to climb leads again.

A combination is the number 16 * (cards - 1) + rank, and an action as it stands; PASS is a number that none has. Keep a `CLIMB`
record in the state (all of it is public). Cards are numbered as in `tricks.py`, of at most fifteen ranks.
"""

import numpy as np

from simlab.jit import kernel, record
from simlab.masks import bit, first, without_first
from simlab.mechanics.melds import groups, of_rank
from simlab.mechanics.seats import next_among
from simlab.mechanics.tricks import LANE, of_suit

NOTHING = -1
PASS = 15

CLIMB = record(
    ("live", "i8"),  # seats that have not passed, as bits
    ("last", "i4"),  # the combination to beat; NOTHING where the seat to act leads
    ("owner", "i4"),  # who played it
)


@kernel
def open_climb(climb, seats):
    """Anything may be led; these seats (bits) take part."""
    climb.live = seats
    climb.last = NOTHING
    climb.owner = -1


@kernel
def combinations(hand):
    """All that a hand can lead, as a mask of combinations."""
    found = np.int64(0)
    for size in range(1, 5):
        found |= groups(hand, size) << np.int64(LANE * (size - 1))
    return found


@kernel
def answers(climb, hand):
    """What may be played on the last combination, as a mask with PASS; a leader must play something."""
    if climb.last == NOTHING:
        return combinations(hand)
    higher = of_suit(combinations(hand), climb.last >> 4) & -bit(climb.last + 1)
    return higher | bit(PASS)


@kernel
def cards_of(hand, combination):
    """The cards that a seat plays for it: those of the first suits."""
    held, cards = of_rank(hand, combination & 15), np.int64(0)
    for _ in range((combination >> 4) + 1):
        cards |= bit(first(held))
        held = without_first(held)
    return cards


@kernel
def answer(climb, seat, action):
    if action == PASS:
        climb.live &= ~bit(seat)
    else:
        climb.last = action
        climb.owner = seat


@kernel
def unbeaten(climb):
    """Has everybody but the owner of the last combination passed?"""
    return climb.last != NOTHING and climb.live & ~bit(climb.owner) == 0


@kernel
def next_to_answer(climb, seat):
    return next_among(climb.live, seat)
