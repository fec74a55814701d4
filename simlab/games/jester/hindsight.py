"""What a seat would have seen when it chose, if the hidden cards were these: for players that draw conclusions from what others did."""

import numpy as np

from simlab.games.jester.centre import is_secret
from simlab.games.jester.policies import place_of
from simlab.games.jester.rules import Point, Redeal
from simlab.games.jester.view import hide_choices, phase_of
from simlab.jit import kernel
from simlab.masks import bit, count

UNTOLD = np.int64(-1)  # not open to all, or not to be told any more


@kernel
def recast(view, rules, note, world):
    """See `contract/searching.py`. Cards laid since lie on the table now, so the hand of then is known in every world."""
    point = view.table.point + 0
    if is_secret(rules, point) and world.table.point == point:
        return UNTOLD  # chosen, but still face down
    if rules.redeal == Redeal.PHASE and phase_of(point) != world.phase:
        return UNTOLD
    hand = world.hand[note.seat] | world.folded_hand[note.seat]
    if point <= Point.BJ_PICK:
        hand |= laid_since(world.table, note.seat, point)
    look(view, rules, note, hand)
    if point >= Point.BJ_ACT:
        return note.action
    if point == Point.BJ_PICK:
        return pair_of(world.table, note.seat, hand)
    return np.int64(place_of(hand, card_at(world.table, note.seat, point)))


@kernel
def look(view, rules, note, hand):
    """The table as it was, with this hand."""
    view.seat = note.seat
    view.legal = note.legal
    view.hand = hand
    view.own_folded = 0
    if is_secret(rules, view.table.point):
        hide_choices(view, rules, note.seat)


@kernel
def card_at(table, seat, point):
    """The card a seat has laid at this point."""
    if point == Point.TRASH:
        return table.trash[seat]
    return table.low[seat] if point == Point.LOW else table.high[seat]


@kernel
def laid_since(table, seat, point):
    """Cards that were still in hand at this point."""
    cards = bit(0) & 0
    if point == Point.TRASH:
        cards |= card_bit(table.trash[seat])
    if point <= Point.LOW:
        cards |= card_bit(table.low[seat])
    if point <= Point.HIGH:
        cards |= card_bit(table.high[seat])
    if table.fronts[seat] >= 2:
        cards |= card_bit(table.front[seat, 0]) | card_bit(table.front[seat, 1])
    return cards


@kernel
def card_bit(card):
    return bit(card) if card >= 0 else bit(0) & 0


@kernel
def pair_of(table, seat, hand):
    """The number of the pair laid, among all of the hand."""
    one, two = place_of(hand, table.front[seat, 0]), place_of(hand, table.front[seat, 1])
    low, high, held = min(one, two), max(one, two), count(hand)
    return np.int64(low * (2 * held - low - 1) // 2 + high - low - 1)
