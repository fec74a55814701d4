"""Which charts a run shows: what was asked for first, then what suits the game.

Every chart carries its numbers as a table; its title is made from them.
"""

from collections.abc import Callable, Container, Iterator, Sequence, Set
from dataclasses import replace
from itertools import chain, zip_longest

import matplotlib

from simlab.reports.answers import DULL
from simlab.reports.charts import kit
from simlab.reports.charts.answering import answer_charts
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
ANSWER, COMPARED, GAME = "The answer", "Compared with the first variant", "The game itself"  # themes
STORY = 5  # charts of the story, the picture of the answer among them
TALLEST = 5.1  # inches of a chart of the story
ROOM = 18.5  # inches of all of them together, so that two screens hold them


def charts(run: Run, most: int = MOST_CHARTS) -> list[Chart]:
    """The charts that suit what a run contains: those of the answer, the first of each theme, then the second, ...; no name twice.

    None is drawn that is not shown.
    """
    makers: tuple[tuple[str, Callable[[Run], Iterator[Chart]]], ...] = (
        (ANSWER, answer_charts), (COMPARED, forests), ("What was swept", responses),
        (GAME, game_charts), ("Who wins", win_charts), ("How long games last", length_charts),
        ("How often it happens", asked_levels), ("How games go", courses), ("What was swept", fans),
        ("How often it happens", unasked_levels),
    )  # fmt: skip
    answers, *others = (under(theme, make(run)) for theme, make in makers)
    found: dict[str, Chart] = {}
    with matplotlib.rc_context(kit.STYLE):
        for chart in chain(answers, chain.from_iterable(zip_longest(*others))):
            if chart is not None and not is_drawn_already(chart, found):
                found[chart.name] = chart
            if len(found) == most:
                break
    return list(found.values())


def under(theme: str, made: Iterator[Chart]) -> Iterator[Chart]:
    return (replace(chart, theme=theme) for chart in made)


def is_drawn_already(chart: Chart, found: Container[str]) -> bool:
    """By name; or as the picture of an answer, which is the same number along the same axes."""
    return chart.name in found or (chart.name == f"{chart.metric}_response" and f"answer_{chart.metric}" in found)


def story(run: Run, found: Sequence[Chart]) -> list[Chart]:
    """The few charts that matter: those of the answer, then those about what was asked, as far as two screens hold them."""
    about = {chart.metric for chart in found if chart.theme == ANSWER}
    said = {run.metric_name(metric) for metric in about}
    rest = [
        chart for chart in found if chart.theme != ANSWER and not says_the_same(chart, about, said) and not has_more_points(chart, found)
    ]
    rest = [chart for chart in rest if chart.metric not in DULL or chart.metric in run.headline]
    rest.sort(key=lambda chart: (chart.metric not in about, chart.metric not in run.headline, chart.theme == COMPARED))
    order = [*(chart for chart in found if chart.theme == ANSWER), *rest]
    chosen: list[Chart] = []
    themes: set[tuple[str, str]] = set()
    for chart in order:
        tall = float(chart.figure.get_figheight())
        fits = tall <= TALLEST and tall + sum(float(one.figure.get_figheight()) for one in chosen) <= ROOM
        again = chart.theme == COMPARED and run.metric_name(chart.metric) in {name for one in chosen for name in numbers_in(one)}
        if len(chosen) < STORY and (fits or not chosen) and (chart.theme, chart.metric) not in themes and not again:
            chosen.append(chart)
            themes.add((chart.theme, chart.metric))
    return chosen if len(chosen) % 2 else chosen[:-1]  # beside the answer one, below it pairs: no hole


def has_more_points(chart: Chart, found: Sequence[Chart]) -> bool:
    """The chart of a metric at all points, where the picture of the answer has those that were asked for."""
    return chart.name == chart.metric and any(one.name == f"answer_{chart.metric}" for one in found)


def says_the_same(chart: Chart, about: Container[str], said: Set[str]) -> bool:
    """A chart of nothing but numbers that pictures of the answer show already; `said`: their titles."""
    if chart.metric not in about or chart.theme not in (COMPARED, GAME):
        return False
    names = numbers_in(chart)
    return names <= said if names else chart.theme == COMPARED


def numbers_in(chart: Chart) -> set[str]:
    """Titles of the numbers in the table of a chart, where it names them."""
    if "number" not in chart.data.head:
        return set()
    place = chart.data.head.index("number")
    return {str(row[place]) for row in chart.data.rows}


def asked_levels(run: Run) -> Iterator[Chart]:
    """How often each level occurs, for what was asked for."""
    yield from level_charts(run, [name for name in run.headline if has_levels(run, name) and name not in metrics_by_level(run)])


def unasked_levels(run: Run) -> Iterator[Chart]:
    """The same for what nobody asked for, where the game has no charts of its own."""
    if not sketches(run):
        rest = [name for name in run.manifest["columns"] if has_levels(run, name) and name not in run.headline]
        yield from list(level_charts(run, rest))[:MOST_UNASKED]
