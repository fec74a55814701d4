"""Leduc's deck: three cards of it are ever seen, so three are drawn and no deck is kept.

`deals` and `set_deal` list every deal with its probability, for whoever counts instead of sampling.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from simlab.jit import kernel
from simlab.rng import below


@kernel
def draw_cards(cards, size, stream):
    """Three different cards of a deck of this size, each order as likely."""
    cards[0] = below(stream, size)
    cards[1] = but(below(stream, size - 1), cards[0], size)
    cards[2] = but(below(stream, size - 2), cards[0], cards[1])


@kernel
def but(number, one, other):
    """The card of this number, from 0, among those that are neither of two."""
    low, high = min(one, other), max(one, other)
    card = number + (number >= low)
    return card + (card >= high)


def deals(rules: Any) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Every deal: its probability, and the cards of seat 0, of seat 1 and of the board."""
    dealt = list(permutations(range(int(rules.ranks) * int(rules.suits)), 3))
    return ((1 / len(dealt), cards) for cards in dealt)


def set_deal(state: Any, rules: Any, cards: tuple[int, ...]) -> None:
    """These cards instead of those that were drawn."""
    for place, card in enumerate(cards):
        state.cards[place] = card
