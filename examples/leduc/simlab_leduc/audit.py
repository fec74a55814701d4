"""Leduc's books: what must always be true, and what a seat must not know. For the conformance check."""

from random import Random
from typing import Any

from simlab.mechanics.betting import Move


def audit(state: Any, rules: Any) -> str:
    """A complaint, or nothing."""
    cards, table = [int(card) for card in state.cards], state.table
    if len(set(cards)) < 3 or not 0 <= min(cards) <= max(cards) < rules.ranks * rules.suits:
        return f"the cards are {cards}"
    if int(table.net.sum()) != 0:
        return f"chips appeared: {table.net}"
    if table.board not in (-1, cards[2]):
        return f"the open card is {table.board}, not {cards[2]}"
    most = rules.ante + rules.raises * (rules.first_bet + rules.second_bet)
    if not all(rules.ante <= paid <= most for paid in table.bets.paid[:2]):
        return f"nobody can have paid {table.bets.paid[:2]}"
    return ""


def allowed(state: Any, rules: Any) -> set[int]:
    """Call always, fold what was raised, raise while the round allows it."""
    bets, me = state.table.bets, int(state.seat)
    facing = bets.paid[me] < bets.paid[1 - me]
    return {Move.CALL} | ({Move.FOLD} if facing else set()) | ({Move.RAISE} if bets.raises < rules.raises else set())


def swap_hidden(state: Any, rules: Any, seat: int, random: Random) -> bool:
    """Draw anew all that `seat` must not know, in place, and change the key of what is to come."""
    seen = {seat} if state.table.board < 0 else {seat, 2}
    taken = [int(state.cards[place]) for place in seen]
    others = [card for card in range(int(rules.ranks) * int(rules.suits)) if card not in taken]
    for place in {0, 1, 2} - seen:
        state.cards[place] = others.pop(random.randrange(len(others)))
    state.key.k0 = random.getrandbits(64)
    return True
