"""Answers to what was swept: a line along one axis, a map over two, and how far games spread along one."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeGuard

from simlab.reports.charts import kit
from simlab.reports.charts.counts import quantile
from simlab.reports.charts.kit import BANDS, Chart, Data, Dot
from simlab.reports.charts.rows import axis_key, axis_name, dot, few_variants, first_variant, number_format, table, variants_note
from simlab.reports.claims import trend_of
from simlab.reports.names import with_variant
from simlab.reports.rundir import Row, Run
from simlab.reports.wording import error_of, number, sentence, with_interval

MOST_MULTIPLES = 9  # panels


def swept_axes(run: Run) -> list[str]:
    return [key for key in run.cell_columns if key != "variant"]


def responses(run: Run) -> Iterator[Chart]:
    """How the headline numbers answer to what was swept: lines for one axis, a heat map for two, small multiples for more."""
    keys = swept_axes(run)
    for metric in run.headline if keys else ():
        entries = {(row["seat"], row["level"]) for row in run.rows(metric)}
        if len(entries) == 1:
            yield response(run, metric, keys)


def response(run: Run, metric: str, keys: Sequence[str]) -> Chart:
    if len(keys) == 1:
        return line_response(run, metric, keys[0])
    if len(keys) == 2:
        return map_response(run, metric, keys)
    return multiple_response(run, metric, run.rows(metric), keys, f"{metric}_response", response_title(run, metric, keys))


def line_response(run: Run, metric: str, key: str) -> Chart:
    rows = run.rows(metric)
    values = list(dict.fromkeys(row[key] for row in rows))
    places = values if are_numbers(values) else list(range(len(values)))
    title = line_title(run, metric, key)
    groups = [
        (run.variant_title(variant), [(places[values.index(row[key])], dot(row)) for row in rows if row["variant"] == variant])
        for variant in few_variants(run)
    ]
    figure = kit.curve(title, (axis_key(key), axis_name(run, metric)), groups, run.is_rate(metric), run.colour)
    figure.get_axes()[0].set_xticks(places, [kit.wrap_text(str(value), 14) for value in values])
    return Chart(f"{metric}_response", title, figure, variants_note(run), table(run, rows), metric)


def line_title(run: Run, metric: str, key: str) -> str:
    """From the lowest to the highest, where the points surely differ."""
    name = sentence(run.metric_name(metric))
    if trend_of(run, metric) is None:
        return f"{name}: no settled difference along {axis_key(key)}"
    mine = run.rows(metric, run.variants[0])
    ends = [min(mine, key=lambda row: row["estimate"]), max(mine, key=lambda row: row["estimate"])]
    low, high = (f"{number(row['estimate'], error_of(row), run.is_rate(metric))} {at_value(key, row[key])}" for row in ends)
    return f"{name}: from {low} to {high}{first_variant(run)}"


def are_numbers(values: Sequence[Any]) -> TypeGuard[list[float]]:
    return all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)


def at_value(key: str, value: Any) -> str:
    return f"with {value} players" if key == "players" else f"at {axis_key(key)} {value}"


def map_response(run: Run, metric: str, keys: Sequence[str]) -> Chart:
    rows = run.rows(metric, run.variants[0])
    down, across = (list(dict.fromkeys(str(row[key]) for row in rows)) for key in keys)
    known = {(str(row[keys[0]]), str(row[keys[1]])): row["estimate"] for row in rows}
    title = response_title(run, metric, keys)
    names = [[f"{axis_key(key)} {v}" for v in side] for key, side in zip(keys, (down, across), strict=True)]
    values = [[known.get((d, a)) for a in across] for d in down]
    figure = kit.heat_map(title, axis_name(run, metric), names[0], names[1], values, number_format(run, metric))
    note = f"{sentence(with_variant(run, run.variants[0]))}." if len(run.variants) > 1 else ""
    return Chart(f"{metric}_response", title, figure, note, table(run, run.rows(metric)), metric)


def response_title(run: Run, metric: str, keys: Sequence[str]) -> str:
    """Where the number is highest, if the sweep surely moves it."""
    name = sentence(run.metric_name(metric))
    if trend_of(run, metric) is None:
        axes = [axis_key(key) for key in keys]
        return f"{name}: no settled difference between {', '.join(axes[:-1])} and {axes[-1]}"
    best = max(run.rows(metric, run.variants[0]), key=lambda row: row["estimate"])
    return f"{name}: highest with {run.where(best)}, {with_interval(best, run.is_rate(metric))}"


def multiple_response(run: Run, metric: str, rows: Sequence[Row], keys: Sequence[str], name: str, title: str) -> Chart:
    """Three axes or more, of the first variant: the longest one across, lines for the next, a panel for each of the rest."""
    mine = [row for row in rows if row["variant"] == run.variants[0]]
    steps = {key: list(dict.fromkeys(row[key] for row in mine)) for key in keys}
    across = max(keys, key=lambda key: (are_numbers(steps[key]), len(steps[key])))
    rest = [key for key in keys if key != across]
    by_line = max(rest, key=lambda key: (len(steps[key]) <= kit.SEPARATE, len(steps[key])))
    by_panel = [key for key in rest if key != by_line]
    places = dict(zip(steps[across], steps[across] if are_numbers(steps[across]) else range(len(steps[across])), strict=True))
    panels: dict[str, dict[str, list[tuple[float, Dot]]]] = {}
    for row in mine:
        label = ", ".join(f"{axis_key(key)} {row[key]}" for key in by_panel)
        line = panels.setdefault(label, {}).setdefault(f"{axis_key(by_line)} {row[by_line]}", [])
        line.append((float(places[row[across]]), dot(row)))
    shown = [(label, list(lines.items())[: kit.SEPARATE]) for label, lines in panels.items()][:MOST_MULTIPLES]
    ticks = (list(map(float, places.values())), [str(step) for step in places])
    names = (axis_key(across), axis_name(run, metric))
    figure = kit.small_multiples(title, names, shown, run.is_rate(metric), run.colour, ticks)
    return Chart(name, title, figure, multiples_note(run, len(panels), len(steps[by_line])), table(run, rows), metric)


def multiples_note(run: Run, panels: int, lines: int) -> str:
    """What is not shown."""
    parts = [f"{sentence(with_variant(run, run.variants[0]))}." if len(run.variants) > 1 else ""]
    parts += [f"The first {MOST_MULTIPLES} of {panels} panels; the table has all." if panels > MOST_MULTIPLES else ""]
    parts += [f"The first {kit.SEPARATE} of {lines} lines; the table has all." if lines > kit.SEPARATE else ""]
    return " ".join(part for part in parts if part)


def fans(run: Run) -> Iterator[Chart]:
    """How the spread of a headline number moves along the one swept axis."""
    keys = swept_axes(run)
    if len(keys) != 1 or len(run.points) < 3:
        return
    for metric in run.headline:
        if all(len(run.counts(metric, run.variants[0], point)) > 1 for point in run.points):
            yield fan(run, metric, keys[0])


def fan(run: Run, metric: str, key: str) -> Chart:
    bars = [run.counts(metric, run.variants[0], point) for point in run.points]
    bands = {q: [quantile(bar, q) for bar in bars] for q in BANDS}
    values = [point.players if key == "players" else point.swept[key] for point in run.points]
    labels = [str(value) for value in values]
    unit = run.column(metric)["unit"] or run.metric_name(metric)
    ends = [f"between {bands[0.05][k]} and {bands[0.95][k]} {unit} {at_value(key, labels[k])}" for k in (0, -1)]
    title = f"{sentence(run.metric_name(metric))}: nine {run.unit}s in ten lie {ends[0]}, {ends[1]}{first_variant(run)}"
    xs = values if are_numbers(values) else list(range(len(labels)))
    figure = kit.fan(title, (axis_key(key), f"{unit} in a {run.unit}"), xs, bands, labels, colour=run.colour)
    rows = [(label, *(bands[q][k] for q in BANDS)) for k, label in enumerate(labels)]
    return Chart(f"{metric}_fan", title, figure, "", Data((axis_key(key), *(f"{q:.0%} quantile" for q in BANDS)), rows), metric)
