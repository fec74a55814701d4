"""The chart kit: every kind of picture a report may hold, made from plain numbers.

Titles state the finding, intervals are drawn, axes are named, colours are safe for the colour-blind, each game has its own first
colour. Figures are made without matplotlib's global state, so they can be drawn in any thread.
"""

from simlab.reports.charts.kit.bar_charts import signed_bars, stacked_bars
from simlab.reports.charts.kit.dot_plots import ForestLine, dots, forest, log_dots, tornado, values
from simlab.reports.charts.kit.flow_charts import flow
from simlab.reports.charts.kit.frame import (
    COLOURS,
    GRID,
    INK,
    NARROW,
    SEPARATE,
    STYLE,
    Chart,
    Data,
    Dot,
    Group,
    Mark,
    Side,
    canvas,
    drawable,
    palette,
    wrap_text,
)
from simlab.reports.charts.kit.heat_maps import heat_map, payoff_matrix
from simlab.reports.charts.kit.line_charts import BANDS, Line, calibration, curve, fan, slopes, spread, survival
from simlab.reports.charts.kit.multiples import small_multiples

__all__ = [
    "BANDS", "COLOURS", "GRID", "INK", "NARROW", "SEPARATE", "STYLE", "Chart", "Data", "Dot", "ForestLine", "Group", "Line", "Mark", "Side",
    "calibration", "canvas", "curve", "dots", "drawable", "fan", "flow", "forest", "heat_map", "log_dots", "palette", "payoff_matrix",
    "signed_bars", "slopes", "small_multiples", "spread", "stacked_bars", "survival", "tornado", "values", "wrap_text",
]  # fmt: skip
