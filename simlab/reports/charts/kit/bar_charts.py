"""Bars made of parts: one beside the other, or gains to the right and losses to the left."""

from collections.abc import Sequence

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text

from simlab.reports.charts.kit.frame import (
    INK,
    NARROW,
    Dot,
    canvas,
    foot_height,
    legend,
    mark,
    name_rows,
    percent,
    row_height,
    tag,
    wrap_text,
)


def stacked_bars(title: str, axis: str, names: Sequence[str], parts: Sequence[tuple[str, Sequence[Dot | None]]], rate: bool) -> Figure:
    """Bars made of parts; a thin line at the end of each part is its own interval."""
    figure, (axes,) = canvas(title, 1, foot_height(axis) + max(0.42, row_height(names)) * len(names))
    ends = [0.0] * len(names)
    whole = max(sum(dot.value for dot in column if dot) for column in zip(*(dots for _, dots in parts), strict=True)) or 1.0
    colours = part_colours(len(parts))
    for (label, found), colour in zip(parts, colours, strict=True):
        for y, dot in enumerate(found):
            if dot is None:
                continue
            bar = axes.barh(
                y, dot.value, left=ends[y], height=0.7, color=colour, edgecolor="white", lw=0.6, label=label if y == 0 else None
            )
            tag(axes, label, *bar.patches)
            if abs(dot.value) > 0.09 * whole:
                text = f"{dot.value:.0%}" if rate else f"{dot.value:.3g}"
                tag(axes, label, axes.text(ends[y] + dot.value / 2, y, text, ha="center", va="center", fontsize=9, color=ink_on(colour)))
            mark(axes, ends[y] + dot.value / 2, y, f"{names[y]}, {label}", dot, rate, label)
            ends[y] += dot.value
            tag(axes, label, *axes.plot([ends[y] + dot.low - dot.value, ends[y] + dot.high - dot.value], [y, y], color=INK, lw=1))
    name_rows(axes, names)
    if rate:
        percent(axes.xaxis)
    axes.set_xlabel(wrap_text(axis, NARROW, 4))
    legend(figure, axes, max(2, len(parts)))
    return figure


def part_colours(parts: int) -> list[str]:
    """As many as are asked for: the palette for few, steps of one scale for the many steps of an order."""
    few = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
    if parts <= len(few):
        return list(few[:parts])
    scale = matplotlib.colormaps["viridis"]
    return [matplotlib.colors.to_hex(scale(k / (parts - 1))) for k in range(parts)]


def ink_on(ground: str) -> str:
    """Black or white, whichever reads better on a colour."""
    red, green, blue = matplotlib.colors.to_rgb(ground)
    return "black" if 0.299 * red + 0.587 * green + 0.114 * blue > 0.45 else "white"


def signed_bars(title: str, axis: str, names: Sequence[str], parts: Sequence[tuple[str, Sequence[Dot]]], nets: Sequence[Dot]) -> Figure:
    """Bars of parts on both sides of nothing, and a diamond where they balance."""
    figure, (axes,) = canvas(title, 1, foot_height(axis) + max(0.5, row_height(names)) * len(names))
    for y in range(len(names)):
        ends = {True: 0.0, False: 0.0}
        for (label, dots), colour in zip(parts, part_colours(len(parts)), strict=True):
            part = dots[y]
            side = part.value > 0
            bar = axes.barh(
                y, part.value, left=ends[side], height=0.62, color=colour, edgecolor="white", lw=0.6, label=label if y == 0 else None
            )
            written = write_part(axes, ends[side] + part.value / 2, y, part, max(abs(net.value) for net in nets), ink_on(colour))
            tag(axes, label, *bar.patches, *written)
            mark(axes, ends[side] + part.value / 2, y, f"{names[y]}, {label}", part, False, label)
            ends[side] += part.value
        axes.plot([nets[y].low, nets[y].high], [y + 0.42] * 2, color=INK, lw=1.6)
        axes.plot(nets[y].value, y + 0.42, "D", ms=5, color="white", markeredgecolor=INK, label="together" if y == 0 else None)
    axes.axvline(0, color=INK, lw=1)
    name_rows(axes, names)
    axes.set_xlabel(wrap_text(axis, NARROW, 4))
    legend(figure, axes, len(parts) + 1)
    return figure


def write_part(axes: Axes, x: float, y: float, part: Dot, whole: float, ink: str) -> list[Text]:
    """The number of a part, where there is room."""
    wide = abs(part.value) > 0.12 * whole
    return [axes.text(x, y, f"{part.value:.2f}", ha="center", va="center", fontsize=9, color=ink)] if wide else []
