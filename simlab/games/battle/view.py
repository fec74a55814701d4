"""What a seat of battle may know (section 4), and worlds it cannot tell from the real one."""

import numpy as np

from simlab.bits import deposit
from simlab.contract.columns import SEATS
from simlab.games.battle.cards import FIRST_IDS, LOWEST, NOTHING, SUIT, bit, cards_of, id_bit, ids_of
from simlab.games.battle.eight_bytes import WORD, unknown_bytes, word_at, word_of
from simlab.games.battle.moves import UNKNOWN
from simlab.games.battle.rules import DRAWN, GROUP, PILE, ROW, Kind, Point, Protection
from simlab.games.battle.targets import unprotected
from simlab.jit import copy_alike, kernel, loop
from simlab.masks import ONE, count, first, full, without_first
from simlab.rng import bits64, bounded

TRIES = 200  # deals of the hidden cards tried for one that explains what is protected


@kernel
def observe(state, rules, seat, view):
    """Own row, what lies open, what the seat remembers; nothing is visible unless copied here."""
    acts = state.over == 0 and seat == state.seat
    view.seat = seat
    view.legal = state.legal if acts else 0
    view.own = state.held[seat]
    view.out = state.out
    view.round = state.round
    view.over = state.over
    view.to_act = state.seat if state.over == 0 else -1
    view.point = state.point
    view.turn = state.turn
    view.allin = state.allin
    view.asked = state.asked
    view.top = state.top
    view.left = state.left
    view.drawn_n = state.drawn_n
    observe_action(state, seat, acts, view)
    observe_cards(state, seat, acts, view)


@kernel
def observe_action(state, seat, acts, view):
    """The action under way: its actor knows all of it, the others its kind, and the rest once it is declared."""
    mine = acts and seat == state.actor
    declared = state.target_seat >= 0
    view.actor = state.actor
    view.kind = state.kind
    view.used = state.used if declared or mine else -1
    view.target_seat = state.target_seat
    view.target_slot = state.target_slot
    view.tops = state.tops if mine else 0
    view.bottoms = state.bottoms if mine else 0
    blind = state.point == Point.TARGET and state.kind == Kind.FLIP  # hidden cards of others
    view.choice = state.choice if acts and not blind else 0
    view.discards = state.discards if acts else 0
    for i in range(GROUP):
        view.group[i] = state.group[i] if mine else 0


@kernel
def observe_cards(state, seat, acts, view):
    view.known = state.known
    for owner in range(SEATS):
        remember(state.row[owner], state.known.row[owner], seat, view.seen.row[owner])
    remember(state.pile, state.known.pile, seat, view.seen.pile)
    view.log = state.log
    for owner in range(SEATS):
        view.shown[owner] = state.shown[owner]
        view.size[owner] = state.size[owner]
    for i in range(DRAWN):
        view.drawn[i] = state.drawn[i] if acts and i < state.drawn_n else UNKNOWN


@loop
def remember(cards, known, seat, seen):
    """The cards whose place this seat knows, -1 for the others; in bytes throughout, so that many are done at once."""
    me = np.int8(1 << seat)
    for place in range(len(seen)):
        unknown = np.int8(np.int8(known[place] & me) == 0)
        seen[place] = np.int8(np.int8(cards[place]) | np.int8(-unknown))


@kernel
def imagine(view, rules, me, state):
    """Every card the seat does not know lies at a random one of the places it does not know, each way as likely.

    Where hidden cards protect (`protection: all`), the actor has been told which targets are free: deals are tried until one says so.
    """
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    copy_public(view, state)
    unknown = lay_known(view, rules, state)
    deal_unknown(view, rules, state, unknown, me.search)
    if view.tops | view.bottoms != 0 and rules.protection == Protection.ALL:
        deal_until_explained(view, rules, state, unknown, me.search)
    if state.point == Point.TARGET and state.kind == Kind.FLIP:
        state.choice = hidden_from(state, rules, view.seat)


@kernel
def copy_public(view, state):
    """What a view and a state have in common; rows and pile follow in `lay_known`."""
    copy_alike(state, view)
    lay(view.drawn, state.drawn)  # behind the cards drawn lies nothing
    state.seat = view.to_act


@kernel
def lay_known(view, rules, state):
    """The cards whose place this seat knows lie there. Returns the others, by their ids."""
    low = np.int64(rules.deck_low - LOWEST)
    known = ids_of(view.out) | ids_at(view.drawn) | ids_at(view.seen.pile)
    lay(view.seen.pile, state.pile)
    for owner in range(rules.players):
        lay(view.seen.row[owner], state.row[owner])
        held = ids_in_row(view.seen.row[owner], view.size[owner])
        state.held[owner] = cards_of(held)
        known |= held
    return (SUIT >> low << low) * FIRST_IDS & ~known


