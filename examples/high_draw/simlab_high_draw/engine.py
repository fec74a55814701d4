"""High Draw: how it is played."""

from simlab.contract.columns import SIXTIETHS
from simlab.contract.turns import ask, begin, finish
from simlab.jit import kernel
from simlab.masks import full
from simlab.rng import Purpose, shuffle_front, start
from simlab_high_draw.rules import OUTCOME, RULES, STATE, VIEW, Action
from simlab_high_draw.view import imagine, observe

__all__ = ["OUTCOME", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]

BOTH = 2  # keep and exchange are always allowed


@kernel
def reset(state, rules, key):
    """A card each from the shuffled deck; the stock follows."""
    begin(state, key)
    state.round = 1
    state.tally.rounds = 1
    start(state.dice, state.key, Purpose.DEAL, 1, 0)
    for card in range(rules.cards):
        state.deck[card] = card
    shuffle_front(state.deck[: rules.cards], 2 * rules.players, state.dice)
    state.top = rules.players
    ask(state, 0, full(BOTH))


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    me = state.seat
    if action == Action.EXCHANGE:
        exchange(state, me)
    if me + 1 < rules.players:
        ask(state, me + 1, full(BOTH))
    else:
        show(state, rules)


@kernel
def exchange(state, seat):
    """The top card for one's own."""
    state.deck[seat], state.deck[state.top] = state.deck[state.top], state.deck[seat]
    state.top += 1
    state.tally.exchanged[seat] = 1


@kernel
def show(state, rules):
    """The highest card wins."""
    best = 0
    for seat in range(rules.players):
        if state.deck[seat] > state.deck[best]:
            best = seat
    state.payoff[best] = SIXTIETHS
    state.tally.win[best] = SIXTIETHS
    state.tally.winning_card = state.deck[best]
    finish(state)
