"""Charts of a run. Titles state the finding, intervals are drawn, axes are named, colours are safe for the colour-blind.

Matplotlib is imported here and nowhere else; figures are made without its global state, so they can be drawn in any thread.
"""

import io
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from simlab.reports.rundir import Row, Run, Where, entry, number, with_interval

# Okabe and Ito's palette, black and yellow last
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000", "#F0E442")
INK, GRID = "#222222", "#dddddd"
NARROW = 46  # letters of a line below a chart that shares its width with long labels
WIDTH = 6.6  # inches; narrow, so that letters stay readable on a phone
MOST_PANELS, MOST_ROWS = 4, 24
MOST_UNASKED = 4  # charts of levels that nobody asked for
STYLE: Any = {
    "font.size": 10.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": "#888888",
    "axes.labelcolor": INK,
    "text.color": INK,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": GRID,
    "svg.hashsalt": "simlab",
    "legend.frameon": False,
    "text.parse_math": False,  # a name with dollar signs is a name
}


@dataclass(frozen=True)
class Chart:
    """A picture with what it says."""

    name: str  # of its files
    title: str
    figure: Figure
    note: str = ""

    def svg(self) -> bytes:
        return self._saved("svg", metadata={"Date": None})

    def png(self) -> bytes:
        return self._saved("png", dpi=110)

    def _saved(self, kind: str, **options: Any) -> bytes:
        file = io.BytesIO()
        with matplotlib.rc_context(STYLE):
            self.figure.savefig(file, format=kind, **options)
        return file.getvalue()

    def _repr_png_(self) -> bytes:
        return self.png()

    def save(self, folder: Path) -> bytes:
        """Both files; returns the SVG, which the page shows."""
        folder.mkdir(parents=True, exist_ok=True)
        drawn = self.svg()
        self.figure.set_layout_engine("none")  # laid out by now: the second drawing need not do it again
        (folder / f"{self.name}.svg").write_bytes(drawn)
        (folder / f"{self.name}.png").write_bytes(self.png())
        return drawn


def charts(run: Run) -> list[Chart]:
    """The charts that suit what a run contains, what was asked for first."""
    found: list[Chart] = []
    with matplotlib.rc_context(STYLE):
        for make in (forests, responses, win_charts, length_charts, level_charts):
            found += list(make(run))
    return found


# --- the kit ------------------------------------------------------------------------------------------------------------------


def canvas(title: str, panels: int, height: float) -> tuple[Figure, list[Axes]]:
    """A figure with its finding on top and panels below each other."""
    heading = fill(title, 62)
    tall = height * panels + 0.35 + 0.24 * (heading.count("\n") + 1)
    figure = Figure(figsize=(WIDTH, tall), layout="constrained")
    figure.suptitle(heading, x=0.01, ha="left", fontsize=12, fontweight="bold")
    axes = figure.subplots(panels, 1, squeeze=False)[:, 0]
    return figure, list(axes)


def intervals(axes: Axes, groups: Sequence[tuple[str, Sequence[Row]]], names: Sequence[str], rate: bool) -> None:
    """Dots with their intervals: a line for each name, a colour for each group."""
    step = min(0.22, 0.7 / max(len(groups), 1))
    for g, (label, rows) in enumerate(groups):
        shift = (g - (len(groups) - 1) / 2) * step
        for k, row in enumerate(rows):
            y = names.index(named(row)) + shift
            low, high = (row[end] if row[end] is not None else row["estimate"] for end in ("ci_low", "ci_high"))
            axes.plot([low, high], [y, y], color=COLOURS[g % len(COLOURS)], lw=2, solid_capstyle="butt")
            axes.plot(row["estimate"], y, "o", ms=5, color=COLOURS[g % len(COLOURS)], label=label if k == 0 else None)
    axes.set_yticks(range(len(names)), [fill(name, 26) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)
    if rate:
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=None))
    axes.xaxis.set_major_locator(MaxNLocator(6))


def legend(figure: Figure, axes: Axes, groups: int) -> None:
    if groups > 1:
        handles, labels = axes.get_legend_handles_labels()
        figure.legend(handles, [fill(text, 40) for text in labels], loc="outside lower left", ncols=min(3, groups), fontsize=9.5)


def named(row: Row) -> str:
    return entry(row) or row["metric"]


