"""What a learned player knows: numbers it looks at, and the weights of its net."""

from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from simlab.players.learned.net import PARTS
from simlab.players.learned.slots import Looks

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Brain:
    """All that a learned player knows."""

    looks: Looks
    weights: Array  # three layers, one behind the other
    wide: int
    narrow: int
    actions: int
    margin: float  # by which others than the base's action must be better
    marks: int = 0  # masks of actions that the game tells

    @property
    def sizes(self) -> tuple[int, int, int, int, int]:
        """Features, both layers, actions, and parts of scores that actions share."""
        return self.looks.features, self.wide, self.narrow, self.actions, PARTS + self.marks
