"""Fixed-limit betting: every bet has the same size, and so many bets and raises are allowed in a round. Chips are never short.

Keep a `BETS` record in the state (all of it is public) and go round with it:

    put_ante(bets, players, chips)        all are in
    open_round(bets)                      everybody left has to speak
    ask(state, seat, choices(bets, seat, most))
    speak(bets, seat, move, size)         then: alone(bets)? closed(bets)? else next_to_speak(bets, seat)
"""

from enum import IntEnum

from simlab.contract.columns import SEATS
from simlab.jit import kernel, record
from simlab.masks import bit, full, single
from simlab.mechanics.seats import next_among


class Move(IntEnum):
    CALL = 0  # with nothing to call: to check
    RAISE = 1  # with nothing to call: to bet
    FOLD = 2


BETS = record(
    ("live", "i8"),  # seats that have not folded, as bits
    ("silent", "i8"),  # seats that have still to speak in this round, as bits
    ("level", "i4"),  # chips that a seat must have in the pot to stay
    ("raises", "i4"),  # bets and raises of this round
    ("paid", "i4", (SEATS,)),  # chips in the pot, by seat
)

CALL, CALL_OR_FOLD, MAY_RAISE = bit(int(Move.CALL)), bit(int(Move.CALL)) | bit(int(Move.FOLD)), bit(int(Move.RAISE))


@kernel
def put_ante(bets, players, chips):
    """A new pot: every seat pays."""
    bets.live = full(players)
    bets.level = chips
    for seat in range(players):
        bets.paid[seat] = chips


@kernel
def open_round(bets):
    bets.silent = bets.live
    bets.raises = 0


@kernel
def owed(bets, seat):
    """Chips that the seat must add to stay."""
    return bets.level - bets.paid[seat]


@kernel
def choices(bets, seat, most):
    """Call always; fold where there is something to call; raise while there were fewer than `most` bets and raises."""
    calls = CALL_OR_FOLD if owed(bets, seat) > 0 else CALL
    return calls | MAY_RAISE if bets.raises < most else calls


@kernel
def speak(bets, seat, move, size):
    """The seat folds, calls, or raises by `size`; after a raise all others left must speak again."""
    if move == Move.FOLD:
        bets.live &= ~bit(seat)
        bets.silent &= ~bit(seat)
        return
    if move == Move.RAISE:
        bets.level += size
        bets.raises += 1
        bets.silent = bets.live
    bets.silent &= ~bit(seat)
    bets.paid[seat] = bets.level


@kernel
def alone(bets):
    """Has everybody else folded?"""
    return single(bets.live)


@kernel
def closed(bets):
    """Has everybody spoken?"""
    return bets.silent == 0


@kernel
def next_to_speak(bets, seat):
    """The next seat round the table that has still to speak."""
    return next_among(bets.silent, seat)
