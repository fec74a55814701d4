"""The rarity audit as a picture: every category in the order of the game, with how often it comes."""

from pathlib import Path

from simlab.ranking.counting import Odds
from simlab.ranking.hands import NAMES

AGREES, DISAGREES = "#0072B2", "#D55E00"  # blue and vermilion: told apart by everybody, and the labels say it too


def rarity_chart(odds: Odds, file: Path | str, title: str = "") -> None:
    """Bars from the lowest category up, on a logarithmic scale; where a bar is longer than the one below it, the order is wrong."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    seen = [held for held in odds.order.categories if odds.counts[held] > 0]
    wrong = {held for pair in odds.swaps for held in pair}
    figure = Figure(figsize=(9, 0.55 * len(seen) + 1.9), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    bars = axes.barh(
        [NAMES[held] for held in seen],
        [100 * odds.share(held) for held in seen],
        color=[DISAGREES if held in wrong else AGREES for held in seen],
        hatch=["//" if held in wrong else "" for held in seen],
        edgecolor="white",
    )
    axes.bar_label(bars, [label(odds, held, held in wrong) for held in seen], padding=4)
    axes.set_xscale("log")
    axes.set_xlim(right=axes.get_xlim()[1] * 30)  # room for the labels
    axes.set_xlabel(f"share of all {odds.total:,} hands of {odds.cards} cards, per cent (logarithmic)")
    axes.set_ylabel("category, the highest on top")
    axes.spines[["top", "right"]].set_visible(False)
    figure.suptitle(title or sentence(odds), x=0.01, ha="left", wrap=True)
    figure.savefig(file, dpi=150)


def label(odds: Odds, held: object, wrong: bool) -> str:
    count = odds.counts[held]  # type: ignore[index]
    return f"{count:,}  ({100 * count / odds.total:.3g} %)" + ("  out of order" if wrong else "")


def sentence(odds: Odds) -> str:
    name = odds.order.name
    return f"{name[0].upper()}{name[1:]}, {odds.cards} cards: {odds.finding}"
