"""The plainest probe: columns of the outcome, game by game, for studies that compare games one by one."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from simlab.contract.game import Game
from simlab.play.drivers import drivers, roll
from simlab.play.probes.probe import Arrays, Setting


@dataclass(frozen=True)
class Outcomes:
    """Some columns of the outcome, an array for each."""

    CHUNK: ClassVar[int] = 4096

    columns: tuple[str, ...]

    def kinds(self, game: Game) -> tuple[np.dtype[Any], ...]:
        return tuple(game.engine.OUTCOME[name].base for name in self.columns)

    def prepare(self, setting: Setting) -> None:
        drivers(setting.game)

    def play(self, setting: Setting, first: int, games: int) -> Arrays:
        out = roll(setting.game, setting.line_up, setting.lowered, setting.seed, first, games)
        return tuple(out[name].copy() for name in self.columns)


@dataclass(frozen=True)
class SlowOutcomes(Outcomes):
    """The same, where somebody searches: Ctrl-C is answered between a few games."""

    CHUNK: ClassVar[int] = 8
