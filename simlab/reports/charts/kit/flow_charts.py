"""Flows: bands from where things come from to who gets them, as wide as they are many."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from simlab.reports.charts.kit.bar_charts import part_colours
from simlab.reports.charts.kit.frame import INK, Dot, canvas, mark, tag, wrap_text

GAP = 0.05  # of the whole height, between two ends
THICK = 0.02  # of the width: an end
LEFT, RIGHT = 0.0, 1.0

Bands = Sequence[Sequence[Dot]]  # from each source (down) to each who gets it (across)


def flow(title: str, axis: str, sources: Sequence[str], takers: Sequence[str], bands: Bands) -> Figure:
    """A band for each source and taker; the ends are as tall as all that comes from or goes there."""
    figure, (axes,) = canvas(title, 1, 3.2)
    whole = sum(dot.value for line in bands for dot in line)
    given = [sum(dot.value for dot in line) for line in bands]
    taken = [sum(line[k].value for line in bands) for k in range(len(takers))]
    starts, ends = stacked(given, whole), stacked(taken, whole)
    colours = part_colours(len(sources))
    for name, line, start, colour in zip(sources, bands, list(starts), colours, strict=True):
        at = start
        for k, dot in enumerate(line):
            tag(axes, name, draw_band(axes, at, ends[k], dot.value, colour))
            mark(axes, 0.5, (at + ends[k] + dot.value) / 2, f"{name}, {takers[k]}", dot, False, name)
            at, ends[k] = at + dot.value, ends[k] + dot.value
    for place, names, sizes, side in ((LEFT, sources, given, "right"), (RIGHT, takers, taken, "left")):
        for name, size, low in zip(names, sizes, stacked(sizes, whole), strict=True):
            draw_end(axes, place, low, size, f"{name}\n{size:.3g}", side)
    axes.set_xlim(-0.42, 1.3)
    axes.set_ylim(whole * (1 + GAP * max(len(sources), len(takers))), -0.02 * whole)
    axes.axis("off")
    figure.supxlabel(wrap_text(axis, 80), fontsize=10.5)
    return figure


def stacked(sizes: Sequence[float], whole: float) -> list[float]:
    """Where each end begins, one below the other."""
    found, at = [], 0.0
    for size in sizes:
        found.append(at)
        at += size + GAP * whole
    return found


def draw_band(axes: Axes, start: float, end: float, size: float, colour: str) -> PathPatch:
    near, far = LEFT + THICK, RIGHT - THICK
    top = [(near, start), (0.5, start), (0.5, end), (far, end)]
    bottom = [(far, end + size), (0.5, end + size), (0.5, start + size), (near, start + size)]
    codes = [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4, Path.LINETO, Path.CURVE4, Path.CURVE4, Path.CURVE4, Path.CLOSEPOLY]
    band = PathPatch(Path([*top, *bottom, top[0]], codes), facecolor=colour, alpha=0.55, lw=0)
    axes.add_patch(band)
    return band


def draw_end(axes: Axes, place: float, low: float, size: float, text: str, side: str) -> None:
    axes.barh(low + size / 2, THICK, left=place if place == LEFT else place - THICK, height=size, color=INK)
    axes.annotate(
        "\n".join(wrap_text(line, 20) for line in text.split("\n")),
        (place, low + size / 2), (-7 if side == "right" else 7, 0), textcoords="offset points", ha=side, va="center", fontsize=9.5,
    )  # fmt: skip
