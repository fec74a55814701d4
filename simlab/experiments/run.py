"""Play a scenario: find what was played before, play what is missing, write the tables.

Killed at any instant and started again, a run ends with the same bytes; raised to more rollouts, it plays only the missing ones.
"""

import hashlib
import io
import platform
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

import polars as pl
import yaml

from simlab import __version__
from simlab.experiments.backends import Backend, Threads
from simlab.experiments.blocks import Stage
from simlab.experiments.plan import Plan
from simlab.experiments.recipe import BY_PLAYER
from simlab.experiments.results import Tables, tables
from simlab.experiments.store import Range, Store, cover, pieces
from simlab.experiments.sums import Sums
from simlab.games.contract import Game
from simlab.jit import PACKAGE
from simlab.players.registry import find
from simlab.players.strength import strength

MOST_BLOCK = 1 << 18  # deals of a block
LEAST_BLOCK = 64
BLOCK_SECONDS = 2.0  # about how long a block takes: this much is lost by a kill
SHARED = ("jit.py", "rng.py", "masks.py", "bits.py", "cards.py", "ranking", "play", "solvers", "players", "games/mechanics")
SUMMING = ("recipe.py", "sums.py", "blocks.py")


class Progress:
    """What is told while a run goes on; the command line shows it."""

    def start(self, games: int, done: int) -> None: ...

    def advance(self, games: int) -> None: ...

    def notice(self, text: str) -> None: ...


@dataclass
class Pace:
    """Deals in a block, by point: doubled until a block takes long enough. Results do not depend on it."""

    fixed: int | None = None
    size: int = LEAST_BLOCK

    def learn(self, units: int, seconds: float) -> None:
        if self.fixed is None and units >= self.size and seconds < BLOCK_SECONDS / 2:
            self.size = min(MOST_BLOCK, self.size * (2 if seconds > BLOCK_SECONDS / 8 else 8))


def run(plan: Plan, folder: Path, *, threads: int | None = None, fresh: bool = False, block: int | None = None,
        policy_files: Sequence[str] = (), progress: Progress | None = None) -> Tables:  # fmt: skip
    """Play a plan into a run directory and return its tables."""
    told = progress or Progress()
    with Store(folder, told.notice) as store:
        identity = identify(plan, policy_files)
        store.open(identity, fresh)
        store.write_manifest(describe(plan, identity, "running"))
        store.write("scenario.yaml", written(plan).encode())
        stage = Stage(plan)
        sums = play_all(stage, store, Threads(stage, threads), block, told)
        found = tables(plan, [stage.layout(point.index) for point in plan.points], sums)
        for name, table in (("results", found.results), ("pairs", found.pairs), ("histograms", found.histograms)):
            store.write(f"{name}.parquet", parquet(table))
        store.write_manifest(describe(plan, identity, "done"))
    return found


def play_all(stage: Stage, store: Store, backend: Backend, block: int | None, told: Progress) -> list[Sums]:
    """The sums of every point: kept blocks are read, gaps are played."""
    plan = stage.plan
    sums = [Sums.empty(stage.layout(point.index)) for point in plan.points]
    gaps: deque[tuple[int, Range]] = deque()
    for point in plan.points:
        gaps.extend((point.index, gap) for gap in restore(stage, store, point.index, sums[point.index]))
    weight = [len(point.arms) * plan.rotations(point) for point in plan.points]
    missing = sum((last - first) * weight[where] for where, (first, last) in gaps)
    total = sum(plan.units(point) * weight[point.index] for point in plan.points)
    told.start(total, total - missing)
    finished = False
    try:
        for where, (first, last), part in played(backend, gaps, block):
            store.keep(where, first, last, part)
            sums[where].add(part)
            told.advance((last - first) * weight[where])
        finished = True
    finally:
        backend.close(now=not finished)
    return sums


def restore(stage: Stage, store: Store, point: int, into: Sums) -> list[Range]:
    """Add up the kept blocks of a point; returns the gaps."""
    units = stage.plan.units(stage.plan.points[point])
    while True:
        used, gaps = cover(store.ranges(point), units)
        parts = [store.fetch(point, *piece) for piece in used]
        if all(part is not None for part in parts):
            break
    for part in parts:
        into.add(part)  # type: ignore[arg-type]
    return gaps


def played(backend: Backend, gaps: "deque[tuple[int, Range]]", block: int | None) -> Iterator[tuple[int, Range, Sums]]:
    """Play the gaps, a few blocks ahead; blocks come back in any order."""
    paces: dict[int, Pace] = {}
    running: dict[Future[Sums], tuple[int, Range, float]] = {}
    while gaps or running:
        while gaps and len(running) < backend.workers + 1:
            point, piece = take(gaps, paces, block, backend.workers)
            running[backend.submit(point, *piece)] = (point, piece, perf_counter())
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            point, piece, began = running.pop(future)
            part = future.result()
            paces[point].learn(piece[1] - piece[0], perf_counter() - began)
            yield point, piece, part


