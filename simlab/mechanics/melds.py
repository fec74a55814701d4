"""Melds: groups of one rank, runs of one suit, and the most cards of a hand that disjoint melds can hold.

Cards and sets of them are numbered as in `tricks.py`, of at most fifteen ranks.
"""

import numpy as np

from simlab.jit import kernel
from simlab.masks import count, first, without_first
from simlab.mechanics.tricks import LANE, RANKS, ranks_in

SHORTEST = 3  # cards of a meld
ONE_RANK = np.int64(0x0001_0001_0001_0001)  # the lowest card of every suit
NONE = np.int64(0)


@kernel
def of_rank(cards, rank):
    """Those of one rank."""
    return cards & (ONE_RANK << np.int64(rank))


@kernel
def groups(cards, size):
    """The ranks of which there are at least so many cards, one to four, as bits."""
    a, b, c, d = ranks_in(cards, 0), ranks_in(cards, 1), ranks_in(cards, 2), ranks_in(cards, 3)
    if size == 1:
        return a | b | c | d
    if size == 2:
        return (a & b) | (c & d) | ((a | b) & (c | d))
    if size == 3:
        return (a & b & (c | d)) | (c & d & (a | b))
    return a & b & c & d


@kernel
def runs(cards, length):
    """The cards that lie in a run of at least so many of one suit."""
    begin, inside = cards, NONE
    for step in range(1, length):
        begin &= cards >> np.int64(step)
    begin &= ONE_RANK * (RANKS >> np.int64(length - 1))  # a run does not go on in the next suit
    for step in range(length):
        inside |= begin << np.int64(step)
    return inside


@kernel
def melded(hand):
    """The most cards that disjoint melds can hold: groups of three or four of a rank are tried, all that is then left in runs counts."""
    ways, ranks = 1, groups(hand, SHORTEST)
    while ranks != 0:
        ways *= choices_of(hand, first(ranks))
        ranks = without_first(ranks)
    best = NONE
    for way in range(ways):
        grouped = chosen_groups(hand, way)
        cards = grouped | runs(hand & ~grouped, SHORTEST)
        if count(cards) > count(best):
            best = cards
    return best


@kernel
def choices_of(hand, rank):
    """Ways to make a group of a rank: none or all; of four cards also all but one."""
    return 2 if count(of_rank(hand, rank)) == SHORTEST else 6


@kernel
def chosen_groups(hand, way):
    """The cards in groups, by the number of a way to choose them for all ranks."""
    grouped, ranks = NONE, groups(hand, SHORTEST)
    while ranks != 0:
        rank = first(ranks)
        ways = choices_of(hand, rank)
        choice = way % ways
        way //= ways
        if choice > 0:
            grouped |= of_rank(hand, rank) & ~left_out(choice, rank)
        ranks = without_first(ranks)
    return grouped


@kernel
def left_out(choice, rank):
    """Choice 1 leaves out no card of the rank, choice 2 that of the first suit, and so on."""
    return NONE if choice == 1 else np.int64(1) << np.int64(LANE * (choice - 2) + rank)
