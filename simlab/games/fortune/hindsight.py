"""What a seat would have seen when it bet, if the hidden cards were these: for players that draw conclusions from what others did."""

import numpy as np

from simlab.bits import popcount
from simlab.games.fortune.hands import in_force
from simlab.games.fortune.rules import Arcana, Phase, Point
from simlab.jit import kernel
from simlab.masks import bit, nth

UNTOLD = np.int64(-1)  # not open to all, or not to be told any more


@kernel
def recast(view, rules, note, world):
    """See `contract/searching.py`. Bets are open; what was given up or guessed is not told."""
    if view.table.point != Point.BET:
        return UNTOLD
    hand = hand_then(view.table, note.seat, world)
    if popcount(hand) != view.table.held[note.seat]:
        return UNTOLD
    view.seat = note.seat
    view.legal = note.legal
    view.hand = hand
    view.given = 0
    view.buried = 0
    view.before = world.before[note.seat]
    view.chosen = -1
    view.passed = world.passed[note.seat]
    view.received = world.received[note.seat]
    return note.action


@kernel
def hand_then(then, seat, world):
    """The hand a seat bet on: its hand now, or before the draw what it gave up with any of the rest; 0 where that cannot be told."""
    hand, drawn = world.hand[seat], world.table.discarded[seat]
    if then.phase != Phase.BET1 or world.table.phase == Phase.BET1 or drawn == 0:
        return hand
    moved = world.table.recycled == 1 or in_force(world.table) == Arcana.WHEEL or world.table.parted[seat] != 0
    if moved or popcount(world.given[seat]) != drawn:
        return hand & 0
    return given_back(hand, world.given[seat], drawn, world.key.k0)


@kernel
def given_back(hand, given, drawn, key):
    """So many cards of the hand, any of them but always the same of a world, are the ones drawn."""
    held = popcount(hand)
    first = np.int64(key % np.uint64(max(held, 1)))
    for _ in range(min(drawn, held)):
        hand &= ~bit(nth(hand, first % popcount(hand)))
    return hand | given
