"""What a row of battle is worth: the best hand of at most five cards, one of them perhaps borrowed (BA-2, BA-9, section 5).

A borrowed card adds one rank or one suited card to what is held. So the own cards are counted once, and for each pattern of poker
only the loan that serves it best is looked at. Orders of hands in which the best five cannot be read off, and larger loans, are
tried out card by card.
"""

import numpy as np

from simlab.bits import clz, cold, deposit, popcount, select
from simlab.games.battle.cards import NOTHING, thinned
from simlab.jit import kernel
from simlab.ranking.hands import CATEGORY_AT, HAND, RANK_BITS, Category, category
from simlab.ranking.permute import permute
from simlab.ranking.scalar import RANKS, ZERO, highest, multiplicities, rank, run_ranks

LISTED_BITS = 5  # of one rank in a dead hand


@kernel
def value(own, pool, rules):
    """V(own, pool) of section 7: the strength of the best hand from `own` and at most `borrow_max` cards of `pool`."""
    return at_sight(own, pool, rules) if by_sight(own, rules) else tried(own, pool, rules)[0]


@kernel
def by_sight(own, rules):
    """Can the best hand be read off?"""
    return rules.borrow_max == 1 and rules.order.direct == 1 and (rules.order.dead == 0 or popcount(own) >= HAND)


@kernel
def at_sight(own, pool, rules):
    if rules.order.swaps > 0:
        own, pool = placed(own, rules.order), placed(pool, rules.order)
    found = with_loan(own, pool, rules.order)
    return numbered(found, True) if rules.order.dead == 1 else found


@kernel
def placed(cards, order):
    """Ranks by strength, where decks without low numbers ask for it."""
    cold()
    return permute(cards, order)


@kernel
def strength(cards, rules):
    """The strength of the best hand these cards make alone; 0 for none."""
    found = rank(cards, rules.order)
    return numbered(found, popcount(cards) >= HAND) if rules.order.dead == 1 else found


@kernel
def alone(own, rules):
    """The same for a row, read off where that can be: rows of many sizes are ranked in one way."""
    return at_sight(own, NOTHING, rules) if by_sight(own, rules) else strength(own, rules)


@kernel
def numbered(found, complete):
    """Where incomplete hands are dead, their numbers may repeat: high cards are listed number by number, so that all compare.

    The ranker lists the ranks of an incomplete hand already, five bits each, but gives those of a complete one as a mask.
    """
    if category(found) != Category.HIGH_CARD:
        return found
    head, body = found >> CATEGORY_AT << CATEGORY_AT, found & ~(found >> CATEGORY_AT << CATEGORY_AT)
    if not complete:
        return head | (body << LISTED_BITS)
    listed = ZERO
    while body != 0:
        at = 63 - clz(body)
        listed = (listed << LISTED_BITS) | (at + 1)
        body ^= np.int64(1) << at
    return head | listed


@kernel
def with_loan(own, pool, order):
    """The best pattern of the own cards and one of the pool. Only what is rare stands behind a branch: the others were mispredicted.

    It stays out of its callers: within their loops the compiler makes branches of choices again.
    """
    cold()
    once, twice, thrice, four = multiplicities(own)
    offered = pool | (pool >> 32)
    offered = (offered | (offered >> 16)) & RANKS
    kicker = top(offered & ~once)
    best = max(of_pairs(once, twice, offered, kicker, order), third_of_pair(once, twice, twice & offered & ~thrice, order))
    if thrice != 0:
        best = max(best, of_three(once, twice, thrice, four, offered, kicker, order))
    run = nearly_run(once, offered, order)
    best = max(best, select(run != 0, hand(Category.STRAIGHT, ZERO, run_ranks(run), order), ZERO))
    if thinned(thinned(thinned(own))) != 0:  # at least four of a suit
        best = max(best, suited_hand(own, pool, order))
    return best


@kernel
def hand(kind, made, rest, order):
    """The ranker's score of a hand: its category, the ranks that make it, and its kickers or its run."""
    return order.head[kind] | made << RANK_BITS | rest


@kernel
def of_pairs(once, twice, offered, kicker, order):
    """Two pair, one pair or a high card: the categories 2, 1 and 0 are the number of pairs."""
    new = top(once & offered & ~twice)  # a pair made by the loan
    made = best_of(twice | new, 2)
    pairs = popcount(made)
    left = select(made & new != 0, ZERO, kicker)  # the loan is spent once
    return hand(pairs, made, best_of((once ^ made) | left, HAND - 2 * pairs), order)


