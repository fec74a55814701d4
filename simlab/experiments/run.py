"""Play a scenario on all cores and write what came out.

A block is a pure function of an index range; blocks are played by threads (kernels release the GIL) and their exact sums added,
so the same scenario gives the same bytes whatever the number of threads and the size of the blocks.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simlab.experiments.scenario import Scenario
from simlab.experiments.statistics import estimate
from simlab.experiments.sums import FIELDS, Cell, cells, sums
from simlab.games.contract import Game, Policy
from simlab.play.drivers import Player, roll
from simlab.players.registry import make_player

BLOCK = 1 << 16  # games played in one piece


@dataclass(frozen=True)
class Plan:
    """A scenario made ready to play."""

    game: Game
    rules: Any
    line_up: list[Player]
    cells: list[Cell]
    seed: int

    def block(self, first: int, games: int) -> np.ndarray[Any, Any]:
        return sums(roll(self.game, self.line_up, self.rules, self.seed, first, games), self.cells)


def plan(scenario: Scenario, own: Sequence[Policy] = ()) -> Plan:
    game, rules, specs = scenario.resolve()
    line_up = [make_player(game, spec, rules, own) for spec in specs]
    return Plan(game, rules.lower(), line_up, cells(game.columns, rules.players), scenario.seed)


def run(
    scenario: Scenario,
    own: Sequence[Policy] = (),
    threads: int | None = None,
    block: int = BLOCK,
    progress: Callable[[int], None] = lambda games: None,
) -> pl.DataFrame:
    """The results table of a scenario."""
    ready = plan(scenario, own)
    ranges = [(first, min(block, scenario.rollouts - first)) for first in range(0, scenario.rollouts, block)]
    total = np.zeros((len(ready.cells), len(FIELDS)), object)  # Python ints: never overflow
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        for (_, games), part in zip(ranges, pool.map(lambda r: ready.block(*r), ranges), strict=True):
            total += part
            progress(games)
    return results(ready.cells, total, int(ready.rules.players))


def results(wanted: Sequence[Cell], total: np.ndarray[Any, Any], players: int) -> pl.DataFrame:
    """Tidy: one row for each number."""
    rows = []
    for cell, (n, *rest) in zip(wanted, total.tolist(), strict=True):
        value, error, low, high = estimate(cell, n, *rest)
        rows.append(("base", players, cell.column.name, cell.seat, cell.level, value, error, low, high, n))
    names = ("variant", "players", "metric", "seat", "level", "estimate", "std_error", "ci_low", "ci_high", "rollouts")
    kinds = (pl.String, pl.Int64, pl.String, pl.Int64, pl.String, pl.Float64, pl.Float64, pl.Float64, pl.Float64, pl.Int64)
    return pl.DataFrame(rows, schema=dict(zip(names, kinds, strict=True)), orient="row")


def write(table: pl.DataFrame, folder: Path) -> Path:
    """`results.parquet`, complete or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path, part = folder / "results.parquet", folder / ".results.parquet.part"
    table.write_parquet(part)
    os.replace(part, path)
    return path
