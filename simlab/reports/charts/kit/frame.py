"""What all pictures share: a number with its interval, a finished chart and its files, letters, colours, the frame of a figure."""

import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import floor, log10
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

import matplotlib
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import findfont, get_font
from matplotlib.ticker import PercentFormatter
from matplotlib.transforms import Bbox

from simlab.disk import write_whole

# Okabe and Ito's palette without its yellow, which is too pale for lines; black comes last
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
INK, GRID, GREY = "#222222", "#dddddd", "#767676"
NARROW = 46  # letters of a line below a chart that shares its width with long labels
WIDTH = 6.6  # inches; narrow, so that letters stay readable on a phone
LONGEST = 400  # letters of a name that are looked at
MARKS = "simlab_marks"  # where a figure keeps the places of its numbers, ...
SERIES, LABELS = "simlab_series", "simlab_labels"  # ... what can be hidden, by label, the lines of its legend, ...
TAGGED, DRAWN_AT = "simlab_tagged", "simlab_drawn_at"  # ... how many parts that makes, and the dots per inch of its last drawing
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


class Mark(NamedTuple):
    """A place of a picture that tells its number."""

    left: float
    top: float
    says: str
    series: int = -1  # which one it is of, where there are several


class Key(NamedTuple):
    """A line of a legend: which series it hides when it is clicked, and where it lies."""

    series: int
    label: str
    left: float
    top: float
    width: float
    height: float


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
    theme: str = ""  # under which heading it stands among all charts

    def svg(self) -> bytes:
        return lighten(self._drawn(FigureCanvasSVG(self.figure).print_svg, 72, {"Date": None}))

    def png(self) -> bytes:
        return self._drawn(FigureCanvasAgg(self.figure).print_png, 110)

    def _drawn(self, write: Callable[..., None], dpi: float, metadata: dict[str, Any] | None = None) -> bytes:
        """By the canvas itself: `savefig` would draw everything once before, which takes half of the time."""
        file, usual = io.BytesIO(), self.figure.dpi
        with matplotlib.rc_context(STYLE):
            self.figure.dpi = dpi
            write(file, metadata=metadata)
            setattr(self.figure, DRAWN_AT, dpi)
            self.figure.dpi = usual
        return file.getvalue()

    def marks(self) -> list[Mark]:
        """Where its numbers lie, for hovering: in per cent of the picture from the left and from the top. After it was drawn."""
        width, height = self.figure.bbox.size
        found = []
        for axes, x, y, says, series in getattr(self.figure, MARKS, []):
            left, up = axes.transData.transform((x, y))
            found.append(Mark(round(100 * float(left / width), 2), round(100 - 100 * float(up / height), 2), says, series))
        return found

    def legend_lines(self) -> list[Key]:
        """The lines of its legend that stand for a series, in per cent of the picture. After it was drawn."""
        labels, known = getattr(self.figure, LABELS, []), getattr(self.figure, SERIES, {})
        if len(known) < 2 or not self.figure.legends:
            return []
        usual, self.figure.dpi = self.figure.dpi, getattr(self.figure, DRAWN_AT, self.figure.dpi)
        pen = FigureCanvasAgg(self.figure).get_renderer()  # type: ignore[no-untyped-call]
        wide, tall = self.figure.bbox.size
        shown = zip(labels, self.figure.legends[0].legend_handles, self.figure.legends[0].get_texts(), strict=True)
        boxes = [(label, Bbox.union([part.get_window_extent(pen) for part in parts if part])) for label, *parts in shown if label in known]
        self.figure.dpi = usual
        return [
            Key(
                known[label],
                label,
                *(round(100 * float(part), 2) for part in (b.x0 / wide, 1 - b.y1 / tall, b.width / wide, b.height / tall)),
            )
            for label, b in boxes
        ]

    def _repr_png_(self) -> bytes:
        return self.png()

    def save(self, folder: Path) -> bytes:
        """Both files; returns the SVG, which the page shows."""
        folder.mkdir(parents=True, exist_ok=True)
        drawn = self.svg()
        self.figure.set_layout_engine("none")  # laid out by now: the second drawing need not do it again
        write_whole(folder / f"{self.name}.svg", drawn, lasting=False)
        write_whole(folder / f"{self.name}.png", self.png(), lasting=False)
        return drawn


def lighten(svg: bytes) -> bytes:
    """The same picture in fewer bytes: places to a hundredth of a point, no comments, no metadata, no indents."""
    plain = re.sub(rb"(?<![\d.])([1-9]\d*\.\d\d)\d+", rb"\1", svg)
    return re.sub(rb"\n\s*", b"\n", re.sub(rb"<!--.*?-->|<metadata>.*?</metadata>", b"", plain, flags=re.DOTALL))


# --- numbers to hover over ---------------------------------------------------------------------------------------------------------


