"""One-card poker's books: what must always be true, and what a seat must not know. For the conformance check."""

from random import Random
from typing import Any


def audit(state: Any, rules: Any) -> str:
    """A complaint, or nothing."""
    deck = sorted(int(c) for c in state.deck[: int(rules.ranks)])
    if deck != list(range(int(rules.ranks))):
        return f"the deck is {deck}"
    if int(state.table.net.sum()) != 0:
        return f"chips appeared: {state.table.net}"
    if min(state.table.paid) < rules.ante:
        return f"an ante is missing: {state.table.paid}"
    return ""


def swap_hidden(state: Any, rules: Any, seat: int, random: Random) -> bool:
    """Shuffle all that `seat` must not know, in place: every card but its own, and the key of what is to come."""
    hidden = [i for i in range(int(rules.ranks)) if i != seat]
    cards = [int(state.deck[i]) for i in hidden]
    random.shuffle(cards)
    for place, card in zip(hidden, cards, strict=True):
        state.deck[place] = card
    state.key.k0 = random.getrandbits(64)
    return True
