"""Chips on the move: antes, stakes and the pot, dead money, a burnt part of the pot.

Every chip moves through these kernels. Sets of seats are masks (bit s = seat s). What a player has put in is his stake; it decides in
which side pots he has a part (`pots.py`).
"""

import numpy as np

from simlab.bits import ctz
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
    # begins every round at zero, see `engine.clear_round`
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
def seat_players(bets, dealer, players, ante):
    """Everybody with chips is dealt in and puts in the ante, of a short stack what there is; it is a stake but no bet (FO-2.1,
    FO-2.2). Turn order begins at the dealer's left.
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


# ---- what Arcana do to the pot


@kernel
def come_back(bets, seat, price):
    """A folded player returns: the price is dead money, the top stake so far is credited to him (FO-4.20)."""
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
    """So many quarters of the pot are lost, rounded up (FO-4.16). Returns the loss; each side pot bears its part when it is awarded."""
    loss = burnt_of(bets.pot, quarters)
    for seat in range(SEATS):
        bets.tower_stake[seat] = bets.stake[seat]
    bets.burnt_quarters = quarters
    bets.pot -= loss
    return loss


@kernel
def burnt_of(chips, quarters):
    return (chips * quarters + 3) // 4
