"""Small multiples: the same lines in many small panels side by side, on one scale."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from simlab.reports.charts.kit.frame import WIDTH, heading, legend, palette, wrap_text
from simlab.reports.charts.kit.line_charts import Line, draw_bands

ACROSS = 3  # panels in a row at most
TALL = 1.55  # inches of a row


def small_multiples(
    title: str,
    axes_names: tuple[str, str],
    panels: Sequence[tuple[str, Sequence[Line]]],
    rate: bool,
    colour: int = 0,
    ticks: tuple[Sequence[float], Sequence[str]] | None = None,
) -> Figure:
    """A panel for each label; its lines are the same as in the others, in the same colours."""
    across = 2 if len(panels) in (2, 4) else min(ACROSS, len(panels))
    down = -(-len(panels) // across)
    figure = Figure(figsize=(WIDTH, 1.1 + TALL * down), layout="constrained")
    heading(figure, title)
    grid = figure.subplots(down, across, squeeze=False, sharex=True, sharey=True)
    every: list[Axes] = list(grid.flat)
    for axes, (label, groups) in zip(every, panels, strict=False):
        draw_bands(axes, groups, palette(colour), rate=rate, small=True)
        axes.set_title(wrap_text(label, 66 // across, 2), loc="left", fontsize=9.5)
        if ticks is not None:
            axes.set_xticks(list(ticks[0]), [wrap_text(text, 10) for text in ticks[1]])
    for axes in every[len(panels) :]:
        axes.set_visible(False)
    for axes in every[max(0, len(panels) - across) : len(panels)]:
        axes.tick_params(labelbottom=True)  # above an empty place too
        axes.set_xlabel(wrap_text(axes_names[0], 66 // across))
    figure.supylabel(wrap_text(axes_names[1], 34), fontsize=10.5)
    legend(figure, every[0], max(len(groups) for _, groups in panels))
    return figure
