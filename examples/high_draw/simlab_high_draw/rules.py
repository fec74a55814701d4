"""High Draw, the smallest game of drawing: everything about it that is data.

Everybody gets a card. In turn each may keep it, or put it under the stock and take the top card, once. Then all cards are shown, and
the highest wins.
"""

from enum import IntEnum

from pydantic import model_validator

from simlab.contract import knobs
from simlab.contract.columns import Column, standard, tally_record
from simlab.contract.knobs import knob
from simlab.contract.records import state_record, view_record
from simlab.errors import RulesError

VERSION = 1
MOST_CARDS = 52


class Action(IntEnum):
    KEEP = 0
    EXCHANGE = 1


class Rules(knobs.Rules):
    players: int = knob(3, "seats at the table", ge=2, le=6)
    cards: int = knob(20, "cards in the deck, all different", ge=4, le=MOST_CARDS)

    @model_validator(mode="after")
    def the_stock_is_large_enough(self) -> "Rules":
        if self.cards < 2 * self.players:
            raise RulesError(f"{self.cards} cards are too few for {self.players} players who all exchange")
        return self


RULES = Rules.dtype()

COLUMNS = (
    *standard(),
    Column("exchanged", "the card was exchanged", "flag", "i1", seats=True),
    Column("winning_card", "the highest card at the end", unit="pips"),
)
OUTCOME = tally_record(COLUMNS)

STATE = state_record(
    OUTCOME,
    ("top", "i4"),  # place of the stock's top card
    ("deck", "i1", (MOST_CARDS,)),  # deck[seat] is that seat's card; the stock follows, then what was put under it
)
VIEW = view_record(
    ("round", "i4"),
    ("top", "i4"),  # place of the stock's top card: the seats before have exchanged the cards between
    ("card", "i1"),  # own card
)
