"""The hands of poker by name, and how one integer holds a hand's strength.

A score is one int64, higher is better, 0 for no cards:

    bits 56..59   place of the category in the game's order
    bits 52..55   the category itself, so that `category(score)` needs no order
    bits  0..51   the tie-break, by the order's family (see `Family`)

Ranks are compared as bit masks: two sets of equally many ranks compare like their ranks sorted high to low, and a set
that continues another one is higher, so a missing kicker loses to any kicker. No table and no sorting is needed.
"""

from enum import IntEnum

from simlab.jit import kernel

HAND = 5  # cards that count


class Category(IntEnum):
    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9  # only in orders that keep it apart
    FIVE = 10  # only with a wild card


class Family(IntEnum):
    """What stands below the category."""

    STANDARD = 0  # made ranks << 16 | kickers
    SUITS = 1  # the same << 20 | suits of the ranks in order of relevance, four bits each
    SUM = 2  # sum of all ranks << 32
    SUM_MADE = 3  # sum of the cards that make the category << 39 | sum of all << 32
    SUM_THEN_STANDARD = 4  # sum of all << 32 | made ranks << 16 | kickers


NAMES = {
    Category.HIGH_CARD: "high card",
    Category.PAIR: "pair",
    Category.TWO_PAIR: "two pair",
    Category.THREE: "three of a kind",
    Category.STRAIGHT: "straight",
    Category.FLUSH: "flush",
    Category.FULL_HOUSE: "full house",
    Category.FOUR: "four of a kind",
    Category.STRAIGHT_FLUSH: "straight flush",
    Category.ROYAL_FLUSH: "royal flush",
    Category.FIVE: "five of a kind",
}

RANK_BITS = 16
SUIT_BITS = 20  # five ranks, four suits each
SUM_AT = 32
MADE_AT = 39
CATEGORY_AT = 52
PLACE_AT = 56


@kernel
def category(score):
    """The category of a score, a `Category` code."""
    return (score >> CATEGORY_AT) & 15


@kernel
def place(score):
    """Where the category stands in the game's order: 0 is the lowest."""
    return score >> PLACE_AT
