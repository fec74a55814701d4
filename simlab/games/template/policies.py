"""Rule-of-thumb players of one-card poker."""

from enum import IntEnum

from simlab.contract.policy import Param, Policy
from simlab.games.template.rules import Action
from simlab.jit import kernel
from simlab.rng import uniform


class Mix(IntEnum):
    """Parameters of `equilibrium`."""

    ALPHA = 0


@kernel
def always_bet(view, rules, me, table):
    """Bets and calls with everything."""
    return Action.BET


@kernel
def honest(view, rules, me, table):
    """Bets and calls with the upper half of the deck only: never bluffs."""
    return Action.BET if 2 * view.card >= rules.ranks else Action.PASS


@kernel
def equilibrium(view, rules, me, table):
    """The known optimal family for three ranks: the first to act bluffs the lowest card with probability alpha."""
    alpha = me.params[Mix.ALPHA]
    if view.seat == view.table.first:
        if view.table.facing > 0:
            odds = (0.0, alpha + 1.0 / 3.0, 1.0)[view.card]
        else:
            odds = (alpha, 0.0, 3.0 * alpha)[view.card]
    elif view.table.facing > 0:
        odds = (0.0, 1.0 / 3.0, 1.0)[view.card]
    else:
        odds = (1.0 / 3.0, 0.0, 1.0)[view.card]
    return Action.BET if uniform(me.dice) < odds else Action.PASS


def only_three_ranks(rules: object) -> str:
    """The family is known for the classic game."""
    if (getattr(rules, "ranks", 0), getattr(rules, "ante", 0), getattr(rules, "bet", 0)) == (3, 1, 1):
        return ""
    return "equilibrium play is known for ranks: 3, ante: 1, bet: 1 only"


POLICIES = (
    Policy("always_bet", always_bet, "Bets and calls with everything."),
    Policy("honest", honest, "Bets and calls with the upper half of the deck only: never bluffs."),
    Policy(
        "equilibrium",
        equilibrium,
        "Optimal play for three ranks: cannot be beaten.",
        params=(Param("alpha", 0.2, "how often the first to act bluffs the lowest card", 0.0, 1.0 / 3.0),),
        fits=only_three_ranks,
    ),
)
