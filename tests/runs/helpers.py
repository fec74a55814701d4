"""A small scenario, and what tests ask of its runs."""

import hashlib
import subprocess
import sys
from pathlib import Path

from simlab.runs.progress import Progress
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of
from tests.conftest import ROOT

SCENARIO = {
    "question": "Does a larger bet matter?",
    "game": "template",
    "policies": "uniform",
    "rules": {"ranks": 5},
    "variants": {"base": {}, "bet 2": {"rules": {"bet": 2}}, "four deals": {"rules": {"deals": 4}}},
    "rollouts": 30_000,
    "metrics": ["net", "pot"],
    "define": {"chips": "SUM(pot) / SUM(rounds)"},
}


def plan(**changes):
    return prepare(of({**SCENARIO, **changes}))


def digest(folder: Path) -> str:
    return hashlib.sha256(b"".join((folder / f"{name}.parquet").read_bytes() for name in ("results", "pairs", "histograms"))).hexdigest()


def in_time(seconds: float, code: str, *words: object) -> str:
    """What a process of its own prints; one that hangs is ended, and that is an error: its threads would outlive a test that failed."""
    given = [sys.executable, "-c", code, *map(str, words)]
    return subprocess.run(given, cwd=ROOT, timeout=seconds, check=True, stdout=subprocess.PIPE, text=True).stdout


class Counted(Progress):
    def __init__(self):
        self.played, self.notices = 0, []

    def advance(self, games):
        self.played += games

    def notice(self, text):
        self.notices.append(text)


class Interrupted(Counted):
    """Stops the run after so many blocks."""

    def __init__(self, blocks):
        super().__init__()
        self.left = blocks

    def advance(self, games):
        super().advance(games)
        self.left -= 1
        if not self.left:
            raise KeyboardInterrupt
