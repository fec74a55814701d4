"""For players that search: what a seat would have seen when it bid or did not, what needs no thought, how good a hand is that is kept."""

import numpy as np

from simlab.games.arcana.ranking.multiset import EMPTY, HAND, category, load, rank, store, together
from simlab.games.arcana.rules import Action, Point
from simlab.games.arcana.view import own_words
from simlab.jit import kernel
from simlab.masks import can

UNTOLD = np.int64(-1)  # says nothing, or cannot be told any more


@kernel
def recast(view, rules, note, world):
    """See `contract/searching.py`. Whoever could bid in his last turn has told whether his hand is worth it."""
    seat = note.seat
    if view.point != Point.MAIN or not can(note.legal, Action.SUBMIT) or view.turn + rules.players < world.turn:
        return UNTOLD
    if note.action != Action.SUBMIT and (note.action != Action.DISCARD or world.bids[seat] > 0):
        return UNTOLD
    view.seat = seat
    view.legal = note.legal
    own_words(view.hands, world.hand, seat)
    own_words(view.bid, world.bid, seat)
    store(view.picks, EMPTY)
    if note.action == Action.SUBMIT:
        store(view.hands[seat], together(load(world.hand[seat]), load(world.bid[seat])))
    return note.action


@kernel
def effort(view, rules):
    """See `contract/searching.py`. Of a bid the best five cards are picked, one by one: nothing to think about."""
    return 0 if view.point == Point.SUBMIT_PICK else 100


@kernel
def carried(state, rules, seat):
    """See `contract/searching.py`. Hands are kept from deal to deal: the place of the best five among the sixteen categories."""
    if state.hand_size[seat] < HAND:
        return np.int64(0)
    return np.int64(rules.order.place[category(rank(load(state.hand[seat]), rules.order))])
