"""The greedy player of the toy."""

from simlab.contract.policy import Policy
from simlab.jit import kernel


@kernel
def highest(view, rules, me, table):
    """Names 63, which is always allowed."""
    return 63


POLICIES = (Policy("highest", highest, "Names 63."),)
