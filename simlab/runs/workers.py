"""Processes of this machine that play pieces, each on a line of its own: one may die at any instant, and nobody waits for it.

A pool whose workers share a queue can hang for ever: a worker that is killed while it writes leaves half an answer, or a lock, in what
all others use. Here a thread of ours talks to one worker over one pipe, whose other end nobody else holds: when the worker
dies the pipe ends, whatever was being said.
"""

import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any

from simlab.errors import RunError

GOODBYE = 5.0  # seconds to end by itself


class WorkerDied(Exception):
    """Before it had answered: what it was to do can be done again."""


class Workers:
    """So many processes; what is handed in is done by whichever is free."""

    def __init__(self, workers: int) -> None:
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="simlab-line")
        self._mine = threading.local()  # the worker at the other end of this thread's line
        self._all: set[Worker] = set()
        self._changing, self._closing = threading.Lock(), False

    def submit(self, call: Callable[[Any], Any], argument: Any) -> "Future[Any]":
        return self._threads.submit(self._ask, call, argument)

    def _ask(self, call: Callable[[Any], Any], argument: Any) -> Any:
        worker: Worker | None = getattr(self._mine, "worker", None)
        if worker is None:
            worker = self._mine.worker = self._start()
        try:
            good, answer = worker.ask(call, argument)
        except WorkerDied:
            self._mine.worker = None
            with self._changing:
                self._all.discard(worker)
            raise
        if not good:
            raise answer
        return answer

    def _start(self) -> "Worker":
        with self._changing:
            if self._closing:
                raise WorkerDied
            worker = Worker()
            self._all.add(worker)
            return worker

    def close(self, now: bool) -> None:
        """Wait for what was begun, or throw it away."""
        if now:
            with self._changing:
                self._closing = True
                for worker in self._all:
                    worker.kill()
        self._threads.shutdown(wait=True, cancel_futures=now)
        for worker in self._all:
            worker.end()


class Worker:
    """One process and our end of the line to it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        self._process = context.Process(target=answer_all, args=(theirs,), daemon=True, name="simlab-worker")
        try:
            self._process.start()
        finally:
            theirs.close()  # so that the line ends when the worker does

    def ask(self, call: Callable[[Any], Any], argument: Any) -> tuple[bool, Any]:
        """What the call returns (True), or what it failed with (False)."""
        try:
            self._line.send((call, argument))
            answer: tuple[bool, Any] = self._line.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            self.kill()
            self._process.join(GOODBYE)
            self._line.close()
            raise WorkerDied from None
        return answer

    def kill(self) -> None:
        self._process.kill()

    def end(self) -> None:
        """Goodbye: it hears that the line ends."""
        self._line.close()
        self._process.join(GOODBYE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join(GOODBYE)


def answer_all(line: Connection) -> None:
    """The life of a worker."""
    leave_signals_to_parent()
    sys.stdout = sys.stderr  # what a policy prints is no part of the answer
    while True:
        try:
            call, argument = line.recv()
        except (EOFError, OSError):
            return
        line.send(answer(call, argument))


def answer(call: Callable[[Any], Any], argument: Any) -> tuple[bool, Any]:
    try:
        return True, call(argument)
    except Exception as error:
        return False, error if travels(error) else RunError(f"a worker failed: {type(error).__name__}: {error}")


def travels(error: Exception) -> bool:
    """Whether an error can be sent, and read at the other end."""
    try:
        return type(pickle.loads(pickle.dumps(error))) is not None
    except Exception:
        return False


def leave_signals_to_parent() -> None:
    """Ctrl-C is for the parent to answer; a worker whose parent was killed goes too."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=leave_with_parent, daemon=True).start()


def leave_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
