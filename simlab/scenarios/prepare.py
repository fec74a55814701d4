"""A document made into a plan: everything it names is there, whatever is wrong is said in one line with file, line and column."""

from collections.abc import Sequence

from simlab.contract.policy import Policy
from simlab.errors import nearest
from simlab.scenarios.checks import checked_numbers
from simlab.scenarios.document import Document, Misplaced
from simlab.scenarios.plan import Plan, at, expand
from simlab.scenarios.scenario import PolicySpec, validate
from simlab.scenarios.selectors import metric_names, resolve
from simlab.stats.looks import FIRST
from simlab.words.asked import EVERYTHING, WORDS, is_answerable
from simlab.words.titles import is_clause


def prepare(document: Document, own: Sequence[Policy] = ()) -> Plan:
    """The plan of a document, with policies of the user's own."""
    try:
        plan = expand(validate(document.data), own)
        check_names(plan)
        check_asked(plan)
        check_titles(plan)
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
    if len(scenario.variant_names) < 2 and not scenario.checks:
        raise Misplaced(("also",), "also: there is nothing to try again: it needs `variants:` or `checks:`")
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
    if scenario.looks == "any" and scenario.rollouts < FIRST and not scenario.precision:
        raise Misplaced(("rollouts",), f"with `looks: any` there are {FIRST:,} rollouts at least: no interval holds at looks before that")
    if scenario.precision and "rollouts" in scenario.model_fields_set:
        raise Misplaced(("rollouts",), "with `precision:` the number of games is found while playing: the most is its max_rollouts")
    for text in scenario.indifference:
        at(("indifference", text), resolve, text, plan)
    list(checked_numbers(plan))


def check_asked(plan: Plan) -> None:
    """Whatever `ask` names is there, and can be compared: one of the two variants is the first, as all others were played against it."""
    names = plan.scenario.variant_names
    for i, ask in enumerate(plan.scenario.ask):
        if ask.metric == EVERYTHING and len(names) < 2:
            raise Misplaced(("ask", str(i), "metric"), "ask: `*` means whatever changed: it needs `variants:`")
        if ask.metric != EVERYTHING:
            at(("ask", str(i), "metric"), resolve, ask.metric, plan)
        for key, name in (("of", ask.of), ("against", ask.against)):
            if name and name not in names:
                raise Misplaced(("ask", str(i), key), f"ask: no variant {name!r}{nearest(name, names)}")
        of, against = ask.of or names[-1], ask.against or names[0]
        if (ask.of or ask.against) and (of == against or names[0] not in (of, against)):
            raise Misplaced(("ask", str(i)), f"ask: compare with the first variant, {names[0]!r}: all others were played against it")
        if ask.yes_if and not is_answerable(ask.yes_if):
            raise Misplaced(
                ("ask", str(i), "yes_if"), f"ask: yes_if: {ask.yes_if!r} is none of {', '.join(WORDS)} or a line such as `> 30 %`"
            )


def check_titles(plan: Plan) -> None:
    """Titles are of variants and metrics that are there, and their clauses have one place for the number."""
    known = [*plan.scenario.variant_names, *metric_names(plan)]
    for name, spec in plan.scenario.titles.items():
        if name not in known:
            raise Misplaced(("titles", name), f"titles: no variant or metric {name!r}{nearest(name, known)}", at_key=True)
        if spec.says and not is_clause(spec.says):
            raise Misplaced(("titles", name), "titles: `says:` is a clause with the number in braces, such as: a game takes {}")
