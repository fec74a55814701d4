"""The charts of a game, as pure data: which outcome columns go together, how they are drawn, and what the title says.

A run writes them into its manifest, as it does with the columns, so reports draw them without knowing the game. `KINDS` says what
kinds of drawing there are and what each needs; how they are drawn stands in `reports/charts/kinds`. A chart is drawn when the run
has numbers for all its metrics. The table of docs/reports.md is made from this one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from string import Formatter

from simlab.errors import GameError, nearest

LARGEST = ("best", "value", "least", "least_value", "a", "b", "c", "d", "e", "f", "unit")  # what most titles may name


@dataclass(frozen=True)
class ChartKind:
    """A kind of drawing, for those who choose one."""

    draws: str
    metrics: str  # what they must be
    labels: str = "none"  # what stands in `labels`, `parts` and `params`: a key of `LABELS`
    facts: tuple[str, ...] = LARGEST  # what the title may name in braces; empty: it is made by the drawing


@dataclass(frozen=True)
class GameChart:
    """One chart of a game."""

    name: str  # of its files
    kind: str  # of drawing: one of `KINDS`
    metrics: tuple[str, ...]
    says: str = ""  # the title: {best} and {value} of the largest part, {least}, {least_value}, {a} {b} {c} of the metrics in order, {unit}
    labels: tuple[str, ...] = ()  # of the metrics, in the chart
    axis: str = ""  # what the numbers are
    across: str = ""  # what stands below a line chart that has steps of its own
    parts: tuple[str, ...] = ()  # what the parts of a bar are called, where the kind has parts of its own
    params: tuple[str, ...] = ()  # of the first player's policy: which line, and how far along it

    def __post_init__(self) -> None:
        """Refuses what could not be drawn."""
        if self.kind not in KINDS:
            raise GameError(f"chart {self.name!r}: no kind of chart {self.kind!r}{nearest(self.kind, KINDS)}")
        kind = KINDS[self.kind]
        if not LABELS[kind.labels](self):
            raise GameError(f"chart {self.name!r}: labels of a chart {self.kind!r} are: {kind.labels}")
        for fact in (name for _, name, _, _ in Formatter().parse(self.says) if name is not None):
            if fact not in kind.facts:
                raise GameError(f"chart {self.name!r}: the title of a chart {self.kind!r} has no {{{fact}}}{nearest(fact, kind.facts)}")


LABELS: dict[str, Callable[[GameChart], bool]] = {
    "none": lambda chart: not chart.labels,
    "one for each metric": lambda chart: len(chart.labels) == len(chart.metrics),
    "one for each metric, or none": lambda chart: len(chart.labels) in (0, len(chart.metrics)),
    "one for each metric, and one for what is left": lambda chart: len(chart.labels) - len(chart.metrics) in (0, 1),
    "one for each metric but the last": lambda chart: len(chart.labels) == len(chart.metrics) - 1,
    "`labels` for the choices, `parts` for what becomes of each": lambda chart: (
        len(chart.labels) * len(chart.parts) == len(chart.metrics) > 0
    ),
    "five `parts`: none at all, none of the second, one, two, three or more": lambda chart: len(chart.parts) == 5,
    "`labels` for the lines; `params`: which line (from 1), and how far along": lambda chart: bool(chart.labels) and len(chart.params) == 2,
}

SINGLE, LEVELS = "single numbers, or by seat (then their mean)", "by level"
KINDS: dict[str, ChartKind] = {
    # bars of parts
    "sources": ChartKind("a bar for each cell, a part for each metric", SINGLE, "one for each metric"),
    "flow": ChartKind(
        "where points come from and who gets them: a band from each metric to each seat, in the first cell",
        "by seat, none below nothing: points of the same kind", "one for each metric",
    ),
    "portions": ChartKind("the same, for shares of a whole", "single shares", "one for each metric", ("best", "value")),
    "balance": ChartKind(
        "gains to the right and losses to the left: a bar for each cell, a part for each metric", "single numbers; the last is their sum",
        "one for each metric but the last", ("net", "more", "best", "value"),
    ),
    "mixture": ChartKind("how often each level occurs: a bar for each cell, a part for each level", "one, by level"),
    "stages": ChartKind("the same levels at several stages: a bar for each, in the first cell", LEVELS, "one for each metric"),
    "fates": ChartKind(
        "what becomes of things: a bar for each level, a part for each metric, in the first cell", "shares by level",
        "one for each metric, and one for what is left",
    ),
    "outcomes": ChartKind(
        "what becomes of choices: a bar for each, in the first cell", "single shares, choice by choice",
        "`labels` for the choices, `parts` for what becomes of each",
    ),
    "how_many": ChartKind(
        "games by how often something counted: a bar for each cell", "two small whole numbers: how often, and how often it counted",
        "five `parts`: none at all, none of the second, one, two, three or more", ("value", "unit"),
    ),
    "beside_dealt": ChartKind(
        "hands of the first cell below the best hands of five and six cards of a full deck; `{ours}` and `{dealt}`: a flush or better",
        "by level: the ten hands of poker, weakest first", "one for each metric", ("ours", "dealt"),
    ),
    # dots
    "side_by_side": ChartKind("a line for each cell, a colour for each metric", SINGLE, "one for each metric, or none"),
    "families": ChartKind("a line for each level, a colour for each metric, in the first cell", LEVELS, "one for each metric"),
    "by_seat": ChartKind("a line for each seat, a colour for each variant", "one, by seat", "one for each metric"),
    "levels": ChartKind("a line for each level, a colour for each variant; a map where levels are pairs", "one, by level", facts=()),
    "first_player": ChartKind(
        "the first of a rotated line-up under each variant, against the first variant", "one, by player", facts=("best", "value")
    ),
    # maps, orders
    "rates_map": ChartKind("levels down, metrics across, in per cent, in the first cell", "shares by level", "one for each metric"),
    "rarity": ChartKind("the order of hands against how rare they are, in the first cell", "one, by level, weakest first", facts=()),
    "rarities": ChartKind("how rare each hand is, a colour for each variant", "one, by level, weakest first", facts=()),
    # lines
    "by_round": ChartKind(
        "the first rounds, among the games that began them: a line for each variant", "one, by level: the rounds", facts=("a", "b", "last")
    ),
    "steps": ChartKind("steps of a scale from left to right: a line for each variant", "single numbers", "one for each metric", ("a", "b")),
    "by_players": ChartKind(
        "a line for each metric along the table sizes", "single shares", "one for each metric", ("a", "b", "c", "players")
    ),
    "tail": ChartKind("how many games exceed each value: a line for each variant", "one small whole number", facts=("middle", "late")),
    "habits": ChartKind(
        "what a parameter of the first player's policy changes, against the first variant", "one, by player",
        "`labels` for the lines; `params`: which line (from 1), and how far along", ("best", "value", "least", "least_value"),
    ),
}  # fmt: skip