@loop
def lay(seen, cards):
    """The cards known, 0 for the others."""
    for place in range(len(seen)):
        cards[place] = np.int8(seen[place] & ~np.int8(seen[place] >> 7))


@loop
def ids_at(places):
    """The cards that lie there, by their ids, and bit 63 where one is not known."""
    known = NOTHING
    for place in range(len(places)):
        known |= id_bit(places[place])
    return known


@kernel
def ids_in_row(row, size):
    """The same for a row, eight slots at a time: that is easier to predict than its end."""
    known = ids_in(word_of(row))
    for slot in range(WORD, size, WORD):
        known |= ids_in(word_at(row, slot))
    return known


@kernel
def ids_in(word):
    known = NOTHING
    for slot in range(WORD):
        known |= id_bit(word >> (8 * slot))
    return known


@kernel
def deal_until_explained(view, rules, state, unknown, dice):
    """Other deals of the unknown cards, until one says why these targets are free."""
    for _ in range(TRIES - 1):
        if explains(view, state, rules):
            return
        for owner in range(rules.players):
            state.held[owner] &= ~cards_of(unknown)
        deal_unknown(view, rules, state, unknown, dice)


@kernel
def deal_unknown(view, rules, state, unknown, dice):
    """Unknown cards at random, where the seat knows none: in the rows, two at a time, among those drawn, in the pile from its top."""
    left, s0, s1 = count(unknown), dice.s0, dice.s1  # at hand: counting the cards again and storing the stream costs half the time
    for owner in range(0, rules.players, 2):
        slots = open_slots(view, owner) | open_slots(view, owner + 1) << ROW
        while slots != 0:
            card, unknown, left, s0, s1 = any_of(unknown, left, s0, s1)
            seat, slot = owner + first(slots) // ROW, first(slots) % ROW
            state.row[seat, slot] = card
            state.held[seat] |= bit(card)
            slots = without_first(slots)
    slots = unknown_bytes(word_of(view.drawn)) & full(view.drawn_n)
    while slots != 0:
        state.drawn[first(slots)], unknown, left, s0, s1 = any_of(unknown, left, s0, s1)
        slots = without_first(slots)
    places, top = open_places(view), np.int64(view.top)
    while places != 0:
        state.pile[(top + first(places)) & (PILE - 1)], unknown, left, s0, s1 = any_of(unknown, left, s0, s1)
        places = without_first(places)
    dice.s0, dice.s1 = s0, s1


@kernel
def any_of(unknown, left, s0, s1):
    """One of the unknown cards; those that are left and how many, and the stream."""
    k, s0, s1 = bounded(s0, s1, left)
    chosen = deposit(ONE << k, unknown)
    return first(chosen), unknown ^ chosen, left - 1, s0, s1


@kernel
def open_slots(view, owner):
    """Slots of a row whose card this seat does not know, as bits."""
    slots = unknown_bytes(word_of(view.seen.row[owner]))
    for slot in range(WORD, view.size[owner], WORD):
        slots |= unknown_bytes(word_at(view.seen.row[owner], slot)) << slot
    return slots & full(view.size[owner])


@kernel
def open_places(view):
    """Places of the pile whose card this seat does not know, counted from the top, as bits."""
    places, top = unknown_places(view.seen.pile), np.int64(view.top)
    return ((places >> top) & full(PILE - top) | places << 1 << (PILE - 1 - top)) & full(view.left)


@loop
def unknown_places(places):
    """The places, at most 64, at which no card is known, as bits; a card is less than 64, so that only -1 has higher bits."""
    found = NOTHING
    for place in range(len(places)):
        found |= np.int64(np.int8(places[place] >> 6)) & (ONE << np.int64(place))
    return found


@kernel
def hidden_from(state, rules, seat):
    cards = NOTHING
    for owner in range(rules.players):
        if owner != seat:
            cards |= state.held[owner] & ~state.shown[owner]
    return cards


@kernel
def explains(view, state, rules):
    """Would the same cards be free to attack?"""
    free_above, free_below = NOTHING, NOTHING
    for owner in range(rules.players):
        if owner != view.seat:
            tops, bottoms = unprotected(state.held[owner], state.shown[owner], rules)
            free_above |= tops
            free_below |= bottoms
    return free_above == view.tops and free_below == view.bottoms
