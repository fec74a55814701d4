"""Oh Hell's books: what must always be true, and what a seat must not know. For the conformance check."""

from random import Random
from typing import Any


def cards_in(word: Any) -> set[int]:
    return {card for card in range(64) if int(word) >> card & 1}


def audit(state: Any, rules: Any) -> str:
    """A complaint, or nothing."""
    table, players, passing = state.table, int(rules.players), state.table.phase == 0
    seen: set[int] = set() if table.turned < 0 else {int(table.turned)}
    for seat in range(players):
        owned = [cards_in(state.hands[seat]), cards_in(table.played[seat]), cards_in(state.sent[seat]) if passing else set()]
        if sum(map(len, owned)) != table.size:
            return f"seat {seat} has {owned}, not {table.size} cards"
        if seen & set().union(*owned):
            return f"two places hold {sorted(seen & set().union(*owned))}"
        seen |= set().union(*owned)
        if any(int(table.voids) >> 4 * seat + card // 16 & 1 for card in owned[0]):
            return f"seat {seat} has shown a void that it has not: {owned[0]}"
        if not passing and len(cards_in(state.sent[seat])) not in (0, int(rules.passing)):
            return f"seat {seat} gave {cards_in(state.sent[seat])}"
    if not all(card % 16 < rules.ranks and card < 64 for card in seen):
        return f"no such cards: {sorted(seen)}"
    return ""


def swap_hidden(state: Any, rules: Any, seat: int, random: Random) -> bool:
    """Exchange cards that `seat` cannot see, a pair at a time, where the one who gets a card may hold it."""
    table, players = state.table, int(rules.players)
    known = cards_in(state.sent[seat])
    places = [(state.hands, other) for other in range(players) if other != seat]
    if table.phase == 0:
        places += [(state.sent, other) for other in range(players) if other != seat]
    unused = stock(state, rules)
    for _ in range(8):
        (one, a), (two, b) = random.choice(places), random.choice(places)
        from_stock = bool(unused) and random.random() < 0.5
        mine, theirs = cards_in(one[a]) - known, unused if from_stock else cards_in(two[b]) - known
        if not mine or not theirs or (not from_stock and a == b):
            continue
        out, back = random.choice(sorted(mine)), random.choice(sorted(theirs))
        if not may_hold(table, a, back) or not (from_stock or may_hold(table, b, out)):
            continue
        one[a] = int(one[a]) & ~(1 << out) | 1 << back
        if from_stock:
            unused ^= {out, back}
        else:
            two[b] = int(two[b]) & ~(1 << back) | 1 << out
    state.key.k0 = random.getrandbits(64)
    return True


def may_hold(table: Any, seat: int, card: int) -> bool:
    return not int(table.voids) >> 4 * seat + card // 16 & 1


def stock(state: Any, rules: Any) -> set[int]:
    """Cards that were not dealt."""
    out = {16 * suit + rank for suit in range(4) for rank in range(int(rules.ranks))} - {int(state.table.turned)}
    for seat in range(int(rules.players)):
        out -= cards_in(state.hands[seat]) | cards_in(state.table.played[seat]) | cards_in(state.sent[seat])
    return out
