"""The shape of the study `effects` that a game with acting cards declares: how much it plays, and what makes its page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from simlab.contract.policy import Policy
from simlab.reports.study import Study
from simlab.runs.run import Progress


class MakeEffects(Protocol):
    """Plays by these rules with this policy at all seats, and says what came out."""

    def __call__(
        self, *, policy: str, players: int | None, rules: Mapping[str, Any], rollouts: int, seed: int, own: Sequence[Policy],
        threads: int, progress: Progress,
    ) -> Study: ...  # fmt: skip


@dataclass(frozen=True)
class EffectsStudy:
    rollouts: int  # unless somebody says how many
    make: MakeEffects
