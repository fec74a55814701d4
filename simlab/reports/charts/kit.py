"""The chart kit: every kind of picture a report may hold, made from plain numbers.

Titles state the finding, intervals are drawn, axes are named, colours are safe for the colour-blind, each game has its own first
colour. Matplotlib is imported here and nowhere else; figures are made without its global state, so they can be drawn in any thread.
"""

import io
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.font_manager import findfont, get_font
from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

# Okabe and Ito's palette without its yellow, which is too pale for lines; black comes last
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
FIRST = {"showdown": 0, "arcana": 3, "battle": 1, "fortune": 5, "jester": 2}  # each game's own colour
INK, GRID, GREY = "#222222", "#dddddd", "#767676"
NARROW = 46  # letters of a line below a chart that shares its width with long labels
WIDTH = 6.6  # inches; narrow, so that letters stay readable on a phone
LONGEST = 400  # letters of a name that are looked at
SEPARATE = 6  # more groups than this cannot be told apart by colour
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
    "text.hinting": "none",  # letters as wide in PNG as in SVG: one layout serves both
    "text.parse_math": False,  # a name with dollar signs is a name
}


class Dot(NamedTuple):
    """A number with its interval."""

    value: float
    low: float
    high: float


class Side(NamedTuple):
    """One bar of a tornado: the value that makes it, how far it reaches, whether that is settled."""

    label: str
    dot: Dot
    settled: bool = True


Group = tuple[str, Mapping[str, Dot]]  # a label, and a dot for each name


@dataclass(frozen=True)
class Data:
    """The numbers of a chart as a table."""

    head: tuple[str, ...]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True)
class Chart:
    """A picture with what it says."""

    name: str  # of its files
    title: str
    figure: Figure
    note: str = ""
    data: Data = field(default=Data((), ()))
    metric: str = ""  # what it is about, for the glossary

    def svg(self) -> bytes:
        return lightened(self._drawn(FigureCanvasSVG(self.figure).print_svg, 72, {"Date": None}))

    def png(self) -> bytes:
        return self._drawn(FigureCanvasAgg(self.figure).print_png, 110)

    def _drawn(self, write: Callable[..., None], dpi: float, metadata: dict[str, Any] | None = None) -> bytes:
        """By the canvas itself: `savefig` would draw everything once before, which takes half of the time."""
        file, usual = io.BytesIO(), self.figure.dpi
        with matplotlib.rc_context(STYLE):
            self.figure.dpi = dpi
            write(file, metadata=metadata)
            self.figure.dpi = usual
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


def lightened(svg: bytes) -> bytes:
    """The same picture in fewer bytes: places to a hundredth of a point, no comments, no metadata, no indents."""
    plain = re.sub(rb"(?<![\d.])([1-9]\d*\.\d\d)\d+", rb"\1", svg)
    return re.sub(rb"\n\s*", b"\n", re.sub(rb"<!--.*?-->|<metadata>.*?</metadata>", b"", plain, flags=re.DOTALL))


# --- letters and colours ------------------------------------------------------------------------------------------------------


@cache
def glyphs() -> frozenset[int]:
    return frozenset(get_font(findfont("DejaVu Sans")).get_charmap())


def drawable(text: str) -> str:
    """What the font has; a box stands for the rest."""
    return "".join(letter if ord(letter) in glyphs() and letter.isprintable() else "□" for letter in text)


def fitted(text: str, width: int, lines: int = 3) -> str:
    """Broken into lines; what would take too many of them is cut."""
    known = drawable(" ".join(text[:LONGEST].split()))
    broken = wrap(known, width) or [""]
    if len(broken) > lines:
        broken = [*broken[: lines - 1], broken[lines - 1][: width - 2] + " …"]
    return "\n".join(broken)


def palette(game: str = "") -> tuple[str, ...]:
    """The colours, the game's own first."""
    first = FIRST.get(game, 0)
    return (COLOURS[first], *(colour for colour in COLOURS if colour != COLOURS[first]))


# --- the frame ----------------------------------------------------------------------------------------------------------------


def canvas(title: str, panels: int, height: float) -> tuple[Figure, list[Axes]]:
    """A figure with its finding on top and panels below each other."""
    heading = fitted(title, 62, 4)
    tall = height * panels + 0.35 + 0.24 * (heading.count("\n") + 1)
    figure = Figure(figsize=(WIDTH, tall), layout="constrained")
    figure.suptitle(heading, x=0.01, ha="left", fontsize=12, fontweight="bold")
    axes = figure.subplots(panels, 1, squeeze=False)[:, 0]
    return figure, list(axes)


