"""The shape of the study `effects` that a game with acting cards declares: how much it plays, and what makes its page."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from simlab.reports.study import Study
from simlab.runs.backends import Backend, Crew
from simlab.runs.progress import Progress
from simlab.studies.ask import Ask


class MakeEffects(Protocol):
    """Plays what is asked and says what came out; with a folder, what is played is kept and a killed study goes on."""

    def __call__(self, ask: Ask, folder: Path | None = None, *, crew: Crew | Backend, fresh: bool, progress: Progress | None) -> Study: ...


@dataclass(frozen=True)
class EffectsStudy:
    rollouts: int  # unless somebody says how many
    make: MakeEffects
