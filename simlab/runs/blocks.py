"""A block: all variants of one point played on the same range of deals, returned as exact sums.

A block is a pure function of names and plain data (the scenario, which point, which range), so it can be played by any thread,
process or machine. Inside, records are made and added up in chunks, so memory stays flat whatever the block's size.
"""

from collections.abc import Sequence
from threading import Event, Lock
from time import perf_counter
from typing import Any

import numpy as np

from simlab.play.drivers import drivers_of, roll_in_python, scratch
from simlab.play.faults import NOTED, illegal_move, located
from simlab.play.seats import Player, seated
from simlab.players.registry import make_line_up
from simlab.runs import rollout_rows
from simlab.runs.parts import Played, Stage, Stopped
from simlab.runs.sums import BATCH, Adder, Sums
from simlab.scenarios.plan import Plan
from simlab.scenarios.recipe import Layout

CHUNK_BYTES = 2 << 20  # records held at a time, by one thread: they are added up before they leave the processor's cache
MOST_BYTES = 12 << 20  # of a chunk that is one batch for the sums, where a deal has many records
CHUNK_SECONDS = 0.25  # a chunk is not longer than this, so that Ctrl-C is answered
FIRST_CHUNK = 32  # units


class SumStage(Stage[Sums]):
    """A plan with its players compiled and its adders set up, point by point as they are needed."""

    form = Sums

    def __init__(self, plan: Plan, policy_files: Sequence[str] = ()) -> None:
        super().__init__(plan, policy_files)
        self._lock = Lock()
        self._layouts: dict[int, Layout] = {}
        self._ready: dict[int, tuple[list[list[Player]], list[Any], Adder]] = {}
        self._pace: dict[int, int] = {}  # units of a chunk, learned while playing

    def games(self, cell: int) -> int:
        point = self.plan.points[cell]
        return len(point.arms) * self.plan.rotations(point)

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
                line_ups = [make_line_up(self.plan.game, arm.policies, arm.rules, self.plan.own) for arm in arms]
                self._ready[point] = line_ups, [arm.rules.lower() for arm in arms], Adder(layout)
            return self._ready[point]

    def play(self, cell: int, first: int, last: int, stop: Event | None = None) -> Played[Sums]:
        """Deals first .. last - 1."""
        line_ups, rules, adder = self.ready(cell)
        where = self.plan.points[cell]
        shape = (len(where.arms), self.plan.rotations(where))
        record = self.plan.game.engine.OUTCOME
        size = record.itemsize * shape[0] * shape[1]
        most = max(1, CHUNK_BYTES // size, min(BATCH, MOST_BYTES // size))
        seats = [(seated(line_up), scratch(self.plan.game)) for line_up in line_ups]
        total, begin = Sums.empty(adder.layout), first
        kept: list[Any] | None = [] if self.plan.scenario.keep == "rollouts" else None
        chunk = min(self._pace.get(cell, FIRST_CHUNK), most)
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
        self._pace[cell] = chunk
        return Played(total, b"" if kept is None else rollout_rows.rows_file(self.plan, where, begin, kept))

    def _roll(self, line_up: list[Player], seats: Any, rules: Any, first: int, rotation: int, out: Any) -> None:
        game, seed = self.plan.game, self.plan.scenario.seed
        first, rotation = self.plan.game_of(first, rotation)
        if any(player.python for player in line_up):
            out[:] = roll_in_python(game, line_up, rules, seed, first, len(out), rotation)
            return
        fault, run = np.zeros(NOTED, np.int64), drivers_of(game, line_up).rollout
        places, working = seats
        with located(game, line_up, rules, seed, rotation, fault) as own:
            played = run(*places, own, seed, first, rotation, *working, out, fault)
        if played < len(out):
            raise illegal_move(game, line_up, rules, seed, rotation, fault)
