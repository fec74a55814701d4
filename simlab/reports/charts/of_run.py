"""Which charts a run shows: what was asked for first, then what suits the game.

Every chart carries its numbers as a table; its title is made from them.
"""

from collections.abc import Iterator
from itertools import chain, zip_longest

import matplotlib

from simlab.reports.charts import kit
from simlab.reports.charts.comparisons import forests
from simlab.reports.charts.courses import courses
from simlab.reports.charts.kit import Chart
from simlab.reports.charts.lengths import length_charts
from simlab.reports.charts.levels import has_levels, level_charts, win_charts
from simlab.reports.charts.of_game import game_charts, metrics_by_level
from simlab.reports.charts.sketches import sketches
from simlab.reports.charts.sweeps import fans, responses
from simlab.reports.rundir import Run

MOST_CHARTS = 30
MOST_UNASKED = 4  # charts of levels that nobody asked for, for a game that has none of its own


def charts(run: Run) -> list[Chart]:
    """The charts that suit what a run contains: the first of each kind, then the second, ...; no two of the same name."""
    with matplotlib.rc_context(kit.STYLE):
        makers = (forests, responses, game_charts, win_charts, length_charts, asked_levels, courses, fans, unasked_levels)
        kinds = [list(make(run)) for make in makers]
    found: dict[str, Chart] = {}
    for chart in chain.from_iterable(zip_longest(*kinds)):
        if chart is not None:
            found.setdefault(chart.name, chart)
    return list(found.values())[:MOST_CHARTS]


def asked_levels(run: Run) -> Iterator[Chart]:
    """How often each level occurs, for what was asked for."""
    yield from level_charts(run, [name for name in run.headline if has_levels(run, name) and name not in metrics_by_level(run)])


def unasked_levels(run: Run) -> Iterator[Chart]:
    """The same for what nobody asked for, where the game has no charts of its own."""
    if not sketches(run):
        rest = [name for name in run.manifest["columns"] if has_levels(run, name) and name not in run.headline]
        yield from list(level_charts(run, rest))[:MOST_UNASKED]
