"""Name a number: all sixty-four actions are used, so masks are negative."""

from simlab.contract.columns import SIXTIETHS
from simlab.contract.turns import ask, begin, finish
from simlab.jit import kernel
from simlab.masks import bit, full
from simlab.rng import Purpose, bits64, shuffle, start
from tests.toys.wide.rules import OUTCOME, RULES, STATE, VIEW

__all__ = ["OUTCOME", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]


@kernel
def reset(state, rules, key):
    begin(state, key)
    state.round = 1
    state.tally.rounds = 1
    start(state.dice, state.key, Purpose.DEAL, 1, 0)
    for i in range(8):
        state.secret[i] = i
    shuffle(state.secret, state.dice)
    next_turn(state, rules)


@kernel
def next_turn(state, rules):
    seat = state.turn % rules.players
    ask(state, seat, bit(63) | bit(state.turn) if rules.only_high else full(64))


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    state.named[state.seat] += action
    state.turn += 1
    if state.turn < rules.turns * rules.players:
        next_turn(state, rules)
        return
    best = 0
    for seat in range(rules.players):
        if total(state, seat) > total(state, best):
            best = seat
    state.tally.win[best] = SIXTIETHS
    state.payoff[best] = SIXTIETHS
    finish(state)


@kernel
def total(state, seat):
    return 8 * state.named[seat] + state.secret[seat]


@kernel
def observe(state, rules, seat, view):
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    view.turn = state.turn
    view.own = state.secret[seat]
    for s in range(6):
        view.named[s] = state.named[s]


@kernel
def imagine(view, rules, me, state):
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    for i in range(8):
        state.secret[i] = i
    shuffle(state.secret, me.search)
    for i in range(8):
        if state.secret[i] == view.own:
            state.secret[i] = state.secret[view.seat]
            break
    state.secret[view.seat] = view.own
    state.round = 1
    state.seat = view.seat
    state.legal = view.legal
    state.turn = view.turn
    for s in range(6):
        state.named[s] = view.named[s]
