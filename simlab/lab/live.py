"""A tweak being played: further and further along the same deals, on all cores, for as long as somebody watches.

Deals come in order and without gaps, however many threads play them: what is shown after N of them is what a run of N gives. What was
played stays for a while, so that a knob turned back, or a page that is opened again, has its numbers at once.
"""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from simlab.lab.standing import sentences, standing
from simlab.lab.ticking import Ticking, looks
from simlab.lab.tweak import Tweak
from simlab.play.pool import cores
from simlab.runs.blocks import SumStage
from simlab.runs.parts import P, Played, Stage, Stopped
from simlab.runs.progress import Progress
from simlab.runs.schedule import LEAST_BLOCK, Pace, Schedule
from simlab.runs.sums import Sums
from simlab.runs.titles import column_data
from simlab.scenarios.plan import Plan
from simlab.scenarios.scenario import policy_name
from simlab.stats.looks import FIRST

PIECE_SECONDS = 0.04  # about how long a piece takes: numbers come often, and a knob is answered at once
FIRST_PIECE = 16  # deals: the first numbers are there at once, whoever plays
MOST_PIECE = 1 << 18
MOST_SECONDS = 900.0  # of one watching; "run it longer" begins anew from there
KEPT = 24  # tweaks whose sums stay
MOST_MARKS, MARK_STEP = 80, 1.25  # points of the chart: each at a quarter more games


