"""Fortune, round by round: how chips move from seat to seat."""

from typing import Any

from simlab.contract.courses import Course
from simlab.games.fortune.rules import Unit


def rounds_played(state: Any) -> int:
    return int(state.round) - (0 if state.over else 1)


def chips(state: Any, rules: Any) -> Any:
    """What each seat owns before the antes of the next round."""
    return state.bets.stack if state.over else state.bets.brought


def enough(rules: Any) -> bool:
    return bool(rules.unit == Unit.GAME and rules.max_rounds > 2)


COURSES = (
    Course("chip_course", "chips of a player", unit="chips", along="rounds", each="players", step=rounds_played, read=chips,
          shown="fan", seats=True, stays=True, fits=enough),
)  # fmt: skip
