"""Dots with their intervals: side by side, on a logarithmic scale, paired differences, what each knob moves."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from simlab.reports.charts.kit.frame import (
    GREY,
    INK,
    NARROW,
    Dot,
    Group,
    Side,
    canvas,
    dot_words,
    foot_height,
    legend,
    mark,
    name_rows,
    palette,
    panel_title,
    percent,
    row_height,
    tag,
    wrap_text,
)

ForestLine = tuple[str, Dot, bool, int]  # name, difference, is it settled, which colour


def dots(title: str, axis: str, panels: Sequence[tuple[str, Sequence[Group], float | None]], rate: bool, colour: int = 0) -> Figure:
    """Dots with their intervals: a line for each name, a colour for each group, a dashed line where all would be even."""
    names = [list(dict.fromkeys(name for _, group in groups for name in group)) for _, groups, _ in panels]
    most = max(len(groups) for _, groups, _ in panels)
    tall = max(0.3, 0.13 * most, row_height([name for lines in names for name in lines]))
    figure, drawn = canvas(title, len(panels), foot_height(axis) + max(map(len, names)) * tall)
    for axes, (label, groups, even), lines in zip(drawn, panels, names, strict=True):
        scatter(axes, groups, lines, palette(colour), rate)
        if even is not None:
            axes.axvline(even, color=GREY, ls="--", lw=1)
        if rate:
            percent(axes.xaxis)
        axes.xaxis.set_major_locator(MaxNLocator(6))
        panel_title(axes, label)
    one_scale(drawn)
    drawn[-1].set_xlabel(wrap_text(axis, NARROW, 4))
    legend(figure, drawn[0], most)
    return figure


def one_scale(drawn: Sequence[Axes]) -> None:
    """Panels below each other can be compared by eye."""
    ends = [end for axes in drawn for end in axes.get_xlim()]
    for axes in drawn if len(drawn) > 1 else ():
        axes.set_xlim(min(ends), max(ends))


def scatter(axes: Axes, groups: Sequence[Group], names: Sequence[str], colours: Sequence[str], rate: bool = False) -> None:
    step = min(0.22, 0.7 / max(len(groups), 1))
    for g, (label, found) in enumerate(groups):
        shift, paint = (g - (len(groups) - 1) / 2) * step, colours[g % len(colours)]
        where = [names.index(name) + shift for name in found]
        ends = axes.hlines(where, [d.low for d in found.values()], [d.high for d in found.values()], color=paint, lw=2)
        tag(axes, label, ends, *axes.plot([d.value for d in found.values()], where, "o", ms=5, color=paint, label=label))
        for y, (name, dot) in zip(where, found.items(), strict=True):
            mark(axes, dot.value, y, ", ".join(part for part in (label if len(groups) > 1 else "", name) if part), dot, rate, label)
    name_rows(axes, names)


def log_dots(title: str, axis: str, names: Sequence[str], groups: Sequence[Group], colour: int = 0) -> Figure:
    """Shares that differ by powers of ten: dots with their intervals as in `dots`, and a line through each group."""
    figure, (axes,) = canvas(title, 1, foot_height(axis) + max(0.3, 0.13 * len(groups)) * len(names))
    colours = palette(colour)
    scatter(axes, groups, names, colours, True)
    step = min(0.22, 0.7 / max(len(groups), 1))
    for g, (label, found) in enumerate(groups):
        where = [names.index(name) + (g - (len(groups) - 1) / 2) * step for name in found]
        tag(axes, label, *axes.plot([d.value for d in found.values()], where, color=colours[g % len(colours)], lw=0.9, alpha=0.6))
    axes.set_xscale("log")
    axes.set_xlim(left=min((d.value for _, found in groups for d in found.values()), default=0.01) / 2)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g} %"))
    axes.set_xlabel(wrap_text(axis, NARROW, 4))
    legend(figure, axes, len(groups))
    return figure


def forest(title: str, axis: str, rows: Sequence[ForestLine], colour: int = 0) -> Figure:
    """Paired differences. Grey: not settled."""
    names = [name for name, *_ in rows]
    figure, (axes,) = canvas(title, 1, foot_height(axis) + max(0.32, row_height(names, 34)) * len(rows))
    colours = palette(colour)
    for y, (_, dot, settled, which) in enumerate(rows):
        paint = colours[which % len(colours)] if settled else "#999999"
        axes.plot([dot.low, dot.high], [y, y], color=paint, lw=2.2, solid_capstyle="butt")
        axes.plot(dot.value, y, "s", ms=5.5, color=paint)
        mark(axes, dot.value, y, names[y], dot)
    axes.axvline(0, color=INK, lw=1)
    name_rows(axes, names, 34)
    axes.set_xlabel(wrap_text(axis, NARROW, 4))
    axes.xaxis.set_major_locator(MaxNLocator(6))
    return figure


def values(title: str, axis: str, rows: Sequence[tuple[str, Dot, int]], rate: bool, colour: int = 0) -> Figure:
    """One number of several variants: a line for each, in its own colour, with the number written beside it."""
    names = [name for name, *_ in rows]
    figure, (axes,) = canvas(title, 1, foot_height(axis) + max(0.36, row_height(names, 34)) * len(rows))
    colours = palette(colour)
    for y, (name, dot, which) in enumerate(rows):
        paint = colours[which % len(colours)]
        axes.plot([dot.low, dot.high], [y, y], color=paint, lw=3, solid_capstyle="butt")
        axes.plot(dot.value, y, "o", ms=7, color=paint)
        axes.annotate(dot_words(dot, rate), (max(dot.value, dot.high), y), (9, 0), textcoords="offset points", va="center", fontsize=9.5)
        mark(axes, dot.value, y, name, dot, rate)
    axes.margins(x=0.08)
    low, high = axes.get_xlim()
    axes.set_xticks([tick for tick in MaxNLocator(3).tick_values(low, high) if low <= tick <= min(high, 1.0 if rate else high)])
    axes.set_xlim(low, high + 0.85 * (high - low))  # room for the numbers
    name_rows(axes, names, 34)
    axes.set_xlabel(wrap_text(axis, NARROW, 4))
    if rate:
        percent(axes.xaxis)
    return figure


def tornado(title: str, axis: str, rows: Sequence[tuple[str, Sequence[Side]]], colour: int = 0) -> Figure:
    """What each knob moves, down and up: the widest bar on top, each with the value that makes it and its interval. Grey: not settled."""
    ordered = sorted(rows, key=lambda row: -max((abs(side.dot.value) for side in row[1]), default=0.0))
    names = [name for name, _ in ordered]
    figure, (axes,) = canvas(title, 1, foot_height(axis) + max(0.42, row_height(names)) * len(ordered))
    colours = palette(colour)
    for y, (_, sides) in enumerate(ordered):
        tall = 0.72 / max(len(sides), 1)
        for k, side in enumerate(sides):
            tornado_bar(axes, y + (k - (len(sides) - 1) / 2) * tall, 0.9 * tall, side, colours[k % 2])
    axes.axvline(0, color=INK, lw=1)
    axes.margins(x=0.18)
    name_rows(axes, names, 30)
    axes.set_xlabel(wrap_text(axis, NARROW, 4))
    axes.xaxis.set_major_locator(MaxNLocator(6))
    return figure


def tornado_bar(axes: Axes, y: float, height: float, side: Side, paint: str) -> None:
    value, low, high = side.dot
    axes.barh(y, value, height=height, color=paint if side.settled else "#aaaaaa")
    axes.plot([low, high], [y, y], color=INK, lw=1.1, solid_capstyle="butt")
    if height < 0.15:
        return  # no room for letters
    end, offset, place = (max(high, 0.0), 4, "left") if value >= 0 else (min(low, 0.0), -4, "right")
    axes.annotate(wrap_text(side.label, 18, 1), (end, y), (offset, 0), textcoords="offset points", va="center", ha=place, fontsize=8.5)