def legend(figure: Figure, axes: Axes, groups: int) -> None:
    if groups > 1:
        handles, labels = axes.get_legend_handles_labels()
        wide = max(len(label) for label in labels) if labels else 0
        columns = 1 if wide > 40 else 2 if wide > 24 else min(3, groups)
        texts = [fitted(text, 70, 2) for text in labels]
        lines = -(-len(texts) // columns) * (1 + max(text.count("\n") for text in texts))
        figure.set_figheight(figure.get_figheight() + 0.2 * lines)
        figure.legend(handles, texts, loc="outside lower left", ncols=columns, fontsize=9.5)


def name_rows(axes: Axes, names: Sequence[str], width: int = 30) -> None:
    axes.set_yticks(range(len(names)), [fitted(name, width) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)


def row_height(names: Sequence[str], width: int = 30) -> float:
    """Inches that a line of a chart needs for its name."""
    return 0.04 + 0.17 * max((fitted(name, width).count("\n") + 1 for name in names), default=1)


def foot_height(axis: str) -> float:
    """Inches for the axis and its name below a chart."""
    return 0.62 + 0.17 * fitted(axis, NARROW, 4).count("\n")


def percent(axis: Any) -> None:
    axis.set_major_formatter(PercentFormatter(1.0, decimals=None))


def panel_title(axes: Axes, text: str) -> None:
    if text:
        axes.set_title(fitted(text, 66, 2), loc="left", fontsize=10.5)


# --- the kinds ----------------------------------------------------------------------------------------------------------------


def dots(title: str, axis: str, panels: Sequence[tuple[str, Sequence[Group], float | None]], rate: bool, game: str = "") -> Figure:
    """Dots with their intervals: a line for each name, a colour for each group, a dashed line where all would be even."""
    names = [list(dict.fromkeys(name for _, group in groups for name in group)) for _, groups, _ in panels]
    most = max(len(groups) for _, groups, _ in panels)
    tall = max(0.3, 0.13 * most, row_height([name for lines in names for name in lines]))
    figure, drawn = canvas(title, len(panels), foot_height(axis) + max(map(len, names)) * tall)
    for axes, (label, groups, even), lines in zip(drawn, panels, names, strict=True):
        scatter(axes, groups, lines, palette(game))
        if even is not None:
            axes.axvline(even, color=GREY, ls="--", lw=1)
        if rate:
            percent(axes.xaxis)
        axes.xaxis.set_major_locator(MaxNLocator(6))
        panel_title(axes, label)
    drawn[-1].set_xlabel(fitted(axis, NARROW, 4))
    legend(figure, drawn[0], most)
    return figure


def scatter(axes: Axes, groups: Sequence[Group], names: Sequence[str], colours: Sequence[str]) -> None:
    step = min(0.22, 0.7 / max(len(groups), 1))
    for g, (label, found) in enumerate(groups):
        shift, colour = (g - (len(groups) - 1) / 2) * step, colours[g % len(colours)]
        where = [names.index(name) + shift for name in found]
        axes.hlines(where, [d.low for d in found.values()], [d.high for d in found.values()], color=colour, lw=2)
        axes.plot([d.value for d in found.values()], where, "o", ms=5, color=colour, label=label)
    name_rows(axes, names)


def log_dots(title: str, axis: str, names: Sequence[str], groups: Sequence[Group], game: str = "") -> Figure:
    """Shares that differ by powers of ten: dots with their intervals as in `dots`, and a line through each group."""
    figure, (axes,) = canvas(title, 1, foot_height(axis) + max(0.3, 0.13 * len(groups)) * len(names))
    colours = palette(game)
    scatter(axes, groups, names, colours)
    step = min(0.22, 0.7 / max(len(groups), 1))
    for g, (_, found) in enumerate(groups):
        where = [names.index(name) + (g - (len(groups) - 1) / 2) * step for name in found]
        axes.plot([d.value for d in found.values()], where, color=colours[g % len(colours)], lw=0.9, alpha=0.6)
    axes.set_xscale("log")
    axes.set_xlim(left=min((d.value for _, found in groups for d in found.values()), default=0.01) / 2)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g} %"))
    axes.set_xlabel(fitted(axis, NARROW, 4))
    legend(figure, axes, len(groups))
    return figure


def forest(title: str, axis: str, rows: Sequence[tuple[str, Dot, bool, int]], game: str = "") -> Figure:
    """Paired differences: name, difference, whether it is settled, which colour. Grey: not settled."""
    names = [name for name, *_ in rows]
    figure, (axes,) = canvas(title, 1, foot_height(axis) + max(0.32, row_height(names, 34)) * len(rows))
    colours = palette(game)
    for y, (_, dot, settled, which) in enumerate(rows):
        colour = colours[which % len(colours)] if settled else "#999999"
        axes.plot([dot.low, dot.high], [y, y], color=colour, lw=2.2, solid_capstyle="butt")
        axes.plot(dot.value, y, "s", ms=5.5, color=colour)
    axes.axvline(0, color=INK, lw=1)
    name_rows(axes, names, 34)
    axes.set_xlabel(fitted(axis, NARROW, 4))
    axes.xaxis.set_major_locator(MaxNLocator(6))
    return figure


def tornado(title: str, axis: str, rows: Sequence[tuple[str, Sequence[Side]]], game: str = "") -> Figure:
    """What each knob moves, down and up: the widest bar on top, each with the value that makes it and its interval. Grey: not settled."""
    ordered = sorted(rows, key=lambda row: -max((abs(side.dot.value) for side in row[1]), default=0.0))
    names = [name for name, _ in ordered]
    figure, (axes,) = canvas(title, 1, foot_height(axis) + max(0.42, row_height(names)) * len(ordered))
    colours = palette(game)
    for y, (_, sides) in enumerate(ordered):
        tall = 0.72 / max(len(sides), 1)
        for k, side in enumerate(sides):
            tornado_bar(axes, y + (k - (len(sides) - 1) / 2) * tall, 0.9 * tall, side, colours[k % 2])
    axes.axvline(0, color=INK, lw=1)
    axes.margins(x=0.18)
    name_rows(axes, names, 30)
    axes.set_xlabel(fitted(axis, NARROW, 4))
    axes.xaxis.set_major_locator(MaxNLocator(6))
    return figure


def tornado_bar(axes: Axes, y: float, height: float, side: Side, colour: str) -> None:
    value, low, high = side.dot
    axes.barh(y, value, height=height, color=colour if side.settled else "#aaaaaa")
    axes.plot([low, high], [y, y], color=INK, lw=1.1, solid_capstyle="butt")
    if height < 0.15:
        return  # no room for letters
    end, offset, place = (max(high, 0.0), 4, "left") if value >= 0 else (min(low, 0.0), -4, "right")
    axes.annotate(fitted(side.label, 18, 1), (end, y), (offset, 0), textcoords="offset points", va="center", ha=place, fontsize=8.5)


def heat_map(
    title: str, axis: str, rows: Sequence[str], columns: Sequence[str], values: Sequence[Sequence[float | None]], show: Any
) -> Figure:
    """Numbers on colours; letters turn white on dark ground."""
    figure, (axes,) = canvas(title, 1, (0.9 if len(columns) <= 7 else 1.5) + max(0.36, row_height(rows, 26)) * len(rows))
    known = [v for line in values for v in line if v is not None]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    grounds: Any = {"cmap": "cividis", "vmin": low, "vmax": high if high > low else low + 1}
    image = coloured(axes, rows, columns, values, grounds, show, lambda v: v < low + 0.55 * (high - low))
    figure.colorbar(image, ax=axes, label=fitted(axis, 40))
    return figure


def payoff_matrix(title: str, axis: str, names: Sequence[str], values: Sequence[Sequence[Dot | None]], even: float, show: Any) -> Figure:
    """What each player (down) gets against each other (across), with half the interval's width; white is even."""
    figure, (axes,) = canvas(title, 1, 1.2 + 0.55 * len(names))
    known = [dot.value for line in values for dot in line if dot is not None]
    reach = max((abs(value - even) for value in known), default=0.0) or 1.0
    grounds: Any = {"cmap": "PuOr", "norm": TwoSlopeNorm(even, even - reach, even + reach)}
    plain = [[None if dot is None else dot.value for dot in line] for line in values]
    image = coloured(axes, names, names, plain, grounds, lambda v: "", lambda v: abs(v - even) > 0.7 * reach)
    for y, line in enumerate(values):
        for x, dot in enumerate(line):
            if dot is not None:
                dark = abs(dot.value - even) > 0.7 * reach
                axes.text(x, y, show(dot), ha="center", va="center", fontsize=9, color="white" if dark else "black")
    axes.set_xlabel("against")
    figure.colorbar(image, ax=axes, label=fitted(axis, 40))
    return figure


def coloured(
    axes: Axes,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    grounds: Any,
    show: Callable[[float], str],
    dark: Callable[[float], bool],
) -> Any:
    """The coloured field of a map with its names and numbers."""
    table = [[math.nan if v is None else v for v in line] for line in values]
    image = axes.imshow(table, aspect="auto", **grounds)
    for y, line in enumerate(values):
        for x, v in enumerate(line):
            if v is not None and show(v):
                axes.text(x, y, show(v), ha="center", va="center", fontsize=9, color="white" if dark(v) else "black")
    steep = len(columns) > 7
    axes.set_xticks(range(len(columns)), [fitted(c, 20 if steep else 12) for c in columns], rotation=60 if steep else 0)
    axes.set_yticks(range(len(rows)), [fitted(r, 26) for r in rows])
    axes.grid(visible=False)
    return image


def stacked(title: str, axis: str, names: Sequence[str], parts: Sequence[tuple[str, Sequence[Dot | None]]], rate: bool) -> Figure:
    """Bars made of parts; a thin line at the end of each part is its own interval."""
    figure, (axes,) = canvas(title, 1, foot_height(axis) + max(0.42, row_height(names)) * len(names))
    ends = [0.0] * len(names)
    whole = max(sum(dot.value for dot in column if dot) for column in zip(*(dots for _, dots in parts), strict=True)) or 1.0
    colours = part_colours(len(parts))
    for (label, found), colour in zip(parts, colours, strict=True):
        for y, dot in enumerate(found):
            if dot is None:
                continue
            axes.barh(y, dot.value, left=ends[y], height=0.7, color=colour, edgecolor="white", lw=0.6, label=label if y == 0 else None)
            if abs(dot.value) > 0.09 * whole:
                text = f"{dot.value:.0%}" if rate else f"{dot.value:.3g}"
                axes.text(ends[y] + dot.value / 2, y, text, ha="center", va="center", fontsize=9, color=on(colour))
            ends[y] += dot.value
            axes.plot([ends[y] + dot.low - dot.value, ends[y] + dot.high - dot.value], [y, y], color=INK, lw=1)
    name_rows(axes, names)
    if rate:
        percent(axes.xaxis)
    axes.set_xlabel(fitted(axis, NARROW, 4))
    legend(figure, axes, max(2, len(parts)))
    return figure


def part_colours(parts: int) -> list[str]:
    """As many as are asked for: the palette for few, steps of one scale for the many steps of an order."""
    few = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
    if parts <= len(few):
        return list(few[:parts])
    scale = matplotlib.colormaps["viridis"]
    return [matplotlib.colors.to_hex(scale(k / (parts - 1))) for k in range(parts)]


def on(ground: str) -> str:
    """Black or white, whichever reads better on a colour."""
    red, green, blue = matplotlib.colors.to_rgb(ground)
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.45 else "white"


def spread(
    title: str, axis: str, panels: Sequence[tuple[str, Sequence[tuple[str, Sequence[tuple[float, Dot]]]]]], game: str = ""
) -> Figure:
    """How values are spread over the games: the share at each, with its interval as a band."""
    figure, drawn = canvas(title, len(panels), 2.1)
    for axes, (label, groups) in zip(drawn, panels, strict=True):
        banded(axes, groups, palette(game), small=True)
        axes.set_ylabel("share of games")
        axes.set_ylim(bottom=0)
        panel_title(axes, label)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    drawn[-1].set_xlabel(fitted(axis, 66))
    legend(figure, drawn[0], max(len(groups) for _, groups in panels))
    return figure


def survival(title: str, axis: str, groups: Sequence[tuple[str, Sequence[tuple[float, Dot]]]], game: str = "") -> Figure:
    """The share of games still going on after each step, with its interval as a band."""
    figure, (axes,) = canvas(title, 1, 2.9)
    for g, (label, points) in enumerate(groups):
        colour = palette(game)[g % len(COLOURS)]
        x = [point for point, _ in points]
        axes.fill_between(x, [d.low for _, d in points], [d.high for _, d in points], step="post", color=colour, alpha=0.25, lw=0)
        axes.step(x, [d.value for _, d in points], where="post", color=colour, lw=1.8, label=label)
    axes.axhline(0.5, color=GREY, ls="--", lw=1)
    percent(axes.yaxis)
    axes.set_ylim(0, 1.02)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(fitted(axis, 66))
    axes.set_ylabel("share of games still going")
    legend(figure, axes, len(groups))
    return figure


def curve(
    title: str, axes_names: tuple[str, str], groups: Sequence[tuple[str, Sequence[tuple[float, Dot]]]], rate: bool, game: str = ""
) -> Figure:
    """An equity curve, or the answer to a swept knob: lines through dots with their intervals as bands."""
    figure, (axes,) = canvas(title, 1, 2.9)
    banded(axes, groups, palette(game), rate=rate)
    axes.set_xlabel(fitted(axes_names[0], 66))
    axes.set_ylabel(fitted(axes_names[1], 34))
    legend(figure, axes, len(groups))
    return figure


def banded(axes: Axes, groups: Any, colours: Sequence[str], rate: bool = True, small: bool = False) -> None:
    for g, (label, points) in enumerate(groups):
        colour, x = colours[g % len(colours)], [point for point, _ in points]
        axes.fill_between(x, [d.low for _, d in points], [d.high for _, d in points], color=colour, alpha=0.25, lw=0)
        size = 3 if small and len(x) > 12 else 5
        axes.plot(x, [d.value for _, d in points], "o-", ms=size, lw=1.4, color=colour, label=label)
        if not small:
            axes.vlines(x, [d.low for _, d in points], [d.high for _, d in points], color=colour, lw=2)
    if rate:
        percent(axes.yaxis)


def calibration(
    title: str,
    axes_names: tuple[str, str],
    points: Sequence[tuple[float, Dot]],
    game: str = "",
    labels: Sequence[str] = (),
    even: float | None = None,
) -> Figure:
    """What a standing says against what came of it.

    Forecasts lie between 0 and 1; on the dashed line each is as good as its word. Anything else is given with `labels` of its
    steps, and the dashed line is the `even` share, where the standing would mean nothing.
    """
    figure, (axes,) = canvas(title, 1, 3.6 if even is None else 3.0)
    axes.plot(*(([0, 1], [0, 1]) if even is None else ([points[0][0], points[-1][0]], [even, even])), color=GREY, ls="--", lw=1)
    banded(axes, [("", points)], palette(game))
    if labels:
        axes.set_xticks([x for x, _ in points], ["\n".join(fitted(line, 12) for line in label.split("\n")) for label in labels])
    else:
        percent(axes.xaxis)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(fitted(axes_names[0], 66))
    axes.set_ylabel(fitted(axes_names[1], 34))
    return figure


BANDS = (0.05, 0.25, 0.5, 0.75, 0.95)  # quantiles of a fan


def fan(
    title: str,
    axes_names: tuple[str, str],
    xs: Sequence[float],
    quantiles: Mapping[float, Sequence[float]],
    labels: Sequence[str] = (),
    of: str = "games",
    middle: Sequence[Dot] = (),
    game: str = "",
) -> Figure:
    """How a spread moves along an axis: the median (with its interval, where `middle` has it), and bands that hold ever more."""
    figure, (axes,) = canvas(title, 1, 3.0)
    levels, colour = sorted(quantiles), palette(game)[0]
    pairs = [(low, high) for low, high in zip(levels, reversed(levels), strict=True) if low < high]
    for k, (low, high) in enumerate(pairs):
        label, alpha = f"{high - low:.0%} of {of}", 0.2 * (k + 1)
        axes.fill_between(xs, list(quantiles[low]), list(quantiles[high]), color=colour, alpha=alpha, lw=0, label=label)
    if 0.5 in quantiles:
        axes.plot(xs, list(quantiles[0.5]), "o-", color=colour, lw=2, ms=4 if len(xs) <= 12 else 3, label="median")
    if middle:
        axes.vlines(xs, [dot.low for dot in middle], [dot.high for dot in middle], color=INK, lw=1.2, label="its 95 % interval")
    if labels:
        axes.set_xticks(list(xs), [fitted(text, 12) for text in labels])
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(7, integer=True))
    axes.set_xlabel(fitted(axes_names[0], 66))
    axes.set_ylabel(fitted(axes_names[1], 34))
    legend(figure, axes, 2)
    return figure


def slopes(title: str, sides: tuple[str, str], places: Sequence[tuple[str, int, int]]) -> Figure:
    """Two orders of the same things side by side; lines that should not cross are drawn strong when they do."""
    figure, (axes,) = canvas(title, 1, 1.0 + 0.33 * len(places))
    for name, left, right in places:
        moved = left != right
        colour = COLOURS[1] if moved else "#8a8f98"
        axes.plot([0, 1], [left, right], "o-", color=colour, lw=2.4 if moved else 1.4, ms=5)
        axes.annotate(fitted(name, 24, 1), (0, left), (-8, 0), textcoords="offset points", ha="right", va="center")
        axes.annotate(fitted(name, 24, 1), (1, right), (8, 0), textcoords="offset points", ha="left", va="center")
    axes.set_xlim(-0.9, 1.9)
    axes.set_ylim(len(places) - 0.5, -0.5)
    axes.set_yticks([])
    axes.set_xticks([0, 1], [fitted(side, 24) for side in sides])
    axes.grid(visible=False)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.set_xlabel("strong: not at the same place in both orders")
    return figure