def heat_map(
    title: str, axis: str, rows: Sequence[str], columns: Sequence[str], values: Sequence[Sequence[float | None]], show: Any
) -> Figure:
    """Numbers on colours; letters turn white on dark ground."""
    figure, (axes,) = canvas(title, 1, 0.9 + 0.36 * len(rows))
    known = [v for line in values for v in line if v is not None]
    table = [[math.nan if v is None else v for v in line] for line in values]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    image = axes.imshow(table, cmap="cividis", aspect="auto", vmin=low, vmax=high if high > low else low + 1)
    for y, line in enumerate(values):
        for x, v in enumerate(line):
            if v is not None:
                dark = v < low + 0.55 * (high - low)
                axes.text(x, y, show(v), ha="center", va="center", fontsize=9, color="white" if dark else "black")
    axes.set_xticks(range(len(columns)), [fill(c, 12) for c in columns], rotation=0 if len(columns) <= 7 else 60)
    axes.set_yticks(range(len(rows)), [fill(r, 26) for r in rows])
    axes.grid(visible=False)
    figure.colorbar(image, ax=axes, label=fill(axis, 40))
    return figure


# --- what a run shows ---------------------------------------------------------------------------------------------------------


def more(run: Run) -> str:
    hidden = len(run.points) - MOST_PANELS
    return f"The first {MOST_PANELS} of {len(run.points)} points; the tables have all." if hidden > 0 else ""


def win_charts(run: Run) -> Iterator[Chart]:
    """Share of the win, by seat and (for rotated deals) by player."""
    for metric in ("win", "win_by_player"):
        points = [point for point in run.points[:MOST_PANELS] if run.rows(metric, None, point)]
        if points:
            yield dots(run, metric, points, win_title(run, metric), "share of the win", even=True)


def win_title(run: Run, metric: str) -> str:
    rows = run.rows(metric, run.variants[0], run.points[0])
    best = max(rows, key=lambda row: row["estimate"])
    close = [row for row in rows if row["ci_high"] is None or row["ci_high"] >= best["ci_low"]]
    where = ", ".join(part for part in (run.variants[0] if len(run.variants) > 1 else "", run.points[0].label) if part)
    if len(close) == len(rows):
        return f"No {'seat' if metric == 'win' else 'player'} clearly wins more than another" + (f" ({where})" if where else "")
    return f"{entry(best).capitalize()} wins most: {with_interval(best, True)}" + (f" ({where})" if where else "")


def dots(run: Run, metric: str, points: Sequence[Where], title: str, axis: str, even: bool = False) -> Chart:
    """One panel for each point: entries down, variants by colour."""
    live = happened(run, metric)
    by_point = [[(variant, live(run.rows(metric, variant, point))) for variant in run.variants] for point in points]
    tallest = max(len(rows) for groups in by_point for _, rows in groups)
    figure, panels = canvas(title, len(points), 0.75 + tallest * max(0.27, 0.13 * len(run.variants)))
    for axes, point, groups in zip(panels, points, by_point, strict=True):
        names = list(dict.fromkeys(named(row) for _, rows in groups for row in rows))
        intervals(axes, groups, names, run.is_rate(metric))
        if even:
            axes.axvline(1 / point.players, color="#888888", ls="--", lw=1)
        if point.label:
            axes.set_title(point.label, loc="left", fontsize=10.5)
    panels[-1].set_xlabel(fill(f"{axis}, 95 % interval" + ("; dashed: an even share" if even else ""), NARROW))
    legend(figure, panels[0], len(run.variants))
    return Chart(metric, title, figure, more(run))


def happened(run: Run, metric: str) -> Callable[[list[Row]], list[Row]]:
    """Leaves out levels that never occur in the whole run, and what does not fit."""
    live = {(row["seat"], row["level"]) for row in run.rows(metric) if row["estimate"]}
    return lambda rows: [row for row in rows if (row["seat"], row["level"]) in live or row["level"] is None][:MOST_ROWS]


def length_charts(run: Run) -> Iterator[Chart]:
    """How long games last, and how other small numbers spread."""
    wanted = [name for name in run.headline if run.histograms.filter(metric=name).height]
    for metric in dict.fromkeys(["rounds", *wanted]):
        if any(len(run.lengths(metric, variant, point)) > 1 for variant in run.variants for point in run.points):
            yield lengths(run, metric)


def lengths(run: Run, metric: str) -> Chart:
    points = run.points[:MOST_PANELS]
    unit = run.column(metric)["unit"] or metric
    middle = quantile(run.lengths(metric, run.variants[0], points[0]), 0.5)
    low, high = (quantile(run.lengths(metric, run.variants[0], points[0]), q) for q in (0.05, 0.95))
    where = ", ".join(part for part in (run.variants[0] if len(run.variants) > 1 else "", points[0].label) if part)
    title = f"Nine games in ten have {low} to {high} {unit}; the median is {middle}" + (f" ({where})" if where else "")
    figure, panels = canvas(title, len(points), 2.1)
    for axes, point in zip(panels, points, strict=True):
        for g, variant in enumerate(run.variants):
            spread(axes, run.lengths(metric, variant, point), variant, COLOURS[g % len(COLOURS)])
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_ylabel("share of games")
        axes.set_ylim(bottom=0)
        if point.label:
            axes.set_title(point.label, loc="left", fontsize=10.5)
    panels[-1].set_xlabel(f"{unit} in a game" + ("" if unit == metric else f" ({metric})"))
    legend(figure, panels[0], len(run.variants))
    return Chart(f"{metric}_distribution", title, figure, more(run))


