"""A document made into a plan: everything it names is there, whatever is wrong is said in one line with file, line and column."""

from collections.abc import Sequence

from simlab.contract.policy import Policy
from simlab.scenarios.checks import checked_numbers
from simlab.scenarios.document import Document, Misplaced
from simlab.scenarios.plan import Plan, at, expand
from simlab.scenarios.scenario import PolicySpec, validate
from simlab.scenarios.selectors import resolve


def prepare(document: Document, own: Sequence[Policy] = ()) -> Plan:
    """The plan of a document, with policies of the user's own."""
    try:
        plan = expand(validate(document.data), own)
        check_names(plan)
        check_others(plan)
        return plan
    except Misplaced as trouble:
        raise document.complain(trouble) from None


def under(plan: Plan, spec: PolicySpec) -> Plan:
    """The same scenario, played by another policy at all seats."""
    return expand(plan.scenario.model_copy(update={"policies": spec, "also": []}), plan.own)


def check_others(plan: Plan) -> None:
    """Whoever plays it again (`also:`) can, and there is something to compare that is not who plays."""
    scenario = plan.scenario
    if not scenario.also:
        return
    if len(scenario.variant_names) < 2:
        raise Misplaced(("also",), "also: there is nothing to compare again: it needs `variants:`")
    if "policies" in scenario.sweep or any(scenario.variant(name).policies is not None for name in scenario.variant_names):
        raise Misplaced(("also",), "also: who plays is part of what is compared here, so nobody else can play it")
    for i, spec in enumerate(scenario.also):
        try:
            under(plan, spec)
        except Misplaced as trouble:
            raise Misplaced(("also", str(i)), trouble.message) from None


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
