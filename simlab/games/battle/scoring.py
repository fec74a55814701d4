"""What a row of battle is worth: the best hand of at most five cards, one of them perhaps borrowed (BA-2, BA-9, section 5).

A borrowed card adds one rank or one suited card to what is held. So the own cards are counted once, and for each pattern of poker
only the loan that serves it best is looked at. Orders of hands in which the best five cannot be read off, and larger loans, are
tried out card by card.
"""

import numpy as np

from simlab.bits import clz, ctz, popcount
from simlab.games.battle.cards import NOTHING, lowest
from simlab.jit import kernel
from simlab.ranking.hands import HAND, RANK_BITS, Category, category, place
from simlab.ranking.permute import permute
from simlab.ranking.scalar import RANKS, ZERO, highest, keep, multiplicities, rank, score

TIE_BITS = 4  # of one number in a packed value
RUN_TOP = 2  # a run's bit stands this far below its top rank


@kernel
def value(own, pool, rules):
    """V(own, pool) of section 7: the strength of the best hand from `own` and at most `borrow_max` cards of `pool`."""
    if rules.borrow_max == 0 or pool == 0:
        return rank(own, rules.order)
    if rules.borrow_max == 1 and rules.order.direct == 1 and (rules.order.dead == 0 or popcount(own) >= HAND):
        if rules.order.swaps > 0:
            own, pool = permute(own, rules.order), permute(pool, rules.order)
        return with_loan(own, pool, rules.order)
    return tried(own, pool, rules)[0]


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
            best = max(best, score(Category.STRAIGHT, ZERO, run, order))
    for lane in range(0, 64, 16):
        suited = (own >> lane) & RANKS
        if popcount(suited) >= HAND - 1:
            best = max(best, one_suit(suited, (pool >> lane) & RANKS, order))
    return best


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
        best = max(best, score(Category.THREE, made, keep(once ^ made, 2), order))
        if twice != made:
            best = max(best, score(Category.FULL_HOUSE, made, highest(twice ^ made), order))
    return max(best, of_pairs(once, twice, offered, kicker, order))


@kernel
def of_three(once, twice, thrice, four, offered, kicker, order):
    """Three or four of a kind are held."""
    made = highest(thrice)
    best = score(Category.THREE, made, keep((once ^ made) | kicker, 2), order)
    others = (twice | (once & offered)) & ~made
    if others != 0:
        best = max(best, score(Category.FULL_HOUSE, made, highest(others), order))
    if four != 0:
        made = highest(four)
        best = max(best, score(Category.FOUR, made, keep((once ^ made) | kicker, 1), order))
    completed = thrice & offered & ~four
    if completed != 0:
        made = highest(completed)
        best = max(best, score(Category.FOUR, made, keep(once ^ made, 1), order))
    return best


@kernel
def of_pairs(once, twice, offered, kicker, order):
    """Two pair, one pair or a high card."""
    new = top(once & offered & ~twice)  # a pair made by the loan
    pairs = twice | new
    if pairs == 0:
        return score(Category.HIGH_CARD, ZERO, keep(once | kicker, HAND), order)
    made = keep(pairs, 2)
    if made & new != 0:
        kicker = ZERO  # the loan is spent
    if made & (made - 1) != 0:
        return score(Category.TWO_PAIR, made, keep((once ^ made) | kicker, 1), order)
    return score(Category.PAIR, made, keep((once ^ made) | kicker, 3), order)


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
    best = score(Category.FLUSH, ZERO, keep(suited | top(offered), HAND), order)
    run = nearly_run(suited, offered, order)
    if run != 0:
        best = max(best, score(Category.ROYAL_FLUSH if run == order.royal else Category.STRAIGHT_FLUSH, ZERO, run, order))
    return best


@kernel
def tried(own, pool, rules):
    """The best hand and the loan it needs: fewest cards first, then the lowest ids; no loan unless it improves the hand."""
    best, loan = rank(own, rules.order), NOTHING
    if rules.borrow_max == 0:
        return best, loan
    left = pool
    while left != 0:
        reached = rank(own | (left & -left), rules.order)
        if reached > best:
            best, loan = reached, left & -left
        left &= left - 1
    if rules.borrow_max == 1:
        return best, loan
    first = pool
    while first != 0:
        card = first & -first
        first &= first - 1
        second = first
        while second != 0:
            reached = rank(own | card | (second & -second), rules.order)
            if reached > best:
                best, loan = reached, card | (second & -second)
            second &= second - 1
    return best, loan


@kernel
def standings(state, rules, lent):
    """Strength of each seat's hand into `score`; with `lent` also who borrows what. Returns the leaders, as bits."""
    shown = NOTHING
    for seat in range(rules.players):
        shown |= state.shown[seat]
    best, leaders = np.int64(-1), 0
    for seat in range(rules.players):
        pool = shown & ~state.held[seat]
        if lent or rules.borrow_shared == 0:
            found, state.loan[seat] = borrowed(state.held[seat], pool, rules)
        else:
            found = value(state.held[seat], pool, rules)
        if rules.borrow_shared == 0:
            shown &= ~state.loan[seat]  # each card is lent once
        state.score[seat] = found
        if found > best:
            best, leaders = found, 0
        if found == best:
            leaders |= 1 << seat
    return leaders


@kernel
def borrowed(own, pool, rules):
    """The best hand and its loan; found by the fast way first, then by the lowest card that gets there."""
    if rules.borrow_max != 1:
        return tried(own, pool, rules)
    best = value(own, pool, rules)
    if best == rank(own, rules.order):
        return best, NOTHING
    while rank(own | (pool & -pool), rules.order) != best:
        pool &= pool - 1
    return best, pool & -pool


@kernel
def packed(strength, cards, rules):
    """A hand as section 5 writes it: category, then five tie-break numbers of four bits."""
    if strength == 0:
        return ZERO  # no cards at all (BA-9.2)
    kind, ties, n = category(strength), ZERO, 0
    made, rest = (strength >> RANK_BITS) & RANKS, strength & RANKS
    if kind == Category.STRAIGHT or kind == Category.STRAIGHT_FLUSH:
        ties, n = ctz(rest) + RUN_TOP + rules.deck_low, 1
    elif rules.order.dead == 1 and popcount(cards) < HAND:
        ties, n = listed(strength & 0xFFFFF, rules.deck_low), HAND - 1
    elif kind != Category.ROYAL_FLUSH:
        ties, n = numbers_of(made, ties, rules.deck_low), popcount(made)
        ties, n = numbers_of(rest, ties, rules.deck_low), n + popcount(rest)
    return (place(strength) << (HAND * TIE_BITS)) | (ties << (TIE_BITS * (HAND - n)))


@kernel
def numbers_of(ranks, ties, deck_low):
    """Append the numbers of these ranks, highest first."""
    while ranks != 0:
        at = 63 - clz(ranks)
        ties = (ties << TIE_BITS) | (at + deck_low)
        ranks ^= np.int64(1) << at
    return ties


@kernel
def listed(word, deck_low):
    """The numbers of a dead hand: the ranker lists them with five bits each, one more than the rank."""
    ties = ZERO
    for k in range(HAND - 1):
        entry = (word >> (15 - 5 * k)) & 31
        ties = (ties << TIE_BITS) | (entry - 1 + deck_low if entry != 0 else ZERO)
    return ties


@kernel
def loan_card(loan):
    """The column's form: the lowest card borrowed, -1 for none."""
    return lowest(loan) if loan != 0 else np.int64(-1)
