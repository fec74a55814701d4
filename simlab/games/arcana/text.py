"""Arcana in words."""

from typing import Any

from simlab.cards import TAROT
from simlab.games.arcana.deck import by_in, card_in, is_unseen, planted_in
from simlab.games.arcana.ranking.multiset import HAND, describe, load, rank, size
from simlab.games.arcana.rules import NONE, Action, Point

WORDS = {
    Action.END: "end",
    Action.DRAW1: "draw one",
    Action.DRAW2: "draw two at once",
    Action.SUBMIT: "submit five",
    Action.DISCARD: "discard",
    Action.CONVERT: "turn coins into a point",
}
VERBS = {Point.SUBMIT_PICK: "submit", Point.DISCARD_PICK: "discard", Point.TRIM: "give up"}


def name(card: int) -> str:
    return TAROT.write([int(card)])


def cards_in(words: Any) -> list[int]:
    """Card ids of a handful, ascending, copies repeated."""
    counts = [int(word) for word in words]
    held = counts[0] | counts[1] | counts[2] | counts[3] | counts[4]
    cards = []
    while held:
        card = (held & -held).bit_length() - 1
        cards += [card] * sum((word >> card & 1) << k for k, word in enumerate(counts))
        held &= held - 1
    return cards


def written(words: Any) -> str:
    return TAROT.write(cards_in(words)) or "nothing"


def action_name(view: Any, rules: Any, action: int) -> str:
    if action < Action.CARD:
        return WORDS[Action(action)]
    return f"{VERBS.get(Point(int(view.point)), 'choose')} {name(action - Action.CARD)}"


def table_text(view: Any, rules: Any) -> str:
    """What this seat sees: the table, the seats, the own cards."""
    players = int(rules.players)
    lines = [head(view), *(seat_line(view, seat) for seat in range(players)), hand_line(view, rules)]
    return "\n".join(lines)


def head(view: Any) -> str:
    top = "empty" if view.top == NONE else name(view.top)
    parts = [f"deal {int(view.deals) + 1}", f"turn {int(view.turn)} of seat {int(view.owner)}", f"Pot {int(view.pot)}", f"pile {top}"]
    lying = [f"{depth}: {in_window(slot)}" for depth, slot in enumerate(view.window, 1) if slot]
    if lying:
        parts.append(f"deck {', '.join(lying)}")
    if view.due_turn != NONE:
        parts.append(f"showdown after turn {int(view.due_turn)}")
    return "; ".join(parts)


def in_window(slot: int) -> str:
    """A known deck position: what lies there and who put or turned it."""
    card = "seen" if is_unseen(slot) else name(card_in(slot))
    return f"{card} ({'planted' if planted_in(slot) else 'turned'} by seat {int(by_in(slot))})"


def seat_line(view: Any, seat: int) -> str:
    parts = [f"{int(view.points[seat])} points", f"{int(view.coins[seat])} coins", f"{int(view.hand_size[seat])} cards"]
    if view.bids[seat]:
        order = view.bidders[: int(view.n_bidders)].tolist().index(seat) + 1
        parts.append(f"bid number {order}" + (f" ({written(view.bid[seat])})" if size(load(view.bid[seat])) else ""))
    if seat != view.seat and size(load(view.hands[seat])):
        parts.append(f"holds {written(view.hands[seat])}")
    elif seat != view.seat and size(load(view.seen[seat])):
        parts.append(f"was seen to take {written(view.seen[seat])}")
    return f"{'you' if seat == view.seat else f'seat {seat}'}: {', '.join(parts)}"


def hand_line(view: Any, rules: Any) -> str:
    hand = load(view.hands[view.seat])
    worth = f" ({describe(int(rank(hand, rules.order)))})" if size(hand) >= HAND else ""
    picked = f"; picked {written(view.picks)}" if size(load(view.picks)) else ""
    left = int(view.extra_left[view.seat])
    draws = f"; {left} extra {'draw' if left == 1 else 'draws'} left" if left and view.point == Point.MAIN else ""
    return f"you hold {written(view.hands[view.seat])}{worth}{picked}{draws}"
