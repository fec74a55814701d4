"""Battle in words."""

from itertools import permutations
from typing import Any

from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.contract.columns import SEATS
from simlab.games.battle.columns import KIND_NAMES
from simlab.games.battle.rules import PILE, Kind, Point, ReturnOrder

POINTS = {
    Point.ALLIN: "all-in unseen, or draw",
    Point.KEEP: "keep a card",
    Point.ORDER: "put the rest under the pile",
    Point.FACING: "which cards to show",
    Point.KIND: "choose an action",
    Point.GROUP: "what to exchange",
    Point.STACK: "in which order to discard",
    Point.NTH: "which pile card to dig for",
    Point.CARD: "which card to use",
    Point.TARGET: "which card to aim at",
    Point.RESPOND: "stop it?",
}


def card_name(card: int) -> str:
    return DECK.write([card]) if card >= 0 else "?"


def row_of(view: Any, seat: int) -> list[int]:
    return [int(card) for card in view.seen.row[seat][: int(view.size[seat])]]


def is_up(view: Any, seat: int, card: int) -> bool:
    return card >= 0 and card in DECK.cards(int(view.shown[seat]))


def slots_in(view: Any, seat: int, cards: int) -> list[int]:
    """Cards of a row that belong to a set, in slot order."""
    return [card for card in row_of(view, seat) if card in DECK.cards(cards)]


def hidden(view: Any, seat: int) -> list[int]:
    """Slots of a row that lie face down."""
    return [slot for slot, card in enumerate(row_of(view, seat)) if not is_up(view, seat, card)]


def action_name(view: Any, rules: Any, action: int) -> str:
    seat = int(view.seat)
    return {
        Point.ALLIN: lambda: ("look first", "all-in unseen")[action],
        Point.KEEP: lambda: "all-in" if action == int(rules.draw_size) else f"keep {card_name(int(view.drawn[action]))}",
        Point.ORDER: lambda: order_name(view, rules, action),
        Point.FACING: lambda: facing_name(view, rules, action),
        Point.KIND: lambda: KIND_NAMES[action],
        Point.GROUP: lambda: DECK.write(groups(view)[action]),
        Point.STACK: lambda: stack_name(view, action),
        Point.NTH: lambda: f"N = {bits(int(view.choice))[action]}",
        Point.CARD: lambda: card_name(slots_in(view, seat, int(view.choice))[action]),
        Point.TARGET: lambda: target_name(view, rules, action),
        Point.RESPOND: lambda: response_name(view, action),
    }[Point(int(view.point))]()


def bits(mask: int) -> list[int]:
    return [n for n in range(64) if mask >> n & 1]


def order_name(view: Any, rules: Any, action: int) -> str:
    drawn = [int(card) for card in view.drawn[: int(view.drawn_n)]]
    if int(rules.return_order) == ReturnOrder.FULL:
        return f"return {DECK.write(list(permutations(drawn))[action])}"
    return ("return as drawn", "return highest first", "return lowest first")[action]


def facing_name(view: Any, rules: Any, action: int) -> str:
    seat = int(view.seat)
    down = [row_of(view, seat)[slot] for slot in hidden(view, seat)]
    names = [f"show {card_name(card)}" for card in down]
    if len(down) <= int(rules.max_facedown):
        names.insert(0, "show nothing")
    if len(down) >= 2:
        names.append("show all")
    return names[action]


def groups(view: Any) -> list[list[int]]:
    """Pairs or triples of the own row, by slots."""
    row = row_of(view, int(view.seat))
    size = 2 if int(view.kind) == Kind.PAIR_DRAW else 3
    found: list[list[int]] = [[]]
    for _ in range(size):
        found = [
            [*group, slot]
            for group in found
            for slot in range(len(row))
            if not group or (slot > group[-1] and DECK.rank(row[slot]) == DECK.rank(row[group[0]]))
        ]
    return [[row[slot] for slot in group] for group in found]


def stack_name(view: Any, action: int) -> str:
    row = row_of(view, int(view.seat))
    size = 2 if int(view.kind) == Kind.PAIR_DRAW else 3
    return DECK.write(list(permutations(row[int(slot)] for slot in view.group[:size]))[action])


def target_name(view: Any, rules: Any, action: int) -> str:
    players, seat = int(rules.players), int(view.seat)
    places = []
    for step in range(1, players):
        other = (seat + step) % players
        row = row_of(view, other)
        if int(view.kind) == Kind.FLIP:
            places += [(other, slot, row[slot]) for slot in hidden(view, other)]
        else:
            places += [(other, row.index(card), card) for card in slots_in(view, other, int(view.choice))]
    other, slot, card = places[action]
    return f"seat {other}'s {card_name(card) if card >= 0 else f'hidden card {slot + 1}'}"


def response_name(view: Any, action: int) -> str:
    seat = int(view.seat)
    shows = [f"reveal {card_name(card)}" for card in slots_in(view, seat, int(view.choice))]
    discards = [f"discard {card_name(card)}" for card in slots_in(view, seat, int(view.discards))]
    return ["let it pass", *shows, *discards][action]


def table_text(view: Any, rules: Any) -> str:
    """Rows, pile and what is going on, as this seat sees it. A star: face down."""
    phase = "drawing" if int(view.round) <= int(rules.draw_rounds) else "battle"
    number = int(view.round) - (int(rules.draw_rounds) if phase == "battle" else 0)
    lines = [f"{phase} round {number}: {'the end' if view.over else POINTS[Point(int(view.point))]}; pile {pile_text(view)}"]
    for seat in range(int(rules.players)):
        whose = "you   " if seat == int(view.seat) else f"seat {seat}"
        lines.append(f"{whose}: {row_text(view, seat)}{'  (all-in)' if int(view.allin) >> seat & 1 else ''}")
    drawn = [int(card) for card in view.drawn[: int(view.drawn_n)] if card >= 0]
    if drawn:
        lines.append(f"drawn: {DECK.write(drawn)}")
    action = pending_text(view)
    return "\n".join([*lines, action] if action else lines)


def row_text(view: Any, seat: int) -> str:
    words = [card_name(card) if is_up(view, seat, card) else f"*{card_name(card)}" for card in row_of(view, seat)]
    return " ".join(words) or "-"


def pile_text(view: Any) -> str:
    """The size, and the cards the seat knows with their places from the top."""
    places = [(n, int(view.seen.pile[(int(view.top) + n - 1) % PILE])) for n in range(1, int(view.left) + 1)]
    known = ", ".join(f"{n}. {card_name(card)}" for n, card in places if card >= 0)
    return f"{int(view.left)}" + (f" (known: {known})" if known else "")


def pending_text(view: Any) -> str:
    if int(view.kind) < 0:
        return ""
    words = f"seat {int(view.actor)}: {KIND_NAMES[int(view.kind)]}"
    if int(view.used) >= 0:
        words += f" with {card_name(int(view.used))}"
    if int(view.target_seat) in range(SEATS):
        card = int(view.seen.row[int(view.target_seat)][int(view.target_slot)])
        words += f" on seat {int(view.target_seat)}'s {card_name(card) if card >= 0 else f'hidden card {int(view.target_slot) + 1}'}"
    return words
