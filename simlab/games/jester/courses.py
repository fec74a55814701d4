"""Jester, round by round: who is how far behind, and can still win."""

from typing import Any

from simlab.contract.courses import Course


def rounds_played(state: Any) -> int:
    return int(state.round) - 1


def behind(state: Any, rules: Any) -> list[int]:
    """Points that each seat is short of the leader after a complete round; before the first all are level."""
    if state.over or state.round == 1:
        return []
    points = [int(state.table.points[seat]) for seat in range(int(rules.players))]
    return [max(points) - own for own in points]


COURSES = (
    Course("deficit", "points behind the leader after a round", unit="points", along="rounds", each="players", step=rounds_played,
          read=behind, shown="comeback", seats=True),
)  # fmt: skip
