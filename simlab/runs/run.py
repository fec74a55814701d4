"""Play a scenario: find what was played before, play what is missing, write the tables.

Killed at any instant and started again, a run ends with the same bytes; raised to more rollouts, it plays only the missing ones.
"""

import io
import json
import platform
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

import polars as pl
import yaml

from simlab import __version__
from simlab.errors import RunError
from simlab.players.registry import find
from simlab.players.strength import strength
from simlab.runs.backends import Backend, Kind
from simlab.runs.backends import backend as make_backend
from simlab.runs.blocks import Played, Stage
from simlab.runs.checks import Case
from simlab.runs.follow import described
from simlab.runs.identity import identify
from simlab.runs.results import Tables, tables
from simlab.runs.rollout_rows import deals_of_a_file
from simlab.runs.stopping import Enough, Rule, rule_of
from simlab.runs.store import Range, Store, cover, pieces
from simlab.runs.sums import Sums
from simlab.scenarios.plan import Plan, Point
from simlab.scenarios.recipe import BY_PLAYER

MOST_BLOCK = 1 << 20  # deals of a block
LEAST_BLOCK = 64
TAIL_SECONDS = 0.05  # about how long the last blocks take
BLOCK_SECONDS = 2.0  # about how long a block takes: this much is lost by a kill
MOST_DEATHS = 4  # of workers at one block


class Progress:
    """What is told while a run goes on; the command line shows it."""

    def start(self, games: int, done: int) -> None: ...

    def advance(self, games: int) -> None: ...

    def expect(self, games: int) -> None:
        """So many more are to be played than was said."""

    def stop(self) -> None: ...

    def notice(self, text: str) -> None: ...


