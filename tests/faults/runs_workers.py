"""Workers that die at any instant: while they start, play or answer. No run waits for them, and the bytes are the same."""

import multiprocessing
import os
import random
import signal
from contextlib import suppress
from pathlib import Path
from threading import Timer

from simlab.errors import RunError
from simlab.runs.backends import Crew
from simlab.runs.run import run
from tests.faults.io_count import Count
from tests.runs.helpers import Counted, digest, plan


class Deadly(Counted):
    """Kills a worker of this process every few blocks, a moment later, so many in all."""

    def __init__(self, deaths: int, seed: int) -> None:
        super().__init__()
        self.left, self.killed, self.dice = deaths, 0, random.Random(seed)
        self.until = 3

    def advance(self, games: int) -> None:
        super().advance(games)
        self.until -= 1
        if self.until <= 0 and self.left:
            self.until = self.dice.randint(5, 60)
            self.left -= 1
            Timer(self.dice.uniform(0, 0.02), self.kill).start()

    def kill(self) -> None:
        workers = [process for process in multiprocessing.active_children() if process.name == "simlab-worker"]
        with suppress(ProcessLookupError, TypeError, IndexError):
            os.kill(self.dice.choice(workers).pid, signal.SIGKILL)  # type: ignore[arg-type]
            self.killed += 1


def kill_workers(folder: Path, right: str, deaths: int, seed: int) -> Count:
    """Runs cut into many small answers, one after the other, until so many of their workers were killed."""
    count, deadly = Count("deaths of workers, processes"), Deadly(deaths, seed)
    while deadly.left or deadly.killed < deaths:
        before, deadly.left = deadly.killed, max(deadly.left, deaths - deadly.killed)
        try:
            run(plan(), folder, crew=Crew("processes", 2), block=64, fresh=True, progress=deadly)
            wrong = "" if digest(folder) == right else "other bytes"
            count.healed += 0 if wrong else deadly.killed - before
        except RunError as error:
            wrong = "" if "workers died one after the other" in str(error) or "killed 4 workers" in str(error) else str(error)
            count.refused += 0 if wrong else deadly.killed - before
        count.lost += [wrong] if wrong else []
    return count
