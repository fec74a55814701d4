"""Oh Hell's books: what must always be true, and what a seat must not know. For the conformance check."""

from random import Random
from typing import Any

SUIT = 0xFFFF


def cards_in(word: Any) -> set[int]:
    return {card for card in range(64) if int(word) >> card & 1}


def audit(state: Any, rules: Any) -> str:
    """A complaint, or nothing. Hands are looked at as bits: it is called at every point of many games."""
    table = state.table
    voids, size, passing, pack = int(table.voids), int(table.size), int(table.phase) == 0, deck(rules)
    seen = 0 if table.turned < 0 else 1 << int(table.turned)
    for seat in range(int(rules.players)):
        hand, played, sent = int(state.hands[seat]), int(table.played[seat]), int(state.sent[seat])
        owned = [hand, played, sent] if passing else [hand, played]
        if sum(word.bit_count() for word in owned) != size:
            return f"seat {seat} has {[cards_in(word) for word in owned]}, not {size} cards"
        for word in owned:
            if seen & word:
                return f"two places hold {cards_in(seen & word)}"
            seen |= word
        if any(hand >> 16 * suit & SUIT for suit in range(4) if voids >> 4 * seat + suit & 1):
            return f"seat {seat} has shown a void that it has not: {cards_in(hand)}"
        if not passing and sent.bit_count() not in (0, int(rules.passing)):
            return f"seat {seat} gave {cards_in(sent)}"
    return "" if seen & ~pack == 0 else f"no such cards: {cards_in(seen & ~pack)}"


def allowed(state: Any, rules: Any) -> set[int]:
    """Any card to give; bids that leave somebody short; cards of the suit led by whoever has any."""
    table, hand = state.table, cards_in(state.hands[int(state.seat)])
    if table.phase == 1:
        said = [int(bid) for bid in table.bids[: int(rules.players)] if bid >= 0]
        barred = {int(table.size) - sum(said)} if rules.hook and len(said) == rules.players - 1 else set()
        return set(range(int(table.size) + 1)) - barred
    following = {card for card in hand if card // 16 == table.led} if table.phase == 2 else set()
    return following or hand


def deck(rules: Any) -> int:
    """Every card, as bits."""
    return sum(((1 << int(rules.ranks)) - 1) << 16 * suit for suit in range(4))


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
    out = deck(rules)
    for seat in range(int(rules.players)):
        out &= ~(int(state.hands[seat]) | int(state.table.played[seat]) | int(state.sent[seat]))
    return cards_in(out) - {int(state.table.turned)}