@dataclass
class Quick(Pace):
    """Pieces that are short enough for a watcher; at first a handful of games, so that numbers are there at once."""

    def learn(self, units: int, seconds: float) -> None:
        wanted = int(units / max(seconds, 1e-6) * PIECE_SECONDS)
        self.size = max(1, min(MOST_PIECE, 8 * self.size, max(wanted, self.size // 2)))
        self.least = min(self.size, LEAST_BLOCK)


class Bench:
    """The lab's threads: pieces of all that is watched, side by side."""

    ahead = 1

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()
        self.pool = ThreadPoolExecutor(self.workers, thread_name_prefix="simlab-lab")

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


class Watched:
    """The bench as one watcher has it: leaving stops its pieces alone."""

    def __init__(self, bench: Bench, gone: threading.Event) -> None:
        self.bench, self.gone = bench, gone
        self.workers, self.ahead = bench.workers, bench.ahead

    def submit(self, stage: Stage[P], cell: int, first: int, last: int) -> "Future[Played[P]]":
        return self.bench.pool.submit(stage.play, cell, first, last, self.gone)

    def lost(self, future: "Future[Any]", error: BaseException) -> bool:
        return False

    def check(self) -> None:
        """Threads of this process are always there."""

    def close(self, now: bool) -> None:
        """The bench stays."""


class Live:
    """The sums of a tweak so far. Whoever watches first has it played; others see the same numbers."""

    def __init__(self, tweak: Tweak) -> None:
        self.plan = watched_alone(tweak.plan())
        self.columns = column_data(self.plan)
        self.stage = SumStage(self.plan)
        self.layout = self.stage.layout(0)
        self.sums = Sums.empty(self.layout)
        self.pace = Quick(size=FIRST_PIECE, least=1)
        self.rate = 0.0  # games a second, of both columns
        self.watchers: set[Ticking] = set()
        self._waiting: dict[int, Sums] = {}  # pieces behind a gap, by their first deal
        self._course: list[Sums] = []  # the sums at some marks on the way
        self._ends: dict[int, dict[str, Any]] = {}  # what they said, by mark
        self._mark = FIRST
        self._lock, self._playing = threading.Lock(), threading.Lock()

    @property
    def rotations(self) -> int:
        return self.plan.rotations(self.plan.points[0])

    def play(self, bench: Bench, games: int, ticking: Ticking) -> None:
        """Up to so many games of each column, or until the watcher goes."""
        deals = -(-games // self.rotations)
        self.watchers.add(ticking)
        try:
            while self.sums.units < deals and not ticking.gone.is_set():
                if self._playing.acquire(timeout=PIECE_SECONDS):
                    try:
                        self.play_on(Watched(bench, ticking.gone), deals)
                        return
                    finally:
                        self._playing.release()
        except Stopped:
            return
        finally:
            self.watchers.discard(ticking)

    def play_on(self, watched: Watched, deals: int) -> None:
        if self.sums.units >= deals:  # another watcher has had them played
            return
        self._waiting.clear()
        schedule = Schedule(self.stage, watched, None, [self.pace], Progress())
        schedule.want(0, self.sums.units, deals)
        began, before, until = 0.0, 0, monotonic() + MOST_SECONDS
        for _, piece, part in schedule.played():
            self.take(piece[0], part)
            now = monotonic()
            if not began:  # what came before was making ready
                began, before = now, self.sums.units
            else:
                self.rate = (self.sums.units - before) * self.stage.games(0) / max(now - began, 1e-6)
            for watcher in tuple(self.watchers):
                watcher.tick()
            if watched.gone.is_set() or now > until:
                return

    def take(self, first: int, part: Sums) -> None:
        """A piece; it counts when there is no gap before it. Now and then the sums are put aside for the chart."""
        with self._lock:
            self._waiting[first] = part
            while self.sums.units in self._waiting:
                self.sums.add(self._waiting.pop(self.sums.units))
            if self.sums.units >= self._mark and len(self._course) < MOST_MARKS:
                self._course.append(self.copied())
                self._mark = int(self.sums.units * MARK_STEP) + 1

    def copied(self) -> Sums:
        return Sums(self.sums.units, self.sums.low.copy(), self.sums.high.copy(), self.sums.bins.copy())

    def now(self) -> Sums:
        """The sums of this moment."""
        with self._lock:
            return self.copied()

    def told(self, drawn: int = 0) -> dict[str, Any]:
        """What a page shows of it; of its course, what was not drawn yet."""
        sums = self.now()
        rows = standing(self.plan, self.layout, sums, self.columns)
        played = {"games": sums.units * self.rotations, "rate": round(self.rate), "who": who(self.plan)}
        return {**played, "sentences": sentences(rows), "rows": rows, "course": [self.ends_at(k) for k in range(drawn, len(self._course))]}

    def ends_at(self, mark: int) -> dict[str, Any]:
        """The differences as they stood at a mark."""
        if mark not in self._ends:
            sums = self._course[mark]
            rows = standing(self.plan, self.layout, sums, self.columns)
            self._ends[mark] = {"games": sums.units * self.rotations, "ends": {row["title"]: row["ends"] for row in rows}}
        return self._ends[mark]


def watched_alone(plan: Plan) -> Plan:
    """Only what is watched is added up: the same numbers sooner."""
    wanted = [column for column in plan.game.columns if column.name in plan.headline]
    return replace(plan, kept=tuple(dict.fromkeys(name for column in wanted for name in (column.name, column.over) if name)))


def who(plan: Plan) -> list[str]:
    """Who plays, each once."""
    return list(dict.fromkeys(policy_name(spec) for spec in plan.points[0].arms[0].policies))


class Shelf:
    """Tweaks that were played lately."""

    def __init__(self, most: int = KEPT) -> None:
        self.most = most
        self.lives: OrderedDict[str, Live] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, tweak: Tweak) -> Live:
        key = tweak.model_dump_json(exclude={"games", "also"})
        with self._lock:
            if key not in self.lives:
                self.lives[key] = Live(tweak)
            self.lives.move_to_end(key)
            while len(self.lives) > self.most:
                self.lives.popitem(last=False)
            return self.lives[key]


async def watch(bench: Bench, shelf: Shelf, tweak: Tweak) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """The numbers of a tweak as they come, some ten times a second, until it has its games."""
    drawn = 0  # points of the chart that were told

    def told() -> dict[str, Any]:
        return shelf.find(tweak).told(drawn)

    async for ended in looks(lambda ticking: shelf.find(tweak).play(bench, tweak.games, ticking)):
        found = await asyncio.to_thread(told)
        drawn += len(found["course"])
        yield "numbers", {**found, "done": ended}
