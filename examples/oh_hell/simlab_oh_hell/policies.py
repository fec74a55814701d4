"""Rule-of-thumb players of Oh Hell."""

from simlab.contract.policy import Param, Policy
from simlab.jit import kernel
from simlab.masks import can, first, without_first
from simlab.mechanics.tricks import highest, lowest, rank_of, suit_of, winners
from simlab_oh_hell.rules import Phase


@kernel
def promise(view, rules, boldness):
    """Tricks the hand should take: a part of what its cards would take if each met other cards at random, trumps more."""
    total, cards = 0.0, view.hand
    while cards != 0:
        card = first(cards)
        cards = without_first(cards)
        lower = (rank_of(card) + 1.0) / rules.ranks
        if suit_of(card) == view.table.trump:
            total += 0.5 + 0.5 * lower
        else:
            total += lower ** (rules.players - 1)
    return total * boldness


@kernel
def nearest_bid(view, wanted):
    """The legal bid next to the number wanted, the lower of two."""
    for off in range(64):
        if can(view.legal, wanted - off):
            return wanted - off
        if can(view.legal, wanted + off):
            return wanted + off
    return first(view.legal)


@kernel
def take(view, rules):
    """A card to take the trick with: the highest, but no higher than needed by the last to play; else the lowest is thrown away."""
    able = winners(view.legal, view.table.best, view.table.trump)
    if able == 0:
        return lowest(view.legal)
    return lowest(able) if view.table.laid == rules.players - 1 else highest(able)


@kernel
def duck(view, rules):
    """A card to lose the trick with: the highest that does; who must take it does so with the highest, as the last to play."""
    able = winners(view.legal, view.table.best, view.table.trump)
    under = view.legal & ~able
    if view.table.laid > 0 and under != 0:
        return highest(under)
    return highest(view.legal) if view.table.laid == rules.players - 1 else lowest(view.legal)


@kernel
def greedy(view, rules, me, table):
    """Bids what the hand should take and then takes all it can."""
    if view.table.phase == Phase.BID:
        return nearest_bid(view, int(promise(view, rules, 0.6) + 0.5))
    return lowest(view.legal) if view.table.phase == Phase.PASS else take(view, rules)


@kernel
def shy(view, rules, me, table):
    """Bids nothing, or next to it, and ducks."""
    if view.table.phase == Phase.BID:
        return first(view.legal)
    return highest(view.legal) if view.table.phase == Phase.PASS else duck(view, rules)


@kernel
def basic(view, rules, me, table):
    """Bids what the hand should take, takes tricks until it has them, then ducks."""
    if view.table.phase == Phase.BID:
        return nearest_bid(view, int(promise(view, rules, me.params[0]) + 0.5))
    if view.table.phase == Phase.PASS:
        return highest(view.legal)
    short = view.table.bids[view.seat] > view.table.taken[view.seat]
    return take(view, rules) if short else duck(view, rules)


POLICIES = (
    Policy("greedy", greedy, "Bids what the hand should take and then takes all it can."),
    Policy("shy", shy, "Bids nothing, or next to it, and ducks."),
    Policy(
        "basic",
        basic,
        "Bids what the hand should take, takes tricks until it has them, then ducks.",
        (Param("boldness", 0.6, "bids this part of the tricks that the hand would take alone", 0.0, 2.0),),
    ),
)
