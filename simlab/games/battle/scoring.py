"""What a row of battle is worth: the best hand of at most five cards, one of them perhaps borrowed (BA-2, BA-9, section 5).

A borrowed card adds one rank or one suited card to what is held. So the own cards are counted once, and for each pattern of poker
only the loan that serves it best is looked at. Orders of hands in which the best five cannot be read off, and larger loans, are
tried out card by card.
"""

import numpy as np

from simlab.bits import clz, popcount
from simlab.games.battle.cards import NOTHING, lowest
from simlab.jit import kernel
from simlab.ranking.hands import CATEGORY_AT, HAND, RANK_BITS, Category, category, place
from simlab.ranking.permute import permute
from simlab.ranking.scalar import RANKS, ZERO, highest, keep, multiplicities, rank, run_ranks

TIE_BITS = 4  # of one number in a packed value
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
        own, pool = permute(own, rules.order), permute(pool, rules.order)
    found = with_loan(own, pool, rules.order)
    return numbered(found, True) if rules.order.dead == 1 else found


@kernel
def strength(cards, rules):
    """The strength of the best hand these cards make alone; 0 for none."""
    found = rank(cards, rules.order)
    return numbered(found, popcount(cards) >= HAND) if rules.order.dead == 1 else found


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
    """The best pattern of the own cards and one of the pool."""
    ranks = multiplicities(own)
    offered = pool | (pool >> 32)
    offered = (offered | (offered >> 16)) & RANKS
    best = equal_ranks(ranks, offered, order)
    if popcount(ranks[0]) >= HAND - 1:
        run = nearly_run(ranks[0], offered, order)
        if run != 0:
            best = max(best, hand(Category.STRAIGHT, ZERO, run_ranks(run), order))
    for lane in range(0, 64, 16):
        suited = (own >> lane) & RANKS
        if popcount(suited) >= HAND - 1:
            best = max(best, one_suit(suited, (pool >> lane) & RANKS, order))
    return best


@kernel
def hand(kind, made, rest, order):
    """The ranker's score of a hand: its category, the ranks that make it, and its kickers or its run."""
    return order.head[kind] | made << RANK_BITS | rest


@kernel
def equal_ranks(ranks, offered, order):
    """The best hand by equal ranks; each pattern takes the loan that serves it best."""
    once, twice, thrice, four = ranks
    kicker = top(offered & ~once)
    best = ZERO
    if thrice != 0:
        best = of_three(once, twice, thrice, four, offered, kicker, order)
    paired = twice & offered & ~thrice
    if paired != 0:  # a pair becomes three of a kind
        made = highest(paired)
        best = max(best, hand(Category.THREE, made, keep(once ^ made, 2), order))
        if twice != made:
            best = max(best, hand(Category.FULL_HOUSE, made, highest(twice ^ made), order))
    return max(best, of_pairs(once, twice, offered, kicker, order))


@kernel
def of_three(once, twice, thrice, four, offered, kicker, order):
    """Three or four of a kind are held."""
    made = highest(thrice)
    best = hand(Category.THREE, made, keep((once ^ made) | kicker, 2), order)
    others = (twice | (once & offered)) & ~made
    if others != 0:
        best = max(best, hand(Category.FULL_HOUSE, made, highest(others), order))
    if four != 0:
        made = highest(four)
        best = max(best, hand(Category.FOUR, made, keep((once ^ made) | kicker, 1), order))
    completed = thrice & offered & ~four
    if completed != 0:
        made = highest(completed)
        best = max(best, hand(Category.FOUR, made, keep(once ^ made, 1), order))
    return best


@kernel
def of_pairs(once, twice, offered, kicker, order):
    """Two pair, one pair or a high card."""
    new = top(once & offered & ~twice)  # a pair made by the loan
    pairs = twice | new
    if pairs == 0:
        return hand(Category.HIGH_CARD, ZERO, keep(once | kicker, HAND), order)
    made = keep(pairs, 2)
    if made & new != 0:
        kicker = ZERO  # the loan is spent
    if made & (made - 1) != 0:
        return hand(Category.TWO_PAIR, made, keep((once ^ made) | kicker, 1), order)
    return hand(Category.PAIR, made, keep((once ^ made) | kicker, 3), order)


@kernel
def top(ranks):
    return highest(ranks) if ranks != 0 else ZERO


@kernel
def nearly_run(held, offered, order):
    """The bit of the best straight that lacks nothing, or one rank that is offered; 0 if there is none."""
    for k in range(order.runs):
        gap = order.run_mask[k] & ~held
        if gap & (gap - 1) == 0 and gap & ~offered == 0:
            return order.run_value[k]
    return ZERO


@kernel
def one_suit(suited, offered, order):
    """The best flush or straight flush of at least four cards of a suit and those of it that are offered."""
    if popcount(suited) < HAND and offered == 0:
        return ZERO
    best = hand(Category.FLUSH, ZERO, keep(suited | top(offered), HAND), order)
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


@kernel
def standings(state, rules, lent):
    """Strength of each seat's hand into `score`; with `lent` also its loan. Returns the leaders, as bits."""
    shown = NOTHING
    for seat in range(rules.players):
        shown |= state.shown[seat]
    best, leaders = np.int64(-1), 0
    for seat in range(rules.players):
        own, pool = state.held[seat], shown & ~state.held[seat]
        if by_sight(own, rules):
            found = at_sight(own, pool, rules)
            state.loan[seat] = lowest_loan(own, pool, found, rules) if lent or rules.borrow_shared == 0 else NOTHING
        else:
            found, state.loan[seat] = tried(own, pool, rules)
        if rules.borrow_shared == 0:
            shown &= ~state.loan[seat]  # each card is lent once
        state.score[seat] = found
        if found > best:
            best, leaders = found, 0
        if found == best:
            leaders |= 1 << seat
    return leaders


@kernel
def lowest_loan(own, pool, best, rules):
    """The lowest single card that gets there; none where none is needed."""
    loan = NOTHING
    while strength(own | loan, rules) != best:
        loan = pool & -pool
        pool &= pool - 1
    return loan


@kernel
def packed(found, rules):
    """A hand as section 5 writes it: category, then five tie-break numbers of four bits."""
    if found == 0:
        return ZERO  # no cards at all (BA-9.2)
    kind, ties, n = category(found), ZERO, HAND
    made, rest = (found >> RANK_BITS) & RANKS, found & RANKS
    if kind == Category.STRAIGHT or kind == Category.STRAIGHT_FLUSH:
        ties, n = 63 - clz(rest) + rules.deck_low, 1
    elif rules.order.dead == 1 and kind == Category.HIGH_CARD:
        ties = listed_numbers(found, rules.deck_low)
    elif kind != Category.ROYAL_FLUSH:
        ties, n = numbers_of(made, ties, rules.deck_low), popcount(made)
        ties, n = numbers_of(rest, ties, rules.deck_low), n + popcount(rest)
    return (place(found) << (HAND * TIE_BITS)) | (ties << (TIE_BITS * (HAND - n)))


@kernel
def numbers_of(ranks, ties, deck_low):
    """Append the numbers of these ranks, highest first."""
    while ranks != 0:
        at = 63 - clz(ranks)
        ties = (ties << TIE_BITS) | (at + deck_low)
        ranks ^= np.int64(1) << at
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
