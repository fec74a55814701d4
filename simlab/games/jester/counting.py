"""What blackjack cards count: values, best totals, classes of pairs. Used at the table and by players alike."""

import numpy as np

from simlab.games.jester.rules import BLACKJACK, PAIR_CLASSES
from simlab.jit import kernel

ACE = 12  # card id >> 2
TEN = 10
SOFT = 10  # what an ace that counts 11 adds

# place of a pair's class in the list, by [is soft, total]
CLASS_AT = np.full((2, BLACKJACK + 1), -1, np.int64)
for place, name in enumerate(PAIR_CLASSES):
    CLASS_AT[int(name[0] == "S"), int(name[1:])] = place

# the same by the values of two cards, 1 to 10, one row after another
CLASS_PLACES = np.array(
    [CLASS_AT[int(1 in (one, two)), one + two + SOFT * (1 in (one, two))] for one in range(1, TEN + 1) for two in range(1, TEN + 1)],
    np.float32,
)


@kernel
def value(card):
    """2-10 face value, court cards 10, an ace 1 (JE-5.3)."""
    rank = card >> 2
    return 1 if rank == ACE else min(rank + 2, TEN)


@kernel
def best(hard, aces):
    """The largest total up to 21, else the smallest (JE-5.4, JE-5.12): at most one ace can count 11."""
    return hard + SOFT if aces and hard + SOFT <= BLACKJACK else hard


@kernel
def hard_total(cards, n):
    """All aces as 1, and whether there are any."""
    hard, aces = 0, False
    for k in range(n):
        hard += value(cards[k])
        aces = aces or cards[k] >> 2 == ACE
    return hard, aces


@kernel
def total(cards, n):
    hard, aces = hard_total(cards, n)
    return best(hard, aces)


@kernel
def pair_class(first, second):
    """Place of a pair in PAIR_CLASSES."""
    hard = value(first) + value(second)
    soft = first >> 2 == ACE or second >> 2 == ACE
    return CLASS_AT[1 if soft else 0, hard + SOFT if soft else hard]
