"""Which charts a run shows: what was asked for first, then what suits the game.

Every chart carries its numbers as a table; its title is made from them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from math import sqrt
from typing import Any

import matplotlib

from simlab.reports.charts import kit as figures
from simlab.reports.charts.kit import Chart, Data, Dot
from simlab.reports.rundir import Cell, Row, Run, Where, entry, number, sentence, with_interval, words

MOST_PANELS, MOST_ROWS = 5, 24  # panels: all table sizes from two to six
MOST_UNASKED = 4  # charts of levels that nobody asked for, for a game that has none of its own
MOST_CHARTS = 30
ALPHA = 0.05
LAST_BIN = 255  # of a histogram: this many or more
LONG_FORMULA = 60  # letters: a longer one is named, not written out, beside a chart
LENGTHS = ("rounds", "turns", "deals")  # metrics that say how long a game is


def charts(run: Run) -> list[Chart]:
    """The charts that suit what a run contains: the first of each kind, then the second, ...; no two of the same name."""
    from simlab.reports.charts.courses import courses
    from simlab.reports.charts.of_game import game_charts

    with matplotlib.rc_context(figures.STYLE):
        makers = (forests, responses, game_charts, win_charts, lengths_of, asked_levels, courses, fans, unasked_levels)
        kinds = [list(make(run)) for make in makers]
    found: dict[str, Chart] = {}
    for chart in chain.from_iterable(zip_longest(*kinds)):
        if chart is not None:
            found.setdefault(chart.name, chart)
    return list(found.values())[:MOST_CHARTS]


# --- rows as dots -------------------------------------------------------------------------------------------------------------


def dot(row: Row, scale: float = 1.0) -> Dot:
    low, high = (row[end] if row[end] is not None else row["estimate"] for end in ("ci_low", "ci_high"))
    return Dot(scale * row["estimate"], scale * low, scale * high)


def named(row: Row) -> str:
    return entry(row) or words(row["metric"])


def table(run: Run, rows: Iterable[Row]) -> Data:
    """The rows of a chart as a table."""
    head = (*(name.removeprefix("rules.") for name in run.cell_columns), "metric", "of", "estimate", "low", "high")
    return Data(
        head, [(*(r[name] for name in run.cell_columns), r["metric"], entry(r), r["estimate"], r["ci_low"], r["ci_high"]) for r in rows]
    )


def first_cell(run: Run, point: Where | None = None) -> str:
    """` (circle, 4 players)`: which cell a title speaks of, where there are several."""
    parts = [f"variant {run.variants[0]}" if len(run.variants) > 1 else "", (point or run.points[0]).label]
    said = ", ".join(part for part in parts if part)
    return f" ({said})" if said else ""


def axis_name(run: Run, metric: str) -> str:
    column = run.column(metric)
    if column["kind"] == "defined" and len(column["doc"]) > LONG_FORMULA:
        return words(metric)
    unit = f" ({column['unit']})" if column["unit"] else ""
    per = f", for each of {column['over']}" if column.get("over") else ""
    return f"{column['doc']}{unit}{per}" or words(metric)


def more(run: Run) -> str:
    return f"The first {MOST_PANELS} of {len(run.points)} points; the tables have all." if len(run.points) > MOST_PANELS else ""


def few_variants(run: Run) -> list[str]:
    """Those that colours can tell apart."""
    return run.variants[: figures.SEPARATE]


def left_out(run: Run) -> str:
    rest = len(run.variants) - figures.SEPARATE
    return f"The first {figures.SEPARATE} of {len(run.variants)} variants; the tables have all." if rest > 0 else ""


def notes(*parts: str) -> str:
    return " ".join(part for part in parts if part)


# --- comparisons --------------------------------------------------------------------------------------------------------------


def forests(run: Run) -> Iterator[Chart]:
    """Paired differences of the headline metrics, one chart for each metric."""
    for metric in run.headline:
        rows = [row for row in run.differences(metric) if row["ci_low"] is not None and row["verdict"][:13] != "nothing to co"]
        if rows and any(row["estimate"] or row["std_error"] for row in rows):
            yield forest(run, metric, rows)


def forest(run: Run, metric: str, rows: list[Row]) -> Chart:
    scale = 100.0 if run.is_rate(metric) else 1.0
    title = forest_title(run, metric, [row for row in rows if settled(row)])
    chosen = rows if len(rows) <= MOST_ROWS else sorted(rows, key=lambda row: -abs(row["estimate"]))[:MOST_ROWS]
    lines = [(forest_name(run, row), dot(row, scale), settled(row), run.variants.index(row["variant"])) for row in chosen]
    unit = "percentage points" if run.is_rate(metric) else run.column(metric)["unit"]
    unit = f", {unit}" if unit and unit != words(metric) else ""
    axis = f"{words(metric)} less {run.variants[0]}'s{unit}, paired, 95 % interval; grey: not settled"
    head = (*(name.removeprefix("rules.") for name in run.cell_columns), "of", "difference", "low", "high", "verdict")
    data = [(*(r[n] for n in run.cell_columns), entry(r), r["estimate"], r["ci_low"], r["ci_high"], r["verdict"]) for r in rows]
    note = f"The {MOST_ROWS} largest of {len(rows)}; the table beneath has all." if len(rows) > MOST_ROWS else ""
    return Chart(f"{metric}_differences", title, figures.forest(title, axis, lines, run.game), note, Data(head, data), metric)


def settled(row: Row) -> bool:
    return row["p_holm"] is not None and bool(row["p_holm"] < ALPHA)


def forest_name(run: Run, row: Row) -> str:
    return ", ".join(part for part in (row["variant"], run.where(row), entry(row)) if part)


def forest_title(run: Run, metric: str, known: list[Row]) -> str:
    if not known:
        return f"{sentence(words(metric))}: no settled difference to {run.variants[0]}"
    strongest = max(known, key=lambda row: abs(row["estimate"]))
    return f"{sentence(words(metric))}, {forest_name(run, strongest)}: {strongest['verdict']}"


# --- answers to what was swept ------------------------------------------------------------------------------------------------


def axes_of(run: Run) -> list[str]:
    return [key for key in run.cell_columns if key != "variant"]


def responses(run: Run) -> Iterator[Chart]:
    """How the headline numbers answer to what was swept: lines for one axis, a heat map for two."""
    keys = axes_of(run)
    if len(keys) not in (1, 2):
        return
    for metric in run.headline:
        entries = {(row["seat"], row["level"]) for row in run.rows(metric)}
        if len(entries) == 1:
            yield line_response(run, metric, keys[0]) if len(keys) == 1 else map_response(run, metric, keys)


def line_response(run: Run, metric: str, key: str) -> Chart:
    rows = run.rows(metric)
    values = list(dict.fromkeys(row[key] for row in rows))
    mine = [row for row in rows if row["variant"] == run.variants[0]]
    ends = [min(mine, key=lambda row: row["estimate"]), max(mine, key=lambda row: row["estimate"])]
    said = [f"{number(row['estimate'], row['std_error'], run.is_rate(metric))} {at(key, row[key])}" for row in ends]
    title = f"{sentence(words(metric))}: from {said[0]} to {said[1]}{first_cell_variant(run)}"
    numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    groups = [
        (variant, [(row[key] if numeric else values.index(row[key]), dot(row)) for row in rows if row["variant"] == variant])
        for variant in few_variants(run)
    ]
    figure = figures.curve(title, (key.removeprefix("rules."), axis_name(run, metric)), groups, run.is_rate(metric), run.game)
    ticks = values if numeric else list(range(len(values)))
    figure.get_axes()[0].set_xticks(ticks, [figures.fitted(str(value), 14) for value in values])
    return Chart(f"{metric}_response", title, figure, left_out(run), table(run, rows), metric)


def at(key: str, value: Any) -> str:
    return f"with {value} players" if key == "players" else f"at {key.removeprefix('rules.')} {value}"


def first_cell_variant(run: Run) -> str:
    return f" (variant {run.variants[0]})" if len(run.variants) > 1 else ""


def map_response(run: Run, metric: str, keys: Sequence[str]) -> Chart:
    rows = run.rows(metric, run.variants[0])
    down, across = (list(dict.fromkeys(str(row[key]) for row in rows)) for key in keys)
    known = {(str(row[keys[0]]), str(row[keys[1]])): row["estimate"] for row in rows}
    best = max(rows, key=lambda row: row["estimate"])
    title = f"{sentence(words(metric))}: highest with {run.where(best)}, {with_interval(best, run.is_rate(metric))}"
    names = [[f"{key.removeprefix('rules.')} {v}" for v in side] for key, side in zip(keys, (down, across), strict=True)]
    values = [[known.get((d, a)) for a in across] for d in down]
    figure = figures.heat_map(title, axis_name(run, metric), names[0], names[1], values, shown_as(run, metric))
    note = f"Variant {run.variants[0]}." if len(run.variants) > 1 else ""
    return Chart(f"{metric}_response", title, figure, note, table(run, run.rows(metric)), metric)


def shown_as(run: Run, metric: str) -> Callable[[float], str]:
    return (lambda v: f"{v:.1%}") if run.is_rate(metric) else (lambda v: f"{v:.3g}")


def fans(run: Run) -> Iterator[Chart]:
    """How the spread of a headline number moves along the one swept axis."""
    keys = axes_of(run)
    if len(keys) != 1 or len(run.points) < 3:
        return
    for metric in run.headline:
        if all(len(run.lengths(metric, run.variants[0], point)) > 1 for point in run.points):
            yield fan(run, metric, keys[0])


def fan(run: Run, metric: str, key: str) -> Chart:
    levels = figures.BANDS
    bars = [run.lengths(metric, run.variants[0], point) for point in run.points]
    bands = {q: [quantile(bar, q) for bar in bars] for q in levels}
    values = [point.players if key == "players" else point.swept[key] for point in run.points]
    labels = [str(value) for value in values]
    numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    unit = run.column(metric)["unit"] or words(metric)
    wide = [high - low for low, high in zip(bands[0.05], bands[0.95], strict=True)]
    most = wide.index(max(wide))
    title = f"{sentence(words(metric))} spreads most {at(key, labels[most])}: nine {run.unit}s in ten lie between "
    title += f"{bands[0.05][most]} and {bands[0.95][most]} {unit}{first_cell_variant(run)}"
    xs = values if numeric else list(range(len(labels)))
    figure = figures.fan(title, (key.removeprefix("rules."), f"{unit} in a {run.unit}"), xs, bands, labels, game=run.game)
    rows = [(label, *(bands[q][k] for q in levels)) for k, label in enumerate(labels)]
    return Chart(
        f"{metric}_fan", title, figure, "", Data((key.removeprefix("rules."), *(f"{q:.0%} quantile" for q in levels)), rows), metric
    )


# --- who wins -----------------------------------------------------------------------------------------------------------------


def win_charts(run: Run) -> Iterator[Chart]:
    """Share of the win, by seat and (for rotated deals) by player."""
    for metric in ("win_by_player", "win"):
        points = [point for point in run.points[:MOST_PANELS] if run.rows(metric, None, point)]
        if points:
            yield levels_chart(run, metric, points, win_title(run, metric), "share of the win", even=True)


def win_title(run: Run, metric: str) -> str:
    rows = run.rows(metric, run.variants[0], run.points[0])
    best = max(rows, key=lambda row: row["estimate"])
    close = [row for row in rows if row["ci_high"] is None or row["ci_high"] >= best["ci_low"]]
    if len(close) == len(rows):
        return f"No {'seat' if metric == 'win' else 'player'} clearly wins more than another{first_cell(run)}"
    return f"{entry(best).capitalize()} wins most: {with_interval(best, True)}{first_cell(run)}"


def levels_chart(run: Run, metric: str, points: Sequence[Where], title: str, axis: str, even: bool = False) -> Chart:
    """One panel for each point: entries down, variants by colour; a map when there are too many variants for colours."""
    live = happened(run, metric)
    rows = [row for point in points for variant in run.variants for row in live(run.rows(metric, variant, point))]
    if len(run.variants) > figures.SEPARATE:
        return variants_map(run, metric, points[0], title, rows)
    panels = []
    for point in points:
        groups = [(variant, {named(row): dot(row) for row in live(run.rows(metric, variant, point))}) for variant in run.variants]
        panels.append((point.label, groups, 1 / point.players if even else None))
    full_axis = f"{axis}, 95 % interval" + ("; dashed: an even share" if even else "")
    return Chart(metric, title, figures.dots(title, full_axis, panels, run.is_rate(metric), run.game), more(run), table(run, rows), metric)


def variants_map(run: Run, metric: str, point: Where, title: str, rows: list[Row]) -> Chart:
    """Variants down, entries across."""
    here = [row for variant in run.variants for row in happened(run, metric)(run.rows(metric, variant, point))]
    across = list(dict.fromkeys(named(row) for row in here))[:8]
    known = {(row["variant"], named(row)): row["estimate"] for row in here}
    values = [[known.get((variant, name)) for name in across] for variant in run.variants[:MOST_ROWS]]
    axis = axis_name(run, metric)
    figure = figures.heat_map(title, axis, run.variants[:MOST_ROWS], across, values, shown_as(run, metric))
    return Chart(metric, title, figure, notes(f"At {point.label}." if point.label else ""), table(run, rows), metric)


def happened(run: Run, metric: str) -> Callable[[list[Row]], list[Row]]:
    """Leaves out levels that never occur in the whole run, and what does not fit."""
    live = {(row["seat"], row["level"]) for row in run.rows(metric) if row["estimate"]}
    return lambda rows: [row for row in rows if (row["seat"], row["level"]) in live or row["level"] is None][:MOST_ROWS]


# --- how long it takes --------------------------------------------------------------------------------------------------------


def lengths_of(run: Run) -> Iterator[Chart]:
    """How long games last, and how other small numbers spread; lengths as survival curves too."""
    wanted = [name for name in run.headline if run.histograms.filter(metric=name).height]
    for metric in wanted if set(wanted) & set(LENGTHS) else [*wanted, "rounds"]:
        if not any(len(run.lengths(metric, variant, point)) > 1 for variant in few_variants(run) for point in run.points[:MOST_PANELS]):
            continue
        if metric in LENGTHS and any(varies(run.lengths(metric, variant, point)) for variant in run.variants for point in run.points):
            yield survival_chart(run, metric)
        if metric in wanted:
            yield spread_chart(run, metric)


def varies(bars: Sequence[tuple[int, int]]) -> bool:
    """More than one game in fifty is not as long as the others."""
    return len(bars) > 1 and quantile(bars, 0.01) < quantile(bars, 0.99)


def spread_chart(run: Run, metric: str) -> Chart:
    points, unit = run.points[:MOST_PANELS], run.column(metric)["unit"] or words(metric)
    middle, low, high = (quantile(run.lengths(metric, run.variants[0], points[0]), q) for q in (0.5, 0.05, 0.95))
    title = f"Nine {run.unit}s in ten have {low} to {high} {unit}; the median is {middle}{first_cell(run)}"
    panels = [(point.label, [(variant, shares(run.lengths(metric, variant, point))) for variant in few_variants(run)]) for point in points]
    axis = f"{unit} in a {run.unit}" + ("" if unit == metric else f" ({words(metric)})")
    note = notes(more(run), left_out(run))
    return Chart(f"{metric}_distribution", title, figures.spread(title, axis, panels, run.game), note, bars_table(run, metric), metric)


def survival_chart(run: Run, metric: str) -> Chart:
    """The share of games that go on; variants by colour, or table sizes where there is one variant."""
    unit = run.column(metric)["unit"] or words(metric)
    cells = [Cell(variant, run.points[0], 0) for variant in few_variants(run)]
    if len(run.variants) == 1:
        cells = [Cell(run.variants[0], point, 0) for point in run.points[: figures.SEPARATE]]
    groups = [(run.cell_label(cell) or metric, still_going(run.lengths(metric, cell.variant, cell.point))) for cell in cells]
    middle, late = (quantile(run.lengths(metric, run.variants[0], run.points[0]), q) for q in (0.5, 0.9))
    title = f"Half of the games are over after {middle} {unit}, nine in ten after {late}{first_cell(run)}"
    figure = figures.survival(title, f"{unit} played; dashed: half of the games", groups, run.game)
    return Chart(f"{metric}_survival", title, figure, left_out(run), bars_table(run, metric), metric)


def bars_table(run: Run, metric: str) -> Data:
    rows = [
        (*cell_values(run, cell), value, games)
        for cell in run.cells[: figures.SEPARATE]
        for value, games in run.lengths(metric, cell.variant, cell.point)
    ]
    return Data((*(name.removeprefix("rules.") for name in run.cell_columns), words(metric), "games"), rows)


def cell_values(run: Run, cell: Cell) -> tuple[Any, ...]:
    known = {"variant": cell.variant, "players": cell.point.players, **cell.point.swept}
    return tuple(known[name] for name in run.cell_columns)


def shares(bars: Sequence[tuple[int, int]]) -> list[tuple[float, Dot]]:
    """The share of games at each value; the far end of the tail is left out."""
    games, known = sum(count for _, count in bars), dict(bars)
    values = range(min(known, default=0), min(quantile(bars, 0.999), LAST_BIN - 1) + 1)
    return [(float(value), proportion(known.get(value, 0), games)) for value in values]


def still_going(bars: Sequence[tuple[int, int]]) -> list[tuple[float, Dot]]:
    """The share of games longer than each value."""
    games, left = sum(count for _, count in bars), sum(count for _, count in bars)
    found = [(0.0, proportion(left, games))]
    known = dict(bars)
    for value in range(min(known, default=0), min(quantile(bars, 0.999), LAST_BIN - 1) + 1):
        left -= known.get(value, 0)
        found.append((float(value), proportion(left, games)))
    return found


def proportion(count: int, games: int) -> Dot:
    from simlab.stats.estimates import rate

    share = count / games if games else 0.0
    found = rate(share, sqrt(share * (1 - share) / max(games, 1)), games, games)
    return Dot(share, found.low or 0.0, share if found.high is None else found.high)


def quantile(bars: Sequence[tuple[int, int]], q: float) -> int:
    """The value that a share q of the games does not exceed."""
    games, seen = sum(count for _, count in bars), 0
    for value, count in bars:
        seen += count
        if seen >= q * games:
            return value
    return bars[-1][0] if bars else 0


# --- levels -------------------------------------------------------------------------------------------------------------------


def asked_levels(run: Run) -> Iterator[Chart]:
    """How often each category, level or way to end occurs, for what was asked for."""
    from simlab.reports.charts.of_game import covered

    yield from level_charts(run, [name for name in run.headline if has_levels(run, name) and name not in covered(run)])


def unasked_levels(run: Run) -> Iterator[Chart]:
    """The same for what nobody asked for, where the game has no charts of its own."""
    from simlab.reports.charts.of_game import GAMES

    if run.game not in GAMES:
        rest = [name for name in run.manifest["columns"] if has_levels(run, name) and name not in run.headline]
        yield from list(level_charts(run, rest))[:MOST_UNASKED]


def has_levels(run: Run, metric: str) -> bool:
    column = run.column(metric)
    return bool(column.get("levels")) and not column.get("seats")


def level_charts(run: Run, names: Iterable[str]) -> Iterator[Chart]:
    for metric in names:
        rows = run.rows(metric, run.variants[0], run.points[0])
        if len(rows) < 2 or not any(row["estimate"] for row in rows):
            continue
        if is_crossed(rows):
            yield crossed_map(run, metric, rows)
        else:
            yield levels_chart(run, metric, run.points[:MOST_PANELS], level_title(run, metric, rows), axis_name(run, metric))


def level_title(run: Run, metric: str, rows: Sequence[Row]) -> str:
    best = max(rows, key=lambda row: row["estimate"])
    word = "most often" if run.column(metric)["kind"] == "code" else "highest for"
    doc = run.column(metric)["doc"] or words(metric)
    return f"{doc[:1].upper()}{doc[1:]}: {word} {entry(best)}, {with_interval(best, run.is_rate(metric))}{first_cell(run)}"


def is_crossed(rows: Sequence[Row]) -> bool:
    """Every level is a pair, such as `flush, three top cards`."""
    pairs = [row["level"].split(", ") for row in rows]
    return all(len(pair) == 2 for pair in pairs) and len({pair[0] for pair in pairs}) > 1 and len({pair[1] for pair in pairs}) > 1


def crossed_map(run: Run, metric: str, rows: Sequence[Row]) -> Chart:
    pairs = {tuple(row["level"].split(", ")): row["estimate"] for row in rows}
    down, across = (list(dict.fromkeys(pair[side] for pair in pairs)) for side in (0, 1))
    values = [[pairs.get((d, a)) for a in across] for d in down]
    title = level_title(run, metric, rows)
    figure = figures.heat_map(title, axis_name(run, metric), down, across, values, lambda v: f"{v:.3g}")
    return Chart(metric, title, figure, "", table(run, rows), metric)
