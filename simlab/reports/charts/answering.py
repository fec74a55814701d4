"""The picture of an answer: just the number that was asked for, of every variant, along the sweep, or of every level."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from simlab.reports.answers import answers
from simlab.reports.charts import kit
from simlab.reports.charts.kit import Chart
from simlab.reports.charts.levels import entries_chart, level_charts
from simlab.reports.charts.rows import MOST_PANELS, axis_key, axis_name, colour_of, dot, few_variants, number_format, table
from simlab.reports.charts.sweeps import are_numbers, multiple_response, swept_axes
from simlab.reports.comparing import comparisons
from simlab.reports.names import level_words, place_of, who
from simlab.reports.rundir import GridPoint, Row, Run
from simlab.reports.tables import wanted_rows
from simlab.reports.wording import sentence

MOST_LINES = 10  # variants of one picture; those that change it most


def answer_charts(run: Run) -> Iterator[Chart]:
    """One picture for each number that the answer is about."""
    for metric in dict.fromkeys(answer.metric for answer in answers(run) if answer.metric):
        rows = wanted_rows(run, metric)
        entries = list(dict.fromkeys((row["seat"], row["level"]) for row in rows))
        found = picture(run, metric, rows) if len(entries) == 1 else by_entry(run, metric, rows)
        if found is not None:
            yield found


def by_entry(run: Run, metric: str, rows: Sequence[Row]) -> Chart | None:
    """A metric by seat or by level, at the points that the question names."""
    labels = {run.point_of(row).label for row in rows}
    points = [point for point in run.points if point.label in labels] or run.points
    found = entries_of(run, metric, points)
    return found if found is None or points == run.points else replace(found, name=f"answer_{metric}")


def entries_of(run: Run, metric: str, points: Sequence[GridPoint]) -> Chart | None:
    if run.column(metric).get("seats") and not run.column(metric).get("levels"):
        title = f"{sentence(run.metric_name(metric))} by seat"
        return entries_chart(run, metric, points[:MOST_PANELS], title, axis_name(run, metric), even=metric == "win")
    if any(row["level"] is None or row["seat"] is not None for row in run.rows(metric, run.variants[0], points[0])):
        return None
    return next(level_charts(run, [metric], points), None)


def picture(run: Run, metric: str, rows: Sequence[Row]) -> Chart | None:
    keys, points = swept_axes(run), {run.cell_number(row) for row in rows if row["variant"] == run.variants[0]}
    if len(points) > 1 and len(keys) == 1:
        return along(run, metric, rows, keys[0])
    if len(points) > 1 and len(keys) == 2:
        return over_two(run, metric, rows, keys)
    if len(points) > 1:
        title = f"{title_of(run, metric, rows[0])}, by {', '.join(axis_key(key) for key in keys)}"
        return multiple_response(run, metric, rows, keys, f"answer_{metric}", title)
    here = [row for row in rows if run.point_of(row) == run.point_of(rows[0])]
    return beside(run, metric, here) if len(here) > 1 else None


def title_of(run: Run, metric: str, row: Row) -> str:
    """`Games won by the first to reach the target`, with the seat or level."""
    of = who(run, row, row["variant"], run.point_of(row)) if place_of(row) is None else "the first player" if place_of(row) == 0 else ""
    parts = [sentence(run.metric_name(metric)), of, "" if place_of(row) is not None else level_words(run, row["level"])]
    return ": ".join([parts[0], *([", ".join(part for part in parts[1:] if part)] if any(parts[1:]) else [])])


def beside(run: Run, metric: str, rows: Sequence[Row]) -> Chart:
    """Variants below each other."""
    chosen = strongest_first(run, metric, rows)
    where = run.where(rows[0])
    title = f"{title_of(run, metric, rows[0])}, by variant" + (f", {where}" if where else "")
    lines = [(run.variant_title(row["variant"]), dot(row), colour_of(run, row)) for row in chosen]
    figure = kit.values(title, f"{axis_name(run, metric)}, 95 % interval", lines, run.is_rate(metric), run.colour)
    note = f"The {len(chosen)} that differ most of {len(rows)}; the table has all." if len(chosen) < len(rows) else ""
    return Chart(f"answer_{metric}", title, figure, note, table(run, rows), metric)


def strongest_first(run: Run, metric: str, rows: Sequence[Row]) -> list[Row]:
    """All of them, or the first variant and those that differ most from it."""
    if len(rows) <= MOST_LINES:
        return list(rows)
    sizes: dict[str, float] = {}
    for one in comparisons(run, metric):
        sizes[one.of] = max(sizes.get(one.of, 0.0), abs(one.difference))
    others = sorted((row for row in rows if row["variant"] != run.variants[0]), key=lambda row: -sizes.get(row["variant"], 0.0))
    return [row for row in rows if row["variant"] == run.variants[0]] + others[: MOST_LINES - 1]


def along(run: Run, metric: str, rows: Sequence[Row], key: str) -> Chart:
    """A line for each variant along the swept axis."""
    steps = list(dict.fromkeys(row[key] for row in rows))
    places: Sequence[float] = steps if are_numbers(steps) else list(range(len(steps)))
    groups = [
        (run.variant_title(variant), [(places[steps.index(row[key])], dot(row)) for row in rows if row["variant"] == variant])
        for variant in few_variants(run)
    ]
    title = f"{title_of(run, metric, rows[0])}, by {axis_key(key)}"
    figure = kit.curve(title, (axis_key(key), axis_name(run, metric)), groups, run.is_rate(metric), run.colour)
    figure.get_axes()[0].set_xticks(places, [kit.wrap_text(str(step), 14) for step in steps])
    return Chart(f"answer_{metric}", title, figure, "", table(run, rows), metric)


def over_two(run: Run, metric: str, rows: Sequence[Row], keys: Sequence[str]) -> Chart:
    """A map over two swept axes, of the first variant."""
    mine = [row for row in rows if row["variant"] == run.variants[0]]
    down, across = (list(dict.fromkeys(row[key] for row in mine)) for key in keys)
    known = {(row[keys[0]], row[keys[1]]): row["estimate"] for row in mine}
    names = [[f"{axis_key(key)} {step}" for step in side] for key, side in zip(keys, (down, across), strict=True)]
    title = f"{title_of(run, metric, mine[0])}, by {axis_key(keys[0])} and {axis_key(keys[1])}"
    found = [[known.get((d, a)) for a in across] for d in down]
    figure = kit.heat_map(title, axis_name(run, metric), names[0], names[1], found, number_format(run, metric))
    return Chart(f"answer_{metric}", title, figure, "", table(run, rows), metric)
