"""Leduc poker, deal by deal: who is ahead."""

from typing import Any

from simlab.contract.courses import Course


def dealt(state: Any) -> int:
    """Deals that are over."""
    return int(state.round) - (0 if state.over else 1)


def chips_won(state: Any, rules: Any) -> Any:
    return state.table.net


def behind(state: Any, rules: Any) -> list[int]:
    """Chips that each seat is short of the other."""
    if state.over or state.round == 1:
        return []
    return [int(state.table.net.max()) - int(chips) for chips in state.table.net]


def enough(rules: Any) -> bool:
    return bool(rules.deals > 2)


COURSES = (
    Course("net_course", "chips won so far", unit="chips", along="deals", each="players", step=dealt, read=chips_won,
          shown="fan", seats=True, fits=enough),
    Course("deficit", "chips behind after a deal", unit="chips", along="deals", each="players", step=dealt, read=behind,
          shown="comeback", seats=True, fits=enough),
)  # fmt: skip
