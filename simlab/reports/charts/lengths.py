"""How long games last, and how other small whole numbers spread over the games."""

from collections.abc import Iterator
from typing import Any

from simlab.reports.charts import kit
from simlab.reports.charts.counts import quantile, shares, shares_above, varies
from simlab.reports.charts.kit import Chart, Data
from simlab.reports.charts.rows import MOST_PANELS, axis_key, few_variants, first_cell, points_note, variants_note
from simlab.reports.comparing import LENGTHS
from simlab.reports.rundir import Cell, Run
from simlab.reports.wording import sentence


def length_charts(run: Run) -> Iterator[Chart]:
    """How long games last, and how other small numbers spread; lengths as survival curves too."""
    wanted = [name for name in run.headline if run.histograms.filter(metric=name).height]
    for metric in wanted if set(wanted) & set(LENGTHS) else [*wanted, "rounds"]:
        if not any(len(run.counts(metric, variant, point)) > 1 for variant in few_variants(run) for point in run.points[:MOST_PANELS]):
            continue
        if metric in LENGTHS and any(varies(run.counts(metric, variant, point)) for variant in run.variants for point in run.points):
            yield survival_chart(run, metric)
        if metric in wanted:
            yield spread_chart(run, metric)


def spread_chart(run: Run, metric: str) -> Chart:
    points, unit = run.points[:MOST_PANELS], unit_of(run, metric)
    middle, low, high = (quantile(run.counts(metric, run.variants[0], points[0]), q) for q in (0.5, 0.05, 0.95))
    spread = f"nine {run.unit}s in ten lie between {low} and {high}, the median is {middle}"
    title = f"{sentence(run.metric_name(metric))}: {spread}{first_cell(run)}"
    panels = [
        (point.label, [(run.variant_title(variant), shares(run.counts(metric, variant, point))) for variant in few_variants(run)])
        for point in points
    ]
    axis = f"{run.metric_name(metric)} ({unit})"
    note = " ".join(part for part in (points_note(run), variants_note(run)) if part)
    return Chart(f"{metric}_distribution", title, kit.spread(title, axis, panels, run.colour), note, counts_table(run, metric), metric)


def survival_chart(run: Run, metric: str) -> Chart:
    """The share of games that go on; variants by colour, or table sizes where there is one variant."""
    unit = unit_of(run, metric)
    cells = [Cell(variant, run.points[0], 0) for variant in few_variants(run)]
    if len(run.variants) == 1:
        cells = [Cell(run.variants[0], point, 0) for point in run.points[: kit.SEPARATE]]
    groups = [(run.cell_label(cell) or metric, shares_above(run.counts(metric, cell.variant, cell.point))) for cell in cells]
    middle, late = (quantile(run.counts(metric, run.variants[0], run.points[0]), q) for q in (0.5, 0.9))
    title = f"Half of the games are over after {middle} {unit}, nine in ten after {late}{first_cell(run)}"
    figure = kit.survival(title, f"{unit} played; dashed: half of the games", groups, run.colour)
    return Chart(f"{metric}_survival", title, figure, variants_note(run), counts_table(run, metric), metric)


def unit_of(run: Run, metric: str) -> str:
    return run.column(metric)["unit"] or run.metric_name(metric)


def counts_table(run: Run, metric: str) -> Data:
    rows = [
        (*cell_values(run, cell), value, games)
        for cell in run.cells[: kit.SEPARATE]
        for value, games in run.counts(metric, cell.variant, cell.point)
    ]
    return Data((*(axis_key(name) for name in run.cell_columns), run.metric_name(metric), "games"), rows)


def cell_values(run: Run, cell: Cell) -> tuple[Any, ...]:
    known = {"variant": cell.variant, "players": cell.point.players, **cell.point.swept}
    return tuple(known[name] for name in run.cell_columns)
