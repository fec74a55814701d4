"""What an attack may be aimed at, and with which card (BA-7).

`reach` is the rule, for one kind and one card. Every turn asks which kinds have a target at all, and then which cards: `attacks`
and `usable` answer that for a whole row at once, by sets of cards instead of card by card. They are there for speed only.
"""

import numpy as np

from simlab.bits import clz, cold, popcount, select
from simlab.games.battle.cards import (
    LANES,
    NOTHING,
    ONE,
    SUIT,
    alike,
    bit,
    covered_from_above,
    covered_from_below,
    higher,
    lower,
    lowest,
    ranks_of,
    same_number,
    same_suit,
    suits_in,
    thinned,
)
from simlab.games.battle.rules import ColorMeans, Kind, Protection
from simlab.jit import kernel
from simlab.ranking.scalar import multiplicities

# kinds, as bits
SAME = (ONE << Kind.SWAP_SAME) | (ONE << Kind.KILL_SAME)
HIGH = (ONE << Kind.SWAP_HIGH) | (ONE << Kind.KILL_HIGH)
LOW = (ONE << Kind.SWAP_LOW) | (ONE << Kind.KILL_LOW)
FROM_ABOVE = HIGH | (ONE << Kind.STEAL_HIGH)
FROM_BELOW = LOW | (ONE << Kind.STEAL_LOW)


@kernel
def unprotected(held, shown, rules):
    """Face-up cards of a row that are the top of their suit, and those that are the bottom (BA-7.11)."""
    guards = select(rules.protection == Protection.ALL, held, select(rules.protection == Protection.OFF, NOTHING, shown))
    return shown & ~covered_from_above(guards), shown & ~covered_from_below(guards)


@kernel
def reach(kind, card, own, tops, bottoms, others, rules):
    """Cards that an attack of this kind with this card may be aimed at.

    `tops` and `bottoms` are what `unprotected` says of the other rows, `others` all their face-up cards.
    """
    if kind == Kind.SWAP_SAME or kind == Kind.KILL_SAME:  # BA-7.3, BA-7.6
        return others & same_number(card)
    if kind == Kind.SWAP_HIGH or kind == Kind.KILL_HIGH:  # BA-7.1, BA-7.4
        return tops & lower(card)
    if kind == Kind.STEAL_HIGH:  # BA-7.7
        return stealable(own, card, tops & lower(card), rules.steal_high_support, rules)
    targets = bottoms & higher(card)
    if kind != Kind.STEAL_LOW:  # BA-7.2, BA-7.5
        return targets & same_suit(card)
    if rules.steal_low_same_suit == 1:
        targets &= same_suit(card)
    return stealable(own, card, targets, rules.steal_low_support, rules)  # BA-7.8


@kernel
def stealable(own, card, targets, needed, rules):
    """Those targets that enough supports of the thief's row allow (BA-7.9)."""
    crew = own if rules.steal_support_includes_spent == 1 else own & ~bit(card)
    return supported(crew, targets, needed, rules)


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


# ---- the same for a whole row at once


@kernel
def attacks(own, tops, bottoms, others, rules):
    """Kinds of attack that some card of the row can make, as bits."""
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
def usable(kind, own, tops, bottoms, others, rules):
    """Cards of a row with which an attack of this kind reaches something."""
    if kind >= Kind.STEAL_HIGH and rules.steal_support_includes_spent == 0:
        return usable_each(kind, own, tops, bottoms, others, rules)
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
def usable_each(kind, own, tops, bottoms, others, rules):
    """Thieves that are not their own support, one by one."""
    cold()
    cards, left = NOTHING, own
    while left != 0:
        if reach(kind, lowest(left), own, tops, bottoms, others, rules) != 0:
            cards |= left & -left
        left &= left - 1
    return cards


@kernel
def below_highest(cards):
    """Cards of a lower number than the highest of a set."""
    return ((ONE << (63 - clz(ranks_of(cards) | 1))) - 1) * LANES


@kernel
def above_lowest(cards):
    """Cards of a higher number than the lowest of a set."""
    ranks = ranks_of(cards)
    return (SUIT & ~((ranks & -ranks) * 2 - 1)) * LANES
