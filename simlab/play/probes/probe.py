"""What a probe is: it looks into games that are really played, and gives what it saw as arrays, a row for each thing seen.

A probe is plain data (a frozen dataclass of a few numbers and names), so it can travel to another machine, and what it saw can be kept
beside it. Who plays by which rules is the `Setting`; both together with a range of games decide every byte of the arrays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.errors import PolicyError
from simlab.play.seats import Player

Arrays = tuple[npt.NDArray[Any], ...]


@dataclass(frozen=True)
class Setting:
    """A game made ready: who sits where, by which rules, and the seed of the deals."""

    game: Game
    line_up: Sequence[Player]  # by seat
    rules: Rules
    seed: int

    @cached_property
    def lowered(self) -> Any:
        """The rules as kernels read them."""
        return self.rules.lower()

    def need_compiled(self, what: str) -> None:
        if any(player.python for player in self.line_up):
            raise PolicyError(f"{what} needs compiled policies")


class Probe(Protocol):
    """Something that looks into games."""

    CHUNK: ClassVar[int]  # games of one call; between calls Ctrl-C is answered

    def __hash__(self) -> int: ...

    def kinds(self, game: Game, /) -> tuple[np.dtype[Any], ...]:
        """What each of the arrays holds."""

    def prepare(self, setting: Setting, /) -> None:
        """Compile what it needs, once before the threads; refuse players whom it cannot ask."""

    def play(self, setting: Setting, first: int, games: int, /) -> Arrays:
        """What is seen in games first .. first + games - 1."""
