"""Leduc poker for two, small enough to be solved and large enough to be poker: everything about it that is data.

The deck has two cards of each of three ranks. Each player antes a chip and gets a card. They bet in turn, two chips at a time and at
most two bets and raises; then a card for both is turned up, and they bet again, four chips at a time. A player whose card pairs
the open one wins, else the higher card; equal cards share. A game is one deal, or several with the first turn changing hands.
"""

from enum import IntEnum
from typing import Any

from pydantic import model_validator

from simlab.contract import knobs
from simlab.contract.columns import Column, standard, tally_record
from simlab.contract.knobs import knob
from simlab.contract.records import state_record, view_record
from simlab.errors import RulesError
from simlab.jit import record
from simlab.mechanics.betting import BETS

VERSION = 1
MOST_RANKS, MOST_SUITS = 13, 4
BOARD = 2  # place of the open card, after a card for each seat
HIDDEN = -1  # the open card, before it is turned up


class End(IntEnum):
    """How a deal ended."""

    FOLDED_FIRST = 0
    FOLDED_SECOND = 1
    HIGHER = 2
    PAIR = 3
    SHARED = 4


class Rules(knobs.Rules):
    COMPILED = (
        ("size", "i4"),  # cards in the deck
        ("rank", "i1", (MOST_RANKS * MOST_SUITS,)),  # of each card: a division for each would take longer than all the rest of a showdown
    )

    players: int = knob(2, "seats at the table", ge=2, le=2)
    ranks: int = knob(3, "ranks in the deck", ge=3, le=MOST_RANKS)
    suits: int = knob(2, "cards of each rank", ge=2, le=MOST_SUITS)
    ante: int = knob(1, "chips each player puts in before the deal", ge=1, le=100)
    first_bet: int = knob(2, "chips of a bet or raise before the open card", ge=1, le=100)
    second_bet: int = knob(4, "chips of a bet or raise after it", ge=1, le=100)
    raises: int = knob(2, "bets and raises allowed in a round of betting", ge=1, le=8)
    deals: int = knob(1, "deals in a game; the first turn changes hands", ge=1, le=100)

    @model_validator(mode="after")
    def bets_are_not_absurd(self) -> "Rules":
        if max(self.first_bet, self.second_bet) > 50 * self.ante:
            raise RulesError(f"a bet of {max(self.first_bet, self.second_bet)} is more than fifty antes of {self.ante}")
        return self

    def compile(self, rules: Any) -> None:
        rules.size = self.ranks * self.suits
        rules["rank"][: rules.size] = [card // self.suits for card in range(rules.size)]


RULES = Rules.dtype()

COLUMNS = (
    *standard(),
    Column("net", "chips won less chips lost", seats=True, unit="chips"),
    Column("pot", "chips in the pot, all deals together", unit="chips"),
    Column("raises", "bets and raises", "count", "i2", seats=True),
    Column("end", "how the last deal ended", "code", "i1",
           levels=("folded before the open card", "folded after it", "higher card", "pair", "shared")),
)  # fmt: skip
OUTCOME = tally_record(COLUMNS)

ROUND_COLUMNS = (
    Column("pot", "chips in the pot", unit="chips"),
    Column("winner", "seat that took the pot", "code", "i1", levels=("seat 0", "seat 1"), none=-1, none_name="shared"),
)
ROUND = tally_record(ROUND_COLUMNS)

TABLE = record(  # what everybody sees
    ("bets", BETS),
    ("first", "i4"),  # seat with the first turn of this deal
    ("size", "i4"),  # chips of a bet or raise now
    ("board", "i4"),  # the open card; HIDDEN before it is turned up
    ("net", "i4", (2,)),  # chips won so far, by seat
)
STATE = state_record(
    OUTCOME,
    ("table", TABLE),
    ("cards", "i1", (3,)),  # of each seat, then the open one; card = suits * rank + suit
    ("row", ROUND),  # the deal just ended
)
VIEW = view_record(
    ("table", TABLE),
    ("round", "i4"),
    ("card", "i1"),  # own card
)
