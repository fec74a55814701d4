"""Full runs begun from a page: the same scenario, the same directory, the same report as by `simlab run`. One at a time."""

import json
import threading
from hashlib import sha256
from pathlib import Path
from typing import Any

from simlab import api
from simlab.errors import RunError, SimlabError
from simlab.lab.tweak import Tweak
from simlab.runs.progress import Progress

Data = dict[str, Any]


class Halted(SimlabError):
    """The page, or Ctrl-C, stops a run; what was played is kept."""


class Errand(Progress):
    """A run under way."""

    def __init__(self, name: str, tweak: Tweak) -> None:
        self.name, self.tweak = name, tweak
        self.games, self.done, self.state, self.error = 0, 0, "playing", ""
        self.halt = threading.Event()

    def start(self, games: int, done: int) -> None:
        self.games, self.done = self.games + games, self.done + done

    def expect(self, games: int) -> None:
        self.games += games

    def advance(self, games: int) -> None:
        self.done += games
        if self.halt.is_set():
            raise Halted("stopped; what was played is kept")

    def told(self) -> Data:
        return {"name": self.name, "games": self.games, "done": self.done, "state": self.state, "error": self.error}

    def run(self, home: Path) -> None:
        try:
            api.run(self.tweak.scenario(), out=home / self.name, progress=self)
            self.state = "done"
        except SimlabError as error:
            self.state, self.error = "stopped", str(error)
        except Exception as error:
            self.state, self.error = "stopped", f"the run failed: {type(error).__name__}"


class Errands:
    """The run under way, and the last one."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.last: Errand | None = None

    def begin(self, tweak: Tweak) -> Errand:
        """Checked here, played in a thread of its own."""
        if self.last is not None and self.last.state == "playing":
            raise RunError("a run is being played already: wait for it, or stop it")
        tweak.plan()
        self.last = Errand(folder_of(tweak), tweak)
        threading.Thread(target=self.last.run, args=(self.home,), name="simlab-lab-run", daemon=True).start()
        return self.last

    def stop(self) -> None:
        if self.last is not None:
            self.last.halt.set()


def folder_of(tweak: Tweak) -> str:
    """The same tweak goes on where it was; another has another folder."""
    decides = tweak.model_dump(exclude={"games", "metrics"})
    return f"lab-{tweak.game}-{sha256(json.dumps(decides, sort_keys=True).encode()).hexdigest()[:8]}"
