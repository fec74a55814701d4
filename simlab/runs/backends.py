"""Who plays: threads of this process, processes of this machine, or the workers of a dask cluster.

Pieces are pure functions of plain data, so it does not matter who plays them, in which order, or how often a worker dies on the way.
"""

import logging
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Event
from time import monotonic
from typing import Any, Literal, Protocol

from simlab.errors import InputError, RunError
from simlab.play.pool import cores
from simlab.printable import prints_aside
from simlab.runs.parts import P, Played, Stage
from simlab.runs.tasks import play, task
from simlab.runs.workers import WorkerDied, Workers

Kind = Literal["threads", "processes", "dask"]
PATIENCE = 60  # seconds until a cluster's first worker must be there
GOODBYE = 5  # seconds to take leave of a cluster
RECOUNT = 5.0  # seconds between questions how many workers a cluster has


class Backend(Protocol):
    """A crew at work: a place where pieces of any stage are played."""

    ahead: int  # pieces that wait for a worker, so that none waits for a piece

    @property
    def workers(self) -> int: ...

    def submit(self, stage: Stage[P], cell: int, first: int, last: int) -> "Future[Played[P]]": ...

    def lost(self, future: "Future[Any]", error: BaseException) -> bool:
        """Whether the piece failed because its worker died: then it can be played again."""

    def check(self) -> None:
        """Asked now and then while nothing comes back: an error when nobody is left who could play."""

    def close(self, now: bool) -> None:
        """Wait for what was begun, or throw it away."""


@dataclass(frozen=True)
class Crew:
    """Who plays: which kind of workers, how many, and for a dask cluster where it is."""

    kind: Kind = "threads"
    workers: int | None = None  # one for each core without it
    scheduler: str | None = None  # address of a dask cluster; a local one without it

    def __post_init__(self) -> None:
        if self.scheduler is not None and self.kind != "dask":
            raise InputError("--scheduler is the address of a dask cluster: give --backend dask too")

    def start(self) -> Backend:
        if self.kind == "threads":
            return Threads(self.workers)
        return Processes(self.workers) if self.kind == "processes" else Dask(self.workers, self.scheduler)


ALL_CORES = Crew()


@contextmanager
def at_work(crew: Crew | Backend) -> Iterator[Backend]:
    """A crew for as long as it is needed; one that is at work already stays so."""
    if not isinstance(crew, Crew):
        yield crew
        return
    backend, finished = crew.start(), False
    try:
        with prints_aside():
            yield backend
        finished = True
    finally:
        backend.close(now=not finished)


class Threads:
    """Kernels let go of Python's lock, so threads play side by side and share one compiled copy."""

    ahead = 1

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()
        self._stop = Event()
        self._pool = ThreadPoolExecutor(self.workers, thread_name_prefix="simlab")

    def submit(self, stage: Stage[P], cell: int, first: int, last: int) -> "Future[Played[P]]":
        return self._pool.submit(stage.play, cell, first, last, self._stop)

    def lost(self, future: "Future[Any]", error: BaseException) -> bool:
        return False  # a thread does not die alone

    def check(self) -> None: ...

    def close(self, now: bool) -> None:
        if now:
            self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=now)


class Processes:
    """For policies in plain Python, which hold Python's lock."""

    ahead = 1

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()
        self._pool = Workers(self.workers)

    def submit(self, stage: Stage[P], cell: int, first: int, last: int) -> "Future[Played[P]]":
        return self._pool.submit(play, task(stage, cell, first, last))

    def lost(self, future: "Future[Any]", error: BaseException) -> bool:
        return isinstance(error, WorkerDied)

    def check(self) -> None: ...

    def close(self, now: bool) -> None:
        self._pool.close(now)


class Dask:
    """The workers of a cluster, or of one made for this run on this machine."""

    def __init__(self, workers: int | None, scheduler: str | None) -> None:
        self._client = connect(scheduler, workers)
        self._pool = self._client.get_executor(pure=False)
        self._counted, self._workers = -RECOUNT, 1
        self._seen = monotonic()  # when workers were there last
        self.ahead = 2

    @property
    def workers(self) -> int:
        """Workers come and go."""
        if monotonic() - self._counted > RECOUNT:
            self._counted = monotonic()
            with self.there():
                count = sum(self._client.nthreads().values())
            self._workers = max(1, count)
            self._seen = monotonic() if count else self._seen
            self.ahead = self._workers + 1  # a piece travels while another is played
        return self._workers

    def submit(self, stage: Stage[P], cell: int, first: int, last: int) -> "Future[Played[P]]":
        with self.there():
            future: Future[Played[P]] = self._pool.submit(play, task(stage, cell, first, last))
        return future

    @contextmanager
    def there(self) -> Iterator[None]:
        """What is said when the scheduler is not there any more."""
        try:
            yield
        except (OSError, CancelledError):  # a closed connection and a timeout are among them
            raise RunError("the dask scheduler is gone; what was played is kept: start the same command again") from None

    def lost(self, future: "Future[Any]", error: BaseException) -> bool:
        """Dask itself plays a piece again, three times; when the scheduler is gone there is nobody to do so."""
        from distributed import KilledWorker

        with self.there():
            if isinstance(error, OSError | CancelledError):
                raise error
        return isinstance(error, KilledWorker)

    def check(self) -> None:
        """Others may come: a minute is waited for them."""
        if self.workers and monotonic() - self._seen > PATIENCE:
            raise RunError(f"no dask worker was there for {PATIENCE} seconds; what was played is kept: start the same command again")

    def close(self, now: bool) -> None:
        cluster = self._client.cluster
        with suppress(OSError, CancelledError):  # nobody is there to say goodbye to
            self._pool.shutdown(wait=not now)
        with suppress(OSError, CancelledError):
            self._client.close(timeout=GOODBYE)
        if cluster is not None:
            cluster.close()


@contextmanager
def deaf_children() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C: it is for this one to answer."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread may set it
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def start_tracker() -> None:
    """Python's own process that takes away the semaphores of processes which are gone: told to do so without a word.

    A stopped run leaves dask's behind, because it does not wait until a cluster has said goodbye. They are taken away all the same; but
    that process would speak of it after our last line.
    """
    if os.name != "posix":
        return
    from multiprocessing import resource_tracker

    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, (before, "ignore:resource_tracker")))
    try:
        resource_tracker.ensure_running()
    finally:
        if before is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = before


def connect(scheduler: str | None, workers: int | None) -> Any:
    """A client of the cluster at an address, or of a new one with a process for each core."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError("--backend dask needs dask: pip install 'simlab[cluster]'") from None
    if scheduler is None:
        start_tracker()
        with deaf_children():
            local = LocalCluster(n_workers=workers or cores(), threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL)
            return Client(local)  # what goes wrong is ours to say, in one line
    try:
        client = Client(scheduler, timeout=PATIENCE)
        client.wait_for_workers(1, timeout=PATIENCE)
    except (OSError, ValueError) as error:  # a timeout is an OSError
        raise RunError(f"no dask workers at {scheduler}: {error}") from None
    return client
