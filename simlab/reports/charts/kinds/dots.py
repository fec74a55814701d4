"""Kinds of game charts made of dots: numbers side by side, by level, by seat, of the first player; and a map of rates."""

from simlab.reports.charts import kit
from simlab.reports.charts.comparisons import forest_line, forest_name
from simlab.reports.charts.kinds.cell_numbers import FIRST, by_level, cell_names, cells_or_variants, cells_table, fill_title, scalar
from simlab.reports.charts.kit import Chart, Data, Dot
from simlab.reports.charts.levels import level_charts
from simlab.reports.charts.rows import MOST_ROWS, axis_key, axis_name, dot, few_variants, first_cell
from simlab.reports.charts.sketches import Sketch
from simlab.reports.rundir import Row, Run, is_settled
from simlab.reports.wording import entry
from simlab.stats.compare import may_be_first


def side_by_side(run: Run, sketch: Sketch) -> Chart | None:
    """Single numbers: a line for each cell and a colour for each metric; a line for each metric where there is one cell."""
    cells = cells_or_variants(run)
    groups = []
    for metric, label in zip(sketch.metrics, sketch.labels or sketch.metrics, strict=True):
        found = {name: scalar(run, metric, cell) for name, cell in zip(cell_names(run, cells), cells, strict=True)}
        groups.append((label, {name: d for name, d in found.items() if d is not None}))
    if any(not group for _, group in groups) or not any(d.value for _, group in groups for d in group.values()):
        return None
    rate = all(run.is_rate(metric) or is_part(run, metric) for metric in sketch.metrics)
    first = {label: next(iter(group.values())) for label, group in groups}
    title = fill_title(run, sketch, first, rate)
    lines = groups if len(cells) > 1 else [("", first)]
    figure = kit.dots(title, f"{sketch.axis}, 95 % interval", [("", lines, None)], rate, run.colour)
    return Chart(sketch.name, title, figure, "", cells_table(run, sketch.metrics, cells), sketch.metrics[0])


def is_part(run: Run, metric: str) -> bool:
    """A count divided by another that never exceeds it: shown in per cent."""
    rows, column = run.rows(metric), run.column(metric)
    return bool(column.get("over")) and not column["unit"] and all(0 <= row["estimate"] <= 1 for row in rows)


def families(run: Run, sketch: Sketch) -> Chart | None:
    """Levels down, a colour for each metric, in the first cell."""
    groups = [
        (label, {k: v for k, v in by_level(run, metric, run.cells[0]).items() if v.high > 0})
        for metric, label in zip(sketch.metrics, sketch.labels, strict=True)
    ]
    if any(len(group) < 2 for _, group in groups):
        return None
    rate = all(is_part(run, metric) for metric in sketch.metrics)
    title = fill_title(run, sketch, dict(groups[0][1]), rate)
    figure = kit.dots(title, f"{sketch.axis}, 95 % interval", [("", groups, None)], rate, run.colour)
    return Chart(sketch.name, title, figure, "", cells_table(run, sketch.metrics, run.cells[:1]), sketch.metrics[0])


def levels(run: Run, sketch: Sketch) -> Chart | None:
    """One metric by level, with the title that the numbers make."""
    return next(iter(level_charts(run, sketch.metrics)), None)


def rates_map(run: Run, sketch: Sketch) -> Chart | None:
    """Levels down, metrics across, in per cent, in the first cell."""
    found = [by_level(run, metric, run.cells[0]) for metric in sketch.metrics]
    names = list(found[0])
    if not names:
        return None
    values = [[f[name].value if name in f else None for f in found] for name in names]
    title = fill_title(run, sketch, found[0], True)
    figure = kit.heat_map(title, sketch.axis, names, sketch.labels, values, lambda v: f"{v:.1%}")
    return Chart(sketch.name, title, figure, "", cells_table(run, sketch.metrics, run.cells[:1]), sketch.metrics[0])


def by_seat(run: Run, sketch: Sketch) -> Chart | None:
    """A metric by seat, a colour for each variant that colours can tell apart."""
    metric = sketch.metrics[0]
    groups = []
    for variant in few_variants(run):
        rows = [row for row in run.rows(metric, variant, run.points[0]) if row["seat"] is not None]
        groups.append((run.variant_title(variant), {entry(row): dot(row) for row in rows}))
    first = groups[0][1]
    if len(first) < 2:
        return None
    title = f"No seat stands out: {sketch.labels[0]}{first_cell(run)}"
    if stands_out(first):
        title = fill_title(run, sketch, dict(first), run.is_rate(metric))
    figure = kit.dots(title, f"{axis_name(run, metric)}, 95 % interval", [("", groups, None)], run.is_rate(metric), run.colour)
    return Chart(sketch.name, title, figure, "", cells_table(run, [metric], run.cells[: kit.SEPARATE]), metric)


def stands_out(seats: dict[str, Dot]) -> bool:
    """The highest lies above all others, for certain."""
    return len(may_be_first(list(seats.values()))) == 1


def first_player(run: Run, sketch: Sketch) -> Chart | None:
    """The first player of a rotated line-up, under each variant against the first: a line for each, the largest on top."""
    metric = sketch.metrics[0]
    rows = [row for row in run.differences(metric) if row["level"] == FIRST and row["ci_low"] is not None]
    rows = sorted((row for row in rows if row["std_error"]), key=lambda row: row["estimate"])
    if not any(is_settled(row) for row in rows) or len(rows) > MOST_ROWS:
        return None
    best = max((row for row in rows if is_settled(row)), key=lambda row: abs(row["estimate"]))
    title = sketch.says.format(best=forest_name(run, without_player(best)), value=best["verdict"])
    axis = f"{sketch.axis} less {run.variant_title(run.variants[0])}, paired, 95 % interval; grey: not settled"
    figure = kit.forest(title, axis, [forest_line(run, without_player(row)) for row in rows], run.colour)
    head = (*(axis_key(name) for name in run.cell_columns), "difference", "low", "high", "verdict")
    data = [(*(r[n] for n in run.cell_columns), r["estimate"], r["ci_low"], r["ci_high"], r["verdict"]) for r in rows]
    return Chart(sketch.name, title, figure, "", Data(head, data), metric)


def without_player(row: Row) -> Row:
    """Where all rows are of the same one, its name says nothing."""
    return {**row, "level": None}