def take(gaps: "deque[tuple[int, Range]]", paces: dict[int, Pace], block: int | None, workers: int) -> tuple[int, Range]:
    """The next block: along the grid, and so that near the end every worker has something to do."""
    point, (first, last) = gaps.popleft()
    pace = paces.setdefault(point, Pace(block, block or LEAST_BLOCK))
    size = pace.size
    while block is None and size > LEAST_BLOCK and (last - first) < size * workers:
        size //= 2
    piece = next(pieces((first, last), size))
    if piece[1] < last:
        gaps.appendleft((point, (piece[1], last)))
    return point, piece


def identify(plan: Plan, policy_files: Sequence[str] = ()) -> dict[str, Any]:
    """All that decides what is played; two runs of one identity may share their blocks."""
    scenario = plan.scenario
    found: dict[str, Any] = {"game": f"{plan.game.name} version {plan.game.version}", "seed": scenario.seed}
    arms = [(point, arm) for point in plan.points for arm in point.arms]
    found["players"] = [point.players for point in plan.points]
    found["variants"] = scenario.variant_names
    found["rules"] = [arm.rules.changed() for _, arm in arms]
    found["policies"] = [list(arm.policies) for _, arm in arms]
    found |= {"rotate_seats": scenario.rotate_seats, "define": dict(scenario.define)}
    found["code"] = code_digest(plan.game, policy_files)
    return found


def code_digest(game: Game, policy_files: Sequence[str] = ()) -> str:
    """Twelve letters that change with any source that decides what is played or how it is added up."""
    digest = hashlib.sha256()
    homes = [*(PACKAGE / name for name in SHARED), PACKAGE / "games" / game.name, *(PACKAGE / "experiments" / name for name in SUMMING)]
    files = [file for home in homes for file in (sorted(home.rglob("*.py")) if home.is_dir() else [home]) if file.exists()]
    files += sorted((PACKAGE / "games").glob("*.py"))
    for file in [*files, *(Path(spec.rpartition(":")[0]) for spec in policy_files)]:
        digest.update(file.name.encode() + file.read_bytes())
    digest.update(" ".join(policy_files).encode())
    return digest.hexdigest()[:12]


def describe(plan: Plan, identity: dict[str, Any], state: str) -> dict[str, Any]:
    """The manifest: what was played, by which versions, and what every column means. Reports read it instead of the game."""
    packages = {name: version(name) for name in ("numba", "numpy", "polars")}
    columns = {column.name: {key: value for key, value in asdict(column).items() if key != "dtype"} for column in plan.game.columns}
    for column in [column for column in plan.game.columns if column.seats and plan.scenario.rotate_seats]:
        doc = f"{column.doc}, by place in the line-up whatever the seat"
        columns[column.name + BY_PLAYER] = {**columns[column.name], "doc": doc, "seats": False}
    columns |= {name: {"name": name, "doc": text, "kind": "defined", "unit": ""} for name, text in plan.scenario.define.items()}
    return {
        "simlab": __version__,
        "state": state,
        "question": plan.scenario.question,
        "game": {"name": plan.game.name, "title": plan.game.title, "version": plan.game.version},
        "rollouts": plan.scenario.rollouts,
        "seed": plan.scenario.seed,
        "rotate_seats": plan.scenario.rotate_seats,
        "metrics": plan.headline,
        "cells": [cell(plan, point) for point in plan.points],
        "swept": list(plan.scenario.sweep),
        "columns": columns,
        "policies": known_players(plan),
        "versions": {"python": platform.python_version(), **packages},
        "identity": identity,
    }


def known_players(plan: Plan) -> dict[str, Any]:
    """How each policy of the plan plays, and how strong it is known to be."""
    specs = [spec for point in plan.points for arm in point.arms for spec in arm.policies]
    names = dict.fromkeys(str(spec["name"]) if isinstance(spec, Mapping) else spec for spec in specs)
    return {name: {"doc": find(plan.game, name, plan.own).doc, "strength": strength(plan.game, name)} for name in names}


def cell(plan: Plan, point: Any) -> dict[str, Any]:
    arms = [{"variant": arm.variant, "rules": arm.rules.changed(), "policies": list(arm.policies)} for arm in point.arms]
    return {"players": point.players, "swept": point.swept, "deals": plan.units(point), "arms": arms}


def written(plan: Plan) -> str:
    """The scenario as resolved, as YAML that can be run again."""
    given = plan.scenario.model_dump(mode="json", exclude_defaults=True)
    return yaml.safe_dump(given, sort_keys=False, allow_unicode=True, width=120)


def parquet(table: pl.DataFrame) -> bytes:
    """The same table gives the same bytes."""
    file = io.BytesIO()
    table.write_parquet(file, compression="zstd", statistics=False)
    return file.getvalue()
