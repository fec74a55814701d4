"""The drawing rounds of battle (BA-4): look at five cards, keep one, put four under the pile; or lay all down at once."""

import numpy as np

from simlab.bits import cold, ctz, deposit, popcount
from simlab.games.battle.cards import NOTHING, ONE, bit, number, place
from simlab.games.battle.eight_bytes import EACH, first_bytes, set_word, without, word_of
from simlab.games.battle.flow import ask_one_of, begin_round, laps
from simlab.games.battle.moves import (
    PERMUTATIONS,
    everyone,
    lay,
    put_all_under,
    reordered,
    take_tops,
)
from simlab.games.battle.rules import Point, ReturnOrder, Then
from simlab.jit import kernel
from simlab.ranking.hands import category
from simlab.ranking.scalar import rank

SORTED_DOWN, SORTED_UP = 1, 2  # of return_order three; 0 is as drawn


@kernel
def next_drawing_turn(state, rules):
    """So many rounds, one turn for each seat in each; whoever went all-in sits out."""
    while state.turn < rules.draw_rounds * rules.players:  # BA-4.1
        lap = laps(state.turn, rules.players)
        seat = state.turn - lap * rules.players
        state.turn += 1
        if (state.allin >> seat) & 1 == 1:
            continue  # BA-4.10
        begin_round(state, lap + 1)
        state.seat = seat
        state.then = Then.LOOK
        if lap == 0 and rules.allin == 1 and rules.allin_blind == 1:
            state.then = Then.WAIT
            ask_one_of(state, Point.ALLIN, seat, 2)
        return
    state.then = Then.BATTLE


@kernel
def answer_allin(state, rules, action):
    """BA-4.9, the blind way: the cards are looked at in either case, but after a yes they all stay."""
    state.allin |= action << state.seat
    state.then = Then.LOOK


@kernel
def look(state, rules):
    """Take the top cards in hand; then keep one of them, or all."""
    seat = state.seat
    state.then = Then.WAIT
    take_drawn(state, rules, seat)
    if (state.allin >> seat) & 1 == 1:
        lay_all_down(state, rules, seat)
        return
    openly = state.round == 1 and rules.allin == 1 and rules.allin_blind == 0  # BA-4.8, BA-4.9
    ask_one_of(state, Point.KEEP, seat, rules.draw_size + (1 if openly else 0))


@kernel
def take_drawn(state, rules, seat):
    set_word(state.drawn, take_tops(state, rules.draw_size))  # BA-4.2
    state.drawn_n = rules.draw_size
    if state.round == 1:
        note_dealt(state, rules, seat)


@kernel
def note_dealt(state, rules, seat):
    cold()
    cards = NOTHING
    for i in range(state.drawn_n):
        cards |= bit(state.drawn[i])
    state.notes.dealt = category(rank(cards, rules.order))
    state.tally.dealt_cat[seat] = state.notes.dealt


@kernel
def keep(state, rules, action):
    """BA-4.3. All-in is the action after the last card."""
    seat = state.seat
    if action == rules.draw_size:
        lay_all_down(state, rules, seat)
        return
    drawn = word_of(state.drawn)
    lay(state, seat, (drawn >> (8 * action)) & 255, 1 << seat)
    set_word(state.drawn, without(drawn, action))
    state.drawn_n -= 1
    ask_one_of(state, Point.ORDER, seat, return_orders(state.drawn_n, rules))


@kernel
def lay_all_down(state, rules, seat):
    """All-in (BA-4.8, BA-4.11)."""
    cold()
    state.allin |= 1 << seat
    state.tally.allin_cat[seat] = state.notes.dealt
    for i in range(state.drawn_n):
        lay(state, seat, state.drawn[i], 1 << seat)
        state.drawn[i] = 0
    state.drawn_n = 0
    state.then = Then.DRAW


@kernel
def return_orders(n, rules):
    """Ways to put n cards under the pile (BA-4.4)."""
    if rules.return_order == ReturnOrder.FULL:
        return PERMUTATIONS[n]
    return 3 if rules.return_order == ReturnOrder.THREE else 1


@kernel
def put_back(state, rules, action):
    """The cards not kept go under the pile in the order chosen (BA-4.4); then what may stay face down is asked (BA-4.5)."""
    seat = state.seat
    if rules.return_order != ReturnOrder.FULL and action != 0:
        sort_drawn(state, action == SORTED_DOWN)
    drawn = word_of(state.drawn)
    if rules.return_order == ReturnOrder.FULL:
        drawn = reordered(drawn, state.drawn_n, action)
    put_all_under(state, drawn, state.drawn_n, 1 << seat)
    set_word(state.drawn, NOTHING)
    state.drawn_n = 0
    hidden = popcount(state.held[seat] & ~state.shown[seat])
    ask_one_of(state, Point.FACING, seat, facings(hidden, rules))


@kernel
def sort_drawn(state, falling):
    """By number, equal numbers by id."""
    for i in range(1, state.drawn_n):
        card = state.drawn[i]
        j = i
        while j > 0 and comes_first(card, state.drawn[j - 1]) != falling:
            state.drawn[j] = state.drawn[j - 1]
            j -= 1
        state.drawn[j] = card


@kernel
def comes_first(card, other):
    return number(card) < number(other) or (number(card) == number(other) and card < other)


@kernel
def facings(hidden, rules):
    """Leave all down, if that is not too many (BA-4.5); turn up one of them; turn up all, if there are several (BA-4.6)."""
    return (1 if hidden <= rules.max_facedown else 0) + hidden + (1 if hidden >= 2 else 0)


@kernel
def face(state, rules, action):
    """Turn up none, one or all of the hidden cards. Chance decides here under `uniform`, so no branch does: it would be mispredicted."""
    seat = state.seat
    known = word_of(state.known.row[seat])
    hidden = down(known, seat, state.size[seat])  # only these may be turned (BA-4.7)
    count = popcount(hidden)
    turned = action - (1 if count <= rules.max_facedown else 0)
    one = (ONE << (turned + 1)) >> 1  # its bit; 0 where none is turned
    everything = one >> count
    up = deposit(one - everything, hidden)  # one of them, or as many as there are
    set_word(state.known.row[seat], known | (up * everyone(rules)))
    card = np.int64(up != 0) << place(state.row[seat, (ctz(up) >> 3) & 7])
    state.shown[seat] |= card | (state.held[seat] * everything)
    state.then = Then.DRAW


@kernel
def down(known, seat, size):
    """Slots of a row, one byte each, whose cards lie face down: in the drawing rounds nobody else knows them."""
    another = 1 if seat == 0 else 0
    return ~(known >> another) & EACH & first_bytes(size)
