"""The charts of a game, as pure data: which outcome columns go together, how they are drawn, and what the title says.

A run writes them into its manifest, as it does with the columns, so reports draw them without knowing the game. What kinds of
drawing there are stands in `reports/charts`; a chart is drawn when the run has numbers for all its metrics.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class GameChart:
    """One chart of a game."""

    name: str
    kind: str  # of drawing: mixture, compared, rarity, ...
    metrics: tuple[str, ...]
    says: str = ""  # the title: {best} and {value} of the largest part, {least}, {least_value}, {a} {b} {c} of the metrics in order, {unit}
    labels: tuple[str, ...] = ()  # of the metrics, in the chart
    axis: str = ""
    parts: tuple[str, ...] = ()  # what the parts of a bar are called, where the kind has parts of its own
