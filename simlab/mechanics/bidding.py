"""A round of bids: every seat says a number once, in turn, and all hear it.

`bids` is an array by seat, a field of the state and of the view; NO_BID stands where nobody has bid yet.
"""

from simlab.jit import kernel
from simlab.masks import bit, full

NO_BID = -1


@kernel
def open_bids(bids, players):
    for seat in range(players):
        bids[seat] = NO_BID


@kernel
def bids_missing(bids, players):
    """How many have still to bid."""
    missing = 0
    for seat in range(players):
        missing += bids[seat] == NO_BID
    return missing


@kernel
def total_bid(bids, players):
    """What was bid so far, together."""
    total = 0
    for seat in range(players):
        total += max(bids[seat], 0)
    return total


@kernel
def bid_choices(bids, players, most, hook):
    """0 to `most`; with `hook` the last to bid may not make the bids add up to `most`, so that somebody must fail."""
    left = most - total_bid(bids, players)
    if hook and left >= 0 and bids_missing(bids, players) == 1:
        return full(most + 1) & ~bit(left)
    return full(most + 1)
