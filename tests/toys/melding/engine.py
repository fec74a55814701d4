"""Take a card, hand the pack on."""

from simlab.contract.columns import SIXTIETHS
from simlab.contract.turns import ask, begin, finish
from simlab.jit import copy_alike, kernel
from simlab.masks import bit, count
from simlab.mechanics.hidden import some_of
from simlab.mechanics.melds import melded
from simlab.mechanics.passing import hand_on
from simlab.rng import Purpose, bits64, shuffle_front, start
from tests.toys.melding.rules import DECK, OUTCOME, RULES, STATE, VIEW

__all__ = ["OUTCOME", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]


@kernel
def card_of(number):
    return 16 * (number // 13) + number % 13


@kernel
def reset(state, rules, key):
    begin(state, key)
    state.round = 1
    state.tally.rounds = 1
    start(state.dice, state.key, Purpose.DEAL, 1, 0)
    for place in range(DECK):
        state.deck[place] = card_of(place)
    shuffle_front(state.deck, rules.players * rules.pack, state.dice)
    for place in range(rules.players * rules.pack):
        state.packs[place % rules.players] |= bit(state.deck[place])
    state.left = rules.pack
    ask(state, 0, state.packs[0])


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    me = state.seat
    state.packs[me] &= ~bit(action)
    state.hands[me] |= bit(action)
    if me + 1 < rules.players:
        ask(state, me + 1, state.packs[me + 1])
        return
    state.left -= 1
    if state.left > 0:
        hand_on(state.packs, rules.players)
        ask(state, 0, state.packs[0])
        return
    settle(state, rules)


@kernel
def settle(state, rules):
    most, best = 0, 0
    for seat in range(rules.players):
        state.tally.melded[seat] = count(melded(state.hands[seat]))
        most = max(most, count(melded(state.hands[seat])))
    for seat in range(rules.players):
        best += count(melded(state.hands[seat])) == most
    for seat in range(rules.players):
        state.payoff[seat] = SIXTIETHS // best if count(melded(state.hands[seat])) == most else 0
        state.tally.win[seat] = state.payoff[seat]
    finish(state)


@kernel
def observe(state, rules, seat, view):
    """Own hand and own pack; who has chosen already is not told apart."""
    copy_alike(view, state)
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    view.pack = state.packs[seat]
    view.hand = state.hands[seat]


@kernel
def imagine(view, rules, me, state):
    copy_alike(state, view)
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    hidden = 0
    for number in range(DECK):
        hidden |= bit(card_of(number))
    hidden &= ~(view.pack | view.hand)
    for seat in range(rules.players):
        if seat != view.seat:
            taken = 1 if seat < view.seat else 0
            state.packs[seat] = some_of(hidden, view.left - taken, me.search)
            hidden &= ~state.packs[seat]
            state.hands[seat] = some_of(hidden, rules.pack - view.left + taken, me.search)
            hidden &= ~state.hands[seat]
    state.packs[view.seat] = view.pack
    state.hands[view.seat] = view.hand
