"""Jester in words."""

from itertools import combinations
from typing import Any

from simlab.cards import FRENCH
from simlab.games.jester.centre import seat_in_turn
from simlab.games.jester.counting import total
from simlab.games.jester.poker import floor_bid, raise_target
from simlab.games.jester.rules import Act, Bid, Point

ACTS = {Act.HOLD: "hold", Act.HIT: "hit", Act.DOUBLE: "double"}
BIDS = {Bid.FOLD: "fold", Bid.CHECK: "check"}


def cards_of(mask: int) -> list[int]:
    return [card for card in range(FRENCH.size) if int(mask) >> card & 1]


def write(cards: Any) -> str:
    """Cards in words; places without a card are left out."""
    return FRENCH.write([int(card) for card in cards if card >= 0]) or "nothing"


def action_name(view: Any, rules: Any, action: int) -> str:
    hand = cards_of(view.hand)
    if view.table.point <= Point.HIGH:
        return write([hand[action]])
    if view.table.point == Point.BJ_PICK:
        return write(list(combinations(hand, 2))[action])
    if view.table.point == Point.BJ_ACT:
        return ACTS[Act(action)]
    if action in (Bid.FOLD, Bid.CHECK):
        return BIDS[Bid(action)]
    cap = int(view.table.cap[view.seat])
    if action == Bid.CALL:
        return f"call {min(int(view.table.highest), cap)}"
    target = int(raise_target(rules, floor_bid(view.table, rules), cap, action))
    return f"open with {target}" if view.table.point == Point.OPEN else f"raise to {target}"


def table_text(view: Any, rules: Any) -> str:
    """What this seat sees, phase by phase."""
    n = int(rules.players)
    points = " ".join(str(int(p)) for p in view.table.points[:n])
    jester = f"seat {view.table.jester}" if view.table.jester >= 0 else "not yet known"
    lines = [f"round {view.round}, {Point(int(view.table.point)).name}: points {points}; jester {jester}; pile {view.table.left}"]
    lines.append(f"you hold {write(cards_of(view.hand))}")
    if view.table.jester >= 0:
        lines += centre_lines(view, rules)
    if view.table.point == Point.BJ_ACT:
        lines += blackjack_lines(view, rules)
    if view.table.point >= Point.OPEN:
        lines += poker_lines(view, rules)
    return "\n".join(lines)


def centre_lines(view: Any, rules: Any) -> list[str]:
    """Trash, Low and High cards by seat."""
    n = int(rules.players)
    named = {"trash": view.table.trash, "low": view.table.low, "high": view.table.high}
    return [f"{name}: {by_seat(row[:n])}" for name, row in named.items() if max(row[:n]) >= 0]


def by_seat(row: Any) -> str:
    return ", ".join(f"seat {s} {write([card])}" for s, card in enumerate(row) if card >= 0)


def blackjack_lines(view: Any, rules: Any) -> list[str]:
    lines = [f"deck: {write(view.table.deck)}"]
    for turn in range(int(rules.players)):
        seat = int(seat_in_turn(view.table, rules, turn))
        done = [ACTS[Act(int(c))] for c in (view.table.choice[seat], view.table.again[seat]) if c >= 0]
        count = int(total(view.table.front[seat], int(view.table.fronts[seat])))
        lines.append(f"  seat {seat}: {write(view.table.front[seat])} = {count}" + (f", {' and '.join(done)}" if done else ""))
    return lines


def poker_lines(view: Any, rules: Any) -> list[str]:
    seats = []
    for seat in range(int(rules.players)):
        state = "folded" if view.table.folded[seat] else f"bid {view.table.bid[seat]} of {view.table.cap[seat]}"
        seats.append(f"seat {seat} {state}")
    return [f"common: {write(view.table.common)}; " + ", ".join(seats)]
