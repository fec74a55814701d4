"""Lines along an axis: spreads, survival, curves, calibration, fans, and two orders of the same things."""

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from simlab.reports.charts.kit.frame import COLOURS, GREY, INK, Dot, canvas, legend, mark, palette, panel_title, percent, tag, wrap_text

BANDS = (0.05, 0.25, 0.5, 0.75, 0.95)  # quantiles of a fan
Line = tuple[str, Sequence[tuple[float, Dot]]]  # a label, and dots along the axis


def spread(title: str, axis: str, panels: Sequence[tuple[str, Sequence[Line]]], colour: int = 0) -> Figure:
    """How values are spread over the games: the share at each, with its interval as a band."""
    figure, drawn = canvas(title, len(panels), 2.1)
    for axes, (label, groups) in zip(drawn, panels, strict=True):
        draw_bands(axes, groups, palette(colour), small=True)
        axes.set_ylabel("share of games")
        axes.set_ylim(bottom=0)
        panel_title(axes, label)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    tops, ends = [axes.get_ylim()[1] for axes in drawn], [end for axes in drawn for end in axes.get_xlim()]
    for axes in drawn if len(drawn) > 1 else ():  # one scale: panels can be compared by eye
        axes.set_ylim(0, max(tops))
        axes.set_xlim(min(ends), max(ends))
    drawn[-1].set_xlabel(wrap_text(axis, 66))
    legend(figure, drawn[0], max(len(groups) for _, groups in panels))
    return figure


def survival(title: str, axis: str, groups: Sequence[Line], colour: int = 0) -> Figure:
    """The share of games still going on after each step, with its interval as a band."""
    figure, (axes,) = canvas(title, 1, 2.9)
    colours = palette(colour)
    for g, (label, points) in enumerate(groups):
        paint, x = colours[g % len(colours)], [point for point, _ in points]
        band = axes.fill_between(x, [d.low for _, d in points], [d.high for _, d in points], step="post", color=paint, alpha=0.25, lw=0)
        tag(axes, label, band, *axes.step(x, [d.value for _, d in points], where="post", color=paint, lw=1.8, label=label))
    axes.axhline(0.5, color=GREY, ls="--", lw=1)
    percent(axes.yaxis)
    axes.set_ylim(0, 1.02)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel(wrap_text(axis, 66))
    axes.set_ylabel("share of games still going")
    legend(figure, axes, len(groups))
    return figure


def curve(title: str, axes_names: tuple[str, str], groups: Sequence[Line], rate: bool, colour: int = 0) -> Figure:
    """An equity curve, or the answer to a swept knob: lines through dots with their intervals as bands."""
    figure, (axes,) = canvas(title, 1, 2.9)
    draw_bands(axes, groups, palette(colour), rate=rate)
    axes.set_xlabel(wrap_text(axes_names[0], 66))
    axes.set_ylabel(wrap_text(axes_names[1], 34))
    legend(figure, axes, len(groups))
    return figure


def draw_bands(axes: Axes, groups: Sequence[Line], colours: Sequence[str], rate: bool = True, small: bool = False) -> None:
    for g, (label, points) in enumerate(groups):
        paint, x = colours[g % len(colours)], [point for point, _ in points]
        band = axes.fill_between(x, [d.low for _, d in points], [d.high for _, d in points], color=paint, alpha=0.25, lw=0)
        size = 3 if small and len(x) > 12 else 5
        tag(axes, label, band, *axes.plot(x, [d.value for _, d in points], "o-", ms=size, lw=1.4, color=paint, label=label))
        for at, dot in points:
            mark(axes, at, dot.value, ", ".join(part for part in (label if len(groups) > 1 else "", f"{at:g}") if part), dot, rate, label)
        if not small:
            tag(axes, label, axes.vlines(x, [d.low for _, d in points], [d.high for _, d in points], color=paint, lw=2))
    if rate:
        percent(axes.yaxis)