@dataclass
class Pace:
    """Deals in a block: doubled until a block takes long enough, halved when it takes too long. Results do not depend on it."""

    fixed: int | None = None
    size: int = LEAST_BLOCK
    least: int = LEAST_BLOCK  # near the end blocks grow smaller, but not so small that sending them takes longer than playing

    def learn(self, units: int, seconds: float) -> None:
        self.least = max(LEAST_BLOCK, min(self.size, int(units / max(seconds, 1e-6) * TAIL_SECONDS)))
        if self.fixed is None and units >= self.size and seconds < BLOCK_SECONDS / 2:
            self.size = min(MOST_BLOCK, self.size * (2 if seconds > BLOCK_SECONDS / 8 else 8))
        elif self.fixed is None and units >= self.size and seconds > 2 * BLOCK_SECONDS:
            self.size = max(LEAST_BLOCK, self.size // 2)


@dataclass(frozen=True)
class Outcome(Tables):
    """The tables, and what became of the checks."""

    checks: list[Case]


def run(plan: Plan, folder: Path, *, threads: int | None = None, fresh: bool = False, block: int | None = None,
        policy_files: Sequence[str] = (), progress: Progress | None = None, backend: Kind = "threads", scheduler: str | None = None,
        checks: bool = False) -> Outcome:  # fmt: skip
    """Play a plan into a run directory and return its tables. With `checks`, until those of the scenario are settled."""
    told = progress or Progress()
    with Store(folder, told.notice, plan.scenario.keep == "rollouts") as store:
        identity = identify(plan, policy_files)
        store.open(identity, fresh)
        store.write_manifest(describe(plan, identity, "running"))
        store.write("scenario.yaml", written(plan).encode())
        stage = Stage(plan)
        rule = rule_of(plan, stage.layout, checks)
        players = make_backend(backend, stage, threads, scheduler, tuple(policy_files))
        sums = Play(stage, store, players, rule, block, told).all()
        found = tables(plan, [stage.layout(point.index) for point in plan.points], sums, rule.look)
        for name, table in (("results", found.results), ("pairs", found.pairs), ("histograms", found.histograms)):
            store.write(f"{name}.parquet", parquet(table))
        store.write_manifest(describe(plan, identity, "done", sums, rule))
    return Outcome(found.results, found.pairs, found.histograms, rule.cases if isinstance(rule, Enough) else [])


class Play:
    """A run under way: kept blocks are read, gaps are played, until the rule has enough of every point."""

    def __init__(self, stage: Stage, store: Store, backend: Backend, rule: Rule, block: int | None, told: Progress) -> None:
        self.stage, self.store, self.backend, self.rule, self.told = stage, store, backend, rule, told
        self.points = stage.plan.points
        self.sums = [Sums.empty(stage.layout(point.index)) for point in self.points]
        self.weight = [len(point.arms) * stage.plan.rotations(point) for point in self.points]  # games of a deal
        self.reached = [0] * len(self.points)  # deals that are to be there before the rule is asked again
        self.used: list[list[Range]] = [[] for _ in self.points]
        self.gaps: deque[tuple[int, Range]] = deque()
        shared: dict[Any, Pace] = {}  # points with the same players at the table take about as long
        self.paces = [shared.setdefault(who(point), Pace(block, block or LEAST_BLOCK)) for point in self.points]
        if stage.plan.scenario.keep == "rollouts":
            sizes = [deals_of_a_file(stage.plan, point) for point in self.points]
            self.paces = [Pace(min(size, block or size), min(size, block or size)) for size in sizes]

    def all(self) -> list[Sums]:
        """The sums of every point."""
        finished = False
        try:
            missing = sum(self.go_on(point.index) for point in self.points)
            there = sum(sums.units * weight for sums, weight in zip(self.sums, self.weight, strict=True))
            self.told.start(there + missing, there)
            for point, piece, part in self.played():
                self.keep(point, piece, part)
                self.told.advance((piece[1] - piece[0]) * self.weight[point])
                self.told.expect(self.go_on(point))
            finished = True
        finally:
            self.backend.close(now=not finished)
            self.told.stop()
        if self.store.rows:
            self.store.tidy(self.used)
        return self.sums

    def go_on(self, point: int) -> int:
        """Ask the rule about a point, as often as kept blocks answer; the games that are missing for its next look."""
        missing = 0
        while not missing and self.sums[point].units == self.reached[point]:
            further = self.rule.next(point, self.sums[point])
            if further <= self.reached[point]:
                break
            gaps = self.restore(point, self.reached[point], further)
            self.reached[point] = further
            self.gaps.extend((point, gap) for gap in gaps)
            missing = sum(last - first for first, last in gaps) * self.weight[point]
        return missing

    def restore(self, point: int, first: int, last: int) -> list[Range]:
        """Add up the kept blocks of a range of deals; returns the gaps."""
        while True:
            used, gaps = cover(self.store.ranges(point), last, first)
            parts = [self.store.fetch(point, *piece) for piece in used]
            if all(part is not None for part in parts):
                break
        for part in parts:
            self.sums[point].add(part)  # type: ignore[arg-type]
        self.used[point] += used
        return gaps

    def keep(self, point: int, piece: Range, part: Played) -> None:
        self.store.keep(point, *piece, part.sums, part.rows)
        self.sums[point].add(part.sums)
        self.used[point].append(piece)

    def played(self) -> Iterator[tuple[int, Range, Played]]:
        """Play the gaps, a few blocks ahead; blocks come back in any order. What a dying worker had begun is played again."""
        running: dict[Future[Played], tuple[int, Range, float]] = {}
        deaths: dict[tuple[int, int], int] = {}
        while self.gaps or running:
            while self.gaps and len(running) < self.backend.workers + self.backend.ahead:
                point, piece = self.take()
                running[self.backend.submit(point, *piece)] = (point, piece, perf_counter())
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                point, piece, began = running.pop(future)
                error = trouble(future)
                if error is None:
                    self.paces[point].learn(piece[1] - piece[0], perf_counter() - began)
                    yield point, piece, future.result()
                elif self.backend.lost(future, error):
                    deaths[point, piece[0]] = deaths.get((point, piece[0]), 0) + 1
                    if deaths[point, piece[0]] >= MOST_DEATHS:
                        raise RunError(
                            f"deals {piece[0]:,} to {piece[1]:,} killed {MOST_DEATHS} workers: too little memory? What was played is kept"
                        )
                    self.told.notice(f"a worker died; deals {piece[0]:,} to {piece[1]:,} are played again")
                    self.gaps.appendleft((point, piece))
                else:
                    raise error

    def take(self) -> tuple[int, Range]:
        """The next block: along the grid, and so that near the end every worker has something to do."""
        point, (first, last) = self.gaps.popleft()
        pace = self.paces[point]
        size = pace.size
        busy = pace.fixed is not None or len(self.gaps) >= self.backend.workers  # there is enough for everyone behind it
        while not busy and size > pace.least and (last - first) < size * self.backend.workers:
            size //= 2
        piece = next(pieces((first, last), size))
        if piece[1] < last:
            self.gaps.appendleft((point, (piece[1], last)))
        return point, piece


def who(point: Point) -> str:
    return json.dumps([point.players, [arm.policies for arm in point.arms]], sort_keys=True)


def trouble(future: "Future[Played]") -> BaseException | None:
    """What a block failed with."""
    try:
        return future.exception()
    except CancelledError as error:
        return error


def describe(plan: Plan, identity: dict[str, Any], state: str, sums: Sequence[Sums] = (), rule: Rule | None = None) -> dict[str, Any]:
    """The manifest: what was played, by which versions, and what every column means. Reports read it instead of the game."""
    columns = {column.name: {key: value for key, value in asdict(column).items() if key != "dtype"} for column in plan.game.columns}
    for column in [column for column in plan.game.columns if column.seats and plan.scenario.rotate_seats]:
        doc = f"{column.doc}, by place in the line-up whatever the seat"
        columns[column.name + BY_PLAYER] = {**columns[column.name], "doc": doc, "seats": False}
    columns |= {name: {"name": name, "doc": text, "kind": "defined", "unit": ""} for name, text in plan.scenario.define.items()}
    cells = [cell(plan, point, sums[point.index].units if sums else plan.units(point)) for point in plan.points]
    return {
        "simlab": __version__,
        "state": state,
        "question": plan.scenario.question,
        "game": {"name": plan.game.name, "title": plan.game.title, "version": plan.game.version, "colour": plan.game.colour},
        "rollouts": max(cell["games"] for cell in cells) if isinstance(rule, Enough) else plan.scenario.rollouts,
        "seed": plan.scenario.seed,
        "rotate_seats": plan.scenario.rotate_seats,
        "metrics": plan.headline,
        "looks": "any" if isinstance(rule, Enough) else "one",
        "goals": [goal.as_data() for goal in rule.goals] if isinstance(rule, Enough) else [],
        "cells": cells,
        "swept": list(plan.scenario.sweep),
        "columns": columns,
        "tracks": described(plan),
        "charts": [asdict(chart) for chart in plan.game.charts],
        "policies": known_players(plan),
        "versions": dict(versions()),
        "identity": identity,
    }


@cache
def versions() -> dict[str, str]:
    return {"python": platform.python_version(), **{name: version(name) for name in ("numba", "numpy", "polars")}}


def known_players(plan: Plan) -> dict[str, Any]:
    """How each policy of the plan plays, and how strong it is known to be."""
    specs = [spec for point in plan.points for arm in point.arms for spec in arm.policies]
    names = dict.fromkeys(str(spec["name"]) if isinstance(spec, Mapping) else spec for spec in specs)
    return {name: {"doc": find(plan.game, name, plan.own).doc, "strength": strength(plan.game, name)} for name in names}


def cell(plan: Plan, point: Point, deals: int) -> dict[str, Any]:
    arms = [{"variant": arm.variant, "rules": arm.rules.changed(), "policies": list(arm.policies)} for arm in point.arms]
    return {"players": point.players, "swept": point.swept, "deals": deals, "games": deals * plan.rotations(point), "arms": arms}


def written(plan: Plan) -> str:
    """The scenario as resolved, as YAML that can be run again."""
    given = plan.scenario.model_dump(mode="json", exclude_defaults=True)
    return yaml.safe_dump(given, sort_keys=False, allow_unicode=True, width=120)


def parquet(table: pl.DataFrame) -> bytes:
    """The same table gives the same bytes."""
    file = io.BytesIO()
    table.write_parquet(file, compression="zstd", statistics=False)
    return file.getvalue()
