"""Jester's books: what must always be true, and what a seat must not know. For the conformance check."""

from random import Random
from typing import Any

from simlab.games.jester.rules import CentrePlay, Pick, Point


def cards_of(mask: Any) -> list[int]:
    return [card for card in range(52) if int(mask) >> card & 1]


def pile_of(state: Any, rules: Any) -> list[int]:
    """The pile from the top: a ring."""
    return [int(state.pile[(int(state.top) + k) % int(rules.cards)]) for k in range(int(state.table.left))]


def audit(state: Any, rules: Any) -> str:
    """A complaint, or nothing."""
    n = int(rules.players)
    cards = [card for seat in range(n) for card in cards_of(state.hand[seat])]
    cards += cards_of(state.table.laid) + cards_of(state.table.discards) + pile_of(state, rules)
    if sorted(cards) != list(range(52 - int(rules.cards), 52)):
        return f"the deck is {sorted(cards)}"
    if state.over:
        return ""
    return sizes(state, rules, n) or (bidding(state, rules, n) if state.table.point >= Point.OPEN else "")


def sizes(state: Any, rules: Any, n: int) -> str:
    """Hands at the start of a phase hold 8, 7, 6, 5, 3 cards (with all phases), the jester is known after Trash."""
    held = [len(cards_of(state.hand[seat])) for seat in range(n)]
    if state.table.point <= Point.BJ_PICK and int(state.table.turn) == 0 and set(held) != {int(rules.held[int(state.phase)])}:
        return f"hands of {held} cards at the start of phase {int(state.phase)}"
    if (state.table.jester < 0) != (state.table.point == Point.TRASH) or state.table.jester >= n:
        return f"the jester is {int(state.table.jester)} at point {int(state.table.point)}"
    return ""


def bidding(state: Any, rules: Any, n: int) -> str:
    live = [seat for seat in range(n) if not state.table.folded[seat]]
    if state.table.point > Point.OPEN and state.table.highest < rules.jester_min_bid:
        return f"the highest bid is {int(state.table.highest)}"
    if any(state.table.bid[seat] > state.table.cap[seat] for seat in range(n)):
        return f"bids {state.table.bid[:n]} above the caps {state.table.cap[:n]}"
    if any(len(cards_of(state.hand[seat])) != 3 for seat in live):
        return "a live seat does not hold three cards"
    if len(live) < 2:
        return "nobody is left to bid against"
    return ""


def secret_row(state: Any, rules: Any) -> str:
    """The field that holds choices still face down, if any (section 4 of the rules)."""
    if state.table.point == Point.TRASH:
        return "trash"
    if state.table.point == Point.BJ_PICK and rules.bj_pick == Pick.TOGETHER:
        return "front"
    if state.table.point in (Point.LOW, Point.HIGH) and rules.centre_play == CentrePlay.BLIND:
        return "low" if state.table.point == Point.LOW else "high"
    return ""


def swap_hidden(state: Any, rules: Any, seat: int, random: Random) -> bool:
    """Rename at random the cards that `seat` must not know, in place; shuffle the pile; change the key of what is to come."""
    others = [s for s in range(int(rules.players)) if s != seat]
    row, pile = secret_row(state, rules), pile_of(state, rules)
    hidden = {card for s in others for card in cards_of(state.hand[s])}
    if row:
        hidden |= {int(card) for s in others for card in state.table[row][s].reshape(-1) if card >= 0}
    folded = {card for s in others for card in cards_of(state.folded_hand[s])}
    hidden |= folded & set(cards_of(state.table.discards) + pile)
    if not state.table.reshuffled:
        hidden |= set(pile)
    renamed = dict(zip(sorted(hidden), random.sample(sorted(hidden), len(hidden)), strict=True))
    rename(state, rules, others, row, renamed)
    pile = [renamed.get(card, card) for card in pile]
    random.shuffle(pile)
    for k, card in enumerate(pile):
        state.pile[(int(state.top) + k) % int(rules.cards)] = card
    state.key.k0 = random.getrandbits(64)
    return True


def rename(state: Any, rules: Any, others: list[int], row: str, renamed: dict[int, int]) -> None:
    def again(mask: Any) -> int:
        return sum(1 << renamed.get(card, card) for card in cards_of(mask))

    for s in others:
        state.hand[s] = again(state.hand[s])
        state.folded_hand[s] = again(state.folded_hand[s])
        if row:
            cards = state.table[row][s].reshape(-1)
            state.table[row][s] = (
                [renamed.get(int(c), int(c)) for c in cards] if row == "front" else renamed.get(int(cards[0]), int(cards[0]))
            )
    state.table.laid = again(state.table.laid)
    state.table.discards = again(state.table.discards)
