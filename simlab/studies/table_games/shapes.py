"""A table game as data: a hand against a dealer or against a pay table, with a decision or a few on the way.

Against a dealer:

    title: Three card poker
    order: three_card
    cards: 3
    dealer: {qualifies: Qc 3d 2h}
    raise: {times: 1}
    bonus:
      - {hand: straight flush, pay: 5}
    side_bets:
      pair plus:
        - {hand: pair, pay: 1}

Against a pay table:

    title: Let It Ride
    cards: 5
    bets: 3
    decisions:
      - {after: 3, pull: 1}
      - {after: 4, pull: 1}
    pays:
      - {hand: pair, of: 10+, pay: 1}

Pays are to one: the stake comes back besides. A line that pays 0 gives the stake back; a hand without a line loses it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from simlab.scenarios.shapes import Shape, read_shape, shape_of
from simlab.studies.pay_lines import MOST_LINES, DeckShape, Line, find, shipped

FOLDER = Path(__file__).parent / "games"
MOST_CARDS = 5
MOST_TIMES = 100

Times = Annotated[
    list[Annotated[int, Field(ge=0, le=MOST_TIMES)]], BeforeValidator(lambda value: value if isinstance(value, list) else [value])
]
PayLines = Annotated[list[Line], Field(max_length=MOST_LINES)]


class DealerShape(Shape):
    """What the dealer does."""

    shown: int = Field(0, ge=0, le=1, description="cards of the dealer's that the player sees before he decides: 0 or 1")
    qualifies: str = Field("", max_length=100, description="the weakest hand with which the dealer plays, as cards; any without it")
    ante: Literal["win", "push"] = Field("win", description="the ante when the dealer does not qualify")
    bet: Literal["win", "push"] = Field("push", alias="raise", description="the raise when the dealer does not qualify")
    ties: Literal["push", "win", "lose"] = Field("push", description="what equal hands are for the player")


class RaiseShape(Shape):
    """The player's bet after he has seen his cards."""

    times: Times = Field(default_factory=lambda: [1], min_length=1, max_length=10, description="antes: 2, or a choice as [1, 2, 3]")
    pays: PayLines = Field(default_factory=list, description="what a raise that beats the dealer wins, to one; even money for other hands")


class DecisionShape(Shape):
    """A decision against a pay table."""

    after: int = Field(ge=1, le=MOST_CARDS, description="cards seen by then")
    pull: int = Field(0, ge=0, le=10, description="bets that may be taken back")
    bet: Times = Field(
        default_factory=list, alias="raise", max_length=10, description="bets that may be added: 1, or a choice as [1, 2, 3]"
    )
    fold: bool = Field(False, description="whether one may give up all that is bet")

    @property
    def adds(self) -> tuple[int, ...]:
        """Bets added, the most cautious last where one may pull back; 0 stays."""
        return tuple(self.bet) if self.bet else tuple(range(0, -self.pull - 1, -1))

    @model_validator(mode="after")
    def is_one_thing(self) -> "DecisionShape":
        if bool(self.bet) == bool(self.pull):
            raise ValueError("a decision is to `raise:` (perhaps with `fold: true`) or to `pull:` a bet back")
        return self


class TableGame(Shape):
    """The whole game."""

    title: str = Field("table game", max_length=120, description="heads what is printed")
    order: str = Field("standard", max_length=200, description="which hand beats which: a known order, or a file that states one")
    deck: Annotated[DeckShape, BeforeValidator(lambda value: value or {})] = Field(
        default_factory=lambda: DeckShape.model_validate({}), description="{jokers: 1}, {lowest: 7}; 52 cards without it"
    )
    cards: int = Field(5, ge=1, le=MOST_CARDS, description="cards of the player's hand, and of the dealer's")
    dealer: DealerShape | None = Field(None, description="the hand plays against a dealer's")
    bet: RaiseShape = Field(default_factory=lambda: RaiseShape.model_validate({}), alias="raise", description="against a dealer: the raise")
    fold: bool = Field(True, description="against a dealer: whether one may fold and lose the ante")
    bonus: PayLines = Field(default_factory=list, description="against a dealer: paid on the ante, whatever the dealer has")
    bets: int = Field(1, ge=1, le=20, description="against a pay table: bets that lie there at first")
    decisions: list[DecisionShape] = Field(default_factory=list, max_length=4, description="against a pay table: in the order they come")
    pays: PayLines = Field(default_factory=list, description="against a pay table: what each bet wins, to one")
    side_bets: dict[str, PayLines] = Field(default_factory=dict, max_length=10, description="bets on the player's hand alone, to one")

    @model_validator(mode="after")
    def goes_together(self) -> "TableGame":
        if (self.dealer is None) == (not self.pays):
            raise ValueError("a game has a `dealer:` or `pays:`, and not both")
        if self.dealer is not None and self.decisions:
            raise ValueError("against a dealer the decision is `raise:`, not `decisions:`")
        if self.dealer is None and (self.bonus or "bet" in self.model_fields_set):
            raise ValueError("`raise:` and `bonus:` are for games with a `dealer:`; against a pay table use `decisions:`")
        afters = [decision.after for decision in self.decisions]
        if afters != sorted(set(afters)) or any(after >= self.cards for after in afters):
            raise ValueError(f"decisions come after more and more cards, and before the last of {self.cards}")
        if self.bets - sum(decision.pull for decision in self.decisions) < 1:
            raise ValueError("one bet at least stays on the table")
        return self


PARTS = (DealerShape, RaiseShape, DecisionShape, DeckShape, Line)


def table_game(name: str) -> TableGame:
    """A file of the user's, or a game that comes with simlab."""
    return read_shape(find(name, FOLDER, "table game"), TableGame, PARTS)


def table_game_of(data: Mapping[str, Any]) -> TableGame:
    """From plain data, for notebooks."""
    return shape_of(data, TableGame, PARTS)


def table_games() -> list[str]:
    """Those that come with simlab."""
    return list(shipped(FOLDER))
