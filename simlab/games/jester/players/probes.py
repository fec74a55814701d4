"""Players of Jester made to answer one question each: what is a phase worth, should high cards be spent early?

They are `basic` but for one habit, and take no part in tournaments unless they are named.
"""

from simlab.bits import ctz
from simlab.contract.policy import Param, Policy
from simlab.contract.uniform import uniform
from simlab.games.jester.policies import THRESHOLDS, basic, place_of
from simlab.games.jester.rules import Point
from simlab.jit import kernel
from simlab.masks import single, without_first

PHASE, RANK = len(THRESHOLDS), len(THRESHOLDS) + 1  # their places in `me.params`
BLACKJACK, POKER = 4, 5  # phases are counted from 1


@kernel
def phase_at(point):
    """1 Trash, 2 Low, 3 High, 4 Blackjack, 5 Poker."""
    if point >= Point.OPEN:
        return POKER
    return BLACKJACK if point >= Point.BJ_PICK else point + 1


@kernel
def random_phase(view, rules, me, table):
    """As basic, but plays one phase by chance."""
    if phase_at(view.table.point) == me.params[PHASE]:
        return uniform(view, rules, me, table)
    return basic(view, rules, me, table)


@kernel
def spends(view, rules, me, table):
    """As basic, but plays the card nearest to a rank in Trash, Low or High."""
    if phase_at(view.table.point) == me.params[PHASE] and not single(view.legal):
        return place_of(view.hand, nearest_card(view.hand, int(me.params[RANK])))
    return basic(view, rules, me, table)


@kernel
def nearest_card(hand, rank):
    """Of equally near ones the lower."""
    chosen, distance = 0, 100
    while hand != 0:
        card = ctz(hand)
        hand = without_first(hand)
        if abs((card >> 2) + 2 - rank) < distance:
            chosen, distance = card, abs((card >> 2) + 2 - rank)
    return chosen


PROBES = (
    Policy(
        "random_phase",
        random_phase,
        "As basic, but plays one phase by chance.",
        (*THRESHOLDS, Param("phase", 5, "which: 1 Trash, 2 Low, 3 High, 4 Blackjack, 5 Poker", 1, 5)),
    ),
    Policy(
        "spends",
        spends,
        "As basic, but in one phase plays the card nearest to a rank.",
        (
            *THRESHOLDS,
            Param("phase", 1, "which: 1 Trash, 2 Low, 3 High", 1, 3),
            Param("rank", 14, "the rank, 14 an ace; of equally near cards the lower", 2, 14),
        ),
    ),
)
