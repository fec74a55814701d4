"""The rarity audit as a picture: every category in the order of the game, with how often it comes."""

from pathlib import Path
from typing import Any

from simlab.ranking.audit import Audit

AGREES, DISAGREES = "#0072B2", "#D55E00"  # blue and vermilion: told apart by everybody, and shapes and words say it too


def rarity_chart(odds: Audit, file: Path | str, title: str = "") -> None:
    """A dot for each category, the highest on top, on a logarithmic scale: where a dot lies right of the one below it, the
    higher hand comes more often.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    seen = odds.seen
    figure = Figure(figsize=(9, 0.42 * len(seen) + 1.7), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    axes.plot([percent(odds, held) for held in seen], range(len(seen)), color="#BBBBBB", linewidth=1.2, zorder=1)
    draw_dots(axes, odds, seen)
    axes.set_yticks(range(len(seen)), [odds.title(held) for held in seen])
    axes.set_xscale("log")
    axes.set_xlim(min(percent(odds, held) for held in seen) / 2, 150)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    axes.set_xlabel(f"share of all {odds.total:,} hands of {odds.cards} cards (logarithmic)")
    axes.set_ylabel("category, the highest on top")
    axes.grid(axis="x", color="#E5E5E5")
    axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(title or sentence(odds), x=0.01, ha="left", wrap=True)
    figure.savefig(file, dpi=150)


def draw_dots(axes: Any, odds: Audit, seen: list[Any]) -> None:
    wrong = {held for pair in odds.swaps for held in pair}
    for at, held in enumerate(seen):
        colour, shape, word = (DISAGREES, "D", ", out of order") if held in wrong else (AGREES, "o", "")
        axes.scatter(percent(odds, held), at, s=60, color=colour, marker=shape, zorder=2)
        text = f"{odds.counts[held]:,} ({percent(odds, held):.3g} %){word}"
        axes.annotate(text, (1.01, at), xycoords=("axes fraction", "data"), va="center", color=colour)


def percent(odds: Audit, held: Any) -> float:
    return 100 * odds.share(held)


def sentence(odds: Audit) -> str:
    """The finding, as a title."""
    name = odds.name.replace("_", " ")
    who = f"{name[0].upper()}{name[1:]}, {odds.cards} cards: "
    if not odds.swaps:
        return who + "the rarer the hand, the higher it ranks"
    high, low = odds.swaps[0]
    return f"{who}{odds.title(high)} beats {odds.title(low)} but comes {odds.counts[high] / odds.counts[low]:.2g} times as often"
