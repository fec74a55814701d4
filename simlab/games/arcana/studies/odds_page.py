"""Rarity against rank in decks of several kinds, as a picture: does a higher hand come less often whatever deck is used?"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

COLOURS = ("#CC79A7", "#0072B2", "#D55E00", "#009E73", "#000000")
SHAPES = "osD^v"


def decks_chart(decks: Mapping[str, Mapping[str, float]], cards: int, file: Path | str) -> None:
    """A line for each deck through its categories, the highest on top: where it turns back, a higher hand comes more often."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    names = list(next(iter(decks.values())))
    figure = Figure(figsize=(9, 0.42 * len(names) + 1.9), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for (deck, chances), colour, shape in zip(decks.items(), COLOURS, SHAPES, strict=False):
        rows = [(100 * chance, at) for at, chance in enumerate(chances.values()) if chance > 0]
        axes.plot([x for x, _ in rows], [y for _, y in rows], shape + "-", color=colour, ms=6, lw=1.2, label=deck)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    axes.set_xlabel(f"chance of a hand of {cards} cards, exact (logarithmic)")
    axes.set_ylabel("category, the highest on top")
    axes.grid(axis="x", color="#E5E5E5")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower left")
    figure.suptitle(deck_sentence(decks), x=0.01, ha="left", wrap=True)
    figure.savefig(file, dpi=150)


def deck_sentence(decks: Mapping[str, Mapping[str, float]]) -> str:
    counted = [f"{deck} {count_wrong(list(chances.values()))}" for deck, chances in decks.items()]
    return f"Arcana, hands that come more often than the next one below them: {', '.join(counted)}"


def count_wrong(chances: Sequence[float]) -> int:
    return sum(high > low for high, low in pairwise(chances))
