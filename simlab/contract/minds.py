"""A player's own chance: streams keyed by the place in the line-up and the round, so that other rounds and players do not move them."""

from simlab.bits import cold
from simlab.contract.records import PARAMS
from simlab.jit import kernel, rare
from simlab.rng import Purpose, start


@kernel
def greet(minds, key, players, now):
    """A new game, and its first round: memories are cleared, streams are started."""
    for p in range(players):
        clear_memory(minds[p], key, now)
        start(minds[p].dice, key, Purpose.POLICY + p, now, 0)


@kernel
def forget(minds, key, players):
    """A new game: memories are cleared; `wake` follows."""
    for p in range(players):
        clear_memory(minds[p], key, -1)


@kernel
def clear_memory(me, key, now):
    me.round = now
    me.searches = 0
    me.key.k0 = key.k0
    me.key.k1 = key.k1
    if me.uniform:  # remembers nothing
        return
    for i in range(PARAMS):
        me.memory[i] = 0.0


@kernel
def wake(minds, players, now):
    """A new round. All players at once: started one by one when asked, each stream's latency stood before a decision."""
    for p in range(players):
        minds[p].round = now
        start(minds[p].dice, minds[p].key, Purpose.POLICY + p, now, 0)


@rare
def wake_anew(minds, players, now):
    """As `wake`, as a call: `greet` has begun the game, and in the loop over decisions its constants only took up registers."""
    cold()
    wake(minds, players, now)


@kernel
def open_search(me):
    """Before a search: `me.search` at a stream of its own, whatever earlier searches used up."""
    start(me.search, me.key, Purpose.SEARCH + me.place, me.searches, 0)
    me.searches += 1
