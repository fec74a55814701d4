"""Tricks: what may be played, and what wins. Cards are numbered by rank and suit as in `sets.py`."""

from simlab.bits import select
from simlab.games.showdown.sets import SUITS, of_suit
from simlab.jit import kernel


@kernel
def playable(hand, led, must_follow):
    """The cards a player may play when the suit `led` was led (-1: the player leads)."""
    if led < 0 or not must_follow:
        return hand
    following = of_suit(hand, led)
    return following if following != 0 else hand


@kernel
def beats(card, best, trump):
    """Does this card, played later, beat the best so far? `trump` is a suit, or -1."""
    suit = card % SUITS
    return select(suit == best % SUITS, card > best, suit == trump)  # no branch: it would be mispredicted
