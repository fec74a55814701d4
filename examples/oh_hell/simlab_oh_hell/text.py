"""Oh Hell in words."""

from typing import Any

from simlab_oh_hell.rules import Phase

RANKS, SUITS = "23456789TJQKA", "cdhs"


def card_name(card: int, rules: Any) -> str:
    return RANKS[card % 16 - int(rules.ranks)] + SUITS[card // 16]


def hand_text(cards: int, rules: Any) -> str:
    return " ".join(card_name(card, rules) for card in range(64) if int(cards) >> card & 1)


def action_name(view: Any, rules: Any, action: int) -> str:
    if view.table.phase == Phase.BID:
        return f"bid {action}"
    return f"{'give' if view.table.phase == Phase.PASS else 'play'} {card_name(action, rules)}"


def table_text(view: Any, rules: Any) -> str:
    """What this seat sees."""
    table, players = view.table, int(rules.players)
    trump = f", {card_name(int(table.turned), rules)} is turned up" if table.turned >= 0 else ""
    lines = [f"deal {view.round}: you hold {hand_text(view.hand, rules)}{trump}"]
    if table.phase != Phase.PASS:
        said = [f"{table.taken[seat]} of {bid}" if (bid := int(table.bids[seat])) >= 0 else "-" for seat in range(players)]
        lines.append(f"tricks {', '.join(said)}; points {' '.join(str(p) for p in table.points[:players])}")
    if table.laid:
        lines.append(f"{card_name(int(table.best), rules)} of seat {table.holder} wins so far, {SUITS[table.led]} was led")
    return "\n".join(lines)
