"""One-card poker's chance: every way to give two players a card each."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

from simlab.errors import RulesError

Cards = tuple[int, int]  # of seat 0 and of seat 1


def deals(rules: Any) -> Iterator[tuple[Fraction, Cards]]:
    if rules.deals > 1:
        raise RulesError(f"one-card poker lists its deals for deals: 1 only (given: {rules.deals})")
    pairs = list(permutations(range(rules.ranks), 2))
    return ((Fraction(1, len(pairs)), pair) for pair in pairs)


def set_deal(state: Any, rules: Any, cards: Cards) -> None:
    """The two cards first, the rest of the deck behind them."""
    rest = [rank for rank in range(int(rules.ranks)) if rank not in cards]
    for place, rank in enumerate((*cards, *rest)):
        state.deck[place] = rank
