"""A player's own chance: streams keyed by the place in the line-up and the round, so that other rounds and players do not move them."""

from simlab.games.contract import PARAMS
from simlab.jit import kernel
from simlab.rng import Purpose, start


@kernel
def forget(minds):
    """A new game: `wake` clears the memory of those who come to act."""
    for p in range(len(minds)):
        minds[p].round = -1


@kernel
def wake(me, key, place, now):
    """The first decision of a round."""
    if me.round < 0:
        for i in range(PARAMS):
            me.memory[i] = 0.0
    me.round = now
    me.place = place
    me.key.k0 = key.k0
    me.key.k1 = key.k1
    me.searches = 0
    start(me.dice, key, Purpose.POLICY + place, now, 0)


@kernel
def open_search(me):
    """Before a search: `me.search` at a stream of its own, whatever earlier searches of the round used up."""
    start(me.search, me.key, Purpose.SEARCH + me.place, me.round, me.searches)
    me.searches += 1
