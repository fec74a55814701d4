"""A document made into a plan: everything it names is there, whatever is wrong is said in one line with file, line and column."""

from collections.abc import Sequence

from simlab.contract.policy import Policy
from simlab.scenarios.checks import checked_numbers
from simlab.scenarios.document import Document, Misplaced
from simlab.scenarios.plan import Plan, at, expand
from simlab.scenarios.scenario import validate
from simlab.scenarios.selectors import resolve


def prepare(document: Document, own: Sequence[Policy] = ()) -> Plan:
    """The plan of a document, with policies of the user's own."""
    try:
        plan = expand(validate(document.data), own)
        check_names(plan)
        return plan
    except Misplaced as trouble:
        raise document.complain(trouble) from None


def check_names(plan: Plan) -> None:
    """Whatever `precision`, `indifference` and `checks` name is there."""
    scenario, compared = plan.scenario, len(plan.scenario.variant_names) > 1
    for i, precision in enumerate(scenario.precision):
        selector = at(("precision", str(i), "metric"), resolve, precision.metric, plan)
        if precision.half_width is None and not compared:
            raise Misplaced(("precision", str(i)), "precision: `half_width:` is missing (only a comparison of variants can do without)")
        if compared and all(number.arm == 0 for number in selector.numbers(plan)):
            raise Misplaced(("precision", str(i)), "precision: the baseline is not compared with itself: leave `variant=` out")
    if scenario.precision and "rollouts" in scenario.model_fields_set:
        raise Misplaced(("rollouts",), "with `precision:` the number of games is found while playing: the most is its max_rollouts")
    for text in scenario.indifference:
        at(("indifference", text), resolve, text, plan)
    list(checked_numbers(plan))
