"""Beat the last combination or pass."""

from simlab.contract.columns import SIXTIETHS
from simlab.contract.turns import ask, begin, finish
from simlab.jit import copy_alike, kernel
from simlab.masks import bit, count, full
from simlab.mechanics.climbing import PASS, answer, answers, cards_of, next_to_answer, open_climb, unbeaten
from simlab.mechanics.hidden import deal_hidden, with_need
from simlab.rng import Purpose, bits64, shuffle_front, start
from tests.toys.ladder.rules import DECK, OUTCOME, RANKS, RULES, STATE, VIEW

__all__ = ["OUTCOME", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]


@kernel
def card_of(number):
    return 16 * (number // RANKS) + number % RANKS


@kernel
def reset(state, rules, key):
    begin(state, key)
    state.round = 1
    state.tally.rounds = 1
    start(state.dice, state.key, Purpose.DEAL, 1, 0)
    for place in range(DECK):
        state.deck[place] = card_of(place)
    shuffle_front(state.deck, rules.players * rules.cards, state.dice)
    for place in range(rules.players * rules.cards):
        state.hands[place % rules.players] |= bit(state.deck[place])
    open_climb(state.climb, full(rules.players))
    turn_to(state, 0)


@kernel
def turn_to(state, seat):
    ask(state, seat, answers(state.climb, state.hands[seat]))


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    me, climb = state.seat, state.climb
    if action != PASS:
        cards = cards_of(state.hands[me], action)
        state.hands[me] &= ~cards
        state.played[me] |= cards
    answer(climb, me, action)
    if state.hands[me] == 0:
        state.payoff[me] = SIXTIETHS
        state.tally.win[me] = SIXTIETHS
        finish(state)
    elif unbeaten(climb):
        leader = climb.owner
        open_climb(climb, full(rules.players))
        turn_to(state, leader)
    else:
        turn_to(state, next_to_answer(climb, me))


@kernel
def observe(state, rules, seat, view):
    copy_alike(view, state)
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    view.hand = state.hands[seat]


@kernel
def imagine(view, rules, me, state):
    copy_alike(state, view)
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    hidden, needs = 0, 0
    for number in range(DECK):
        hidden |= bit(card_of(number))
    hidden &= ~view.hand
    for seat in range(rules.players):
        hidden &= ~view.played[seat]
        if seat != view.seat:
            needs = with_need(needs, seat, rules.cards - count(view.played[seat]))
    deal_hidden(hidden, needs, 0, state.hands, rules.players, me.search)
    state.hands[view.seat] = view.hand
