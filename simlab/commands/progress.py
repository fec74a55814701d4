"""How a run tells that it lives: a bar with rate and time left on a terminal, a plain line now and then elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, TextIO

import click

from simlab import leave
from simlab.commands.terminal import console
from simlab.runs.progress import Progress

EVERY = 5.0  # seconds between plain lines


@contextmanager
def under_way(quiet: bool) -> Iterator[Progress]:
    """Progress that is put away at the end. Stopped meanwhile, the command says that the next one goes on from there."""
    shown = progress(quiet)
    leave.goodbye.clear()
    leave.resumable.set()
    try:
        yield shown
    except KeyboardInterrupt as stop:
        shown.stop()
        click.echo(f"\n{leave.last_line()}", err=True)
        sys.exit(leave.exit_code(stop))
    finally:
        shown.stop()
        leave.resumable.clear()


def progress(quiet: bool, out: TextIO | None = None) -> Progress:
    """What suits the place the messages go to."""
    out = out or sys.stderr
    if quiet:
        return Silent(out)
    return Bar(out) if out.isatty() else Lines(out)


class Silent(Progress):
    """Only what must not be missed."""

    def __init__(self, out: TextIO) -> None:
        self.out = out

    def notice(self, text: str) -> None:
        print(f"simlab: {text}", file=self.out, flush=True)


class Lines(Silent):
    """A line every few seconds."""

    def start(self, games: int, done: int) -> None:
        self.games, self.done = games, done
        self.clock = Clock()
        self.said = monotonic()
        if done:
            self.notice(f"{done:,} of {games:,} games were played before")

    def expect(self, games: int) -> None:
        self.games += games

    def advance(self, games: int) -> None:
        self.done += games
        rate = self.clock.rate(games)
        if monotonic() - self.said < EVERY or not rate:
            return
        self.said = monotonic()
        self.notice(f"{self.done:,} of {self.games:,} games, {rate:,.0f} a second, {duration((self.games - self.done) / rate)} left")


class Bar(Silent):
    """A bar that goes away when the run ends."""

    def __init__(self, out: TextIO) -> None:
        super().__init__(out)
        self.bar: Any = None

    def start(self, games: int, done: int) -> None:
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.completed:,.0f} of {task.total:,.0f} games"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[rate]} a second,"),
            TimeRemainingColumn(),
            TextColumn("left"),
        )
        self.bar = Progress(*columns, console=console(file=self.out), transient=True)
        self.clock = Clock()
        self.task = self.bar.add_task("games", total=games, completed=done, rate="...")
        self.bar.start()

    def advance(self, games: int) -> None:
        task = self.bar.tasks[self.task]
        done = task.completed + games
        rate = self.clock.rate(games)
        self.bar.update(self.task, completed=done, rate=f"{rate:,.0f}")

    def expect(self, games: int) -> None:
        self.bar.update(self.task, total=self.bar.tasks[self.task].total + games)

    def stop(self) -> None:
        if self.bar is not None:
            self.bar.stop()


class Clock:
    """Games a second since the first block came back: what came before was compiling."""

    def __init__(self) -> None:
        self.games, self.began = 0, 0.0

    def rate(self, games: int) -> float:
        if not self.began:
            self.began = monotonic()
            return 0.0
        self.games += games
        return self.games / max(monotonic() - self.began, 1e-9)


def duration(seconds: float) -> str:
    """`2 h 05 min`, `3 min`, `12 s`."""
    if seconds >= 3600:
        return f"{seconds // 3600:.0f} h {seconds % 3600 // 60:02.0f} min"
    return f"{seconds / 60:.0f} min" if seconds >= 90 else f"{seconds:.0f} s"
