"""One-card poker in words."""

from typing import Any

from simlab.games.template.rules import Action

RANKS = "23456789TJQKA"


def card_name(rank: int, ranks: int) -> str:
    """The highest card is the king when there are few, as players of the three-card game say."""
    names = "JQK" if ranks == 3 else RANKS[-ranks:]
    return names[rank]


def action_name(view: Any, rules: Any, action: int) -> str:
    if view.table.facing > 0:
        return "call" if action == Action.BET else "fold"
    return "bet" if action == Action.BET else "pass"


def table_drawing(view: Any, rules: Any) -> list[tuple[str, list[str]]]:
    """What lies where, for a page that draws the table."""
    return [("your opponent", ["?"]), ("you", [card_name(int(view.card), int(rules.ranks))])]


def table_text(view: Any, rules: Any) -> str:
    """What this seat sees, in one line."""
    facing = f", facing a bet of {view.table.facing}" if view.table.facing else ""
    return f"deal {view.round}: you hold {card_name(int(view.card), int(rules.ranks))}, pot {view.table.paid.sum()}{facing}"
