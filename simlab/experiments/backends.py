"""Who plays the blocks: threads here; anything that takes a `Task` and gives back a future can stand in their place."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Protocol

from simlab.experiments.blocks import Stage
from simlab.experiments.sums import Sums


class Backend(Protocol):
    """A place where blocks are played."""

    workers: int

    def submit(self, point: int, first: int, last: int) -> "Future[Sums]": ...

    def close(self, now: bool) -> None:
        """Wait for what was begun, or throw it away."""


class Threads:
    """Kernels let go of Python's lock, so threads play side by side and share one compiled copy."""

    def __init__(self, stage: Stage, threads: int | None = None, play: Callable[..., Sums] | None = None) -> None:
        self.workers = threads or len(os.sched_getaffinity(0)) or 1
        self._play = play or stage.play
        self._stop = Event()
        self._pool = ThreadPoolExecutor(self.workers, thread_name_prefix="simlab")

    def submit(self, point: int, first: int, last: int) -> "Future[Sums]":
        return self._pool.submit(self._play, point, first, last, self._stop)

    def close(self, now: bool) -> None:
        if now:
            self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=now)
