"""Cards of battle, alone and as sets: numbers and suits, what lies above and below in a suit, sums, slots.

A card is an id, 13 suit + number - 2 (BA-1.4). A set of cards is a mask of four suit lanes: rising ids are rising bits.
"""

import numpy as np

from simlab.bits import ctz, deposit
from simlab.games.battle.eight_bytes import WORD, find, word_of
from simlab.games.battle.rules import AceSum, ColorMeans
from simlab.jit import kernel
from simlab.masks import full

ONE = np.int64(1)
NOTHING = np.int64(0)
LANES = np.int64(0x0001_0001_0001_0001)
SUIT = np.int64(0x1FFF)  # thirteen numbers
RED = np.int64(0x0000_1FFF_1FFF_0000)
BLACK = np.int64(0x1FFF_0000_0000_1FFF)
EVERY = SUIT * LANES
DOWN_1, DOWN_4, DOWN_8 = 0x0FFF * LANES, 0x00FF * LANES, 0x000F * LANES  # where shifts down within the lanes may arrive
GUARDS = 0x4000 * LANES  # a bit of every lane that no card has; not the top one, for overflows are undefined
FIRST_IDS = np.int64(1 | 1 << 13 | 1 << 26 | 1 << 39)  # by ids, without lanes: the lowest card of each suit
LOWEST, ACE = 2, 14  # numbers


@kernel
def suit(card):
    return (np.int64(card) * 79) >> 10  # card // 13


@kernel
def rank(card):
    return np.int64(card) - 13 * suit(card)


@kernel
def number(card):
    """2 to 14: the ace is high in every comparison (BA-1.3)."""
    return rank(card) + LOWEST


@kernel
def place(card):
    """Where a card stands in a set."""
    return np.int64(card) + 3 * suit(card)


@kernel
def bit(card):
    """The set of one card."""
    return ONE << place(card)


@kernel
def lowest(cards):
    """The lowest id of a set."""
    at = ctz(cards)
    return at - 3 * (at >> 4)


@kernel
def id_bit(card):
    """The set of one card by its id, without lanes; of -1 bit 63, which is no card."""
    return ONE << (np.int64(card) & 63)


@kernel
def ids_of(cards):
    """A set by ids: the lanes moved together."""
    return cards & SUIT | cards >> 3 & SUIT << 13 | cards >> 6 & SUIT << 26 | cards >> 9 & SUIT << 39


@kernel
def cards_of(ids):
    """The set of these ids."""
    return ids & SUIT | ids << 3 & SUIT << 16 | ids << 6 & SUIT << 32 | ids << 9 & SUIT << 48


@kernel
def same_number(card):
    return LANES << rank(card)


@kernel
def same_suit(card):
    return SUIT << (16 * suit(card))


@kernel
def same_color(card):
    """Red or black."""
    return RED if bit(card) & RED != 0 else BLACK


@kernel
def lower(card):
    """Cards of any suit with a lower number."""
    return ((ONE << rank(card)) - 1) * LANES


@kernel
def higher(card):
    return (SUIT & ~((ONE << (rank(card) + 1)) - 1)) * LANES


@kernel
def alike(card, rules):
    """Cards of the same colour, whatever that means (BA-1.5), or number."""
    if rules.color_means == ColorMeans.COLOR:
        return same_color(card) | same_number(card)
    return same_suit(card) | same_number(card)


@kernel
def covered_from_above(cards):
    """Places with a card of the set above them in their suit."""
    found = (cards >> 1) | (cards >> 2)
    found = (found | (found >> 2)) & DOWN_1
    found |= (found >> 4) & DOWN_4
    return found | ((found >> 8) & DOWN_8)


@kernel
def covered_from_below(cards):
    """Places with a card of the set below them in their suit."""
    guarded = cards | GUARDS
    return ~(guarded ^ (guarded - LANES)) & EVERY


@kernel
def thinned(cards):
    """Each suit without its lowest card."""
    guarded = cards | GUARDS  # an empty suit loses its guard, and borrows nothing from the next one
    return guarded & (guarded - LANES) & ~GUARDS


@kernel
def suits_in(cards):
    """All cards of the suits that occur in a set."""
    return ((((cards | GUARDS) - LANES) >> 14) & LANES) * SUIT


@kernel
def ranks_of(cards):
    """Ranks that occur in a set, whatever the suit."""
    either = cards | (cards >> 32)
    return (either | (either >> 16)) & SUIT


@kernel
def sums(shown, most, rules):
    """Sums of the numbers of face-up cards up to `most`, as bits (BA-6.5, BA-6.5a)."""
    reached = ONE
    while shown != 0:
        n = number(lowest(shown))
        shown &= shown - 1
        more = reached << n
        if n == ACE and rules.ace_sum != AceSum._14:
            more = reached << 1
            if rules.ace_sum == AceSum.EITHER:
                more |= reached << ACE
        reached |= more
    return reached & full(most + 1) & ~ONE


@kernel
def can_dig(shown, most, rules):
    """Is there such a sum? A single card has the lowest."""
    return shown != 0 and (most >= ACE or sums(shown, most, rules) != 0)


@kernel
def slot_of(row, card):
    """Where a card lies in its row."""
    slot = find(word_of(row), card)
    while row[slot] != card:  # a long row
        slot += 1
    return slot


@kernel
def nth_slot(row, size, cards, n):
    """The slot of the n-th card of the row that belongs to a set; eight slots at least, which is easier to predict than an end."""
    found = NOTHING
    for slot in range(WORD):
        found |= ((cards >> place(row[slot])) & 1) << slot
    for slot in range(WORD, size):
        found |= ((cards >> place(row[slot])) & 1) << slot
    return ctz(deposit(ONE << n, found & full(size)))
