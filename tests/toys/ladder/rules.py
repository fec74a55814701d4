"""Everybody gets the same number of cards. One leads some cards of a rank, the others play as many of a higher rank or pass."""

from simlab.contract import knobs
from simlab.contract.columns import SEATS, standard, tally_record
from simlab.contract.knobs import knob
from simlab.contract.records import state_record, view_record
from simlab.mechanics.climbing import CLIMB

VERSION = 1
RANKS = 8
DECK = 4 * RANKS


class Rules(knobs.Rules):
    players: int = knob(3, "seats at the table", ge=2, le=4)
    cards: int = knob(6, "cards of a hand", ge=2, le=8)


RULES = Rules.dtype()
COLUMNS = standard()
OUTCOME = tally_record(COLUMNS)
STATE = state_record(
    OUTCOME,
    ("hands", "i8", (SEATS,)),  # sets of cards
    ("climb", CLIMB),
    ("played", "i8", (SEATS,)),  # cards that each seat has played
    ("deck", "i1", (DECK,)),  # scratch of the deal
)
VIEW = view_record(("round", "i4"), ("climb", CLIMB), ("played", "i8", (SEATS,)), ("hand", "i8"))
