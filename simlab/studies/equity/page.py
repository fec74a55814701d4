"""Charts of what actions are worth: bars for one decision, heat maps over hand classes, made to be printed.

They take plain rows, not games; the look is that of the chart kit.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

import matplotlib
from matplotlib.colors import Colormap, ListedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from simlab.errors import InputError
from simlab.reports.charts.kit import COLOURS, GRID, INK, NARROW, STYLE
from simlab.reports.playing_cards.plotted import has_cards, name_rows_with_cards
from simlab.studies.equity.classes import Grid, Values

WIDTH = 6.6  # inches
MOST_BARS = 20
LONGEST = 30  # letters of a name in one line
CARD = 26.0  # points of a card beside a bar
PAPER = 7.2, 10.2  # inches: the most that fits a printed page
KINDS = (".png", ".svg", ".pdf")
KINDS_OF_ACTION = ListedColormap(["#dbe9f4", "#f6f1dc", "#f0a35e"])  # told apart in grey print too; the letters say the same


@dataclass(frozen=True)
class Bar:
    """One action: value, interval, and whether it may be the best."""

    name: str
    value: float
    low: float
    high: float
    best: bool


def bars(title: str, axis: str, rows: Sequence[Bar], share: bool) -> Figure:
    """Actions best first: a bar from the worst value shown, the interval over it; those that may be best in blue."""
    shown = list(rows[:MOST_BARS])
    cards = has_cards([row.name for row in shown]) and all(len(row.name) <= LONGEST for row in shown)
    names, heading = [row.name if cards else fill(row.name, LONGEST) for row in shown], fill(title, 62)
    more = f"; the best {MOST_BARS} of {len(rows)}" if len(rows) > MOST_BARS else ""
    below = fill(f"{axis}; black: 95 % interval; blue: may be the best{more}", NARROW)
    line = (CARD + 8) / 72 if cards else 0.12 + 0.18 * max(name.count("\n") + 1 for name in names)
    with matplotlib.rc_context(STYLE):
        height = 0.8 + line * len(shown) + 0.22 * (heading.count("\n") + below.count("\n") + 1)
        figure = Figure(figsize=(WIDTH, height), layout="constrained")
        figure.suptitle(heading, x=0.01, ha="left", fontsize=12, fontweight="bold")
        axes = figure.subplots()
        start = min(0.0, min(row.low for row in shown))
        for y, row in enumerate(shown):
            axes.barh(y, row.value - start, left=start, height=0.62, color=COLOURS[0] if row.best else "#b9c2c9", lw=0)
            if row.high > row.low:
                axes.plot([row.low, row.high], [y, y], color=INK, lw=1.6, solid_capstyle="butt")
        if cards:
            name_rows_with_cards(axes, names, CARD)
        else:
            axes.set_yticks(range(len(shown)), names)
        axes.set_ylim(len(shown) - 0.5, -0.5)
        axes.grid(axis="y", visible=False)
        if share:
            axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=None))
        axes.xaxis.set_major_locator(MaxNLocator(6))
        axes.set_xlabel(below)
    return figure


def heat(found: Grid) -> Figure:
    """A heat map that fits a page, with its letters readable in print."""
    wide, tall = len(found.columns), len(found.rows)
    with matplotlib.rc_context(STYLE):
        heading, note = fill(found.title, 68), fill(found.legend, 100)
        height = min(PAPER[1], 1.7 + 0.29 * tall + 0.24 * heading.count("\n") + 0.17 * note.count("\n"))
        figure = Figure(figsize=(PAPER[0], height), layout="constrained")
        figure.suptitle(heading, x=0.01, ha="left", fontsize=12, fontweight="bold")
        axes = figure.subplots()
        shades = found.shades or found.values
        low, high = limits(shades, found.palette)
        colours = {"centred": matplotlib.colormaps["PuOr"], "kinds": KINDS_OF_ACTION}.get(found.palette, matplotlib.colormaps["cividis"])
        axes.imshow([[math.nan if v is None else v for v in line] for line in shades], cmap=colours, aspect="auto", vmin=low, vmax=high)
        axes.set_facecolor("#f2f2f2")
        for y, line in enumerate(found.labels):
            for x, text in enumerate(line):
                ink = ink_on(colours, shades[y][x], low, high)
                axes.text(x, y, text, ha="center", va="center", fontsize=8.5 if wide <= 8 else 7.5, color=ink)
        axes.set_xticks(range(wide), [fill(name, max(6, 62 // wide), break_long_words=False) for name in found.columns], fontsize=8.5)
        axes.set_yticks(range(tall), [fill(name, 36) for name in found.rows], fontsize=8.5)
        axes.set_xlabel(found.across)
        axes.set_ylabel(found.down)
        axes.xaxis.tick_top()
        axes.xaxis.set_label_position("top")
        axes.grid(visible=False)
        axes.spines[:].set_color(GRID)
        figure.supxlabel(note, x=0.01, ha="left", fontsize=8.5)
    return figure


def limits(shades: Values, palette: str) -> tuple[float, float]:
    known = [v for line in shades for v in line if v is not None]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    if palette == "kinds":
        return 0.0, 2.0
    if palette == "centred":
        reach = max(abs(low), abs(high)) or 1.0
        return -reach, reach
    return low, high if high > low else low + 1.0


def ink_on(colours: Colormap, value: float | None, low: float, high: float) -> str:
    """White letters on dark ground, by the ground's luminance."""
    if value is None:
        return INK
    red, green, blue, _ = colours((value - low) / (high - low))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return "white" if 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] < 0.18 else "black"


def save(figure: Figure, path: Path) -> Path:
    """By the ending of its name."""
    if path.suffix.lower() not in KINDS:
        raise InputError(f"{path}: a chart is one of {', '.join(KINDS)}")
    metadata = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}[path.suffix.lower()]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with matplotlib.rc_context(STYLE):
            figure.savefig(path, dpi=150, metadata=metadata)
    except OSError as wrong:
        raise InputError(f"cannot write the chart {path}: {wrong.strerror}") from None
    return path
