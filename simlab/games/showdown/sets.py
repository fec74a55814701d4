"""Sets of French cards as one int64: bit c for card c = 4 * rank + suit, so that the bits rise as the cards do."""

import numpy as np

from simlab.bits import clz, deposit, popcount
from simlab.jit import kernel
from simlab.masks import bit, nth

CLUBS = np.int64(0x1111111111111)  # every card of suit 0
SUITS = 4


@kernel
def of_suit(cards, suit):
    return cards & (CLUBS << np.int64(suit))


@kernel
def highest(cards):
    """The card with the highest number; -1 of an empty set."""
    return np.int64(63) - clz(np.int64(cards))


@kernel
def above(card):
    """All numbers greater than this card's."""
    return ~((bit(card) << np.int64(1)) - np.int64(1))


@kernel
def chosen(cards, picks):
    """The cards at the places (counted from the lowest) whose bits are set in `picks`."""
    return deposit(np.int64(picks), np.int64(cards))


@kernel
def pick(cards, place):
    """The card at this place, counted from the lowest."""
    return nth(np.int64(cards), place)


@kernel
def top_cards(cards):
    """Of each suit the highest card."""
    out = np.int64(0)
    for suit in range(SUITS):
        held = of_suit(cards, suit)
        if held != 0:
            out |= bit(highest(held))
    return out


@kernel
def suit_squares(cards):
    """The sum of the squares of the suit lengths: a number of its own for every shape of five cards."""
    total = np.int64(0)
    for suit in range(SUITS):
        length = popcount(of_suit(cards, suit))
        total += length * length
    return total


@kernel
def lanes(cards):
    """The same set as rankers want it: bit 16 * suit + rank.

    A card's number is (rank high, rank low, suit) in base 4 and must become (suit, rank high, rank low): two transpositions
    of a 4 x 4 matrix, of bits in each 16 and of nibbles in all 64.
    """
    x = swap(np.int64(cards), 3, 0x0A0A_0A0A_0A0A_0A0A)
    x = swap(x, 6, 0x00CC_00CC_00CC_00CC)
    x = swap(x, 12, 0x0000_F0F0_0000_F0F0)
    return swap(x, 24, 0x0000_0000_FF00_FF00)


@kernel
def swap(x, shift, mask):
    """Exchange the bits of `mask` with those `shift` places above them."""
    moved = (x ^ (x >> shift)) & mask
    return x ^ moved ^ (moved << shift)