def mark(axes: Axes, x: float, y: float, label: str, dot: Dot, rate: bool = False, series: str = "") -> None:
    """A number of a chart that is told when one points at it."""
    figure = axes.get_figure()
    if figure is not None:
        marks = getattr(figure, MARKS, None) or []
        which = getattr(figure, SERIES, {}).get(series, -1)
        setattr(figure, MARKS, [*marks, (axes, x, y, f"{label + ': ' if label else ''}{dot_words(dot, rate)}", which)])


def tag(axes: Axes, label: str, *artists: Artist) -> None:
    """What belongs to one line of the legend, so that a page can hide it."""
    figure = axes.get_figure()
    if figure is None or not label:
        return
    known: dict[str, int] = getattr(figure, SERIES, {})
    number = known.setdefault(label, len(known))
    setattr(figure, SERIES, known)
    first = getattr(figure, TAGGED, 0)
    setattr(figure, TAGGED, first + len(artists))
    for place, artist in enumerate(artists, first):
        artist.set_gid(f"series-{number}.{place}")


def dot_words(dot: Dot, rate: bool) -> str:
    """`47.2 % (47.1 to 47.3)`"""
    scale = 100.0 if rate else 1.0
    width = scale * (dot.high - dot.low) / 4
    most = min(max(0, -floor(log10(width))), 12) if width > 0 else 0 if dot.value == round(dot.value) else 3
    largest = scale * max(map(abs, dot))
    places = min(most, max(0, 2 - floor(log10(largest)))) if largest > 0 else 0  # three digits that count, if they tell the ends apart
    while places < most and f"{scale * dot.low:.{places}f}" == f"{scale * dot.high:.{places}f}":
        places += 1
    value, low, high = (f"{scale * end:z,.{places}f}" if end else "0" for end in dot)
    return f"{value}{' %' if rate else ''}" + (f" ({low} to {high})" if low != high else "")


# --- letters and colours ------------------------------------------------------------------------------------------------------


@cache
def glyphs() -> frozenset[int]:
    return frozenset(get_font(findfont("DejaVu Sans")).get_charmap())


def drawable(text: str) -> str:
    """What the font has; a box stands for the rest."""
    return "".join(letter if ord(letter) in glyphs() and letter.isprintable() else "□" for letter in text)


def wrap_text(text: str, width: int, lines: int = 3) -> str:
    """Broken into lines; what would take too many of them is cut."""
    known = drawable(" ".join(text[:LONGEST].split()))
    broken = wrap(known, width) or [""]
    if len(broken) > lines:
        broken = [*broken[: lines - 1], broken[lines - 1][: width - 2] + " …"]
    return "\n".join(broken)


def palette(colour: int = 0) -> tuple[str, ...]:
    """The colours, one of them (a game's own) before the others."""
    first = colour % len(COLOURS)
    return (COLOURS[first], *COLOURS[:first], *COLOURS[first + 1 :])


# --- the frame ----------------------------------------------------------------------------------------------------------------


def canvas(title: str, panels: int, height: float) -> tuple[Figure, list[Axes]]:
    """A figure with its finding on top and panels below each other."""
    figure = Figure(figsize=(WIDTH, height * panels + 0.35), layout="constrained")
    heading(figure, title)
    axes = figure.subplots(panels, 1, squeeze=False)[:, 0]
    return figure, list(axes)


def heading(figure: Figure, title: str) -> None:
    """The finding on top, with room for its lines."""
    words = wrap_text(title, 62, 4)
    figure.set_figheight(figure.get_figheight() + 0.24 * (words.count("\n") + 1))
    figure.suptitle(words, x=0.01, ha="left", fontsize=12, fontweight="bold")


def legend(figure: Figure, axes: Axes, groups: int) -> None:
    if groups > 1:
        handles, labels = axes.get_legend_handles_labels()
        setattr(figure, LABELS, labels)
        wide = max(len(label) for label in labels) if labels else 0
        columns = 1 if wide > 40 else 2 if wide > 24 else min(3, groups)
        texts = [wrap_text(text, 70, 2) for text in labels]
        lines = -(-len(texts) // columns) * (1 + max(text.count("\n") for text in texts))
        figure.set_figheight(figure.get_figheight() + 0.2 * lines)
        figure.legend(handles, texts, loc="outside lower left", ncols=columns, fontsize=9.5)


def name_rows(axes: Axes, names: Sequence[str], width: int = 30) -> None:
    axes.set_yticks(range(len(names)), [wrap_text(name, width) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="y", visible=False)


def row_height(names: Sequence[str], width: int = 30) -> float:
    """Inches that a line of a chart needs for its name."""
    return 0.04 + 0.17 * max((wrap_text(name, width).count("\n") + 1 for name in names), default=1)


def foot_height(axis: str) -> float:
    """Inches for the axis and its name below a chart."""
    return 0.62 + 0.17 * wrap_text(axis, NARROW, 4).count("\n")


def percent(axis: Any) -> None:
    axis.set_major_formatter(PercentFormatter(1.0, decimals=None))


def panel_title(axes: Axes, text: str) -> None:
    if text:
        axes.set_title(wrap_text(text, 66, 2), loc="left", fontsize=10.5)
