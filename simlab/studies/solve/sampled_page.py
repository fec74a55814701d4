"""A strategy in buckets as a study: what it gains, what can still be gained from it, and what it does most often, in words."""

import matplotlib
from matplotlib.ticker import FuncFormatter

from simlab.masks import can
from simlab.reports.charts.kit import COLOURS, STYLE, Chart, Data, canvas
from simlab.reports.study import Block, Study, interval_cells
from simlab.stats.estimates import Estimate, as_dict
from simlab.studies.goal_words import amount
from simlab.studies.solve.sampled import SampledSolution

SHOWN = 60  # buckets of the card
SURE = 0.995
LOWER = "Within the buckets: who sees more than they tell may gain more, so this is a lower bound."


def sampled_study(solution: SampledSolution) -> Study:
    ask = solution.ask
    base = ask.abstraction.base
    title = f"{ask.game.name}, {ask.rules.players} players: how should it be played?"
    lead = (
        f"{how_learned(solution)}, seed {ask.seed}, in {len(solution.strategy.keys):,} buckets of situations that count as "
        f"one; choices without a bucket are those of {base}. Measured on {ask.tests:,} fresh deals with each seat in turn."
    )
    with matplotlib.rc_context(STYLE):
        charts = [course_chart(solution)]
    tables = [gain_table(solution), card_table(solution), course_table(solution)]
    return Study(title, lead, sentences(solution), tables, as_data(solution), charts)


def how_learned(solution: SampledSolution) -> str:
    deals = f"{solution.ask.deals:,} random deals"
    return f"Learned from {deals}" if solution.ask.own is None else f"Computed in {solution.looks[-1][0]:,} rounds from what {deals} showed"


def sentences(solution: SampledSolution) -> list[str]:
    goal, base = solution.ask.game.goal(None, solution.ask.rules), solution.ask.abstraction.base
    return [
        f"It gains {amount(goal, solution.against_base)} from {base}{doubt(solution.against_base)}.",
        f"The best answer in the same buckets gains {amount(goal, solution.answer)} from it{doubt(solution.answer)}, and "
        f"{amount(goal, solution.answer_to_base)} from {base}{doubt(solution.answer_to_base)}. {LOWER}",
        f"It plays wherever a policy can be named, as solved ({solution.path}).",
    ]


def doubt(found: Estimate) -> str:
    """Behind a gain that these deals cannot tell from nothing."""
    return "" if found.low is not None and (found.low > 0.0 or (found.high or 0.0) < 0.0) else ", which may be nothing"


def gain_table(solution: SampledSolution) -> Block:
    base = solution.ask.abstraction.base
    rows = [
        [f"solved among {base}", *interval_cells(solution.against_base)],
        ["best answer in the buckets, among solved", *interval_cells(solution.answer)],
        [f"best answer in the buckets, among {base}", *interval_cells(solution.answer_to_base)],
    ]
    return Block("What one player gains from the others", ("", solution.strategy.about["unit"], "95 % interval"), rows, LOWER)


def card(solution: SampledSolution) -> list[tuple[str, str, float]]:
    """Situations met most often: what it is, what to do, share of all choices."""
    names, strategy = solution.ask.abstraction.actions, solution.strategy
    found = []
    for row, (bucket, legal, share) in enumerate(solution.buckets):
        odds = strategy.odds[int(strategy.first[row]) : int(strategy.first[row + 1])]
        actions = [names.get(action, str(action)) for action in range(64) if can(legal, action)]
        ranked = sorted(zip(odds, actions, strict=False), key=lambda pair: -pair[0])
        sure = ranked[0][0] >= SURE
        advice = (
            f"always {ranked[0][1]}" if sure else ", ".join(f"{name} {100 * chance:.0f} %" for chance, name in ranked if chance >= 0.01)
        )
        found.append((solution.ask.abstraction.words(bucket), advice, share))
    return sorted(found, key=lambda line: -line[2])


def card_table(solution: SampledSolution) -> Block:
    rows = [[text, advice, f"{100 * share:.2f} %"] for text, advice, share in card(solution)[:SHOWN]]
    note = "Met: share of all choices while learning, when the other tried everything. Where actions are mixed none of them is a mistake."
    return Block("Strategy card, what is met most often", ("situation", "do", "met"), rows, note)


def course_table(solution: SampledSolution) -> Block:
    rows = [[f"{deals:,}", f"{left:.3g}"] for deals, left in solution.looks]
    note = "What the best single change of plan would have brought a seat: what can be gained in the buckets is less."
    if solution.ask.own is not None:
        note = "Computed over all bets from the hands that were counted; the table above was measured by playing."
    return Block("How it was learned", (solution.steps, f"{solution.yardstick}, {solution.strategy.about['unit']} a deal"), rows, note)


def course_chart(solution: SampledSolution) -> Chart:
    unit = solution.strategy.about["unit"]
    title = f"{solution.yardstick[0].upper()}{solution.yardstick[1:]}: {solution.looks[-1][1]:.2g} {unit} a deal at the end"
    figure, (axes,) = canvas(title, 1, 2.9)
    axes.plot([deals for deals, _ in solution.looks], [left for _, left in solution.looks], "o-", ms=5, lw=1.4, color=COLOURS[0])
    axes.set_xscale("log")
    axes.set_yscale("log")
    for scale in (axes.xaxis, axes.yaxis):
        scale.set_major_formatter(FuncFormatter(lambda value, place: f"{value:,.9g}"))
        scale.set_minor_formatter(FuncFormatter(lambda value, place: ""))
    axes.set_xlabel(solution.steps)
    axes.set_ylabel(f"{solution.yardstick},\n{unit} a deal")
    return Chart("regret", title, figure, data=Data((solution.steps, "left"), [[str(d), f"{left:.6g}"] for d, left in solution.looks]))


def as_data(solution: SampledSolution) -> dict[str, object]:
    gains: dict[str, Estimate] = {
        "against_base": solution.against_base, "answer": solution.answer, "answer_to_base": solution.answer_to_base,
    }  # fmt: skip
    return {
        "findings": sentences(solution), **solution.strategy.about, "buckets": len(solution.strategy.keys), "file": str(solution.path),
        "looks": [list(look) for look in solution.looks], **{name: as_dict(found) for name, found in gains.items()},
        "card": [{"situation": text, "advice": advice, "met": share} for text, advice, share in card(solution)[:SHOWN]],
    }  # fmt: skip
