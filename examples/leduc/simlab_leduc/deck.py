"""Leduc's deck: three cards of it are ever seen, so three are drawn and no deck is kept.

`deals` and `set_deal` list every deal with its probability, for whoever counts instead of sampling.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from simlab.errors import RulesError
from simlab.jit import kernel
from simlab.rng import bounded


@kernel
def draw_cards(cards, size, stream):
    """Three different cards of a deck of this size, each order as likely."""
    s0, s1 = stream.s0, stream.s1  # in registers, as `rng.shuffle_front` keeps them
    one, s0, s1 = bounded(s0, s1, size)
    two, s0, s1 = bounded(s0, s1, size - 1)
    three, stream.s0, stream.s1 = bounded(s0, s1, size - 2)
    two = but(two, one, size)
    cards[0], cards[1], cards[2] = one, two, but(three, one, two)


@kernel
def but(number, one, other):
    """The card of this number, from 0, among those that are neither of two."""
    low, high = min(one, other), max(one, other)
    card = number + (number >= low)
    return card + (card >= high)


def deals(rules: Any) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Every deal: its probability, and the cards of seat 0, of seat 1 and of the board."""
    if rules.deals > 1:
        raise RulesError(f"leduc lists its deals for deals: 1 only (given: {rules.deals})")
    dealt = list(permutations(range(int(rules.ranks) * int(rules.suits)), 3))
    return ((1 / len(dealt), cards) for cards in dealt)


def set_deal(state: Any, rules: Any, cards: tuple[int, ...]) -> None:
    """These cards instead of those that were drawn."""
    for place, card in enumerate(cards):
        state.cards[place] = card
