"""A strategy card made to be printed: the lines in the order to read them, an example of each in cards, and what keeping it costs."""

from collections.abc import Iterator, Sequence

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.offsetbox import AnnotationBbox

from simlab.reports.charts.kit import GRID, INK, STYLE, wrap_text
from simlab.reports.playing_cards.plotted import line_picture
from simlab.studies.draw.card import StrategyCard

COLUMN = 3.7  # inches; two of them fit a sheet of A4
TALLEST = 9.4  # inches of a column before there are two
HEAD, FOOT = 0.8, 0.5
LINE, MORE = 0.29, 0.13  # inches of a line, and of each further line of its words
CARD = 17.0  # points of a card
LETTERS = 33  # of a line

Placed = tuple[int, float, float, float]  # which rule, its column's left edge, its top, its height


def card_figure(title: str, card: StrategyCard) -> Figure:
    """One sheet at most: cut it out."""
    words = [wrap_text(rule.hold, LETTERS, 3) for rule in card.rules]
    placed = list(places([LINE + MORE * text.count("\n") for text in words]))
    wide = max(left for _, left, _, _ in placed) + COLUMN
    tall = max(top + height for _, _, top, height in placed) + FOOT
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(wide, tall))
        axes = sheet(figure, wide, tall)
        axes.text(0.25, 0.32, wrap_text(title, 60 if wide > COLUMN else 30, 1), fontsize=12, fontweight="bold", va="center")
        axes.text(0.25, 0.58, "Go down the list; hold the first that your hand has.", fontsize=8, va="center")
        for number, left, top, height in placed:
            draw_line(axes, number + 1, words[number], card.rules[number].example, (left, top, height))
        axes.text(0.25, tall - FOOT / 2, wrap_text(costs(card), 112 if wide > COLUMN else 54, 3), fontsize=7, va="center")
    return figure


def places(heights: Sequence[float]) -> Iterator[Placed]:
    """One column, or two about as long."""
    whole = sum(heights)
    most = whole if whole <= TALLEST else whole / 2 + max(heights) / 2
    left, top = 0.0, HEAD
    for number, height in enumerate(heights):
        if top + height > HEAD + most + 1e-9:
            left, top = left + COLUMN, HEAD
        yield number, left, top, height
        top += height


def sheet(figure: Figure, wide: float, tall: float) -> Axes:
    """In inches from the top left, with a line to cut along."""
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(0, wide)
    axes.set_ylim(tall, 0)
    axes.axis("off")
    axes.plot([0.08, wide - 0.08, wide - 0.08, 0.08, 0.08], [0.08, 0.08, tall - 0.06, tall - 0.06, 0.08], color=INK, lw=1)
    return axes


def draw_line(axes: Axes, number: int, text: str, example: str, where: tuple[float, float, float]) -> None:
    left, top, height = where
    middle = top + height / 2
    axes.plot([left + 0.2, left + COLUMN - 0.2], [top, top], color=GRID, lw=0.8)
    axes.text(left + 0.4, middle, f"{number}", fontsize=8, ha="right", va="center", color="#666666")
    axes.text(left + 0.48, middle, text, fontsize=8, va="center", linespacing=1.05)
    if example != "-":
        at = (left + COLUMN - 0.2, middle)
        axes.add_artist(AnnotationBbox(line_picture(example, CARD, 7.5), at, box_alignment=(1.0, 0.5), frameon=False, pad=0))


def costs(card: StrategyCard) -> str:
    """Exact numbers."""
    mean, best = (100 * float(part) for part in (card.mean, card.best))
    return f"By this card {mean:.4f} % of what is bet comes back; perfect play brings {best:.4f} %. Cards: an example of what is held."
