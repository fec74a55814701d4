"""`uniform`, the player every game has: each legal action with equal probability, one draw a decision."""

from simlab.jit import kernel
from simlab.masks import count, nth
from simlab.rng import below


@kernel
def uniform(view, rules, me, table):
    """Chooses among the legal actions by chance."""
    return nth(view.legal, below(me.dice, count(view.legal)))
