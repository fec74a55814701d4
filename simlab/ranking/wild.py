"""Hands with one wild card, which stands for any card or makes a fifth of a kind: fortune's Fool, a joker."""

import numpy as np

from simlab.bits import popcount
from simlab.jit import kernel
from simlab.ranking.hands import HAND, Category
from simlab.ranking.permute import permute
from simlab.ranking.scalar import RANKS, ZERO, highest, keep, multiplicities, rank_placed, run_ranks, score


@kernel
def rank_wild(mask, order):
    """The score of the best five of these cards and a wild one (FO-5.7)."""
    mask = np.int64(mask)
    if order.swaps > 0:
        mask = permute(mask, order)
    return rank_wild_placed(mask, order)


@kernel
def rank_wild_placed(mask, order):
    """The same for ranks that already stand by strength."""
    if order.wild_direct == 1 and mask != 0:
        return wild_pattern(mask, order)
    return substituted(mask, order)


@kernel
def wild_pattern(mask, order):
    """The best pattern that the wild card completes. Two pair never is one: three of a kind is always at hand."""
    once = multiplicities(mask)[0]
    best = wild_pairs(mask, order)
    run = nearly_run(once, order)
    if run != 0:
        best = max(best, score(Category.STRAIGHT, ZERO, run_ranks(run), order))
    for lane in range(0, 64, 16):
        suited = (mask >> lane) & RANKS
        if popcount(suited) < HAND - 1:
            continue
        filled = suited | highest(order.ranks & ~suited)  # the highest rank still absent: no double-ace flush
        best = max(best, score(Category.FLUSH, ZERO, keep(filled, HAND), order))
        run = nearly_run(suited, order)
        if run != 0:
            best = max(best, score(Category.ROYAL_FLUSH if run == order.royal else Category.STRAIGHT_FLUSH, ZERO, run_ranks(run), order))
    return best


@kernel
def nearly_run(ranks, order):
    """The best straight of which at least four ranks are there."""
    for k in range(order.runs):
        if popcount(ranks & order.run_mask[k]) >= HAND - 1:
            return order.run_value[k]
    return ZERO


@kernel
def wild_pairs(mask, order):
    once, twice, thrice, four = multiplicities(mask)
    if twice == 0:
        made = highest(once)
        return score(Category.PAIR, made, keep(once ^ made, 3), order)
    made = highest(twice)
    best = score(Category.THREE, made, keep(once ^ made, 2), order)
    other = (once if thrice & made != 0 else twice) ^ made
    if other != 0:
        best = max(best, score(Category.FULL_HOUSE, made, highest(other), order))
    if thrice != 0:
        made = highest(thrice)
        best = max(best, score(Category.FOUR, made, keep(once ^ made, 1), order))
    if four != 0:
        made = highest(four)
        best = max(best, score(Category.FOUR, made, highest(order.ranks ^ made), order))
        if order.five == 1:
            best = max(best, score(Category.FIVE, made, ZERO, order))
    return best


@kernel
def substituted(mask, order):
    """The definition itself: try every card of the deck that is not held, and the fifth of a kind."""
    best = ZERO
    for lane in range(0, 64, 16):
        for at in range(16):
            card = np.int64(1) << (lane + at)
            if (order.ranks >> at) & 1 == 1 and mask & card == 0:
                best = max(best, rank_placed(mask | card, order))
    four = multiplicities(mask)[3]
    if four != 0 and order.five == 1:
        best = max(best, score(Category.FIVE, highest(four), ZERO, order))
    return best
