"""Oh Hell, deal by deal: who is ahead."""

from typing import Any

from simlab.contract.courses import Course


def dealt(state: Any) -> int:
    """Deals that are over."""
    return int(state.round) - (0 if state.over else 1)


def points(state: Any, rules: Any) -> Any:
    return state.table.points[: int(rules.players)]


def behind(state: Any, rules: Any) -> list[int]:
    """Points that each seat is short of the leader."""
    if state.over or state.round == 1:
        return []
    now = points(state, rules)
    return [int(now.max()) - int(mine) for mine in now]


def enough(rules: Any) -> bool:
    return bool(rules.deals > 2)


COURSES = (
    Course("points_course", "points so far", unit="points", along="deals", each="players", step=dealt, read=points,
          shown="fan", seats=True, fits=enough),
    Course("deficit", "points behind after a deal", unit="points", along="deals", each="players", step=dealt, read=behind,
          shown="comeback", seats=True, fits=enough),
)  # fmt: skip
