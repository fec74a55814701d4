"""A stock whose order is settled card by card: what nobody draws is never shuffled.

Behind the stock lies a shuffled order of all card ids, given by one stream. `state.deck` holds as much of it as was needed, in
its first `state.settled` places; `state.next` is the place of the next card. The shuffle goes on where it stopped, so it is the
order that shuffling everything at once would give. `state.stock` is the set of cards in the stock: ids outside it are passed
over, so a short deck, and a pile that becomes a new stock, need nothing of their own.

The state has `deck`, `settled`, `next`, `stock`, and `dice`, which no other chance may touch while the stock is in use.
"""

import numpy as np

from simlab.jit import kernel
from simlab.masks import bit
from simlab.rng import below, bounded, shuffle_front, start


@kernel
def open_stock(state, cards, purpose, a, b):
    """The stock is now these cards, in the order of the stream (purpose, a, b)."""
    state.stock = cards
    state.settled = 0
    state.next = 0
    for card in range(len(state.deck)):
        state.deck[card] = card
    start(state.dice, state.key, purpose, a, b)


@kernel
def settle_ahead(state, places):
    """Settle the first places of a new order at once, which is faster than one by one."""
    shuffle_front(state.deck, places, state.dice)
    state.settled = places


@kernel
def take(state):
    """The next card of the stock, which is not empty."""
    while True:
        place = state.next
        if place == state.settled:
            settle(state)
        card = np.int64(state.deck[place])
        state.next = place + 1
        if (state.stock >> card) & 1 == 1:
            state.stock ^= bit(card)
            return card


@kernel
def take_several(state, n):
    """The next n cards of the stock, which has as many, as a set; what the loop moves is kept at hand."""
    dice, stock, place, settled = state.dice, state.stock, state.next, state.settled
    s0, s1 = dice.s0, dice.s1
    taken = np.int64(0)
    while n > 0:
        lies = state.deck[place]
        if place == settled:
            step, s0, s1 = bounded(s0, s1, len(state.deck) - place)
            drawn = state.deck[place + step]
            state.deck[place + step] = lies
            state.deck[place] = drawn
            lies = drawn
            settled += 1
        card = bit(lies)
        place += 1
        if stock & card != 0:
            taken |= card
            n -= 1
        stock &= ~card
    dice.s0, dice.s1 = s0, s1
    state.stock, state.next, state.settled = stock, place, settled
    return taken


@kernel
def settle(state):
    """The card of the next place."""
    place = state.settled
    other = place + below(state.dice, len(state.deck) - place)
    state.deck[place], state.deck[other] = state.deck[other], state.deck[place]
    state.settled = place + 1
