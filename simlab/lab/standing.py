"""What a tweak has shown so far: the numbers of both columns, their paired differences, and what may be said of them at any moment.

Intervals are confidence sequences and are corrected for everything that is shown together, so it does not matter how often one looks:
"settled" appears for a difference that is not there in at most one of twenty tweaks, watched for as long as one likes. The same tables
make `results.parquet` of a run with `looks: any`: the lab has no statistics of its own.
"""

from collections.abc import Sequence
from typing import Any

from simlab.lab.words import level_name, metric_name
from simlab.reports.wording import number, sentence, with_interval
from simlab.runs.moments import Moments
from simlab.runs.results import differences, estimates, judge
from simlab.runs.sums import Sums
from simlab.runs.titles import column_data
from simlab.scenarios.plan import Plan
from simlab.scenarios.recipe import BY_PLAYER, Layout, Metric
from simlab.stats.adjust import is_settled
from simlab.stats.looks import FIRST, Always

MOST_ROWS = 60  # numbers shown at once
MOST_SENTENCES = 4
LOOK = Always()
EARLY: dict[str, Any] = {"ci_low": None, "ci_high": None}  # a sequence begins with its first look: before that there are values alone
TOO_EARLY: dict[str, Any] = {"p_holm": None, "verdict": f"too early: {FIRST:,} deals come first"}
SAME = "no difference at all"  # how the verdict begins where both columns gave the same in every game

Row = dict[str, Any]


def standing(plan: Plan, layout: Layout, sums: Sums, known: dict[str, Any] | None = None) -> list[Row]:
    """Every number that was asked for: both columns, the difference, and the verdict. `known`: what the columns are, made once."""
    if sums.units < 2:
        return []
    moments, point = Moments.of(sums, layout), plan.points[0]
    metrics = shown(plan, layout)
    numbers = estimates(point, metrics, moments, LOOK)
    pairs = differences(plan, point, metrics, moments, LOOK)
    columns = known or column_data(plan)
    judge(plan, pairs, LOOK, columns)
    if sums.units < FIRST:
        numbers, pairs = [{**row, **EARLY} for row in numbers], [{**row, **EARLY, **TOO_EARLY} for row in pairs]
    base, tweak = numbers[: len(metrics)], numbers[len(metrics) :]
    return [told(plan, columns, *parts) for parts in zip(metrics, base, tweak, pairs, strict=True)][:MOST_ROWS]


def shown(plan: Plan, layout: Layout) -> list[Metric]:
    """All that is corrected together: what was asked for, by seat and by player."""
    names = {*plan.headline, *(name + BY_PLAYER for name in plan.headline)}
    return [metric for metric in layout.recipe.metrics if metric.name in names]


def told(plan: Plan, columns: dict[str, Any], metric: Metric, base: Row, tweak: Row, pair: Row) -> Row:
    """A number as a page shows it: in words and as ends of intervals."""
    rate = metric.form == "rate" or bool(columns.get(metric.name, {}).get("rate"))
    return {
        "metric": metric.name, "title": title_of(plan, metric), "rate": rate, "base": in_words(base, rate), "tweak": in_words(tweak, rate),
        "difference": "none" if pair["verdict"].startswith(SAME) else apart(pair, rate), "ends": ends(pair),
        "settled": is_settled(pair["p_holm"]), "verdict": pair["verdict"],
    }  # fmt: skip


def apart(row: Row, rate: bool) -> str:
    """A difference: of rates in percentage points."""
    return with_interval(row, rate).replace(" %", " points")


def in_words(row: Row, rate: bool) -> str:
    """With its interval; what is the same in every game has none to show."""
    if row["std_error"] == 0.0 and row["estimate"] not in (None, 0.0):
        return f"{number(row['estimate'], 0.0, rate)} in every game"
    return with_interval(row, rate)


def title_of(plan: Plan, metric: Metric) -> str:
    """`rounds in a game`, `share of the win, seat 0`"""
    column = next((column for column in plan.game.columns if column.name == metric.column), None)
    parts = [metric_name(plan.game, column, metric.name)]
    parts += [] if metric.seat is None else [f"seat {metric.seat}"]
    parts += [level_name(plan.game, metric.level)] if metric.level else []
    return ", ".join(parts)


def sentences(rows: Sequence[Row]) -> list[str]:
    """The answer so far: what is settled, or that nothing is."""
    settled = [f"{sentence(row['title'])}: {row['verdict']}." for row in rows if row["settled"]]
    if settled:
        return settled[:MOST_SENTENCES]
    if rows and all(row["verdict"] == TOO_EARLY["verdict"] for row in rows):
        return ["The first games are being played."]
    if rows and all(row["verdict"].startswith(SAME) for row in rows):
        return ["Nothing that is shown here changes in any game."]
    near = [row for row in rows if row["verdict"].startswith("no difference larger")]
    told_near = [f"{sentence(row['title'])}: {row['verdict']}." for row in near[:MOST_SENTENCES]]
    return ["Nothing is settled yet.", *told_near] if rows else []


def ends(row: Row) -> list[float | None]:
    """Value and interval, as a page draws them."""
    return [row["estimate"], row["ci_low"], row["ci_high"]]
