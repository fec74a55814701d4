"""A block: all variants of one point played on the same range of deals, returned as exact sums.

A block is a pure function of names and plain data (the scenario, which point, which range), so it can be played by any thread,
process or machine. Inside, records are made and added up in chunks, so memory stays flat whatever the block's size.
"""

import fcntl
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from threading import Event, Lock
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from simlab.contract.catalogue import load
from simlab.errors import RunError
from simlab.jit import cache_root
from simlab.play.drivers import Player, drivers, illegal_move, roll_in_python, scratch, seated
from simlab.players.registry import from_file, make_player
from simlab.runs import rollout_rows as row_files
from simlab.runs.identity import code_digest
from simlab.runs.sums import BATCH, Adder, Sums
from simlab.scenarios.plan import Arm, Plan, expand
from simlab.scenarios.recipe import Layout
from simlab.scenarios.scenario import validate

CHUNK_BYTES = 2 << 20  # records held at a time, by one thread: they are added up before they leave the processor's cache
MOST_BYTES = 12 << 20  # of a chunk that is one batch for the sums, where a deal has many records
CHUNK_SECONDS = 0.25  # a chunk is not longer than this, so that Ctrl-C is answered
FIRST_CHUNK = 32  # units


class Stopped(Exception):
    """The run was interrupted; what was begun is thrown away."""


class Played(NamedTuple):
    """What a block gives back: exact sums, and one row for each game where the scenario keeps them (a parquet file's bytes)."""

    sums: Sums
    rows: bytes = b""


@dataclass(frozen=True)
class Task:
    """Which block: plain data."""

    scenario: str  # as JSON
    policy_files: tuple[str, ...]
    code: str  # digest of the sources that decide what is played: other code must not answer
    point: int
    first: int
    last: int  # not played any more


class Stage:
    """A plan with its players compiled and its adders set up, point by point as they are needed."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._lock = Lock()
        self._layouts: dict[int, Layout] = {}
        self._ready: dict[int, tuple[list[list[Player]], list[Any], Adder]] = {}
        self._pace: dict[int, int] = {}  # units of a chunk, learned while playing

    def layout(self, point: int) -> Layout:
        """Shared by all points with as many players."""
        with self._lock:
            where = self.plan.points[point]
            if where.players not in self._layouts:
                self._layouts[where.players] = Layout(self.plan.recipes[where.players], len(where.arms))
            return self._layouts[where.players]

    def ready(self, point: int) -> tuple[list[list[Player]], list[Any], Adder]:
        """Line-ups and rules by arm, and the adder."""
        layout = self.layout(point)
        with self._lock:
            if point not in self._ready:
                arms = self.plan.points[point].arms
                self._ready[point] = [self._line_up(arm) for arm in arms], [arm.rules.lower() for arm in arms], Adder(layout)
            return self._ready[point]

    def _line_up(self, arm: Arm) -> list[Player]:
        made: dict[str, Player] = {}
        for spec in arm.policies:
            name = json.dumps(spec, sort_keys=True)
            made.setdefault(name, make_player(self.plan.game, spec, arm.rules, self.plan.own))
        return [made[json.dumps(spec, sort_keys=True)] for spec in arm.policies]

    def play(self, point: int, first: int, last: int, stop: Event | None = None) -> Played:
        """Deals first .. last - 1."""
        line_ups, rules, adder = self.ready(point)
        where = self.plan.points[point]
        shape = (len(where.arms), self.plan.rotations(where))
        record = self.plan.game.engine.OUTCOME
        size = record.itemsize * shape[0] * shape[1]
        most = max(1, CHUNK_BYTES // size, min(BATCH, MOST_BYTES // size))
        seats = [(seated(line_up), scratch(self.plan.game)) for line_up in line_ups]
        total, begin = Sums.empty(adder.layout), first
        kept: list[Any] | None = [] if self.plan.scenario.keep == "rollouts" else None
        chunk = min(self._pace.get(point, FIRST_CHUNK), most)
        space = np.zeros(0, record)
        while first < last:
            if stop is not None and stop.is_set():
                raise Stopped
            units = min(chunk, last - first)
            if space.size != shape[0] * shape[1] * units:
                space = np.zeros((*shape, units), record)
            began = perf_counter()
            for arm in range(shape[0]):
                for rotation in range(shape[1]):
                    self._roll(line_ups[arm], seats[arm], rules[arm], first, rotation, space[arm, rotation])
            adder.add(total, space)
            if kept is not None:
                kept.append(space.copy())
            first += units
            if perf_counter() - began < CHUNK_SECONDS / 4 and units == chunk:
                chunk = min(4 * chunk, most)
        self._pace[point] = chunk
        return Played(total, b"" if kept is None else row_files.parquet(self.plan, where, begin, kept))

    def _roll(self, line_up: list[Player], seats: Any, rules: Any, first: int, rotation: int, out: Any) -> None:
        game, seed = self.plan.game, self.plan.scenario.seed
        if any(player.python for player in line_up):
            out[:] = roll_in_python(game, line_up, rules, seed, first, len(out), rotation)
            return
        fault = np.zeros(4, np.int64)
        places, working = seats
        if drivers(game).rollout(*places, rules, seed, first, rotation, *working, out, fault) < len(out):
            raise illegal_move(game, line_up, rules, seed, rotation, fault)


def task(plan: Plan, policy_files: tuple[str, ...], point: int, first: int, last: int) -> Task:
    """A block as plain data."""
    scenario = json.dumps(plan.scenario.model_dump(mode="json", exclude_defaults=True), sort_keys=True)
    return Task(scenario, policy_files, code_digest(plan.game.name, policy_files), point, first, last)


def play(task: Task) -> Played:
    """Play a block anywhere: all it needs is in the task."""
    with warming:
        stage = stage_of(task.scenario, task.policy_files)
    mine = code_digest(stage.plan.game.name, task.policy_files)
    if mine != task.code:
        raise RunError(f"a worker has other code than this machine (digest {mine}, here {task.code}): install the same simlab there")
    warm_up(stage, task)
    return stage.play(task.point, task.first, task.last)


@lru_cache(maxsize=4)
def stage_of(scenario: str, policy_files: tuple[str, ...]) -> Stage:
    """The stage for a scenario given as JSON; a worker makes it once."""
    data = json.loads(scenario)
    own = tuple(from_file(load(data["game"]), spec) for spec in policy_files)
    return Stage(expand(validate(data), own))


warm: set[tuple[str, tuple[str, ...]]] = set()  # what this process has played before
warming = Lock()


def warm_up(stage: Stage, task: Task) -> None:
    """The first game of a process is played alone on its machine: what one worker compiles, the others find in the cache."""
    with warming:
        if (task.scenario, task.policy_files) not in warm:
            with alone():
                stage.play(task.point, task.first, task.first + 1)
            warm.add((task.scenario, task.policy_files))


@contextmanager
def alone() -> Iterator[None]:
    """One process of this machine at a time; without a lock where the cache cannot be written."""
    try:
        cache_root().mkdir(parents=True, exist_ok=True)
        lock = (cache_root() / "compile.lock").open("a")
    except OSError:
        yield
        return
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
