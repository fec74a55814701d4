"""Plays the lowest it may."""

from simlab.contract.policy import Policy
from simlab.jit import kernel
from simlab.masks import bit, first
from simlab.mechanics.climbing import PASS


@kernel
def low(view, rules, me, table):
    """The lowest combination that beats the last one; passes where there is none."""
    beating = view.legal & ~bit(PASS)
    return first(beating) if beating != 0 else PASS


POLICIES = (Policy("low", low, "Plays the lowest it may."),)
