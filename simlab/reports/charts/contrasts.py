"""Charts of gains and losses: what a role is worth part by part, what a habit of the first player costs, how a number moves with another.

Kinds for the tables of `gamecharts.py`.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.reports.charts import kit as figures
from simlab.reports.charts.kit import INK, NARROW, Chart, Data, Dot
from simlab.reports.charts.of_run import MOST_ROWS, dot, few_variants, first_cell, forest_name, left_out, settled, table
from simlab.reports.rundir import Cell, Row, Run, number

if TYPE_CHECKING:
    from simlab.reports.charts.drawings import GameChart

MOST_BARS = 12
FIRST = "player 0"
Line = tuple[str, list[tuple[float, Dot]]]


def rows_of(run: Run, metrics: Sequence[str], cell: Cell) -> list[Row]:
    """One row for each metric, where all are known."""
    found = [row for metric in metrics for row in run.rows(metric, cell.variant, cell.point)]
    return found if len(found) == len(metrics) else []


def few_cells(run: Run) -> list[Cell]:
    """All cells, or the first variant at every point where there are too many."""
    return run.cells if len(run.cells) <= MOST_BARS else [cell for cell in run.cells if cell.variant == run.variants[0]]


def rounded_dot(found: Dot, rate: bool = False) -> str:
    return number(abs(found.value), (found.high - found.low) / 4, rate)


# --- parts of a whole ---------------------------------------------------------------------------------------------------------


def portions(run: Run, wanted: "GameChart") -> Chart | None:
    """Shares of a whole: a bar for each cell, a part for each metric."""
    cells = few_cells(run)
    found = [rows_of(run, wanted.metrics, cell) for cell in cells]
    if not all(found):
        return None
    parts: list[tuple[str, list[Dot | None]]] = [(label, [dot(rows[k]) for rows in found]) for k, label in enumerate(wanted.labels)]
    best, share = max(((label, dots[0]) for label, dots in parts if dots[0]), key=lambda part: part[1].value)
    title = wanted.says.format(best=best, value=rounded_dot(share, True)) + first_cell(run)
    figure = figures.stacked(title, wanted.axis, [run.cell_label(cell) or "all games" for cell in cells], parts, True)
    return Chart(wanted.name, title, figure, "", table(run, [row for rows in found for row in rows]), wanted.metrics[0])


def balance(run: Run, wanted: "GameChart") -> Chart | None:
    """Gains to the right, losses to the left, a part for each metric; the last metric is what is left of all, with its interval."""
    cells = few_cells(run)
    found = [rows_of(run, wanted.metrics, cell) for cell in cells]
    if not all(found):
        return None
    parts = [(label, [dot(rows[k]) for rows in found]) for k, label in enumerate(wanted.labels)]
    nets = [dot(rows[-1]) for rows in found]
    largest = max(parts, key=lambda part: abs(part[1][0].value))
    facts = {"net": rounded_dot(nets[0]), "more": "more" if nets[0].value > 0 else "less", "best": largest[0]}
    title = wanted.says.format(**facts, value=f"{largest[1][0].value:+.2f}") + first_cell(run)
    figure = signed_bars(title, wanted.axis, [run.cell_label(cell) or "all games" for cell in cells], parts, nets)
    note = "" if len(cells) == len(run.cells) else f"Variant {run.variants[0]}; the tables have all."
    return Chart(wanted.name, title, figure, note, table(run, [row for rows in found for row in rows]), wanted.metrics[-1])


def signed_bars(title: str, axis: str, names: Sequence[str], parts: Sequence[tuple[str, Sequence[Dot]]], nets: Sequence[Dot]) -> Figure:
    """Bars of parts on both sides of nothing, and a diamond where they balance."""
    figure, (axes,) = figures.canvas(title, 1, figures.foot_height(axis) + max(0.5, figures.row_height(names)) * len(names))
    for y in range(len(names)):
        ends = {True: 0.0, False: 0.0}
        for (label, dots), colour in zip(parts, figures.part_colours(len(parts)), strict=True):
            part = dots[y]
            side = part.value > 0
            axes.barh(y, part.value, left=ends[side], height=0.62, color=colour, edgecolor="white", lw=0.6, label=label if y == 0 else None)
            write_in(axes, ends[side] + part.value / 2, y, part, max(abs(net.value) for net in nets), figures.on(colour))
            ends[side] += part.value
        axes.plot([nets[y].low, nets[y].high], [y + 0.42] * 2, color=INK, lw=1.6)
        axes.plot(nets[y].value, y + 0.42, "D", ms=5, color="white", markeredgecolor=INK, label="together" if y == 0 else None)
    axes.axvline(0, color=INK, lw=1)
    figures.name_rows(axes, names)
    axes.set_xlabel(figures.fitted(axis, NARROW, 4))
    figures.legend(figure, axes, len(parts) + 1)
    return figure


def write_in(axes: Axes, x: float, y: float, part: Dot, whole: float, ink: str) -> None:
    if abs(part.value) > 0.12 * whole:
        axes.text(x, y, f"{part.value:.2f}", ha="center", va="center", fontsize=9, color=ink)


# --- the first player ---------------------------------------------------------------------------------------------------------


def of_first(run: Run, wanted: "GameChart") -> Chart | None:
    """The first player of a rotated line-up, under each variant against the first: a line for each, the largest on top."""
    metric = wanted.metrics[0]
    rows = [row for row in run.differences(metric) if row["level"] == FIRST and row["ci_low"] is not None]
    rows = sorted((row for row in rows if row["std_error"]), key=lambda row: row["estimate"])
    if not any(settled(row) for row in rows) or len(rows) > MOST_ROWS:
        return None
    scale = 100.0 if run.is_rate(metric) else 1.0
    best = max((row for row in rows if settled(row)), key=lambda row: abs(row["estimate"]))
    title = wanted.says.format(best=plain_name(run, best), value=best["verdict"])
    lines = [(plain_name(run, row), dot(row, scale), settled(row), run.variants.index(row["variant"])) for row in rows]
    axis = f"{wanted.axis} less {run.variants[0]}'s, paired, 95 % interval; grey: not settled"
    head = (*(name.removeprefix("rules.") for name in run.cell_columns), "difference", "low", "high", "verdict")
    data = [(*(r[n] for n in run.cell_columns), r["estimate"], r["ci_low"], r["ci_high"], r["verdict"]) for r in rows]
    return Chart(wanted.name, title, figures.forest(title, axis, lines, run.game), "", Data(head, data), metric)


def plain_name(run: Run, row: Row) -> str:
    return forest_name(run, {**row, "level": None})


def habits(run: Run, wanted: "GameChart") -> Chart | None:
    """A policy with a `phase` and a `rank` in the first place: what it changes against the first variant, a line for each phase.

    A share of the win at the last point of a sweep (whole games), other numbers at the first (a round).
    """
    metric = wanted.metrics[0]
    point = run.points[-1 if run.is_rate(metric) else 0]
    swept = dict(run.keys(point))
    rows = {row["variant"]: row for row in run.differences(metric) if row["level"] == FIRST and all(row[k] == v for k, v in swept.items())}
    found: dict[int, list[tuple[float, Dot]]] = {}
    scale = 100.0 if run.is_rate(metric) else 1.0
    for variant, row in rows.items():
        spec = run.specs(variant, point)[0]
        if isinstance(spec, dict) and {"phase", "rank"} <= set(spec):
            found.setdefault(int(spec["phase"]), []).append((float(spec["rank"]), dot(row, scale)))
    if not found:
        return None
    lines: list[Line] = [(wanted.labels[phase - 1], sorted(points)) for phase, points in sorted(found.items())]
    return habit_chart(run, wanted, lines, point.label)


def habit_chart(run: Run, wanted: "GameChart", lines: Sequence[Line], where: str) -> Chart:
    phase, (rank, best) = max(((label, point) for label, points in lines for point in points), key=lambda found: found[1][1].value)
    worst_phase, (worst_rank, worst) = min(
        ((label, point) for label, points in lines for point in points), key=lambda found: found[1][1].value
    )
    facts = {"best": f"rank {rank:.0f} in {phase}", "least": f"rank {worst_rank:.0f} in {worst_phase}"}
    title = wanted.says.format(**facts, value=f"{best.value:+.2g}", least_value=f"{worst.value:+.2g}") + (f" ({where})" if where else "")
    figure = figures.curve(title, ("plays the card nearest to this rank (14: ace)", wanted.axis), lines, False, run.game)
    axes = figure.get_axes()[0]
    axes.axhline(0, color=INK, lw=1)
    axes.set_xticks(sorted({rank for _, points in lines for rank, _ in points}))
    rows = [(label, rank, *found) for label, points in lines for rank, found in points]
    return Chart(wanted.name, title, figure, "", Data(("phase", "rank", "difference", "low", "high"), rows), wanted.metrics[0])


# --- along an axis ------------------------------------------------------------------------------------------------------------


def steps(run: Run, wanted: "GameChart") -> Chart | None:
    """Metrics that are steps of one scale, from left to right: a line for each variant, at the first point."""
    lines: list[Line] = []
    for variant in few_variants(run):
        rows = rows_of(run, wanted.metrics, Cell(variant, run.points[0], 0))
        lines += [(variant, [(float(k), dot(row)) for k, row in enumerate(rows)])] if rows else []
    if not lines:
        return None
    first, last = lines[0][1][0][1], lines[0][1][-1][1]
    title = wanted.says.format(a=rounded_dot(first), b=rounded_dot(last)) + first_cell(run)
    across, up = wanted.axis.split("; ")
    figure = figures.curve(title, (across, up), lines, False, run.game)
    figure.get_axes()[0].set_xticks(range(len(wanted.labels)), list(wanted.labels))
    data = [(variant, label, *found) for variant, points in lines for label, (_, found) in zip(wanted.labels, points, strict=True)]
    return Chart(wanted.name, title, figure, left_out(run), Data(("variant", across, "mean", "low", "high"), data), wanted.metrics[0])


def by_players(run: Run, wanted: "GameChart") -> Chart | None:
    """Shares by table size: a line for each metric, in the first variant."""
    points = [point for point in run.points if not point.swept]
    cells = [Cell(run.variants[0], point, 0) for point in points]
    found = [rows_of(run, wanted.metrics, cell) for cell in cells]
    if len(points) < 2 or len(points) < len(run.points) or not all(found):
        return None
    lines: list[Line] = [
        (label, [(float(cell.point.players), dot(rows[k])) for cell, rows in zip(cells, found, strict=True)])
        for k, label in enumerate(wanted.labels)
    ]
    shown = [rounded_dot(points[-1][1], True) for _, points in lines]
    title = wanted.says.format(**dict(zip("abc", shown, strict=False)), players=points[-1].players)
    figure = figures.curve(title, ("players", wanted.axis), lines, True, run.game)
    figure.get_axes()[0].set_xticks([point.players for point in points])
    note = f"Variant {run.variants[0]}; the tables have all." if len(run.variants) > 1 else ""
    return Chart(wanted.name, title, figure, note, table(run, [row for rows in found for row in rows]), wanted.metrics[0])
