"""What a seat of battle may know (section 4), and worlds it cannot tell from the real one."""

import numpy as np

from simlab.bits import deposit
from simlab.contract.columns import SEATS
from simlab.games.battle.cards import LANES, LOWEST, NOTHING, SUIT, bit, lowest
from simlab.games.battle.eight_bytes import WORD, word_at
from simlab.games.battle.moves import UNKNOWN
from simlab.games.battle.rules import DRAWN, GROUP, PILE, Kind, Point, Protection
from simlab.games.battle.targets import unprotected
from simlab.jit import copy_alike, fill, kernel, loop
from simlab.masks import ONE, count
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
    unknown = unseen(view, rules)
    for _ in range(TRIES):
        deal_unknown(view, state, unknown, me.search)
        if view.tops | view.bottoms == 0 or rules.protection != Protection.ALL or explains(view, state, rules):
            break
    if state.point == Point.TARGET and state.kind == Kind.FLIP:
        state.choice = hidden_from(state, rules, view.seat)


@kernel
def copy_public(view, state):
    """What a view and a state have in common; rows and pile follow in `deal_unknown`."""
    copy_alike(state, view)
    fill(state, "drawn", "drawn", 0)  # behind the cards drawn lies nothing
    state.seat = view.to_act


@kernel
def unseen(view, rules):
    """Cards whose place this seat does not know."""
    low = np.int64(rules.deck_low - LOWEST)
    cards = (SUIT >> low << low) * LANES & ~view.out
    for owner in range(rules.players):
        for i in range(view.size[owner]):
            if view.seen.row[owner, i] >= 0:
                cards &= ~bit(view.seen.row[owner, i])
    return without_those(without_those(cards, view.seen.pile), view.drawn)


@kernel
def without_those(cards, places):
    """Without the cards at these places, -1 for nothing: most eights of them have none."""
    for eight in range(0, len(places), WORD):
        if word_at(places, eight) == -1:
            continue
        for i in range(eight, eight + WORD):
            if places[i] >= 0:
                cards &= ~bit(places[i])
    return cards


@kernel
def deal_unknown(view, state, unknown, dice):
    """Fill rows, drawn cards and pile: known cards where they lie, the others at random."""
    left, s0, s1 = count(unknown), dice.s0, dice.s1  # at hand: counting the cards again and storing the stream costs half the time
    for owner in range(SEATS):
        held = NOTHING
        for i in range(view.size[owner]):
            card, unknown, left, s0, s1 = known_or_any(view.seen.row[owner, i], unknown, left, s0, s1)
            state.row[owner, i] = card
            held |= bit(card)
        state.held[owner] = held
    for i in range(view.drawn_n):
        state.drawn[i], unknown, left, s0, s1 = known_or_any(view.drawn[i], unknown, left, s0, s1)
    for n in range(view.left):
        place = (view.top + n) & (PILE - 1)
        state.pile[place], unknown, left, s0, s1 = known_or_any(view.seen.pile[place], unknown, left, s0, s1)
    dice.s0, dice.s1 = s0, s1


@kernel
def known_or_any(card, unknown, left, s0, s1):
    """The card, or one of the unknown cards; those that are left and how many, and the stream."""
    if card >= 0:
        return np.int64(card), unknown, left, s0, s1
    k, s0, s1 = bounded(s0, s1, left)
    chosen = deposit(ONE << k, unknown)
    return lowest(chosen), unknown & ~chosen, left - 1, s0, s1


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
