"""A player's own chance: streams keyed by the place in the line-up and the round, so that other rounds and players do not move them."""

from simlab.contract.records import PARAMS
from simlab.jit import kernel
from simlab.rng import Purpose, start


@kernel
def forget(minds, key, players):
    """A new game: memories are cleared; `wake` follows."""
    for p in range(players):
        me = minds[p]
        me.round = -1
        me.searches = 0
        me.key.k0 = key.k0
        me.key.k1 = key.k1
        if me.uniform:  # remembers nothing
            continue
        for i in range(PARAMS):
            me.memory[i] = 0.0


@kernel
def wake(minds, players, now):
    """A new round. All players at once: started one by one when asked, each stream's latency stood before a decision."""
    for p in range(players):
        minds[p].round = now
        start(minds[p].dice, minds[p].key, Purpose.POLICY + p, now, 0)


@kernel
def open_search(me):
    """Before a search: `me.search` at a stream of its own, whatever earlier searches used up."""
    start(me.search, me.key, Purpose.SEARCH + me.place, me.searches, 0)
    me.searches += 1
