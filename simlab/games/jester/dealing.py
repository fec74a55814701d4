"""The deck of Jester: a fresh deal, the pile, and what happens when it runs out."""

from simlab.contract.duplicate import moved_back
from simlab.games.jester.rules import BLOCK, CARDS, Exhaust, Phase
from simlab.jit import kernel
from simlab.masks import NONE, bit, can, count
from simlab.rng import Purpose, shuffle_front, start


@kernel
def rank_of(card):
    return (card >> 2) + 2


@kernel
def deal(state, rules, key):
    """Shuffle everything and give each seat what this and the later phases need (JE-2.1, JE-2.4)."""
    state.deal = key
    state.table.discards = 0
    state.table.laid = 0
    state.table.reshuffled = 0
    shuffle_all(state, Purpose.DEAL, rules.settled)
    if rules.cards < CARDS:
        strip(state, rules)
    size = rules.held[state.phase]
    for seat in range(rules.players):
        hand = NONE
        for k in range(size):
            hand |= bit(state.pile[BLOCK * seat + k])
        state.hand[moved_back(state, seat, rules.players)] = hand
    state.top = BLOCK * rules.players
    state.table.left = rules.cards - size * rules.players
    if size < BLOCK:
        tuck_under(state, rules, size)


@kernel
def shuffle_all(state, purpose, places):
    """All cards in a new order, of which only the first places will matter."""
    start(state.dice, state.key, purpose, state.round, state.deal)
    for card in range(CARDS):
        state.pile[card] = card
    shuffle_front(state.pile, places, state.dice)


@kernel
def strip(state, rules):
    """Skip the ids of ranks that are not in the deck, so that variants share their deals (JE-2.4)."""
    kept = 0
    for place in range(CARDS):
        card = state.pile[place]
        if rank_of(card) >= rules.min_rank:
            state.pile[kept] = card
            kept += 1


@kernel
def tuck_under(state, rules, size):
    """What is left of the blocks goes under the pile: to the front of the array, where the ring goes on."""
    at = 0
    for seat in range(rules.players):
        for k in range(size, BLOCK):
            state.pile[at] = state.pile[BLOCK * seat + k]
            at += 1


@kernel
def draw(state, rules):
    """The pile's next card, face up on the table; -1 when there is none (JE-2.5, JE-2.8)."""
    if state.table.left == 0:
        if rules.exhaust == Exhaust.STOP or state.table.discards == 0:
            return -1
        reshuffle(state)
    card = state.pile[state.top]
    state.top += 1
    if state.top == rules.cards:
        state.top = 0
    state.table.left -= 1
    state.table.laid |= bit(card)
    return card + 0


@kernel
def reshuffle(state):
    """The discards become the pile, in the order of the second permutation, the same all the round (JE-2.5, JE-2.8)."""
    shuffle_all(state, Purpose.AUX, CARDS)  # the pile is empty: its array is free
    kept = 0
    for place in range(CARDS):
        card = state.pile[place]
        if can(state.table.discards, card):
            state.pile[kept] = card
            kept += 1
    state.top = 0
    state.table.left = kept
    state.table.discards = 0
    state.table.reshuffled = 1
    if state.spilled == 0:
        state.tally.reshuffles += 1
    if state.phase == Phase.BLACKJACK and not can(state.spilled, state.phase):
        state.tally.reshuffles_bj += 1
    state.spilled |= bit(state.phase)


@kernel
def drawable(state, rules):
    """How many cards could be drawn now."""
    if rules.exhaust == Exhaust.STOP:
        return state.table.left + NONE
    return state.table.left + count(state.table.discards)
