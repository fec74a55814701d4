"""A hand of battle as the columns write it down (section 5): `place << 20 | k1 << 16 | ... | k5`, numbers 2 .. 14, missing 0."""

import numpy as np

from simlab.bits import ctz, select
from simlab.games.battle.cards import lowest
from simlab.games.battle.scoring import LISTED_BITS, top
from simlab.jit import kernel
from simlab.ranking.hands import HAND, RANK_BITS, Category, category, place
from simlab.ranking.scalar import ZERO

TIE_BITS = 4  # of one number
FIRST_TIE = 15 << TIE_BITS * (HAND - 1)
BODY = (1 << 2 * RANK_BITS) - 1  # made ranks and the others


@kernel
def packed(found, rules):
    """A hand as section 5 writes it: category, then five tie-break numbers of four bits."""
    if found == 0:
        return ZERO  # no cards at all (BA-9.2)
    kind = category(found)
    ties = numbers_of(found & BODY, rules.deck_low)
    if kind == Category.STRAIGHT or kind == Category.STRAIGHT_FLUSH:
        ties &= FIRST_TIE
    elif kind == Category.ROYAL_FLUSH:
        ties = ZERO
    elif rules.order.dead == 1 and kind == Category.HIGH_CARD:
        ties = listed_numbers(found, rules.deck_low)
    return (place(found) << (HAND * TIE_BITS)) | ties


@kernel
def numbers_of(body, deck_low):
    """The numbers of the made ranks, then of the others, highest first; always five steps, for the end of fewer was mispredicted."""
    ties = ZERO
    for _ in range(HAND):
        first = top(body)
        ties = (ties << TIE_BITS) | select(first != 0, (ctz(first) & (RANK_BITS - 1)) + deck_low, ZERO)
        body ^= first
    return ties


@kernel
def listed_numbers(found, deck_low):
    """The numbers of a high card where incomplete hands are dead."""
    ties = ZERO
    for k in range(HAND - 1, -1, -1):
        entry = (found >> (LISTED_BITS * k)) & 31
        ties = (ties << TIE_BITS) | (entry - 1 + deck_low if entry != 0 else ZERO)
    return ties


@kernel
def loan_card(loan):
    """The column's form: the lowest card borrowed, -1 for none."""
    return lowest(loan) if loan != 0 else np.int64(-1)
