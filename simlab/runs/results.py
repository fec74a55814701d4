"""From exact sums to the tidy tables: one row for each number, one row for each comparison, one for each bar of a histogram."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import polars as pl

from simlab.runs.moments import Moments, difference, estimate, games_behind
from simlab.runs.stopping import margin_of
from simlab.runs.sums import BINS, Sums
from simlab.runs.titles import column_data
from simlab.scenarios.plan import GridPoint, Plan
from simlab.scenarios.recipe import BY_PLAYER, Layout, Metric
from simlab.scenarios.selectors import Number
from simlab.stats.adjust import is_settled
from simlab.stats.claims import Asked, verdict
from simlab.stats.compare import Difference
from simlab.stats.estimates import Estimate, as_dict
from simlab.stats.ledger import beyond_nothing, grid_ledger
from simlab.stats.looks import ONCE, Look
from simlab.words.asked import line_of, tells_who

NUMBERS = {"estimate": pl.Float64, "std_error": pl.Float64, "ci_low": pl.Float64, "ci_high": pl.Float64, "rollouts": pl.Int64}
WHICH = {"metric": pl.String, "seat": pl.Int64, "level": pl.String}
COMPARED = {
    "baseline": pl.Float64,
    "variance_factor": pl.Float64,
    "p_value": pl.Float64,
    "p_holm": pl.Float64,
    "family": pl.String,
    "verdict": pl.String,
}


class Pair(NamedTuple):
    """A comparison before it is judged."""

    found: Difference
    metric: Metric
    moments: Moments
    arm: int
    matters: float | None  # the least difference that would

    def told(self, strict: Look) -> Estimate:
        """With the interval that holds together with all others."""
        return beyond_nothing(difference(self.metric, self.moments, self.arm, look=strict).estimate, True)


@dataclass(frozen=True)
class Tables:
    """All that a run found out."""

    results: pl.DataFrame
    pairs: pl.DataFrame
    histograms: pl.DataFrame


def tables(plan: Plan, layouts: Sequence[Layout], sums: Sequence[Sums], look: Look = ONCE) -> Tables:
    """The tables of a run, from the sums of each point, with intervals for this kind of look."""
    swept = {key: swept_type(values) for key, values in plan.scenario.sweep.items()}
    shape = {"variant": pl.String, **swept, "players": pl.Int64, **WHICH}
    everything = [(point, layout, Moments.of(part, layout)) for point, layout, part in zip(plan.points, layouts, sums, strict=True)]
    results = [row for point, layout, moments in everything for row in estimates(point, layout.recipe.metrics, moments, look)]
    pairs = [row for point, layout, moments in everything for row in differences(plan, point, layout.recipe.metrics, moments, look)]
    bars = [row for (point, layout, _), part in zip(everything, sums, strict=True) for row in histogram(point, layout, part)]
    judge(plan, pairs, look)
    return Tables(
        pl.DataFrame(results, schema={**shape, **NUMBERS}, orient="row"),
        pl.DataFrame(pairs, schema={**shape, **NUMBERS, **COMPARED}, orient="row"),
        pl.DataFrame(
            bars, schema={"variant": pl.String, **swept, "players": pl.Int64, "metric": pl.String, "value": pl.Int64, "games": pl.Int64}
        ),
    )


def swept_type(values: Sequence[Any]) -> Any:
    """Numbers stay numbers; anything else is shown as text."""
    if all(isinstance(value, bool) for value in values):
        return pl.Boolean
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return pl.Int64
    return pl.Float64 if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values) else pl.String


def here(point: GridPoint, arm: int) -> dict[str, Any]:
    """Which cell: variant, swept values, players."""
    swept = {key: value if isinstance(value, bool | int | float) else label(value) for key, value in point.swept.items()}
    return {"variant": point.arms[arm].variant, **swept, "players": point.players}


def label(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {label(inner)}" for key, inner in value.items())
    return "[" + ", ".join(map(label, value)) + "]" if isinstance(value, list | tuple) else str(value)


def estimates(point: GridPoint, metrics: Sequence[Metric], moments: Moments, look: Look) -> list[dict[str, Any]]:
    return [
        {
            **here(point, arm),
            **which(metric),
            **as_dict(estimate(metric, moments, arm, look)),
            "rollouts": games_behind(metric, moments, arm),
        }
        for arm in range(len(point.arms))
        for metric in metrics
    ]


def which(metric: Metric) -> dict[str, Any]:
    return {"metric": metric.name, "seat": metric.seat, "level": metric.level}


def differences(plan: Plan, point: GridPoint, metrics: Sequence[Metric], moments: Moments, look: Look) -> list[dict[str, Any]]:
    """Each variant less the first, with what `judge` needs to pronounce on it."""
    rows = []
    headline = {*plan.headline, *(name + BY_PLAYER for name in plan.headline)}
    for arm in range(1, len(point.arms)):
        for metric in metrics:
            found = difference(metric, moments, arm, look=look)
            row = {**here(point, arm), **which(metric), **as_dict(found.estimate), "rollouts": games_behind(metric, moments, arm)}
            row |= {"baseline": found.baseline, "variance_factor": found.variance_factor, "p_value": found.p_value}
            row["family"] = "headline" if metric.name in headline else "other"
            rows.append({**row, "_": Pair(found, metric, moments, arm, margin_of(plan, Number(point, arm, metric)))})
    return rows


def judge(plan: Plan, rows: list[dict[str, Any]], look: Look, known: dict[str, Any] | None = None) -> None:
    """Correct for all that the page may say, and say each in words. What is shown first is a kind of its own. `known`: the column data."""
    if not rows:
        return
    columns = known or column_data(plan)
    units = {name: column["unit"] for name, column in columns.items()}
    parts = {name for name, column in columns.items() if column.get("rate")}
    lines = any(line_of(ask.yes_if) for ask in plan.scenario.ask)
    ledger = grid_ledger(len(plan.scenario.variant_names), len(plan.points), tells_who(plan.headline, plan.scenario.question), lines)
    for family, kind in (("headline", "comparisons"), ("other", "others")):
        mine = [row for row in rows if row["family"] == family]
        tested = sum(row["p_value"] is not None for row in mine)
        strict = ledger.look(kind, tested, look)
        for row, p_holm in zip(mine, ledger.correct(kind, [row["p_value"] for row in mine]), strict=True):
            pair: Pair = row.pop("_")
            row["p_holm"] = p_holm
            form = "rate" if pair.metric.name in parts else pair.metric.form
            said = Asked(form, units.get(pair.metric.column, ""), pair.moments.games, pair.matters)
            row["verdict"] = verdict(pair.found, p_holm, said, look, strict, pair.told(strict) if is_settled(p_holm) else None)


def histogram(point: GridPoint, layout: Layout, sums: Sums) -> list[dict[str, Any]]:
    """Counts of small whole numbers; the last bar is "or more"."""
    return [
        {**here(point, arm), "metric": name, "value": value, "games": int(sums.bins[arm, which_one, value])}
        for arm in range(len(point.arms))
        for which_one, name in enumerate(layout.recipe.histograms)
        for value in range(BINS)
        if sums.bins[arm, which_one, value]
    ]


def parquet_bytes(table: pl.DataFrame) -> bytes:
    """The same table gives the same bytes."""
    file = io.BytesIO()
    table.write_parquet(file, compression="zstd", statistics=False)
    return file.getvalue()
