"""Oh Hell, the game of exact bids: everything about it that is data.

Each deal gives everybody the same number of cards and turns one up, whose suit is trump. In turn all say how many tricks they will
take. Then the tricks are played: the suit led must be followed by whoever can; the highest trump wins, else the highest card of the
suit led, and the winner leads. Who took exactly what was bid scores. The next deal has a card less. Most points win.
"""

from enum import IntEnum
from typing import Any

from pydantic import model_validator

from simlab.contract import knobs
from simlab.contract.columns import SEATS, Column, standard, tally_record
from simlab.contract.knobs import Choice, knob
from simlab.contract.records import state_record, view_record
from simlab.errors import RulesError
from simlab.jit import record
from simlab.mechanics.tricks import SUITS

VERSION = 1
MOST_RANKS = 13
MOST_DEALS = 20
PACK = SUITS * MOST_RANKS


class Phase(IntEnum):
    """What the seat to act is asked for."""

    PASS = 0  # a card to pass to the left
    BID = 1
    PLAY = 2


class Trump(Choice):
    TURNED = 0  # the suit of the card turned up
    NONE = 1


class Rules(knobs.Rules):
    COMPILED = (
        ("sizes", "i4", (MOST_DEALS,)),  # cards a player gets, by deal
        ("pack", "i1", (PACK,)),  # every card, as 16 * suit + rank
        ("pack_n", "i4"),
        ("deck", "i8"),  # the same as a set
    )

    players: int = knob(4, "seats at the table", ge=3, le=6)
    ranks: int = knob(13, "cards of each suit, from the ace down", ge=6, le=MOST_RANKS)
    cards: int = knob(7, "cards each player gets in the first deal", ge=1, le=13)
    step: int = knob(-1, "how many more (or fewer) each later deal has", ge=-1, le=1)
    deals: int = knob(7, "deals in a game", ge=1, le=MOST_DEALS)
    trump: Trump = knob(Trump.TURNED, "which suit is trump")
    hook: bool = knob(True, "may the last bid not make the bids add up to the tricks?")
    passing: int = knob(0, "cards passed to the left before the bids, in deals with more cards than that", ge=0, le=3)
    bonus: int = knob(10, "points for exactly the tricks bid", ge=0, le=50)
    trick: int = knob(1, "points more for each of them", ge=0, le=10)
    penalty: int = knob(0, "points lost for each trick too many or too few", ge=0, le=10)

    @model_validator(mode="after")
    def every_deal_can_be_dealt(self) -> "Rules":
        sizes = self.hand_sizes()
        most = (SUITS * self.ranks - (self.trump == Trump.TURNED)) // self.players
        if min(sizes) < 1:
            raise RulesError(f"{self.deals} deals from {self.cards} cards down: there are none left in the last")
        if max(sizes) > min(most, MOST_RANKS):
            raise RulesError(f"{max(sizes)} cards for each of {self.players} players: there are {min(most, MOST_RANKS)}")
        return self

    def hand_sizes(self) -> list[int]:
        return [self.cards + self.step * deal for deal in range(self.deals)]

    def compile(self, rules: Any) -> None:
        pack = [16 * suit + rank for suit in range(SUITS) for rank in range(self.ranks)]
        rules["sizes"][: self.deals] = self.hand_sizes()
        rules["pack"][: len(pack)] = pack
        rules.pack_n = len(pack)
        rules.deck = sum(1 << card for card in pack)


RULES = Rules.dtype()

COLUMNS = (
    *standard(),
    Column("points", "points at the end", seats=True, unit="points"),
    Column("exact", "deals with exactly the tricks bid", "count", "i2", seats=True, over="rounds"),
    Column("bid", "tricks bid, all deals together", "count", "i2", seats=True, unit="tricks"),
    Column("taken", "tricks taken, all deals together", "count", "i2", seats=True, unit="tricks"),
    Column("wanted", "tricks bid by all less tricks to be had, all deals together", "count", "i2", unit="tricks"),
)
OUTCOME = tally_record(COLUMNS)

TABLE = record(  # what everybody sees
    ("voids", "i8"),  # suits that seats have shown to be out of: bit 4 * seat + suit
    ("played", "i8", (SEATS,)),  # cards each seat has played in this deal
    ("phase", "i4"),  # what is asked for: a card to pass, a bid, a card to play
    ("size", "i4"),  # cards each player got
    ("dealer", "i4"),  # the last to speak
    ("turned", "i4"),  # the card turned up; NO_CARD
    ("trump", "i4"),  # its suit; NO_SUIT
    ("led", "i4"),  # suit of this trick; NO_SUIT before the first card
    ("best", "i4"),  # card that wins it so far; NO_CARD
    ("holder", "i4"),  # who played that
    ("laid", "i4"),  # cards in this trick
    ("bids", "i4", (SEATS,)),  # NO_BID where there is none yet
    ("taken", "i4", (SEATS,)),  # tricks of this deal
    ("points", "i4", (SEATS,)),  # of the deals before
)
STATE = state_record(
    OUTCOME,
    ("hands", "i8", (SEATS,)),  # sets of cards
    ("sent", "i8", (SEATS,)),  # cards each seat put aside for its left neighbour in this deal
    ("table", TABLE),
    ("deck", "i1", (PACK,)),  # scratch of the deal
)
VIEW = view_record(
    ("round", "i4"),
    ("table", TABLE),
    ("hand", "i8"),  # own cards, as a set
    ("gave", "i8"),  # cards given to the left neighbour in this deal
    ("got", "i8"),  # cards that came from the right
)
