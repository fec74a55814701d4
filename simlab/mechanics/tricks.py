"""Tricks: which cards may be played, which wins, who has shown that a suit is gone.

A card is the number 16 * suit + rank, and a set of cards an int64 with the bit of each: four suits as lanes of sixteen ranks, as in
`simlab.cards`. So a hand is the mask of the cards that may be played, and a card is an action as it stands.
"""

import numpy as np

from simlab.bits import clz, ctz
from simlab.jit import kernel
from simlab.masks import bit

LANE = 16  # places of a suit
SUITS = 4
RANKS = np.int64(0xFFFF)
NO_SUIT = -1
NO_CARD = -1


@kernel
def suit_of(card):
    return card >> 4


@kernel
def rank_of(card):
    return card & 15


@kernel
def of_suit(cards, suit):
    """Those of one suit."""
    return cards & (RANKS << np.int64(LANE * suit))


@kernel
def ranks_in(cards, suit):
    """The ranks held in a suit, as bits."""
    return (cards >> np.int64(LANE * suit)) & RANKS


@kernel
def playable(hand, led):
    """What may be played: the suit led (NO_SUIT: everything) must be followed by whoever can."""
    if led < 0:
        return hand
    following = of_suit(hand, led)
    return following if following != 0 else hand


@kernel
def beats(card, best, trump):
    """Does a card played later beat the best so far (NO_CARD: none)? `trump` is a suit or NO_SUIT."""
    if best < 0:
        return True
    return card > best if suit_of(card) == suit_of(best) else suit_of(card) == trump


@kernel
def winners(cards, best, trump):
    """Those of the cards that beat the best so far."""
    if best < 0:
        return cards
    higher = of_suit(cards, suit_of(best)) & -bit(best + 1)
    return higher | of_suit(cards, trump) if trump >= 0 and trump != suit_of(best) else higher


@kernel
def lowest(cards):
    """The card of the lowest rank, of the first suit that has it; NO_CARD of none."""
    found = NO_CARD
    for suit in range(SUITS):
        ranks = ranks_in(cards, suit)
        if ranks != 0 and (found < 0 or ctz(ranks) < rank_of(found)):
            found = LANE * suit + ctz(ranks)
    return found


@kernel
def highest(cards):
    """The card of the highest rank, of the first suit that has it; NO_CARD of none."""
    found = NO_CARD
    for suit in range(SUITS):
        ranks = ranks_in(cards, suit)
        if ranks != 0 and (found < 0 or 63 - clz(ranks) > rank_of(found)):
            found = LANE * suit + 63 - clz(ranks)
    return found


# ---- suits that are gone, of all seats in one word: four bits a seat


@kernel
def note_void(voids, seat, suit):
    """The seat has shown that it holds nothing of the suit."""
    return voids | bit(SUITS * seat + suit)


@kernel
def is_void(voids, seat, suit):
    return voids >> np.int64(SUITS * seat + suit) & 1 == 1
