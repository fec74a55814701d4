"""What a seat would have seen when it chose, if the hidden cards were these: for players that draw conclusions from what others did."""

import numpy as np

from simlab.games.jester.centre import is_secret
from simlab.games.jester.policies import place_of
from simlab.games.jester.rules import Point, Redeal
from simlab.games.jester.view import hide_choices, phase_of
from simlab.jit import kernel
from simlab.masks import bit, can, count, nth
from simlab.rng import below, shuffle

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
def exchange(view, rules, seat, me, world):
    """See `contract/searching.py`. Cards in hand, chosen face down and folded, against cards of the pile."""
    left = np.int64(world.table.left)
    if seat == view.seat:
        shuffle(world.pile[:left], me.search)
        return
    fixed = fixed_in_pile(view, rules, world)
    hidden = hidden_cards(rules, world, seat)
    if left == 0 or hidden == 0:
        return
    for _ in range(1 + below(me.search, count(hidden))):
        out, place = nth(hidden, below(me.search, count(hidden))), below(me.search, left)
        card = np.int64(world.pile[place])
        if not can(fixed, card):
            world.pile[place] = out
            change(rules, world, seat, out, card)
            hidden ^= bit(out) | bit(card)


@kernel
def fixed_in_pile(view, rules, world):
    """After a reshuffle: cards that are known to be in the pile, or were folded."""
    cards = view.pile_known + 0
    if world.table.reshuffled == 1:
        for seat in range(rules.players):
            cards |= world.folded_hand[seat]
    return cards


@kernel
def hidden_cards(rules, world, seat):
    """Cards of a seat that nobody else has seen; what a reshuffle took of folded ones is left alone."""
    cards = world.hand[seat] + 0
    if world.table.reshuffled == 0:
        cards |= world.folded_hand[seat]
    point = world.table.point
    if is_secret(rules, point):
        cards |= laid_since(world.table, seat, point) if point != Point.BJ_PICK else pair_cards(world.table, seat)
    return cards


@kernel
def pair_cards(table, seat):
    if table.fronts[seat] < 2:
        return bit(0) & 0
    return bit(table.front[seat, 0]) | bit(table.front[seat, 1])


@kernel
def change(rules, world, seat, out, card):
    """Another card for one of a seat's hidden ones, wherever that is."""
    both = bit(out) | bit(card)
    if can(world.hand[seat], out):
        world.hand[seat] ^= both
    elif can(world.folded_hand[seat], out):
        world.folded_hand[seat] ^= both
        world.table.discards ^= both
    else:
        world.table.laid ^= both
        change_choice(world.table, seat, out, card)


@kernel
def change_choice(table, seat, out, card):
    """Another card lies face down."""
    if table.point == Point.BJ_PICK:
        other = table.front[seat, 0] + table.front[seat, 1] - out
        table.front[seat, 0] = min(card, other)
        table.front[seat, 1] = max(card, other)
    elif table.point == Point.TRASH:
        table.trash[seat] = card
    elif table.point == Point.LOW:
        table.low[seat] = card
    else:
        table.high[seat] = card


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
