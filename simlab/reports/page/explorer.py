"""The numbers behind the page's own chart, small enough to travel with it: metrics, entries, cells, and three numbers for each."""

from typing import Any

from simlab.reports.charts.kit import COLOURS, palette
from simlab.reports.rundir import Row, Run
from simlab.reports.wording import entry

MOST_BYTES = 330_000  # of numbers; what was asked for comes first


def explorer(run: Run) -> dict[str, Any]:
    """Everything the script needs to draw any metric of the run."""
    metrics: list[dict[str, Any]] = []
    size = 0
    every = list(dict.fromkeys([*run.headline, *run.results["metric"].unique(maintain_order=True)]))
    for metric in every:
        found = metric_numbers(run, metric)
        size += sum(len(line) for line in found["dots"]) * (26 if len(run.variants) == 1 else 52)
        if size > MOST_BYTES:
            break
        if found["entries"]:
            metrics.append(found)
    return {
        "variants": [run.variant_title(name) for name in run.variants],
        "points": [point.label for point in run.points],
        "colours": [COLOURS.index(paint) for paint in palette(run.colour)],
        "metrics": metrics,
        "left": len(every) - len(metrics),
    }


def metric_numbers(run: Run, metric: str) -> dict[str, Any]:
    """A metric: a line for each cell, three numbers for each entry; -1 marks what is not there."""
    rows = run.rows(metric)
    live = {entry(row) for row in rows if row["estimate"]}
    entries = [name for name in dict.fromkeys(entry(row) for row in rows) if name in live]
    place = {name: k for k, name in enumerate(entries)}
    dots: list[list[Any]] = [[None] * len(entries) for _ in run.cells]
    for row in rows:
        if entry(row) in place:
            dots[run.cell_number(row) - 1][place[entry(row)]] = triple(row)
    gaps: list[list[Any]] = [[None] * len(entries) for _ in run.cells] if len(run.variants) > 1 else []
    for row in run.differences(metric):
        if gaps and entry(row) in place:
            gaps[run.cell_number(row) - 1][place[entry(row)]] = triple(row)
    column = run.column(metric)
    return {
        "name": metric,
        "words": run.metric_name(metric),
        "doc": column["doc"],
        "unit": column["unit"],
        "rate": run.is_rate(metric),
        "asked": metric in run.headline,
        "entries": entries,
        "dots": dots,
        "gaps": gaps,
    }


def triple(row: Row) -> list[float | None]:
    return [short(row[key]) for key in ("estimate", "ci_low", "ci_high")]


def short(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.6g}")
