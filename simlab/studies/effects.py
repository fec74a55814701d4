"""The shape of the study `effects` that a game with acting cards declares: how much it plays, and what makes its page."""

from collections.abc import Callable
from dataclasses import dataclass

from simlab.reports.study import Study


@dataclass(frozen=True)
class EffectsStudy:
    rollouts: int  # unless somebody says how many
    make: Callable[..., Study]  # (ask, folder, crew=, fresh=, progress=): plays, and says what came out
