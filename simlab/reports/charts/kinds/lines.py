"""Kinds of game charts made of lines: from round to round, along steps or table sizes, the tail of a spread, habits of a player."""

from collections.abc import Sequence

from simlab.reports.charts import kit
from simlab.reports.charts.counts import quantile, shares_above
from simlab.reports.charts.kinds.cell_numbers import FIRST, by_level, fill_title, magnitude, one_row_each
from simlab.reports.charts.kit import INK, Chart, Data, Dot
from simlab.reports.charts.rows import dot, few_variants, first_cell, first_of, first_variant_note, last_of, table, variants_note
from simlab.reports.charts.sketches import Sketch
from simlab.reports.rundir import Cell, Run

RARE = 0.02  # rounds that fewer games began are left out
Line = tuple[str, list[tuple[float, Dot]]]


def by_round(run: Run, sketch: Sketch) -> Chart | None:
    """A metric of the first rounds, among the games that began them: a line for each variant."""
    metric = sketch.metrics[0]
    lines = [(run.variant_title(variant), round_dots(run, metric, variant)) for variant in few_variants(run)]
    first = lines[0][1]
    if len(first) < 2:
        return None
    last = int(first[-1][0])
    title = fill_title(run, sketch, {"first": first[0][1], f"{last}": first[-1][1]}, False, last=f"round {last}")
    figure = kit.curve(title, ("round", sketch.axis), lines, False, run.colour)
    figure.get_axes()[0].set_xticks(range(1, max(len(dots) for _, dots in lines) + 1))
    rows = [(variant, int(k), *d) for variant, dots in lines for k, d in dots]
    note = f"Among the games that began the round, where at least {RARE:.0%} did."
    return Chart(sketch.name, title, figure, note, Data(("variant", "round", "mean", "low", "high"), rows), metric)


def round_dots(run: Run, metric: str, variant: str) -> list[tuple[float, Dot]]:
    found = by_level(run, metric, Cell(variant, run.points[0], 0))
    begun = begun_rounds(run.counts("rounds", variant, run.points[0]), len(found))
    rounds = enumerate(zip(found.values(), begun, strict=True), 1)
    return [(float(k), Dot(*(end / share for end in d))) for k, (d, share) in rounds if share >= RARE]


def begun_rounds(bars: Sequence[tuple[int, int]], rounds: int) -> list[float]:
    """The share of games that began round 1, 2, ..."""
    games = sum(count for _, count in bars) or 1
    return [sum(count for value, count in bars if value >= k) / games for k in range(1, rounds + 1)]


def steps(run: Run, sketch: Sketch) -> Chart | None:
    """Metrics that are steps of one scale, from left to right: a line for each variant, at the first point."""
    lines: list[Line] = []
    for variant in few_variants(run):
        rows = one_row_each(run, sketch.metrics, Cell(variant, run.points[0], 0))
        lines += [(run.variant_title(variant), [(float(k), dot(row)) for k, row in enumerate(rows)])] if rows else []
    if not lines:
        return None
    first, last = lines[0][1][0][1], lines[0][1][-1][1]
    title = sketch.says.format(a=magnitude(first), b=magnitude(last)) + first_cell(run)
    figure = kit.curve(title, (sketch.across, sketch.axis), lines, False, run.colour)
    figure.get_axes()[0].set_xticks(range(len(sketch.labels)), list(sketch.labels))
    data = [(variant, label, *found) for variant, points in lines for label, (_, found) in zip(sketch.labels, points, strict=True)]
    head = ("variant", sketch.across, "mean", "low", "high")
    return Chart(sketch.name, title, figure, variants_note(run), Data(head, data), sketch.metrics[0])


