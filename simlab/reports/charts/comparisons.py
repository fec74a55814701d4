"""Variants against the first one: a forest plot of paired differences for each metric asked for."""

from collections.abc import Iterator

from simlab.reports.charts import kit
from simlab.reports.charts.kit import Chart, Data
from simlab.reports.charts.rows import MOST_ROWS, axis_key, colour_of, dot
from simlab.reports.rundir import Row, Run, is_settled
from simlab.reports.wording import entry, sentence


def forests(run: Run) -> Iterator[Chart]:
    """Paired differences of the headline metrics, one chart for each metric."""
    for metric in run.headline:
        rows = [row for row in run.differences(metric) if row["ci_low"] is not None and not row["verdict"].startswith("nothing to compare")]
        if rows and any(row["estimate"] or row["std_error"] for row in rows):
            yield forest(run, metric, rows)


def forest(run: Run, metric: str, rows: list[Row]) -> Chart:
    title = forest_title(run, metric, [row for row in rows if is_settled(row)])
    chosen = rows if len(rows) <= MOST_ROWS else sorted(rows, key=lambda row: -abs(row["estimate"]))[:MOST_ROWS]
    unit = "percentage points" if run.is_rate(metric) else run.column(metric)["unit"]
    unit = f", {unit}" if unit and unit != run.metric_name(metric) else ""
    axis = f"{run.metric_name(metric)}, difference to {run.variant_title(run.variants[0])}{unit}, 95 % interval; grey: not settled"
    head = (*(axis_key(name) for name in run.cell_columns), "of", "difference", "low", "high", "verdict")
    data = [(*(r[n] for n in run.cell_columns), entry(r), r["estimate"], r["ci_low"], r["ci_high"], r["verdict"]) for r in rows]
    note = f"The {MOST_ROWS} largest of {len(rows)}; the table beneath has all." if len(rows) > MOST_ROWS else ""
    figure = kit.forest(title, axis, [forest_line(run, row) for row in chosen], run.colour)
    return Chart(f"{metric}_differences", title, figure, note, Data(head, data), metric)


def forest_line(run: Run, row: Row) -> kit.ForestLine:
    scale = 100.0 if run.is_rate(row["metric"]) else 1.0
    return forest_name(run, row), dot(row, scale), is_settled(row), colour_of(run, row)


def forest_name(run: Run, row: Row) -> str:
    return ", ".join(part for part in (run.variant_title(row["variant"]), run.where(row), entry(row)) if part)


def forest_title(run: Run, metric: str, known: list[Row]) -> str:
    name = sentence(run.metric_name(metric))
    if not known:
        return f"{name}: no settled difference to {run.variant_title(run.variants[0])}"
    strongest = max(known, key=lambda row: abs(row["estimate"]))
    return f"{name}, {forest_name(run, strongest)}: {strongest['verdict']}"
