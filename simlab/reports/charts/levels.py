"""A metric by seat or level: dots for each entry, a map where there are too many variants or where levels are pairs."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from simlab.reports.charts import kit
from simlab.reports.charts.kit import Chart
from simlab.reports.charts.rows import (
    MOST_PANELS,
    MOST_ROWS,
    axis_name,
    dot,
    first_cell,
    first_of,
    is_told,
    number_format,
    point_note,
    points_note,
    row_name,
    table,
)
from simlab.reports.claims import winners
from simlab.reports.rundir import GridPoint, Row, Run
from simlab.reports.seats import is_ahead, is_even
from simlab.reports.wording import entry, placed, sentence, with_interval

MOST_ACROSS = 8  # entries of a map


def win_charts(run: Run) -> Iterator[Chart]:
    """Share of the win, by seat and (for rotated deals) by player."""
    for metric in ("win_by_player", "win"):
        points = [point for point in run.points[:MOST_PANELS] if run.rows(metric, None, point)]
        if points:
            yield entries_chart(run, metric, points, win_title(run, metric), "share of the win", even=True)


def win_title(run: Run, metric: str) -> str:
    rows = run.rows(metric, run.variants[0], run.points[0])
    kind, cell = "seat" if metric == "win" else "player", first_cell(run)
    if metric != winners(run) or not (is_even(run, rows) or is_ahead(run, rows)):
        return f"Share of the win by {kind}{cell}"
    if is_even(run, rows):
        return f"No {kind} clearly wins more than another{cell}"
    best = max(rows, key=lambda row: row["estimate"])
    return f"The {entry(best)} wins most: {with_interval(best, True)}{cell}"


def has_levels(run: Run, metric: str) -> bool:
    column = run.column(metric)
    return bool(column.get("levels")) and not column.get("seats")


def level_charts(run: Run, metrics: Iterable[str], only: Sequence[GridPoint] = ()) -> Iterator[Chart]:
    """How often each category, level or way to end occurs; at all points, or only at some."""
    points = only or run.points
    for metric in metrics:
        rows = run.rows(metric, run.variants[0], points[0])
        if len(rows) < 2 or not any(row["estimate"] for row in rows):
            continue
        if has_pairs(rows):
            yield pairs_map(run, metric, rows)
        else:
            yield entries_chart(run, metric, points[:MOST_PANELS], level_title(run, metric, rows), axis_name(run, metric))


def level_title(run: Run, metric: str, rows: Sequence[Row]) -> str:
    """With the largest, where few could be it."""
    best, name = max(rows, key=lambda row: row["estimate"]), sentence(run.metric_name(metric))
    dots, cell = {entry(row): dot(row) for row in rows}, first_cell(run, run.point_of(best))
    if not is_told(dots):
        return f"{name}{cell}"
    word = "most often" if run.column(metric)["kind"] == "code" else "highest for"
    return f"{name}: {word} {first_of(dots)}, {with_interval(best, run.is_rate(metric))}{cell}"


# --- the pictures -------------------------------------------------------------------------------------------------------------


def entries_chart(run: Run, metric: str, points: Sequence[GridPoint], title: str, axis: str, even: bool = False) -> Chart:
    """One panel for each point: entries down, variants by colour; a map when there are too many variants for colours."""
    rows = [row for point in points for variant in run.variants for row in live_rows(run, metric, variant, point)]
    if len(run.variants) > kit.SEPARATE:
        return variants_map(run, metric, points[0], title, rows)
    panels = []
    for point in points:
        groups = [
            (run.variant_title(variant), {row_name(run, row): dot(row) for row in live_rows(run, metric, variant, point)})
            for variant in run.variants
        ]
        panels.append((point.label, groups, 1 / point.players if even else None))
    full_axis = f"{axis}, 95 % interval" + ("; dashed: an even share" if even else "")
    figure = kit.dots(title, full_axis, panels, run.is_rate(metric), run.colour)
    return Chart(metric, title, figure, points_note(run), table(run, rows), metric)


def live_rows(run: Run, metric: str, variant: str, point: GridPoint) -> list[Row]:
    """Those of a cell without levels that never occur in the whole run, and without what does not fit."""
    live, rows = live_entries(run, metric), run.rows(metric, variant, point)
    return [row for row in rows if (row["seat"], row["level"]) in live or row["level"] is None][:MOST_ROWS]


@lru_cache(maxsize=64)
def live_entries(run: Run, metric: str) -> frozenset[tuple[int | None, str | None]]:
    """Seats and levels that occur in any game of the run."""
    return frozenset((row["seat"], row["level"]) for row in run.rows(metric) if row["estimate"])


def variants_map(run: Run, metric: str, point: GridPoint, title: str, rows: list[Row]) -> Chart:
    """Variants down, entries across."""
    here = [row for variant in run.variants for row in live_rows(run, metric, variant, point)]
    across = list(dict.fromkeys(row_name(run, row) for row in here))[:MOST_ACROSS]
    known = {(row["variant"], row_name(run, row)): row["estimate"] for row in here}
    values = [[known.get((variant, name)) for name in across] for variant in run.variants[:MOST_ROWS]]
    names = [run.variant_title(variant) for variant in run.variants[:MOST_ROWS]]
    figure = kit.heat_map(title, axis_name(run, metric), names, across, values, number_format(run, metric))
    return Chart(metric, title, figure, point_note(point), table(run, rows), metric)


def has_pairs(rows: Sequence[Row]) -> bool:
    """Every level is a pair, such as `flush, three top cards`."""
    pairs = [row["level"].split(", ") for row in rows]
    return all(len(pair) == 2 for pair in pairs) and len({pair[0] for pair in pairs}) > 1 and len({pair[1] for pair in pairs}) > 1


def pairs_map(run: Run, metric: str, rows: Sequence[Row]) -> Chart:
    pairs = {tuple(row["level"].split(", ")): row["estimate"] for row in rows}
    down, across = (list(dict.fromkeys(pair[side] for pair in pairs)) for side in (0, 1))
    values = [[pairs.get((d, a)) for a in across] for d in down]
    title, (left, below) = level_title(run, metric, rows), ([placed(name) for name in side] for side in (down, across))
    figure = kit.heat_map(title, axis_name(run, metric), left, below, values, number_format(run, metric))
    return Chart(metric, title, figure, "", table(run, rows), metric)
