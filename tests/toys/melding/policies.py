"""Takes what melds most."""

from simlab.contract.policy import Policy
from simlab.jit import kernel
from simlab.masks import bit, count, first, without_first
from simlab.mechanics.melds import melded


@kernel
def collector(view, rules, me, table):
    """The card with which most of the hand lies in melds; the lowest of several."""
    best, most, cards = first(view.legal), -1, view.legal
    while cards != 0:
        lies = count(melded(view.hand | bit(first(cards))))
        if lies > most:
            best, most = first(cards), lies
        cards = without_first(cards)
    return best


POLICIES = (Policy("collector", collector, "Takes what melds most."),)
