"""The pot is awarded: side pots by stakes (FO-2.15), shares (FO-2.16), dead money and burnt chips in their layers."""

import numpy as np

from simlab.bits import cold, ctz, popcount, select
from simlab.contract.columns import SEATS
from simlab.games.fortune.chips import alone, burnt_of, set_stack, unfolded
from simlab.jit import kernel
from simlab.masks import NONE, bit, single


@kernel
def award(bets, score, winners, best_tenths, equally, odd_first, won):
    """Every side pot to its best hand (FO-2.14, FO-2.15); chips won by seat go into `won`. Returns the chips lost.

    winners       the best of the unfolded hands.
    best_tenths   the best hand's part, rounded up; what is left goes to the second-best hands. 10: all of it.
    equally       1: hands do not count, every side pot is shared by those who have a part in it.
    odd_first     1: chips that cannot be divided go to the first in turn order, one each; 0: they are lost.
    """
    for seat in range(SEATS):
        won[seat] = 0
    if single(winners) and equally == 0 and (alone(bets) or (best_tenths == 10 and one_layer(bets))):
        return award_whole(bets, ctz(winners), won)
    lost = award_layers(bets, score, best_tenths, equally, odd_first, won)
    pay_out(bets, won)
    return lost


@kernel
def award_whole(bets, seat, won):
    """One winner, and no side pots: for speed only, the layers would come to the same. Nothing is lost."""
    pot = np.int64(bets.pot)
    won[seat] = pot
    bets.stack[seat] += pot
    bets.able |= np.int64(pot > 0) << seat
    bets.pot = 0
    return np.int64(0)


@kernel
def one_layer(bets):
    """Have all unfolded players the same stake? Then there are no side pots."""
    left = unfolded(bets)
    stake, others = bets.stake[ctz(left)], 0
    for seat in range(SEATS):
        others |= ((left >> seat) & 1) * (bets.stake[seat] - stake)
    return others == 0


@kernel
def award_layers(bets, score, best_tenths, equally, odd_first, won):
    """Layers are cut at the stakes of the unfolded, lowest first, and each is awarded on its own (FO-2.15)."""
    cold()
    lost, low = 0, 0
    top = cut_above(bets, low)
    while top > 0:
        beyond = cut_above(bets, top)
        high = top if beyond > 0 else top_stake(bets)  # chips of folded players above all cuts fall in the top layer
        chips = layer_chips(bets, low, high)
        lost += divide_layer(bets, chips, with_stake(bets, top), score, best_tenths, equally, odd_first, won)
        low, top = top, beyond
    return lost


@kernel
def pay_out(bets, won):
    for seat in range(SEATS):
        if won[seat] > 0:
            set_stack(bets, seat, bets.stack[seat] + won[seat])
    bets.pot = 0


@kernel
def cut_above(bets, low):
    """The lowest stake of an unfolded player above `low`; 0 when there is none."""
    cut = 0
    for k in range(bets.seated):
        seat = bets.order[k]
        stake = bets.stake[seat]
        if bets.folded & bit(seat) == 0 and stake > low and (cut == 0 or stake < cut):
            cut = stake
    return cut


@kernel
def top_stake(bets):
    top = 0
    for k in range(bets.seated):
        top = max(top, bets.stake[bets.order[k]])
    return top


@kernel
def with_stake(bets, level):
    """Unfolded players whose stake reaches the level."""
    seats = bets.dealt & 0
    for k in range(bets.seated):
        seat = bets.order[k]
        if bets.folded & bit(seat) == 0 and bets.stake[seat] >= level:
            seats |= bit(seat)
    return seats


@kernel
def overlap(a, b, low, high):
    return max(0, min(b, high) - max(a, low))


@kernel
def layer_chips(bets, low, high):
    """Chips between two levels, without credited ones (FO-4.20), less what of them was burnt, rounded cumulatively (FO-4.16)."""
    chips, below, up_to = 0, 0, 0
    for k in range(bets.seated):
        seat = bets.order[k]
        chips += overlap(0, bets.stake[seat], low, high) - overlap(bets.credit_from[seat], bets.credit_to[seat], low, high)
        below += min(bets.tower_stake[seat], low)
        up_to += min(bets.tower_stake[seat], high)
    if low == 0:
        chips += bets.dead
    return chips - burnt_of(up_to, bets.burnt_quarters) + burnt_of(below, bets.burnt_quarters)


@kernel
def divide_layer(bets, chips, sharers, score, best_tenths, equally, odd_first, won):
    """One side pot among those who have a part in it; a lone one has it whole (FO-2.17). Returns what is lost."""
    if equally == 1 or single(sharers):
        return divide(bets, chips, sharers, odd_first, won)
    return divide_by_hands(bets, chips, sharers, score, best_tenths, odd_first, won)


@kernel
def divide(bets, chips, sharers, odd_first, won):
    """Equal parts for the sharers (FO-2.16). Returns what is lost."""
    if single(sharers):
        won[ctz(sharers)] += chips
        return np.int64(0)
    parts = popcount(sharers)
    part = chips // parts
    over = chips - part * parts
    for k in range(bets.seated):
        seat = bets.order[k]
        if sharers & bit(seat) == 0:
            continue
        won[seat] += part
        if odd_first == 1 and over > 0:
            won[seat] += 1
            over -= 1
    return over


@kernel
def best_of(sharers, score):
    """Those of the sharers with the best hand."""
    best, seats = np.int64(-1), NONE
    for seat in range(SEATS):  # without branches: who has it cannot be predicted
        own = select(sharers & bit(seat) != 0, score[seat], np.int64(-1))
        seats = select(own > best, bit(seat), seats | select(own == best, bit(seat), NONE))
        best = max(best, own)
    return seats & sharers


@kernel
def divide_by_hands(bets, chips, sharers, score, best_tenths, odd_first, won):
    """To the best hand; under the Lovers a part of it to the second best (FO-4.6)."""
    best = best_of(sharers, score)
    if best_tenths == 10 or not single(best):
        return divide(bets, chips, best, odd_first, won)
    first = (chips * best_tenths + 9) // 10
    won[ctz(best)] += first
    return divide(bets, chips - first, best_of(sharers & ~best, score), odd_first, won)
