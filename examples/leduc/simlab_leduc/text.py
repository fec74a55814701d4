"""Leduc poker in words."""

from typing import Any

from simlab.mechanics.betting import Move, owed
from simlab_leduc.rules import HIDDEN

RANKS = "23456789TJQKA"


def rank_name(rank: int, ranks: int) -> str:
    """The highest of three is the king, as everybody says of this game."""
    names = "JQK" if ranks == 3 else RANKS[-ranks:]
    return names[rank]


def card_name(card: int, rules: Any) -> str:
    return rank_name(card // int(rules.suits), int(rules.ranks))


def action_name(view: Any, rules: Any, action: int) -> str:
    facing = owed(view.table.bets, int(view.seat)) > 0
    if action == Move.FOLD:
        return "fold"
    if action == Move.CALL:
        return "call" if facing else "check"
    return "raise" if facing else "bet"


def table_text(view: Any, rules: Any) -> str:
    """What this seat sees, in one line."""
    board = "" if view.table.board == HIDDEN else f", the table shows {card_name(int(view.table.board), rules)}"
    debt = int(owed(view.table.bets, int(view.seat)))
    facing = f", {debt} to call" if debt else ""
    return f"deal {view.round}: you hold {card_name(int(view.card), rules)}{board}, pot {view.table.bets.paid.sum()}{facing}"
