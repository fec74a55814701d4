"""How often does each hand come when four own cards go with one of a few open ones (fortune's Temperance)? Exact counts.

Every four own cards are taken with every fifth. The open cards that make nothing above a category are so many that the triples
of them are binomial numbers; what is new from one category to the next is the number of deals whose best is that category.
"""

import numpy as np

from simlab.errors import InputError
from simlab.jit import kernel
from simlab.ranking.counting import Odds
from simlab.ranking.hands import HAND, Category, category
from simlab.ranking.orders import Order
from simlab.ranking.scalar import rank


def flop_odds(order: Order, flops: int = 3, without: str = "") -> Odds:
    """Count every deal of four own cards and `flops` open ones by the best hand of the four and one of these."""
    gone = set(order.deck.read(without))
    masks = [np.uint64(order.deck.mask([card])) for card in order.cards if card not in gone]
    if not 1 <= flops <= len(masks) - HAND + 1:
        raise InputError(f"{flops} open cards cannot be dealt beside four of {len(masks)}")
    found = np.zeros(len(Category), np.int64)
    ladder = np.array([int(held) for held in order.categories], np.int64)
    count_flops(np.array(masks, np.uint64).view(np.int64), order.record, ladder, flops, np.zeros_like(found), found)
    return Odds(order, HAND, {held: int(found[held]) for held in order.categories})


@kernel
def count_flops(bits, order, ladder, flops, makes, found):
    """`ladder`: categories, lowest first; `makes`: how many fifth cards make each of them."""
    for a in range(len(bits)):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    own = bits[a] | bits[b] | bits[c] | bits[d]
                    makes[:] = 0
                    for card in bits:
                        if card & own == 0:
                            makes[category(rank(own | card, order))] += 1
                    below = 0
                    for held in ladder:
                        found[held] += choices(below + makes[held], flops) - choices(below, flops)
                        below += makes[held]


@kernel
def choices(n, k):
    """Ways to choose k of n; 0 where there are too few."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways if n >= k else 0
