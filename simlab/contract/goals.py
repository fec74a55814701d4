"""What play is judged by: a number for every seat, read from the end of a game. One idea for tournaments, equity and coaching.

A goal is an outcome column with an entry for each seat. `win`, the share of the win, is there in every game; `payoff` is the column
that the rules make players maximise, which a game names (`Game.payoff`); every other count or share by seat can be chosen too.
Title and unit come from the column. A game may narrow a goal for single decisions: points of this round, chips gained from here on.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simlab.contract.columns import SIXTIETHS, Column

SHARE = "share"  # the unit of what lies between 0 and 1


@dataclass(frozen=True)
class Goal:
    """A number for a seat, the more the better."""

    name: str
    doc: str  # in a few words, as "chips won less chips lost"
    unit: str
    column: str  # of the outcome
    per: str = "game"  # what ends with that number: a game, or a round
    base: Callable[[Any], float] = lambda view: 0.0  # at a decision: what the seat has already
    shorten: Callable[[Any, Any], None] = lambda rules, view: None  # at a decision: let the (kernel) rules end the game with this round

    @property
    def is_share(self) -> bool:
        """Between 0 and 1, shown in per cent."""
        return self.unit == SHARE

    @property
    def scale(self) -> int:
        """What the whole numbers of the column are divided by."""
        return SIXTIETHS if self.is_share else 1

    def read(self, tallies: Any, seat: Any) -> Any:
        """Of one seat, or of several, from outcomes of games."""
        return tallies[self.column][..., seat] / self.scale


WIN = Goal("win", "share of the win of the whole game", SHARE, "win")  # at a decision, beside goals that end with the round


def can_be_goal(column: Column) -> bool:
    """A number that every seat has at the end of every game."""
    return column.seats and not column.hidden and column.kind != "code" and column.none is None


def goal_of(column: Column, per: str = "game") -> Goal:
    """A column as a goal."""
    if column.name == WIN.column:
        return Goal(WIN.name, "share of the win", SHARE, WIN.column, per)
    unit = SHARE if column.kind == "share" else column.unit or column.title or column.name.replace("_", " ")
    return Goal(column.name, column.doc.removesuffix(f", a {per}"), unit, column.name, per)
