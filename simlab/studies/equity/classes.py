"""Equity over classes of hands: grids to print, and a strategy card of rules of thumb with what each costs.

A game that has such a chart names it in its `studies`: by exact enumeration where that serves, else by playouts (`sampled.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.errors import InputError

Values = Sequence[Sequence[float | None]]


@dataclass(frozen=True)
class Grid:
    """A table over classes: numbers (and a few letters) to print on colours. None: there is nothing to say."""

    name: str  # of its files
    title: str
    rows: Sequence[str]
    columns: Sequence[str]
    values: Values
    labels: Sequence[Sequence[str]]  # what stands in each cell
    down: str  # what the rows are
    across: str
    legend: str  # what numbers, letters and colours mean
    shades: Values = ()  # what the colours show, where it is not the values
    palette: str = "scale"  # scale: low to high; centred: about zero, the sign matters; kinds: shades 0, 1, 2 are kinds of action


@dataclass(frozen=True)
class Thumb:
    """A rule of thumb, and what following it costs a decision against the best action. Exact where low is high."""

    rule: str
    cost: float
    low: float
    high: float


@dataclass(frozen=True)
class ClassChart:
    """All there is to print for a game."""

    game: str
    unit: str
    grids: tuple[Grid, ...]
    thumbs: tuple[Thumb, ...]  # cheapest first
    advice: tuple[str, ...]  # class by class
    note: str  # how the numbers were made

    def card(self) -> str:
        """The strategy card as text."""
        lines = [f"{self.game}: strategy card", "", "What to do", *(f"  {line}" for line in self.advice), ""]
        lines += [f"Rules of thumb, and what each costs a decision ({self.unit})"]
        width = max(len(cost_text(thumb)) for thumb in self.thumbs)
        lines += [f"  {cost_text(thumb):>{width}}  {thumb.rule}" for thumb in self.thumbs]
        return "\n".join([*lines, "", self.note]) + "\n"


def cost_text(thumb: Thumb) -> str:
    if thumb.low == thumb.high:
        return f"{thumb.cost:.4f}"
    return f"{thumb.cost:.3f} ({thumb.low:.3f} to {thumb.high:.3f})"


def chart_of(game: Game, rules: Rules, policy: str | None, worlds: int, seed: int) -> ClassChart:
    """Grids and card of a game."""
    chart = game.study("hand_classes")
    if chart is None:
        raise InputError(
            f"{game.name} names no classes of hands to chart: value single positions instead (simlab equity --from RUN:GAME:MOVE)"
        )
    found: ClassChart = chart(game, rules, policy, worlds, seed)
    return found
