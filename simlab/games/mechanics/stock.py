"""A stock whose order is settled card by card: what nobody draws is never shuffled.

Behind the stock lies a shuffled order of all card ids, given by one stream. `state.deck` and `state.settled` hold as much of it
as was needed (the shuffle goes on where it stopped, so it is the order that shuffling everything at once would give), and
`state.stock` is the set of cards that are in the stock: ids outside it are passed over. So a short deck, and a pile that is
shuffled into a new stock, need nothing of their own.

A game's state has `deck`, `settled`, `stock`, and `dice`, which no other chance may touch while the stock is in use.
"""

from simlab.jit import kernel
from simlab.masks import bit
from simlab.rng import below, start


@kernel
def open_stock(state, cards, purpose, a, b):
    """The stock is now these cards, in the order of the stream (purpose, a, b)."""
    state.stock = cards
    state.settled = 0
    for card in range(len(state.deck)):
        state.deck[card] = card
    start(state.dice, state.key, purpose, a, b)


@kernel
def take(state):
    """The next card of the stock, which is not empty."""
    card = settle(state)
    while (state.stock >> card) & 1 == 0:
        card = settle(state)
    state.stock ^= bit(card)
    return card


@kernel
def settle(state):
    """The next id of the order."""
    place = state.settled
    other = place + below(state.dice, len(state.deck) - place)
    card = state.deck[other]
    state.deck[other] = state.deck[place]
    state.deck[place] = card
    state.settled += 1
    return card
