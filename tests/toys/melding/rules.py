"""Everybody has a pack of cards, takes one and hands the pack on until all are gone. Most cards in melds win."""

from simlab.contract import knobs
from simlab.contract.columns import SEATS, Column, standard, tally_record
from simlab.contract.knobs import knob
from simlab.contract.records import state_record, view_record

VERSION = 1
DECK = 52


class Rules(knobs.Rules):
    players: int = knob(3, "seats at the table", ge=2, le=6)
    pack: int = knob(6, "cards of a pack", ge=2, le=8)


RULES = Rules.dtype()
COLUMNS = (*standard(), Column("melded", "cards in melds", seats=True, unit="cards"))
OUTCOME = tally_record(COLUMNS)
STATE = state_record(
    OUTCOME,
    ("packs", "i8", (SEATS,)),  # sets of cards
    ("hands", "i8", (SEATS,)),
    ("left", "i4"),  # cards of a pack before this turn's choices
    ("deck", "i1", (DECK,)),  # scratch of the deal
)
VIEW = view_record(("round", "i4"), ("left", "i4"), ("pack", "i8"), ("hand", "i8"))
