"""Draw poker by a pay table: what does it return, how much does it swing, what is the best hold of a hand? Exactly.

Five cards are dealt, any of them are thrown and replaced once, and the table pays for what is held then.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import BeforeValidator, Field

from simlab.errors import InputError
from simlab.ranking.hands import HAND
from simlab.scenarios.shapes import Shape, read_shape, shape_of
from simlab.solvers.draw import DrawDeck, DrawSolver, OtherDeck, Survey
from simlab.solvers.pays import NONE, PayDeck, lines_of_hands
from simlab.studies.pay_lines import MOST_LINES, DeckShape, Line, Pays, find, read_cards, shipped, write_cards

FOLDER = Path(__file__).parent / "pays"
PARTS = (DeckShape, Line)

Array = npt.NDArray[Any]


class PayTable(Shape):
    """A pay table for draw poker: what each hand brings back for one bet."""

    title: str = Field("pay table", max_length=120, description="heads what is printed")
    deck: Annotated[DeckShape, BeforeValidator(lambda value: value or {})] = Field(
        default_factory=lambda: DeckShape.model_validate({}), description="{jokers: 1}, {wild: 2}, {lowest: 7}; 52 cards without it"
    )
    pays: list[Line] = Field(min_length=1, max_length=MOST_LINES, description="lines; a hand is paid the best that it fits")


def pay_table(name: str) -> PayTable:
    """A file of the user's, or a pay table that comes with simlab."""
    return read_shape(pay_file(name), PayTable, PARTS)


def pay_file(name: str) -> Path:
    return find(name, FOLDER, "pay table")


def pay_table_of(data: Mapping[str, Any]) -> PayTable:
    """From plain data, for notebooks."""
    return shape_of(data, PayTable, PARTS)


def pay_tables() -> list[str]:
    """Those that come with simlab."""
    return list(shipped(FOLDER))


@dataclass(frozen=True)
class Paid:
    """A line and how often it is paid under the best play."""

    name: str
    pay: Fraction
    chance: Fraction

    @property
    def part(self) -> Fraction:
        """What it brings back of one bet."""
        return self.pay * self.chance


@dataclass(frozen=True)
class Hold:
    """One way to play a hand."""

    kept: str
    thrown: int  # cards
    mean: Fraction  # what it brings back of one bet


@dataclass(frozen=True)
class DrawGame:
    """A pay table with all that follows from it."""

    table: PayTable

    @property
    def deck(self) -> PayDeck:
        return self.table.deck.pay_deck

    @cached_property
    def pays(self) -> Pays:
        return Pays(tuple(self.table.pays))

    @cached_property
    def lines(self) -> Array:
        """The line of every hand."""
        return lines_of_hands(self.deck, self.pays.patterns, self.pays.whole, HAND)

    def paying(self, by_line: list[int]) -> Array:
        """A number for every hand, by its line."""
        numbers = np.zeros(NONE + 1, np.int64)
        numbers[: len(by_line)] = by_line
        hands: Array = numbers[self.lines]
        return hands

    @property
    def dealt(self) -> DrawDeck | OtherDeck:
        """What the optimiser deals from."""
        return self.deck.draw

    @cached_property
    def solver(self) -> DrawSolver:
        return DrawSolver(self.dealt, self.paying(self.pays.whole))

    @cached_property
    def survey(self) -> Survey:
        return self.solver.survey()

    @property
    def mean(self) -> Fraction:
        """What comes back of one bet, on average, played perfectly."""
        return self.survey.mean / self.pays.parts

    @cached_property
    def variance(self) -> Fraction:
        """Of one game, in bets squared."""
        squares = DrawSolver(self.dealt, self.paying([pay * pay for pay in self.pays.whole])).follow(self.survey)
        return squares / self.pays.parts**2 - self.mean**2

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)

    @cached_property
    def paid(self) -> list[Paid]:
        """Every line, and last what is paid nothing."""
        found = []
        for at, line in enumerate(self.pays.lines):
            one = [int(at == other) for other in range(len(self.pays.lines))]
            found.append(Paid(line.title, line.pay, DrawSolver(self.dealt, self.paying(one)).follow(self.survey)))
        return [*found, Paid("nothing", Fraction(0), 1 - sum((paid.chance for paid in found), Fraction(0)))]

    def read(self, text: str) -> list[int]:
        return read_cards(text, self.deck)

    def write(self, cards: list[int]) -> str:
        return write_cards(cards)

    def holds(self, hand: str, dead: str = "") -> list[Hold]:
        """All ways to play a hand, best first; `dead` cards cannot come."""
        cards = sorted(self.read(hand))
        if len(cards) != HAND:
            raise InputError(f"a hand is {HAND} cards, not {len(cards)}")
        means = self.solver.means(cards, self.read(dead))
        ways = [
            Hold(self.write([c for i, c in enumerate(cards) if not mask >> i & 1]), mask.bit_count(), mean / self.pays.parts)
            for mask, mean in enumerate(means)
        ]
        return sorted(ways, key=lambda hold: (-hold.mean, hold.thrown))
