"""The battery on cards instead of bits: top cards of decks shuffled by the streams a game really opens."""

import numpy as np
from battery import even_chi_square
from sources import SEED

from simlab import rng
from simlab.jit import allocating, kernel, new

DECK = 52
ROUNDS = 16

NAMES = (
    "first and second card of a deal",
    "top cards of rounds in a row",
    "top cards of a round and its reshuffle",
    "top cards of the deal and of the first player's own stream",
    "top cards of round 0 of games in a row",
)


@kernel
def top_card(deck, cards, key, purpose, a, b, stream):
    """Shuffle a new deck's first two places and return the top card."""
    for i in range(DECK):
        cards[i] = deck[i]
    rng.start(stream, key, purpose, a, b)
    rng.shuffle_front(cards, 2, stream)
    return cards[0]


@allocating
def count_deals(key, stream, first, games, counts):
    """counts[test, one card, other card] over every round of `games` games from number `first` on."""
    deck, cards = np.arange(DECK), np.empty(DECK, np.int64)
    opening = -1
    for game in range(first, first + games):
        rng.set_key(key, SEED, game)
        before = -1
        for a in range(ROUNDS):
            reshuffled = top_card(deck, cards, key, rng.Purpose.DEAL, a, 1, stream)
            own = top_card(deck, cards, key, rng.Purpose.POLICY, a, 0, stream)
            top = top_card(deck, cards, key, rng.Purpose.DEAL, a, 0, stream)
            counts[0, top, cards[1]] += 1
            counts[2, top, reshuffled] += 1
            counts[3, top, own] += 1
            if a % 2 == 1:  # pairs that do not overlap: chi-square wants them independent
                counts[1, before, top] += 1
            elif a == 0 and game % 2 == 1:
                counts[4, opening, top] += 1
            if a == 0:
                opening = top
            before = top


def run(games):
    """A dictionary from the name of the test to its p-value."""
    counts = np.zeros((len(NAMES), DECK, DECK), np.int64)
    count_deals(new(rng.KEY), new(rng.STREAM), 0, games, counts)
    assert not counts[0].diagonal().any(), "a card was dealt twice"
    different = counts[0][~np.eye(DECK, dtype=bool)]
    return dict(zip(NAMES, [even_chi_square(different), *(even_chi_square(table.ravel()) for table in counts[1:])], strict=True))
