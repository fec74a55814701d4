"""High Draw's books: what must always be true, and what a seat must not know. For the conformance check."""

from random import Random
from typing import Any


def audit(state: Any, rules: Any) -> str:
    """A complaint, or nothing."""
    cards = sorted(int(card) for card in state.deck[: int(rules.cards)])
    return "" if cards == list(range(int(rules.cards))) else f"the deck is {cards}"


def allowed(state: Any, rules: Any) -> set[int]:
    return {0, 1}  # keep and exchange, always


def swap_hidden(state: Any, rules: Any, seat: int, random: Random) -> bool:
    """Shuffle every card but the seat's own, in place, and change the key of what is to come."""
    places = [place for place in range(int(rules.cards)) if place != seat]
    cards = [int(state.deck[place]) for place in places]
    random.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        state.deck[place] = card
    state.key.k0 = random.getrandbits(64)
    return True
