"""Betting with finite stacks: antes, bets and raises, all-in, side pots, refunds, dead money, a burnt pot, odd chips.

A game nests `BETS` in its state and moves every chip through these kernels. Sets of seats are masks (bit s = seat s). What a
player has put in is his stake; it decides in which side pots he has a part.
"""

import numpy as np

from simlab.bits import cold, ctz, popcount, select
from simlab.contract.columns import SEATS
from simlab.contract.turns import seat_on
from simlab.jit import kernel, record
from simlab.masks import NONE, bit, single, without_first

BETS = record(
    ("stack", "i4", (SEATS,)),  # chips each seat owns
    ("able", "i8"),  # seats with chips
    ("dealt", "i8"),  # seats dealt in
    ("seated", "i4"),  # ... how many
    ("order", "i4", (SEATS,)),  # ... in turn order
    ("actor", "i4"),  # who spoke last
    # what follows begins every round at zero, see `clear_bets`
    ("folded", "i8"),
    ("due", "i8"),  # seats that must speak
    ("brought", "i4", (SEATS,)),  # chips each seat dealt in owned when the round began
    ("stake", "i4", (SEATS,)),  # chips put in during this round, with the credit of a player who came back
    ("bet", "i4", (SEATS,)),  # chips put in during this betting round
    ("credit_from", "i4", (SEATS,)),  # a player who came back: his stake when he folded ...
    ("credit_to", "i4", (SEATS,)),  # ... and the stake he was credited with; between them lie no chips of his
    ("tower_stake", "i4", (SEATS,)),  # stakes when a part of the pot was burnt
    ("pot", "i4"),  # chips that can be won
    ("level", "i4"),  # the highest bet of this betting round
    ("raises", "i4"),  # bets and raises in it
    ("first_level", "i4"),  # the level at which the first betting round ended
    ("raiser", "i4"),  # who made the last bet or raise
    ("floor", "i4"),  # the least level of a first bet, 0 free
    ("dead", "i4"),  # chips in the main pot that are nobody's stake
    ("burnt_quarters", "i4"),  # part of the pot that was burnt, in quarters
)


# ---- who


@kernel
def clear_bets(bets):
    """A new round: nothing is at stake. Neighbours in the record, so that the compiler clears them in a few wide stores."""
    bets.folded = 0
    bets.due = 0
    bets.brought[:] = 0
    bets.stake[:] = 0
    bets.bet[:] = 0
    bets.credit_from[:] = 0
    bets.credit_to[:] = 0
    bets.tower_stake[:] = 0
    bets.pot = 0
    bets.level = 0
    bets.raises = 0
    bets.first_level = 0
    bets.raiser = 0
    bets.floor = 0
    bets.dead = 0
    bets.burnt_quarters = 0


@kernel
def seat_players(bets, dealer, players, ante):
    """Everybody with chips is dealt in and puts in the ante, of a short stack what there is; it is a stake but no bet. Turn order
    begins at the dealer's left.
    """
    able, left, seated, pot = bets.able, NONE, 0, 0
    for k in range(players):
        seat = seat_on(dealer, 1 + k, players)
        stack = bets.stack[seat]
        paid = min(ante, stack)
        bets.order[seated] = seat  # of a seat without chips the next one takes the place
        bets.brought[seat] = stack
        bets.stack[seat] = stack - paid
        bets.stake[seat] = paid
        seated += (able >> seat) & 1
        left |= np.int64(stack > paid) << np.int64(seat)
        pot += paid
    bets.seated = seated
    bets.dealt = able
    bets.able = left
    bets.pot = pot


@kernel
def unfolded(bets):
    return bets.dealt & ~bets.folded


@kernel
def alone(bets):
    return single(unfolded(bets))


@kernel
def left_of(seat, seats):
    """The first of a set of seats to the left."""
    beyond = seats & ~(bit(seat + 1) - 1)
    return ctz(beyond if beyond != 0 else seats)


# ---- chips in and out


@kernel
def set_stack(bets, seat, chips):
    bets.stack[seat] = chips
    bets.able = (bets.able & ~bit(seat)) | (np.int64(chips > 0) << np.int64(seat))


@kernel
def pay(bets, seat, chips):
    set_stack(bets, seat, bets.stack[seat] - chips)
    bets.stake[seat] += chips
    bets.bet[seat] += chips
    bets.pot += chips


@kernel
def pay_dead(bets, seat, chips):
    """Chips into the main pot that give no stake."""
    set_stack(bets, seat, bets.stack[seat] - chips)
    bets.pot += chips
    bets.dead += chips


@kernel
def give_back(bets, seat, chips):
    pay(bets, seat, -chips)


@kernel
def collect(bets, payers, winner, chips):
    """From each payer's stack to the winner's, as far as it reaches. Returns what was paid."""
    able, total = bets.able, 0
    while payers != 0:
        payer = ctz(payers)
        stack = bets.stack[payer]
        paid = min(chips, stack)
        bets.stack[payer] = stack - paid
        able &= ~(np.int64(stack == paid) << payer)
        total += paid
        payers = without_first(payers)
    bets.stack[winner] += total
    bets.able = able | (np.int64(total > 0) << np.int64(winner))
    return total


# ---- a betting round


@kernel
def clear_betting(bets):
    """Before another betting round: nothing is bet yet."""
    bets.bet[:] = 0
    bets.level = 0
    bets.raises = 0