def by_players(run: Run, sketch: Sketch) -> Chart | None:
    """Shares by table size: a line for each metric, in the first variant."""
    points = [point for point in run.points if not point.swept]
    cells = [Cell(run.variants[0], point, 0) for point in points]
    found = [one_row_each(run, sketch.metrics, cell) for cell in cells]
    if len(points) < 2 or len(points) < len(run.points) or not all(found):
        return None
    lines: list[Line] = [
        (label, [(float(cell.point.players), dot(rows[k])) for cell, rows in zip(cells, found, strict=True)])
        for k, label in enumerate(sketch.labels)
    ]
    ends = [magnitude(dots[-1][1], True) for _, dots in lines]
    title = sketch.says.format(**dict(zip("abc", ends, strict=False)), players=points[-1].players)
    figure = kit.curve(title, ("players", sketch.axis), lines, True, run.colour)
    figure.get_axes()[0].set_xticks([point.players for point in points])
    note = first_variant_note(run)
    return Chart(sketch.name, title, figure, note, table(run, [row for rows in found for row in rows]), sketch.metrics[0])


def tail(run: Run, sketch: Sketch) -> Chart | None:
    """How many games exceed each value: the tail of a distribution, for each variant."""
    metric = sketch.metrics[0]
    bars = run.counts(metric, run.variants[0], run.points[0])
    if len(bars) < 3:
        return None
    groups = [(run.variant_title(variant), shares_above(run.counts(metric, variant, run.points[0]))) for variant in few_variants(run)]
    title = sketch.says.format(middle=quantile(bars, 0.5), late=quantile(bars, 0.9)) + first_cell(run)
    figure = kit.survival(title, sketch.axis, groups, run.colour)
    figure.get_axes()[0].set_ylabel("share of games with more")
    rows = [(variant, *bar) for variant in few_variants(run) for bar in run.counts(metric, variant, run.points[0])]
    return Chart(sketch.name, title, figure, "", Data(("variant", metric, "games"), rows), metric)


# --- habits of the first player -----------------------------------------------------------------------------------------------


def habits(run: Run, sketch: Sketch) -> Chart | None:
    """A policy with two parameters in the first place: what the second changes against the first variant, a line for each of the first.

    A share of the win at the last point of a sweep (whole games), other numbers at the first (a round).
    """
    metric, (which, along) = sketch.metrics[0], sketch.params
    point = run.points[-1 if run.is_rate(metric) else 0]
    fixed = run.keys(point)
    rows = [row for row in run.differences(metric) if row["level"] == FIRST and all(row[key] == value for key, value in fixed)]
    found: dict[int, list[tuple[float, Dot]]] = {}
    for row in rows:
        spec = run.specs(row["variant"], point)[0]
        if isinstance(spec, dict) and {which, along} <= set(spec):
            habit = (float(spec[along]), dot(row, 100.0 if run.is_rate(metric) else 1.0))
            found.setdefault(int(spec[which]), []).append(habit)
    if not found:
        return None
    lines: list[Line] = [(sketch.labels[line - 1], sorted(points)) for line, points in sorted(found.items())]
    return habit_chart(run, sketch, lines, point.label)


def habit_chart(run: Run, sketch: Sketch, lines: Sequence[Line], where: str) -> Chart:
    which, along = sketch.params
    rows = [(label, x, *d) for label, points in lines for x, d in points]
    best, least = max(rows, key=lambda row: row[2]), min(rows, key=lambda row: row[2])
    named = {f"{along} {x:.0f} in {label}": Dot(*d) for label, x, *d in rows}
    facts = {"best": first_of(named), "least": last_of(named)}
    title = sketch.says.format(**facts, value=f"{best[2]:+.2g}", least_value=f"{least[2]:+.2g}") + (f" ({where})" if where else "")
    figure = kit.curve(title, (sketch.across, sketch.axis), lines, False, run.colour)
    axes = figure.get_axes()[0]
    axes.axhline(0, color=INK, lw=1)
    axes.set_xticks(sorted({x for _, points in lines for x, _ in points}))
    return Chart(sketch.name, title, figure, "", Data((which, along, "difference", "low", "high"), rows), sketch.metrics[0])