@kernel
def third_of_pair(once, twice, paired, order):
    """A pair becomes three of a kind; 0 where none does."""
    made = top(paired)
    other = top(twice ^ made)
    three = hand(Category.THREE, made, best_of(once ^ made, 2), order)
    full = hand(Category.FULL_HOUSE, made, other, order)
    return select(made != 0, max(three, select(other != 0, full, ZERO)), ZERO)


@kernel
def of_three(once, twice, thrice, four, offered, kicker, order):
    """Three or four of a kind are held."""
    made = highest(thrice)
    best = hand(Category.THREE, made, best_of((once ^ made) | kicker, 2), order)
    others = (twice | (once & offered)) & ~made
    if others != 0:
        best = max(best, hand(Category.FULL_HOUSE, made, highest(others), order))
    if four != 0:
        made = highest(four)
        best = max(best, hand(Category.FOUR, made, best_of((once ^ made) | kicker, 1), order))
    completed = thrice & offered & ~four
    if completed != 0:
        made = highest(completed)
        best = max(best, hand(Category.FOUR, made, best_of(once ^ made, 1), order))
    return best


@kernel
def top(ranks):
    """The highest rank, none of none."""
    return (np.int64(1) << (63 - clz(2 * ranks + 1))) >> 1


@kernel
def best_of(ranks, n):
    """The n highest of these ranks."""
    spare = max(popcount(ranks) - n, 0)
    return deposit(((np.int64(1) << n) - 1) << spare, ranks)


@kernel
def nearly_run(held, offered, order):
    """The bit of the best straight that lacks nothing, or one rank that is offered; 0 if there is none."""
    either = held | offered
    pairs = either & (either >> 1)
    whole = pairs & (pairs >> 2) & (either >> 4)
    both, one = held & (held >> 1), held | (held >> 1)
    four = (both & (both >> 3)) | ((held >> 2) & ((both & (one >> 3)) | (one & (both >> 3))))  # at least four of five ranks are held
    gap = order.extra[0] & ~held  # the low ace: battle knows no other straight but of neighbours
    low = select((gap & (gap - 1) == 0) & (gap & ~offered == 0), order.extra_value[0], ZERO)
    return top(((whole & four & order.natural) << 2) | low)


@kernel
def suited_hand(own, pool, order):
    """The best flush or straight flush; 0 where there is none."""
    best = ZERO
    for lane in range(0, 64, 16):
        suited = (own >> lane) & RANKS
        if popcount(suited) >= HAND - 1:
            best = max(best, one_suit(suited, (pool >> lane) & RANKS, order))
    return best


@kernel
def one_suit(suited, offered, order):
    """The best flush or straight flush of at least four cards of a suit and those of it that are offered."""
    if popcount(suited) < HAND and offered == 0:
        return ZERO
    best = hand(Category.FLUSH, ZERO, best_of(suited | top(offered), HAND), order)
    run = nearly_run(suited, offered, order)
    if run != 0:
        best = max(best, hand(Category.ROYAL_FLUSH if run == order.royal else Category.STRAIGHT_FLUSH, ZERO, run_ranks(run), order))
    return best


@kernel
def tried(own, pool, rules):
    """The best hand and the loan it needs: fewest cards first, then the lowest ids; no loan unless it improves the hand."""
    best, loan = np.int64(-1), NOTHING
    one, other = NOTHING, NOTHING
    while True:
        reached = strength(own | one | other, rules)
        if reached > best:
            best, loan = reached, one | other
        one, other = next_loan(one, other, pool, rules.borrow_max)
        if one == 0:
            return best, loan


@kernel
def next_loan(one, other, pool, most):
    """The loan after this one: single cards first, then pairs, each by rising ids; 0 after the last."""
    if most == 0:
        return NOTHING, NOTHING
    if other == 0:
        above = pool & ~(one | (one - 1)) if one != 0 else pool
        if above != 0:
            return above & -above, NOTHING
        if most == 1:
            return NOTHING, NOTHING
        one = other = pool & -pool
    above = pool & ~(other | (other - 1))
    if above == 0:
        later = pool & ~(one | (one - 1))
        one = later & -later
        above = later & (later - 1)
    return (one, above & -above) if above != 0 else (NOTHING, NOTHING)
