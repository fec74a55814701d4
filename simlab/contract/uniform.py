"""`uniform`, the player every game has: each legal action with equal probability, one draw a decision."""

from simlab.jit import kernel
from simlab.masks import count, nth
from simlab.rng import among


@kernel
def uniform(view, rules, me, table):
    """Chooses among the legal actions by chance."""
    return any_of(view.legal, me.dice)


@kernel
def any_of(mask, stream):
    """One of these actions, each as likely; a single one takes no random number."""
    return nth(mask, among(stream, count(mask)))
