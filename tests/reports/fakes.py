"""Run directories with made-up numbers: every game's columns, no game played and nothing compiled."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simlab.reports.rundir import Run
from simlab.runs.follow import SCHEMA, track_data
from simlab.runs.manifest import describe, scenario_text
from simlab.runs.results import COMPARED, NUMBERS, WHICH, here, swept_type
from simlab.scenarios import scenario as scenarios
from simlab.scenarios.plan import GridPoint, Plan
from simlab.scenarios.prepare import prepare

LENGTH = 12.0  # mean of the made-up histograms


def fake_run(folder: Path, scenario: dict[str, Any], seed: int = 1) -> Run:
    """A finished run of a scenario, with numbers that could be anything."""
    plan = prepare(scenarios.of(scenario))
    random = np.random.default_rng(seed)
    folder.mkdir(parents=True, exist_ok=True)
    results = [row for point in plan.points for arm in range(len(point.arms)) for row in estimates(plan, point, arm, random)]
    pairs = [row for point in plan.points for arm in range(1, len(point.arms)) for row in differences(plan, point, arm, random)]
    bars = [row for point in plan.points for arm in range(len(point.arms)) for row in histogram(plan, point, arm, random)]
    swept = {key: swept_type(values) for key, values in plan.scenario.sweep.items()}
    shape = {"variant": pl.String, **swept, "players": pl.Int64, **WHICH}
    tables = {
        "results": pl.DataFrame(results, schema={**shape, **NUMBERS}, orient="row"),
        "pairs": pl.DataFrame(pairs, schema={**shape, **NUMBERS, **COMPARED}, orient="row"),
        "histograms": pl.DataFrame(
            bars, schema={"variant": pl.String, **swept, "players": pl.Int64, "metric": pl.String, "value": pl.Int64, "games": pl.Int64}
        ),
    }
    if track_data(plan):
        tables["tracks"] = pl.DataFrame(steps(plan, random), schema=SCHEMA, orient="row")
    for name, table in tables.items():
        table.write_parquet(folder / f"{name}.parquet")
    (folder / "manifest.json").write_text(json.dumps(describe(plan, {"code": "0123456789ab"}, "done")))
    (folder / "scenario.yaml").write_text(scenario_text(plan))
    return Run(folder)


def estimates(plan: Plan, point: GridPoint, arm: int, random: np.random.Generator) -> list[dict[str, Any]]:
    rows = []
    for metric in plan.recipes[point.players].metrics:
        levels = len(plan.recipes[point.players].columns[metric.column].levels) or 1 if metric.column in columns(plan) else 1
        rate = metric.form in ("rate", "ratio")
        value = random.uniform(0.3, 1.0) / (levels if metric.form == "rate" else 1) if rate else random.uniform(1, 9)
        if metric.name.startswith("win"):
            value = 1 / point.players + random.normal(0, 0.01)
        rows.append(
            {**here(point, arm), "metric": metric.name, "seat": metric.seat, "level": metric.level, **interval(value, 0.01 * value)}
        )
    return [{**row, "rollouts": plan.scenario.rollouts} for row in rows]


def columns(plan: Plan) -> set[str]:
    return {column.name for column in plan.game.columns}


def interval(value: float, error: float) -> dict[str, float]:
    return {"estimate": value, "std_error": error, "ci_low": value - 1.96 * error, "ci_high": value + 1.96 * error}


def differences(plan: Plan, point: GridPoint, arm: int, random: np.random.Generator) -> list[dict[str, Any]]:
    rows = []
    for metric in plan.recipes[point.players].metrics:
        value, known = random.normal(0, 1), bool(random.integers(2))
        rows.append(
            {
                **here(point, arm),
                "metric": metric.name,
                "seat": metric.seat,
                "level": metric.level,
                **interval(value, abs(value) / (5 if known else 1)),
                "rollouts": plan.scenario.rollouts,
                "baseline": 1.0,
                "variance_factor": 2.5,
                "p_value": 0.0001 if known else 0.6,
                "p_holm": 0.001 if known else 1.0,
                "family": "headline" if metric.name in plan.headline else "other",
                "verdict": f"{'more' if value > 0 else 'less'} by {abs(value):.2f}"
                if known
                else "not settled: needs about 5,000 more games",
            }
        )
    return rows


def histogram(plan: Plan, point: GridPoint, arm: int, random: np.random.Generator) -> list[dict[str, Any]]:
    rows = []
    for name in plan.recipes[point.players].histograms:
        values, counts = np.unique(random.poisson(LENGTH, 500), return_counts=True)
        pairs = zip(values.tolist(), counts.tolist(), strict=True)
        rows += [{**here(point, arm), "metric": name, "value": value, "games": count} for value, count in pairs]
    return rows


def steps(plan: Plan, random: np.random.Generator) -> list[tuple[Any, ...]]:
    """Followed games: numbers that grow, and wins of those with the smallest."""
    seats = range(plan.points[0].players)
    rows: list[tuple[Any, ...]] = []
    for track in track_data(plan):
        for game in range(60):
            course = random.integers(0, 9, (7, len(seats))).cumsum(axis=0)
            for step in range(int(random.integers(3, 7))):
                for seat in seats if track["seats"] else [None]:
                    value, won = int(course[step, seat or 0]), float(course[step].argmin() == seat)
                    rows.append((track["name"], game, 0, step, seat, value, won if track["seats"] else None))
    return rows