def spread(axes: Axes, bars: Sequence[tuple[int, int]], label: str, colour: str) -> None:
    """The share of games at each value, with its interval as a band; the far end of the tail is left out."""
    from simlab.experiments.estimates import rate

    games = sum(count for _, count in bars)
    last = quantile(bars, 0.999)
    known = dict(bars)
    values = list(range(min(known, default=0), last + 1))
    shares = [known.get(value, 0) / games for value in values]
    found = [rate(share, math.sqrt(share * (1 - share) / games), games, games) for share in shares]
    axes.fill_between(values, [f.low or 0.0 for f in found], [f.high or 0.0 for f in found], color=colour, alpha=0.25, lw=0)
    axes.plot(values, shares, "o-", ms=3 if len(values) > 12 else 5, lw=1.4, color=colour, label=label)


def quantile(bars: Sequence[tuple[int, int]], q: float) -> int:
    """The value that a share q of the games does not exceed."""
    games, seen = sum(count for _, count in bars), 0
    for value, count in bars:
        seen += count
        if seen >= q * games:
            return value
    return bars[-1][0] if bars else 0


def level_charts(run: Run) -> Iterator[Chart]:
    """How often each category, level or way to end occurs; crossed levels as heat maps. What was asked for comes first."""
    names = [name for name, column in run.manifest["columns"].items() if column.get("levels") and not column.get("seats")]
    unasked = 0
    for metric in sorted(names, key=lambda name: name not in run.headline):
        rows = run.rows(metric, run.variants[0], run.points[0])
        unasked += metric not in run.headline
        if len(rows) < 2 or not any(row["estimate"] for row in rows) or unasked > MOST_UNASKED:
            continue
        if is_crossed(rows):
            yield crossed_map(run, metric, rows)
        else:
            yield dots(run, metric, run.points[:MOST_PANELS], level_title(run, metric, rows), axis_name(run, metric))


def axis_name(run: Run, metric: str) -> str:
    column = run.column(metric)
    unit = f" ({column['unit']})" if column["unit"] else ""
    per = f", for each of {column['over']}" if column.get("over") else ""
    return f"{column['doc']}{unit}{per}" or metric


def level_title(run: Run, metric: str, rows: Sequence[Row]) -> str:
    best = max(rows, key=lambda row: row["estimate"])
    word = "most frequent" if run.column(metric)["kind"] == "code" else "highest"
    return f"{metric}: {entry(best)} is {word}, {with_interval(best, run.is_rate(metric))}"


def is_crossed(rows: Sequence[Row]) -> bool:
    """Every level is a pair, such as `flush, three top cards`."""
    pairs = [row["level"].split(", ") for row in rows]
    return all(len(pair) == 2 for pair in pairs) and len({pair[0] for pair in pairs}) > 1 and len({pair[1] for pair in pairs}) > 1


def crossed_map(run: Run, metric: str, rows: Sequence[Row]) -> Chart:
    pairs = {tuple(row["level"].split(", ")): row["estimate"] for row in rows}
    down, across = (list(dict.fromkeys(pair[side] for pair in pairs)) for side in (0, 1))
    values = [[pairs.get((d, a)) for a in across] for d in down]
    title = level_title(run, metric, rows)
    return Chart(metric, title, heat_map(title, axis_name(run, metric), down, across, values, lambda v: f"{v:.3g}"))


def responses(run: Run) -> Iterator[Chart]:
    """How the headline numbers answer to what was swept: lines for one axis, a heat map for two."""
    axes = [key for key in run.cell_columns if key != "variant"]
    if len(axes) == 1 or len(axes) == 2:
        for metric in run.headline:
            entries = {(row["seat"], row["level"]) for row in run.rows(metric)}
            if len(entries) == 1:
                yield line_response(run, metric, axes[0]) if len(axes) == 1 else map_response(run, metric, axes)


