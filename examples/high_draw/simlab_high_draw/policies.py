"""Rule-of-thumb players of High Draw."""

from simlab.contract.policy import Param, Policy
from simlab.jit import kernel
from simlab_high_draw.rules import Action


@kernel
def stubborn(view, rules, me, table):
    """Never exchanges."""
    return Action.KEEP


@kernel
def basic(view, rules, me, table):
    """Exchanges a card below a part of the deck."""
    return Action.EXCHANGE if view.card < me.params[0] * rules.cards else Action.KEEP


POLICIES = (
    Policy("stubborn", stubborn, "Never exchanges."),
    Policy("basic", basic, "Exchanges a low card.", (Param("below", 0.6, "exchanges a card below this part of the deck", 0.0, 1.0),)),
)
