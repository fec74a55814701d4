"""Ranges of deals played by a crew: read where they were kept, played where not, kept as they come back.

One schedule serves runs, groups and samples alike. Gaps are cut into pieces that take a few seconds, a few more are handed out than
there are workers, what a dying worker had begun is played again. How they are cut and in which order they come back changes nothing.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic

from simlab.errors import RunError, SimlabError
from simlab.runs.backends import Backend
from simlab.runs.parts import P, Played, Stage
from simlab.runs.progress import Progress
from simlab.runs.store import Range, Store, pieces

MOST_BLOCK = 1 << 20  # deals of a block
LEAST_BLOCK = 64
TAIL_SECONDS = 0.05  # about how long the last blocks take
BLOCK_SECONDS = 2.0  # about how long a block takes: this much is lost by a kill
MOST_DEATHS = 4  # of workers at one block
MOST_IN_A_ROW = 4  # ... of each worker, while no block came back
CHECK_SECONDS = 5.0  # between questions whether anybody is there, while no block comes back


@dataclass
class Pace:
    """Deals in a block: doubled until a block takes long enough, halved when it takes too long. Results do not depend on it."""

    fixed: int | None = None
    size: int = LEAST_BLOCK
    least: int = LEAST_BLOCK  # near the end blocks grow smaller, but not so small that sending them takes longer than playing
    floor: int = LEAST_BLOCK

    def learn(self, units: int, seconds: float) -> None:
        self.least = max(self.floor, min(self.size, int(units / max(seconds, 1e-6) * TAIL_SECONDS)))
        if self.fixed is None and units >= self.size and seconds < BLOCK_SECONDS / 2:
            self.size = min(MOST_BLOCK, self.size * (2 if seconds > BLOCK_SECONDS / 8 else 8))
        elif self.fixed is None and units >= self.size and seconds > 2 * BLOCK_SECONDS:
            self.size = max(self.floor, self.size // 2)


class Schedule(Generic[P]):
    """Deals wanted of the cells of a stage."""

    def __init__(self, stage: Stage[P], backend: Backend, store: Store[P] | None, paces: Sequence[Pace], told: Progress) -> None:
        self.stage, self.backend, self.store, self.told = stage, backend, store, told
        self.paces = paces  # by cell
        self.there = 0  # games that were kept before
        self.gaps: deque[tuple[int, Range]] = deque()
        self._deaths: dict[tuple[int, int], int] = {}  # of workers, by cell and first deal
        self._in_a_row = 0  # deaths since a block came back
        self._begun = False

    def want(self, cell: int, first: int, last: int) -> list[tuple[Range, P]]:
        """Deals first .. last - 1: returns the parts that were kept; the gaps between them are going to be played."""
        kept, gaps = self.store.restore(cell, first, last) if self.store is not None else ([], [(first, last)])
        self.gaps.extend((cell, gap) for gap in gaps)
        self.there += sum(self.games(cell, piece) for piece, _ in kept)
        if self._begun:
            self.told.expect(sum(self.games(cell, gap) for gap in gaps))
        return kept

    def games(self, cell: int, piece: Range) -> int:
        return (piece[1] - piece[0]) * self.stage.games(cell)

    def played(self) -> Iterator[tuple[int, Range, P]]:
        """Play what is wanted, and what is wanted meanwhile; parts come back in any order, kept by then."""
        self.told.start(self.there + sum(self.games(*gap) for gap in self.gaps), self.there)
        self._begun = True
        try:
            for cell, piece, played in self._pieces():
                if self.store is not None:
                    self.store.keep(cell, piece, played.part, played.rows)
                yield cell, piece, played.part
                self.told.advance(self.games(cell, piece))
        finally:
            self.told.stop()

    def _pieces(self) -> Iterator[tuple[int, Range, Played[P]]]:
        running: dict[Future[Played[P]], tuple[int, Range, float]] = {}
        try:
            while self.gaps or running:
                while self.gaps and len(running) < self.backend.workers + self.backend.ahead:
                    cell, piece = self._next()
                    running[self.backend.submit(self.stage, cell, *piece)] = (cell, piece, perf_counter())
                done = wait(running, CHECK_SECONDS, FIRST_COMPLETED).done
                if not done:
                    self.backend.check()
                for future in done:
                    cell, piece, began = running.pop(future)
                    error = trouble(future)
                    if error is None:
                        self._in_a_row = 0
                        self.paces[cell].learn(piece[1] - piece[0], perf_counter() - began)
                        yield cell, piece, future.result()
                    elif self.backend.lost(future, error):
                        self._play_again(cell, piece)
                    else:
                        raise first_fault(running, (cell, piece)) or error
        finally:
            for future in running:
                future.cancel()

    def _next(self) -> tuple[int, Range]:
        """The next piece: along the cells, and so that near the end every worker has something to do."""
        cell, (first, last) = self.gaps.popleft()
        pace = self.paces[cell]
        size = pace.size
        busy = pace.fixed is not None or len(self.gaps) >= self.backend.workers  # there is enough for everyone behind it
        while not busy and size > pace.least and (last - first) < size * self.backend.workers:
            size //= 2
        piece = next(pieces((first, last), size))
        if piece[1] < last:
            self.gaps.appendleft((cell, (piece[1], last)))
        return cell, piece

    def _play_again(self, cell: int, piece: Range) -> None:
        """What a worker had begun when it died."""
        deaths = self._deaths[cell, piece[0]] = self._deaths.get((cell, piece[0]), 0) + 1
        self._in_a_row += 1
        deals = f"deals {piece[0]:,} to {piece[1]:,}"
        if deaths >= MOST_DEATHS:
            raise RunError(f"{deals} killed {MOST_DEATHS} workers: too little memory? What was played is kept")
        if self._in_a_row >= MOST_IN_A_ROW * self.backend.workers:
            raise RunError(f"{self._in_a_row} workers died one after the other: too little memory? What was played is kept")
        self.told.notice(f"a worker died; {deals} are played again")
        self.gaps.appendleft((cell, piece))


def first_fault(running: "dict[Future[Played[P]], tuple[int, Range, float]]", failed: tuple[int, Range]) -> SimlabError | None:
    """What the pieces before one that failed fail with: whoever plays, the same game is told as the first that went wrong."""
    earlier = {place[:2]: future for future, place in running.items() if place[:2] < failed}
    faults = (trouble(earlier[place]) for place in sorted(earlier))
    return next((error for error in faults if isinstance(error, SimlabError)), None)


def trouble(future: "Future[Any]") -> BaseException | None:
    """What a piece failed with."""
    try:
        return future.exception()
    except CancelledError as error:
        return error
