"""One-card poker for two, the smallest game with a bluff: everything about it that is data.

Each player antes and gets one card from a deck with one card of each rank. In turn they pass or bet; facing a bet, to pass is
to fold and to bet is to call. The higher card takes the pot. A game is one deal, or several with the first turn changing hands.
"""

from enum import IntEnum

from pydantic import model_validator

from simlab.contract import knobs
from simlab.contract.columns import Column, numbered, standard, tally_record
from simlab.contract.knobs import knob
from simlab.contract.records import state_record, view_record
from simlab.errors import RulesError
from simlab.jit import record

VERSION = 1
MAX_RANKS = 13


class Action(IntEnum):
    PASS = 0
    BET = 1


class End(IntEnum):
    """How the last deal ended."""

    CHECKED = 0
    FOLDED = 1
    CALLED = 2


class Rules(knobs.Rules):
    players: int = knob(2, "seats at the table", ge=2, le=2)
    ranks: int = knob(3, "cards in the deck, one of each rank", ge=3, le=MAX_RANKS)
    ante: int = knob(1, "chips each player puts in before the deal", ge=1, le=100)
    bet: int = knob(1, "chips a bet adds", ge=1, le=100)
    deals: int = knob(1, "deals in a game; the first turn changes hands", ge=1, le=100)

    @model_validator(mode="after")
    def bets_are_not_absurd(self) -> "Rules":
        if self.bet > 50 * self.ante:
            raise RulesError(f"bet {self.bet} is more than fifty antes of {self.ante}")
        return self


RULES = Rules.dtype()

RANK_NAMES = numbered("rank", MAX_RANKS)
COLUMNS = (
    *standard(),
    Column("net", "chips won less chips lost", seats=True, unit="chips"),
    Column("pot", "chips in the pot, all deals together", unit="chips"),
    Column("end", "how the last deal ended", "code", "i1", levels=("checked", "folded", "called")),
    Column("first_bet", "the deal's first action was a bet, last deal", "flag", "i1"),
    Column("opened", "opening bets by the rank of the card held", "count", "i2", levels=RANK_NAMES, over="could_open"),
    Column("could_open", "chances to open by the rank of the card held", "count", "i2", levels=RANK_NAMES),
    Column("bluff_caught", "seat whose bet with the lower card was called, last deal", "code", "i1",
           levels=("seat 0", "seat 1"), none=-1, none_name="nobody"),
)  # fmt: skip
OUTCOME = tally_record(COLUMNS)

ROUND_COLUMNS = (
    Column("pot", "chips in the pot", unit="chips"),
    Column("winner", "seat that took the pot", "code", "i1", levels=("seat 0", "seat 1")),
)
ROUND = tally_record(ROUND_COLUMNS)

TABLE = record(  # what everybody sees
    ("first", "i4"),  # seat with the first turn of this deal
    ("turn", "i4"),  # actions taken in this deal
    ("facing", "i4"),  # chips to call, 0 when nobody has bet
    ("bettor", "i4"),  # who has bet, -1 nobody
    ("paid", "i4", (2,)),  # chips in the pot, by seat
    ("net", "i4", (2,)),  # chips won so far, by seat
)
STATE = state_record(
    OUTCOME,
    ("table", TABLE),
    ("deck", "i1", (MAX_RANKS,)),  # deck[seat] is that seat's card
    ("row", ROUND),  # the deal just ended
)
VIEW = view_record(
    ("round", "i4"),
    ("table", TABLE),
    ("card", "i1"),  # own card
)
