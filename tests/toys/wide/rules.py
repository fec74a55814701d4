"""Each player holds a secret card 0..7 and names a number 0..63; the mask shrinks and grows, bit 63 included."""

from simlab.contract import knobs
from simlab.contract.columns import standard, tally_record
from simlab.contract.knobs import knob
from simlab.contract.records import state_record, view_record

VERSION = 1


class Rules(knobs.Rules):
    players: int = knob(3, "seats at the table", ge=2, le=6)
    turns: int = knob(2, "numbers each player names", ge=1, le=5)
    only_high: bool = knob(False, "only the number 63 and one other are allowed")


RULES = Rules.dtype()
COLUMNS = standard()
OUTCOME = tally_record(COLUMNS)
STATE = state_record(
    OUTCOME,
    ("secret", "i1", (8,)),  # secret[seat] is that seat's; a permutation of 0..7
    ("named", "i4", (6,)),  # sum of the numbers named
    ("turn", "i4"),
)
VIEW = view_record(("turn", "i4"), ("own", "i4"), ("named", "i4", (6,)))
