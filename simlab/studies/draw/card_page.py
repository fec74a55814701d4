"""A strategy card made to be printed: the lines in the order to read them, an example of each in cards, and what keeping it costs."""

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.offsetbox import AnnotationBbox

from simlab.reports.charts.kit import GRID, INK, STYLE, wrap_text
from simlab.reports.playing_cards.plotted import line_picture
from simlab.studies.draw.card import StrategyCard

WIDTH = 5.83  # inches: half a sheet of A4, across
LINE, WORDY = 0.36, 0.15  # inches of a line, and of each further line of its words
CARD = 21.0  # points of a card
LETTERS = 46  # of a line


def card_figure(title: str, card: StrategyCard) -> Figure:
    """One page, whatever its length: cut it out."""
    words = [wrap_text(rule.hold, LETTERS, 2) for rule in card.rules]
    heights = [LINE + WORDY * text.count("\n") for text in words]
    tall = 1.15 + sum(heights)
    with matplotlib.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, tall))
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_xlim(0, WIDTH)
        axes.set_ylim(tall, 0)
        axes.axis("off")
        axes.text(0.25, 0.35, wrap_text(title, 52, 1), fontsize=13, fontweight="bold", va="center")
        axes.text(0.25, 0.64, "Go down the list and hold the first thing that your hand has.", fontsize=9.5, va="center")
        top = 0.82
        for number, (text, rule, height) in enumerate(zip(words, card.rules, heights, strict=True), 1):
            draw_line(axes, number, text, rule.example, top, height)
            top += height
        axes.text(0.25, tall - 0.18, costs(card), fontsize=8, va="center", color=INK)
        axes.plot([0.08, WIDTH - 0.08, WIDTH - 0.08, 0.08, 0.08], [0.08, 0.08, tall - 0.04, tall - 0.04, 0.08], color=INK, lw=1)
    return figure


def draw_line(axes: Axes, number: int, text: str, example: str, top: float, height: float) -> None:
    middle = top + height / 2
    axes.plot([0.2, WIDTH - 0.2], [top, top], color=GRID, lw=0.8)
    axes.text(0.42, middle, f"{number}", fontsize=9.5, ha="right", va="center", color="#666666")
    axes.text(0.55, middle, text, fontsize=9.5, va="center")
    if example != "-":
        box = AnnotationBbox(line_picture(example, CARD, 8.5), (WIDTH - 0.25, middle), box_alignment=(1.0, 0.5), frameon=False, pad=0)
        axes.add_artist(box)


def costs(card: StrategyCard) -> str:
    """Exact numbers."""
    mean, best = (100 * float(part) for part in (card.mean, card.best))
    return f"By this card {mean:.4f} % of what is bet comes back; perfect play brings {best:.4f} %. Cards: an example of what is held."