@kernel
def open_betting(bets, dealer):
    """Everybody with chips must speak, unless he would speak to himself."""
    bets.actor = dealer
    bets.due = unfolded(bets) & bets.able
    if popcount(bets.due) < 2:
        bets.due = 0


@kernel
def next_to_speak(bets):
    """The seat, or -1 when the betting round is over."""
    if (bets.due == 0) | alone(bets):  # one branch: which of the two it is cannot be predicted
        return -1
    return left_of(bets.actor, bets.due)


@kernel
def somebody_can_answer(bets, seat):
    return unfolded(bets) & bets.able & ~bit(seat) != 0


@kernel
def answer(bets, seat, folds, raises, level):
    """Fold, or put in as much as the level asks, as far as the stack reaches. Above the present level that `raises`: everybody
    else with chips must speak again. What a player does is often chance: hence no branches. Arrays are written first and single
    values last: the compiler then still has those at hand when the next player is asked.
    """
    me, raised, at = bit(seat), np.int64(raises), np.uint64(seat)  # unsigned: nobody asks whether it counts from the end
    folded = bets.folded | select(folds, me, NONE)
    due = (bets.due | (bets.dealt & ~folded & bets.able & -raised)) & ~me
    stack, bet, stake, pot = np.int64(bets.stack[at]), np.int64(bets.bet[at]), bets.stake[at], bets.pot
    chips = select(folds, np.int64(0), min(level - bet, stack))
    able = (bets.able & ~me) | (np.int64(stack > chips) << np.int64(seat))
    bets.stack[at] = stack - chips
    bets.stake[at] = stake + chips
    bets.bet[at] = bet + chips
    bets.pot = pot + chips
    bets.level = level
    bets.raises += raised
    bets.raiser += (seat - bets.raiser) & -raised
    bets.folded = folded
    bets.able = able
    bets.due = due


@kernel
def call_less(bets, seat, level):
    """Match at a lower level: everybody's surplus over it returns, nobody must speak again."""
    cold()
    bets.due &= ~bit(seat)
    bets.level = level
    pay(bets, seat, level - bets.bet[seat])
    for k in range(bets.seated):
        other = bets.order[k]
        if bets.folded & bit(other) == 0 and bets.bet[other] > level:
            give_back(bets, other, bets.bet[other] - level)


@kernel
def return_uncalled(bets):
    """If one unfolded stake stands alone above all others, its excess goes back, at most the bets of this betting round. It can
    only be the last raiser's: all others with chips have matched him, or folded.
    """
    raiser, others = bets.raiser, 0
    for seat in range(SEATS):
        others = max(others, bets.stake[seat] & -np.int64(seat != raiser))
    excess = max(0, min(bets.stake[raiser] - others, bets.bet[raiser]))
    give_back(bets, raiser, excess)
    bets.level -= excess


@kernel
def come_back(bets, seat, price):
    """A folded player returns: the price is dead money, the top stake so far is credited to him."""
    pay_dead(bets, seat, price)
    top = 0
    for other in range(SEATS):
        top = max(top, bets.stake[other])
    bets.credit_from[seat] = bets.stake[seat]
    bets.credit_to[seat] = top
    bets.stake[seat] = top
    bets.folded &= ~bit(seat)


@kernel
def burn(bets, quarters):
    """So many quarters of the pot are lost, rounded up. Returns the loss; each side pot bears its part when it is awarded."""
    loss = burnt_of(bets.pot, quarters)
    for seat in range(SEATS):
        bets.tower_stake[seat] = bets.stake[seat]
    bets.burnt_quarters = quarters
    bets.pot -= loss
    return loss


@kernel
def burnt_of(chips, quarters):
    return (chips * quarters + 3) // 4


# ---- the pot is awarded


@kernel
def award(bets, score, winners, best_tenths, equally, odd_first, won):
    """Every side pot to its best hand; chips won by seat go into `won`. Returns the chips lost.

    winners       the best of the unfolded hands.
    best_tenths   the best hand's part, rounded up; what is left goes to the second-best hands. 10: all of it.
    equally       1: hands do not count, every side pot is shared by those who have a part in it.
    odd_first     1: chips that cannot be divided go to the first in turn order, one each; 0: they are lost.
    """
    for seat in range(SEATS):
        won[seat] = 0
    if single(winners) and equally == 0 and (alone(bets) or (best_tenths == 10 and one_layer(bets))):
        seat, pot = ctz(winners), np.int64(bets.pot)
        won[seat] = pot
        bets.stack[seat] += pot
        bets.able |= np.int64(pot > 0) << seat
        bets.pot = 0
        return np.int64(0)
    lost = award_layers(bets, score, best_tenths, equally, odd_first, won)
    pay_out(bets, won)
    return lost


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
    """Chips between two levels, less what of them was burnt: that is rounded cumulatively over the layers."""
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
    """One side pot among those who have a part in it. Returns what is lost."""
    if equally == 1 or single(sharers):
        return divide(bets, chips, sharers, odd_first, won)
    return divide_by_hands(bets, chips, sharers, score, best_tenths, odd_first, won)


@kernel
def divide(bets, chips, sharers, odd_first, won):
    """Equal parts for the sharers. Returns what is lost."""
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
    best = best_of(sharers, score)
    if best_tenths == 10 or not single(best):
        return divide(bets, chips, best, odd_first, won)
    first = (chips * best_tenths + 9) // 10
    won[ctz(best)] += first
    return divide(bets, chips - first, best_of(sharers & ~best, score), odd_first, won)
