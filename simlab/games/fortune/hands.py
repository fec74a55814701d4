"""What a hand is worth under the Arcana in force, and its cards by slot."""

import numpy as np

from simlab.bits import ctz, deposit, popcount
from simlab.games.fortune.rules import Arcana
from simlab.jit import kernel
from simlab.masks import without_first
from simlab.ranking.hands import Category, category
from simlab.ranking.scalar import rank
from simlab.ranking.wild import rank_wild

NORMAL, EMPEROR, STRENGTH = 0, 1, 2  # places in rules.orders


@kernel
def in_force(table):
    """The Arcana that acts in this round, -1 none."""
    return table.force + 0


@kernel
def order_under(arcana):
    """Which of rules.orders holds."""
    if arcana == Arcana.EMPEROR:
        return EMPEROR
    if arcana == Arcana.STRENGTH:
        return STRENGTH
    return NORMAL


@kernel
def strength(hand, flops, arcana, rules):
    """The score of the best hand playable: with the Fool (FO-5.7), with exactly one flop (FO-5.8), or best five."""
    order = rules.orders[order_under(arcana)]
    if arcana == Arcana.FOOL:
        return rank_wild(hand, order)
    if flops == 0:
        return rank(hand, order)
    best = np.int64(0)
    while flops != 0:
        best = max(best, rank(hand | (flops & -flops), order))
        flops = without_first(flops)
    return best


@kernel
def hand_code(score):
    """0 high card .. 8 straight flush, 9 five of a kind."""
    found = category(score)
    return 9 if found == Category.FIVE else found


@kernel
def card_at(hand, slot):
    """The card of a slot, as a mask."""
    return cards_at(hand, np.int64(1) << np.int64(slot))


@kernel
def cards_at(hand, slots):
    """The cards of a set of slots."""
    return deposit(np.int64(slots), np.int64(hand))


@kernel
def slot_of(hand, card):
    """Where a card (as a mask) stands in the hand."""
    return popcount(hand & (card - 1))


@kernel
def slots_of(hand, cards):
    """The set of slots of these cards of the hand."""
    slots = hand & 0
    while cards != 0:
        slots |= np.int64(1) << slot_of(hand, cards & -cards)
        cards = without_first(cards)
    return slots


@kernel
def place_of(card):
    return ctz(card)
