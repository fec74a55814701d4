"""Seats as a set: who is next of those that still have something to say."""

from simlab.jit import kernel
from simlab.masks import bit, first


@kernel
def next_among(seats, seat):
    """The next seat round the table that belongs to the set (bits); the seat itself where it is the only one."""
    after = seats & -bit(seat + 1)
    return first(after if after != 0 else seats)
