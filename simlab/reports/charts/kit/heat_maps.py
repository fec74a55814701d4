"""Numbers on coloured ground: heat maps, and the matrix of who gets what against whom."""

import math
from collections.abc import Callable, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.ticker import PercentFormatter

from simlab.reports.charts.kit.frame import Dot, canvas, row_height, wrap_text


def heat_map(
    title: str, axis: str, rows: Sequence[str], columns: Sequence[str], values: Sequence[Sequence[float | None]], show: Any
) -> Figure:
    """Numbers on colours; letters turn white on dark ground."""
    figure, (axes,) = canvas(title, 1, (0.9 if len(columns) <= 7 else 1.5) + max(0.36, row_height(rows, 26)) * len(rows))
    known = [v for line in values for v in line if v is not None]
    low, high = (min(known), max(known)) if known else (0.0, 1.0)
    grounds: Any = {"cmap": "cividis", "vmin": low, "vmax": high if high > low else low + 1}
    image = colour_field(axes, rows, columns, values, grounds, show, lambda v: v < low + 0.55 * (high - low))
    rates = PercentFormatter(1.0, decimals=None) if known and all(show(value).endswith("%") for value in known) else None
    figure.colorbar(image, ax=axes, label=wrap_text(axis, 40), format=rates)
    return figure


def payoff_matrix(title: str, axis: str, names: Sequence[str], values: Sequence[Sequence[Dot | None]], even: float, show: Any) -> Figure:
    """What each player (down) gets against each other (across), with half the interval's width; white is even."""
    figure, (axes,) = canvas(title, 1, 1.2 + 0.55 * len(names))
    known = [dot.value for line in values for dot in line if dot is not None]
    reach = max((abs(value - even) for value in known), default=0.0) or 1.0
    grounds: Any = {"cmap": "PuOr", "norm": TwoSlopeNorm(even, even - reach, even + reach)}
    plain = [[None if dot is None else dot.value for dot in line] for line in values]
    image = colour_field(axes, names, names, plain, grounds, lambda v: "", lambda v: abs(v - even) > 0.7 * reach)
    for y, line in enumerate(values):
        for x, dot in enumerate(line):
            if dot is not None:
                dark = abs(dot.value - even) > 0.7 * reach
                axes.text(x, y, show(dot), ha="center", va="center", fontsize=9, color="white" if dark else "black")
    axes.set_xlabel("against")
    figure.colorbar(image, ax=axes, label=wrap_text(axis, 40))
    return figure


def colour_field(
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
    axes.set_xticks(range(len(columns)), [wrap_text(c, 20 if steep else 12) for c in columns], rotation=60 if steep else 0)
    axes.set_yticks(range(len(rows)), [wrap_text(r, 26) for r in rows])
    axes.grid(visible=False)
    return image
