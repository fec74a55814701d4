"""Leduc poker's chance: every deal of a card each and one for both."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

from simlab.errors import RulesError

Cards = tuple[int, ...]  # of seat 0, of seat 1, the open one


def deals(rules: Any) -> Iterator[tuple[Fraction, Cards]]:
    if rules.deals > 1:
        raise RulesError(f"Leduc poker lists its deals for deals: 1 only (given: {rules.deals})")
    every = list(permutations(range(int(rules.ranks) * int(rules.suits)), 3))
    return ((Fraction(1, len(every)), cards) for cards in every)


def set_deal(state: Any, rules: Any, cards: Cards) -> None:
    """These cards instead of those that were drawn."""
    for place, card in enumerate(cards):
        state.cards[place] = card
