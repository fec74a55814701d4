"""Rule-of-thumb players of Leduc poker. All look at one number: how likely their card is to be the better one."""

from simlab.contract.policy import Param, Policy
from simlab.jit import kernel
from simlab.masks import can
from simlab.mechanics.betting import Move
from simlab.rng import uniform
from simlab_leduc.rules import HIDDEN


@kernel
def strength(view, rules):
    """The chance to have the better card if the opponent's is any of those unseen (half of the equal ones counts)."""
    mine, suits = rules.rank[view.card], rules.suits
    better = mine * suits + 0.5 * (suits - 1)
    if view.table.board == HIDDEN:
        return better / (rules.size - 1)
    board = rules.rank[view.table.board]
    if board == mine:
        return 1.0
    return (better - (suits if board < mine else 0)) / (rules.size - 2)


@kernel
def decide(view, chance, raise_from, call_from):
    if chance >= raise_from and can(view.legal, Move.RAISE):
        return Move.RAISE + 0
    if chance < call_from and can(view.legal, Move.FOLD):
        return Move.FOLD + 0
    return Move.CALL + 0


@kernel
def loose(view, rules, me, table):
    """Raises with every middling card and folds nothing."""
    return decide(view, strength(view, rules), 0.5, 0.0)


@kernel
def tight(view, rules, me, table):
    """Raises with the best cards only and folds all that is not good: never bluffs."""
    return decide(view, strength(view, rules), 0.95, 0.55)


@kernel
def basic(view, rules, me, table):
    """Raises with good cards, folds bad ones, and sometimes bluffs."""
    chance = strength(view, rules)
    if chance < me.params[1] and uniform(me.dice) < me.params[2]:
        chance = 1.0
    return decide(view, chance, me.params[0], me.params[1])


POLICIES = (
    Policy("loose", loose, "Raises with every middling card and folds nothing."),
    Policy("tight", tight, "Raises with the best cards only and folds all that is not good: never bluffs."),
    Policy(
        "basic",
        basic,
        "Raises with good cards, folds bad ones, and sometimes bluffs.",
        (
            Param("raise_from", 0.6, "raises with this chance of the better card or more", 0.0, 2.0),
            Param("call_from", 0.5, "folds below this chance", 0.0, 1.0),
            Param("bluff", 0.05, "how often it raises with a card that it would fold", 0.0, 1.0),
        ),
    ),
)