def line_response(run: Run, metric: str, key: str) -> Chart:
    rows = run.rows(metric)
    values = list(dict.fromkeys(row[key] for row in rows))
    mine = [row for row in rows if row["variant"] == run.variants[0]]
    ends = [min(mine, key=lambda row: row["estimate"]), max(mine, key=lambda row: row["estimate"])]
    shown_as: Callable[[Row], str] = lambda row: number(row["estimate"], row["std_error"], run.is_rate(metric))  # noqa: E731
    word = key.removeprefix("rules.")
    title = f"{metric} goes from {shown_as(ends[0])} at {word} {ends[0][key]} to {shown_as(ends[1])} at {word} {ends[1][key]}"
    figure, (axes,) = canvas(title, 1, 2.9)
    numeric = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    for g, variant in enumerate(run.variants):
        line = [row for row in rows if row["variant"] == variant]
        x = [row[key] if numeric else values.index(row[key]) for row in line]
        y = [row["estimate"] for row in line]
        bars = [[v - row["ci_low"] for v, row in zip(y, line, strict=True)], [row["ci_high"] - v for v, row in zip(y, line, strict=True)]]
        axes.errorbar(x, y, yerr=bars, fmt="o-", capsize=3, color=COLOURS[g % len(COLOURS)], label=variant)
    axes.set_xticks(values if numeric else range(len(values)), [fill(str(value), 14) for value in values])
    axes.set_xlabel(word)
    axes.set_ylabel(fill(axis_name(run, metric), 34))
    if run.is_rate(metric):
        axes.yaxis.set_major_formatter(PercentFormatter(1.0))
    legend(figure, axes, len(run.variants))
    return Chart(f"{metric}_response", title, figure)


def map_response(run: Run, metric: str, keys: Sequence[str]) -> Chart:
    rows = run.rows(metric, run.variants[0])
    down, across = (list(dict.fromkeys(str(row[key]) for row in rows)) for key in keys)
    known = {(str(row[keys[0]]), str(row[keys[1]])): row["estimate"] for row in rows}
    best = max(rows, key=lambda row: row["estimate"])
    show = (lambda v: f"{v:.1%}") if run.is_rate(metric) else (lambda v: f"{v:.3g}")
    title = f"{metric} is highest with {run.where(best)}: {with_interval(best, run.is_rate(metric))}"
    names = [[f"{key.removeprefix('rules.')} {v}" for v in side] for key, side in zip(keys, (down, across), strict=True)]
    values = [[known.get((d, a)) for a in across] for d in down]
    figure = heat_map(title, axis_name(run, metric), names[0], names[1], values, show)
    return Chart(f"{metric}_response", title, figure, f"Variant {run.variants[0]}." if len(run.variants) > 1 else "")


def forests(run: Run) -> Iterator[Chart]:
    """Paired differences of the headline metrics, one chart for each metric."""
    for metric in run.headline:
        rows = [row for row in run.differences(metric) if row["ci_low"] is not None and row["verdict"][:13] != "nothing to co"]
        if rows and any(row["estimate"] or row["std_error"] for row in rows):
            yield forest(run, metric, rows)


def forest(run: Run, metric: str, rows: list[Row]) -> Chart:
    settled = [row for row in rows if row["p_holm"] is not None and row["p_holm"] < 0.05]
    title = forest_title(run, metric, settled)
    shown_rows = rows[:MOST_ROWS]
    figure, (axes,) = canvas(title, 1, 0.8 + 0.34 * len(shown_rows))
    scale = 100.0 if run.is_rate(metric) else 1.0
    for y, row in enumerate(shown_rows):
        colour = COLOURS[run.variants.index(row["variant"]) % len(COLOURS)] if row in settled else "#888888"
        axes.plot([scale * row["ci_low"], scale * row["ci_high"]], [y, y], color=colour, lw=2.2, solid_capstyle="butt")
        axes.plot(scale * row["estimate"], y, "s", ms=5.5, color=colour)
    axes.axvline(0, color=INK, lw=1)
    names = [", ".join(part for part in (row["variant"], run.where(row), entry(row)) if part) for row in shown_rows]
    axes.set_yticks(range(len(names)), [fill(name, 34) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)
    unit = "percentage points" if run.is_rate(metric) else run.column(metric)["unit"] or metric
    axes.set_xlabel(fill(f"{metric} less {run.variants[0]}'s, {unit}, paired, 95 % interval; grey: not settled", NARROW))
    axes.xaxis.set_major_locator(MaxNLocator(6))
    return Chart(f"{metric}_differences", title, figure, f"The first {MOST_ROWS} of {len(rows)}." if len(rows) > MOST_ROWS else "")


def forest_title(run: Run, metric: str, settled: list[Row]) -> str:
    if not settled:
        return f"{metric}: no settled difference to {run.variants[0]}"
    strongest = max(settled, key=lambda row: abs(row["estimate"]))
    what = ", ".join(part for part in (strongest["variant"], run.where(strongest), entry(strongest)) if part)
    return f"{metric}, {what}: {strongest['verdict']}"
