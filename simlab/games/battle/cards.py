"""Cards of battle, alone and as sets: numbers and suits, who protects whom, what an attack can reach.

A card is an id, 13 suit + number - 2 (BA-1.4). A set of cards is a mask of four suit lanes: rising ids are rising bits.
"""

import numpy as np

from simlab.bits import clz, ctz, deposit, popcount, select
from simlab.games.battle.rules import AceSum, ColorMeans, Kind, Protection
from simlab.games.battle.words import WORD, find, word_of
from simlab.jit import kernel
from simlab.masks import full
from simlab.ranking.scalar import multiplicities

ONE = np.int64(1)
NOTHING = np.int64(0)
LANES = np.int64(0x0001_0001_0001_0001)
SUIT = np.int64(0x1FFF)  # thirteen numbers
RED = np.int64(0x0000_1FFF_1FFF_0000)
BLACK = np.int64(0x1FFF_0000_0000_1FFF)
EVERY = SUIT * LANES
DOWN_1, DOWN_4, DOWN_8 = 0x0FFF * LANES, 0x00FF * LANES, 0x000F * LANES  # where shifts down within the lanes may arrive
GUARDS = 0x4000 * LANES  # a bit of every lane that no card has; not the top one, for overflows are undefined
LOWEST, ACE = 2, 14  # numbers
SAME = (ONE << Kind.SWAP_SAME) | (ONE << Kind.KILL_SAME)
HIGH = (ONE << Kind.SWAP_HIGH) | (ONE << Kind.KILL_HIGH)
LOW = (ONE << Kind.SWAP_LOW) | (ONE << Kind.KILL_LOW)


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
def unprotected(held, shown, rules):
    """Face-up cards of a row that are the top of their suit, and those that are the bottom (BA-7.11)."""
    guards = select(rules.protection == Protection.ALL, held, select(rules.protection == Protection.OFF, NOTHING, shown))
    return shown & ~covered_from_above(guards), shown & ~covered_from_below(guards)


@kernel
def suits_in(cards):
    """All cards of the suits that occur in a set."""
    return ((((cards | GUARDS) - LANES) >> 14) & LANES) * SUIT


@kernel
def supported(own, targets, needed, rules):
    """Those targets for which a row holds enough supports (BA-7.9).

    The cards of a target's suit and those of its number are different ones, for the target lies in another row: so all
    targets are asked at once.
    """
    if rules.color_means == ColorMeans.COLOR or needed < 2 or needed > 3:
        return supported_each(own, targets, needed, rules)
    once, twice, thrice, _ = multiplicities(own)
    second = thinned(own)
    one, two = suits_in(own), suits_in(second)
    if needed == 2:
        return targets & (two | (one & (once * LANES)) | (twice * LANES))
    return targets & (suits_in(thinned(second)) | (two & (once * LANES)) | (one & (twice * LANES)) | (thrice * LANES))


@kernel
def supported_each(own, targets, needed, rules):
    """The same for other rules, one by one."""
    found = NOTHING
    while targets != 0:
        card = lowest(targets)
        if popcount(own & alike(card, rules)) >= needed:
            found |= targets & -targets
        targets &= targets - 1
    return found


@kernel
def stealable(own, card, targets, needed, rules):
    crew = own if rules.steal_support_includes_spent == 1 else own & ~bit(card)
    return supported(crew, targets, needed, rules)


@kernel
def ranks_of(cards):
    """Ranks that occur in a set, whatever the suit."""
    either = cards | (cards >> 32)
    return (either | (either >> 16)) & SUIT


@kernel
def below_highest(cards):
    """Cards of a lower number than the highest of a set."""
    return ((ONE << (63 - clz(ranks_of(cards) | 1))) - 1) * LANES


@kernel
def above_lowest(cards):
    """Cards of a higher number than the lowest of a set."""
    ranks = ranks_of(cards)
    return (SUIT & ~((ranks & -ranks) * 2 - 1)) * LANES


@kernel
def reach(kind, card, own, tops, bottoms, others, rules):
    """Cards that an attack of this kind with this card may be aimed at (BA-7.1 to BA-7.8)."""
    if kind == Kind.SWAP_SAME or kind == Kind.KILL_SAME:
        return others & same_number(card)
    if kind == Kind.SWAP_HIGH or kind == Kind.KILL_HIGH:
        return tops & lower(card)
    if kind == Kind.STEAL_HIGH:
        return stealable(own, card, tops & lower(card), rules.steal_high_support, rules)
    targets = bottoms & higher(card)
    if kind != Kind.STEAL_LOW:
        return targets & same_suit(card)
    if rules.steal_low_same_suit == 1:
        targets &= same_suit(card)
    return stealable(own, card, targets, rules.steal_low_support, rules)


@kernel
def usable(kind, own, tops, bottoms, others, rules):
    """Cards of a row with which an attack of this kind reaches something, all at once; a thief counts as its own support."""
    if kind == Kind.SWAP_SAME or kind == Kind.KILL_SAME:
        return own & (ranks_of(others) * LANES)
    if kind == Kind.SWAP_HIGH or kind == Kind.KILL_HIGH:
        return own & above_lowest(tops)
    if kind == Kind.STEAL_HIGH:
        return own & above_lowest(supported(own, tops, rules.steal_high_support, rules))
    if kind == Kind.STEAL_LOW and rules.steal_low_same_suit == 0:
        return own & below_highest(supported(own, bottoms, rules.steal_low_support, rules))
    if kind == Kind.STEAL_LOW:
        bottoms = supported(own, bottoms, rules.steal_low_support, rules)
    return own & covered_from_above(bottoms)


@kernel
def attacks(own, tops, bottoms, others, rules):
    """Kinds of attack that some card of the row can make, as bits; all cards are asked at once."""
    beaten = tops & below_highest(own)
    suited = bottoms & covered_from_below(own)
    above = suited if rules.steal_low_same_suit == 1 else bottoms & above_lowest(own)
    kinds = select(ranks_of(own) & ranks_of(others) != 0, SAME, NOTHING)
    kinds |= select(beaten != 0, HIGH, NOTHING)
    kinds |= select(suited != 0, LOW, NOTHING)
    kinds |= np.int64(can_steal_high(own, beaten, rules)) << Kind.STEAL_HIGH
    return kinds | np.int64(can_steal_low(own, above, rules)) << Kind.STEAL_LOW


@kernel
def can_steal_high(own, targets, rules):
    if rules.steal_support_includes_spent == 1:
        return supported(own, targets, rules.steal_high_support, rules) != 0
    while targets != 0:
        target = lowest(targets)
        if has_crew(own, own & higher(target), target, rules.steal_high_support, rules):
            return True
        targets &= targets - 1
    return False


@kernel
def can_steal_low(own, targets, rules):
    if rules.steal_support_includes_spent == 1:
        return supported(own, targets, rules.steal_low_support, rules) != 0
    while targets != 0:
        target = lowest(targets)
        thieves = own & lower(target)
        if rules.steal_low_same_suit == 1:
            thieves &= same_suit(target)
        if has_crew(own, thieves, target, rules.steal_low_support, rules):
            return True
        targets &= targets - 1
    return False


@kernel
def has_crew(own, thieves, target, needed, rules):
    """Does some thief have enough supports besides itself (BA-7.9)? There is a thief."""
    supports = own & alike(target, rules)
    spare = popcount(supports) - needed
    return spare >= 0 and (spare > 0 or thieves & ~supports != 0)


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