def calibration(
    title: str,
    axes_names: tuple[str, str],
    points: Sequence[tuple[float, Dot]],
    colour: int = 0,
    labels: Sequence[str] = (),
    even: float | None = None,
) -> Figure:
    """What a standing says against what came of it.

    Forecasts lie between 0 and 1; on the dashed line each is as good as its word. Anything else is given with `labels` of its
    steps, and the dashed line is the `even` share, where the standing would mean nothing.
    """
    figure, (axes,) = canvas(title, 1, 3.6 if even is None else 3.0)
    axes.plot(*(([0, 1], [0, 1]) if even is None else ([points[0][0], points[-1][0]], [even, even])), color=GREY, ls="--", lw=1)
    draw_bands(axes, [("", points)], palette(colour))
    if labels:
        axes.set_xticks([x for x, _ in points], ["\n".join(wrap_text(line, 12) for line in label.split("\n")) for label in labels])
    else:
        percent(axes.xaxis)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(wrap_text(axes_names[0], 66))
    axes.set_ylabel(wrap_text(axes_names[1], 34))
    return figure


def fan(
    title: str,
    axes_names: tuple[str, str],
    xs: Sequence[float],
    quantiles: Mapping[float, Sequence[float]],
    labels: Sequence[str] = (),
    of: str = "games",
    middle: Sequence[Dot] = (),
    colour: int = 0,
) -> Figure:
    """How a spread moves along an axis: the median (with its interval, where `middle` has it), and bands that hold ever more."""
    figure, (axes,) = canvas(title, 1, 3.0)
    levels, paint = sorted(quantiles), palette(colour)[0]
    pairs = [(low, high) for low, high in zip(levels, reversed(levels), strict=True) if low < high]
    for k, (low, high) in enumerate(pairs):
        label, alpha = f"{high - low:.0%} of {of}", 0.2 * (k + 1)
        axes.fill_between(xs, list(quantiles[low]), list(quantiles[high]), color=paint, alpha=alpha, lw=0, label=label)
    if 0.5 in quantiles:
        axes.plot(xs, list(quantiles[0.5]), "o-", color=paint, lw=2, ms=4 if len(xs) <= 12 else 3, label="median")
    if middle:
        axes.vlines(xs, [dot.low for dot in middle], [dot.high for dot in middle], color=INK, lw=1.2, label="its 95 % interval")
    if labels:
        axes.set_xticks(list(xs), [wrap_text(text, 12) for text in labels])
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(7, integer=True))
    axes.set_xlabel(wrap_text(axes_names[0], 66))
    axes.set_ylabel(wrap_text(axes_names[1], 34))
    legend(figure, axes, 2)
    return figure


def slopes(title: str, sides: tuple[str, str], places: Sequence[tuple[str, int, int]]) -> Figure:
    """Two orders of the same things side by side; lines that should not cross are drawn strong when they do."""
    figure, (axes,) = canvas(title, 1, 1.0 + 0.33 * len(places))
    for name, left, right in places:
        moved = left != right
        paint = COLOURS[1] if moved else "#8a8f98"
        axes.plot([0, 1], [left, right], "o-", color=paint, lw=2.4 if moved else 1.4, ms=5)
        axes.annotate(wrap_text(name, 24, 1), (0, left), (-8, 0), textcoords="offset points", ha="right", va="center")
        axes.annotate(wrap_text(name, 24, 1), (1, right), (8, 0), textcoords="offset points", ha="left", va="center")
    axes.set_xlim(-0.9, 1.9)
    axes.set_ylim(len(places) - 0.5, -0.5)
    axes.set_yticks([])
    axes.set_xticks([0, 1], [wrap_text(side, 24) for side in sides])
    axes.grid(visible=False)
    axes.spines[["left", "bottom"]].set_visible(False)
    axes.set_xlabel("strong: not at the same place in both orders")
    return figure
