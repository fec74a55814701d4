"""How far a run is, in a notebook: one line that is written anew, and goes when the run is over."""

from time import monotonic
from typing import Any

from simlab.runs.progress import Progress

EVERY = 0.25  # seconds between two lines


def progress_here(quiet: bool) -> Progress:
    """A line in a notebook; silence elsewhere, and where silence is asked for."""
    return Progress() if quiet or not in_notebook() else NotebookLine()


def in_notebook() -> bool:
    try:
        from IPython.core.getipython import get_ipython
    except ImportError:
        return False
    shell = get_ipython()
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


class NotebookLine(Progress):
    """Games played, of how many, and how fast."""

    def __init__(self) -> None:
        self.handle: Any = None
        self.games = self.done = 0
        self.began = self.shown = 0.0

    def start(self, games: int, done: int) -> None:
        self.games, self.done, self.began = games, done, monotonic()
        self.show()

    def expect(self, games: int) -> None:
        self.games += games

    def advance(self, games: int) -> None:
        self.done += games
        if monotonic() - self.shown > EVERY:
            self.show()

    def stop(self) -> None:
        if self.handle is not None:
            self.handle.update(html(""))

    def notice(self, text: str) -> None:
        from IPython.display import display

        display(html(text))  # type: ignore[no-untyped-call]

    def show(self) -> None:
        from IPython.display import display

        self.shown = monotonic()
        rate = self.done / max(self.shown - self.began, 1e-9)
        line = html(f"{self.done:,} of {self.games:,} games, {rate:,.0f} a second")
        if self.handle is None:
            self.handle = display(line, display_id=True)  # type: ignore[no-untyped-call]
        else:
            self.handle.update(line)


def html(text: str) -> Any:
    from IPython.display import HTML

    return HTML(f"<small>{text}</small>")  # type: ignore[no-untyped-call]
