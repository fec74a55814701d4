"""Arcana, turn by turn: how the Pot grows."""

from typing import Any

from simlab.contract.courses import Course


def turns_played(state: Any) -> int:
    """Turns of this deal that are over."""
    return int(state.turn) - int(state.deal_start)


def pot(state: Any, rules: Any) -> list[int]:
    """Coins in the Pot while a deal goes on; between deals there is none."""
    return [] if state.over or state.turn < state.deal_start else [int(state.pot)]


COURSES = (
    Course("pot_growth", "coins in the Pot", unit="coins", along="turns of the deal", each="deals", step=turns_played, read=pot,
          part=lambda state: int(state.deals), shown="fan"),
)  # fmt: skip
