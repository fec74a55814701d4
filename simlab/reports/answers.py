"""What the numbers say, as sentences, each with its uncertainty. A sentence is silent when its numbers do not bear it."""

from collections.abc import Iterator
from itertools import chain, islice

from simlab.reports.claims import trends_of, uneven_seats
from simlab.reports.others import again, has_turned
from simlab.reports.rundir import GridPoint, Row, Run, is_settled
from simlab.reports.stops import stops
from simlab.reports.wording import entry, error_of, number, sentence, with_interval

MOST = 14  # sentences; the tables have the rest
MOST_ANSWER = 3
QUIET_LEVELS = 6  # a metric with more entries than this is for the charts
FEW = 3  # variants that are told one by one


def answer(run: Run) -> list[str]:
    """Two or three sentences: what the variants or the sweep changed, who wins, and the first number asked for."""
    firsts = (islice(glances(run), 2), islice(trends(run), 1), islice(chances(run), 1), islice(averages(run), 2), capped_games(run))
    found = list(dict.fromkeys(chain.from_iterable(firsts)))
    return found[:MOST_ANSWER]


def findings(run: Run) -> list[str]:
    """The sentences of a run: its stops, comparisons, then answers to a sweep, who wins, how long it takes, what was cut short."""
    found = [*stops(run), *verdicts(run), *trends(run), *chances(run), *averages(run), *capped_games(run)]
    if len(found) <= MOST:
        return found
    return [*found[:MOST], f"{len(found) - MOST} more findings are in the tables."]


# --- comparisons --------------------------------------------------------------------------------------------------------------


def glances(run: Run) -> Iterator[str]:
    """A metric at a glance: which variants change it for certain, and which most. Only metrics that some variant changes."""
    others = len(run.variants) - 1
    if others < 1:
        return
    for metric in sorted(run.headline, key=lambda name: len(run.rows(name, run.variants[0], run.points[0])) > 1):
        settled = [row for row in run.differences(metric) if is_settled(row)]
        settled.sort(key=lambda row: (not has_turned(run, row), -abs(row["estimate"])))
        if not settled:
            continue
        strongest = [row for k, row in enumerate(settled) if row["variant"] not in {other["variant"] for other in settled[:k]}]
        head = f"{sentence(run.metric_name(metric))}, against {run.variants[0]}: "
        if others > FEW:
            head = f"{len(strongest)} of {others} variants change {run.metric_name(metric)} for certain, against {run.variants[0]}: "
        yield head + "; ".join(short_claim(run, row) for row in strongest[:FEW]) + "."


def short_claim(run: Run, row: Row) -> str:
    """`sudden, 4 players, shorter by 3 rounds (2.9 to 3.1)`"""
    return ", ".join(part for part in (row["variant"], run.where(row), entry(row), row["verdict"]) if part) + again(run, row)


def claim(run: Run, row: Row) -> str:
    """`sudden against circle, 4 players: rounds: shorter by 3 rounds (2.9 to 3.1)`"""
    return f"{claim_subject(run, row)}: {row['verdict']}{again(run, row)}"


def verdicts(run: Run) -> Iterator[str]:
    """Each headline comparison: those that other players turn round first, then all that are settled."""
    if len(run.variants) < 2:
        return
    rows = [row for name in run.headline for row in run.differences(name)]
    settled = sorted((row for row in rows if is_settled(row)), key=lambda row: not has_turned(run, row))
    rest = [row for row in rows if not is_settled(row) and not row["verdict"].startswith("nothing")]
    same = [row for row in rest if row["verdict"].startswith("no difference at all")]
    for row in settled:
        yield f"{claim(run, row)}."
    yield from open_questions(run, [row for row in rest if row not in same])
    if same:
        names = list(dict.fromkeys(f"{row['metric']} ({row['variant']})" for row in same))
        yield f"The same in every game as under {run.variants[0]}: {', '.join(names)}."


def open_questions(run: Run, rows: list[Row]) -> Iterator[str]:
    """What is not settled, or too small to matter; the entries of one metric together."""
    groups: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row["variant"], run.where(row), row["metric"]), []).append(row)
    for found in groups.values():
        if len(found) == 1:
            yield f"{claim(run, found[0])}."
            continue
        head = claim_subject(run, {**found[0], "seat": None, "level": None})
        yield f"{head}: no settled difference for {', '.join(entry(row) for row in found)}."


def claim_subject(run: Run, row: Row) -> str:
    """`sudden against circle, 4 players: rounds`"""
    where = f", {run.where(row)}" if run.where(row) else ""
    return f"{row['variant']} against {run.variants[0]}{where}: {metric_entry(run, row)}"


def metric_entry(run: Run, row: Row) -> str:
    """`rounds`, `win share of seat 0`, `end = folded`"""
    if not entry(row):
        return run.metric_name(row["metric"])
    return f"{run.metric_name(row['metric'])} {'=' if run.column(row['metric'])['kind'] == 'code' else 'of'} {entry(row)}"


# --- answers to a sweep -------------------------------------------------------------------------------------------------------


def trends(run: Run) -> Iterator[str]:
    """Where a headline number is lowest and highest over the grid of the first variant, if the sweep surely moves it."""
    for metric, found in trends_of(run).items():
        rate = run.is_rate(metric)
        variant = f"{run.variants[0]}: " if len(run.variants) > 1 else ""
        least = f": {at_least(found.least, found.high, rate)} apart" if found.least > 0 else ""
        yield (
            f"{variant}{run.metric_name(metric)} is lowest with {run.where(found.low)}, {with_interval(found.low, rate)}, "
            f"and highest with {run.where(found.high)}, {with_interval(found.high, rate)}{least}."
        )


def at_least(least: float, row: Row, rate: bool) -> str:
    """`at least 3.9`, `at least 2.6 points`"""
    return f"at least {number(least, error_of(row), rate).removesuffix(' %')}{' points' if rate else ''}"


# --- who wins -----------------------------------------------------------------------------------------------------------------


def chances(run: Run) -> Iterator[str]:
    """Are the seats even? Asked only where the same policy sits at every seat; otherwise who wins how much."""
    if "win" not in run.headline:
        return
    for point in run.points:
        for variant in run.variants:
            rows = run.rows("win", variant, point)
            if len(rows) < 2:
                continue
            if run.manifest["rotate_seats"] and len(set(run.policies(variant, point))) > 1:
                continue  # by seat all players are mixed; `win_by_player` tells
            yield f"{cell_prefix(run, variant, point)}{seats_sentence(run, rows, variant, point)}"


def cell_prefix(run: Run, variant: str, point: GridPoint) -> str:
    parts = ([variant] if len(run.variants) > 1 else []) + ([point.label] if point.label else [])
    return f"{', '.join(parts)}: " if parts else ""


def seats_sentence(run: Run, rows: list[Row], variant: str, point: GridPoint) -> str:
    policies = run.policies(variant, point)
    best = max(rows, key=lambda row: row["estimate"])
    least = uneven_seats(run).get((variant, point.label))
    if len(set(policies)) > 1:
        told = f"seat {best['seat']} ({policies[best['seat']]}) wins {'' if least is None else 'most, '}{with_interval(best, True)}"
        return f"{told}." if least is not None else f"who wins most is not settled: {told}, more than others, but not surely."
    even = sum(row["estimate"] for row in rows) / len(rows)
    if least is None:
        widest = max(abs(row[end] - even) for row in rows for end in ("ci_low", "ci_high") if row[end] is not None)
        return f"the seats are even as far as these games can tell: no seat is off {percent(even)} by more than {100 * widest:.2g} points."
    worst = min(rows, key=lambda row: row["estimate"])
    return (
        f"the seats are not even: seat {best['seat']} wins {with_interval(best, True)}, "
        f"seat {worst['seat']} {with_interval(worst, True)}; even would be {percent(even)}, off by {at_least(least, best, True)}."
    )


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


# --- the numbers themselves ---------------------------------------------------------------------------------------------------


def averages(run: Run) -> Iterator[str]:
    """The headline numbers themselves, where there are few of them."""
    for name in run.headline:
        column = run.column(name)
        if name in ("win", "capped"):
            continue
        for point in run.points:
            for variant in run.variants:
                rows = run.rows(name, variant, point)
                if len(rows) > QUIET_LEVELS:
                    continue
                for row in rows:
                    unit = f" {column['unit']}" if column["unit"] and column["unit"] != name else ""
                    yield f"{cell_prefix(run, variant, point)}{metric_entry(run, row)}: {value_words(row, run.is_rate(name), unit)}."


def value_words(row: Row, rate: bool, unit: str) -> str:
    """`3.08 (3.05 to 3.11) rounds`, or what never changes."""
    if row["ci_low"] == row["ci_high"] == row["estimate"]:
        return f"{number(row['estimate'], 0.0, rate)}{unit} in every game"
    return f"{with_interval(row, rate)}{unit}"


def capped_games(run: Run) -> Iterator[str]:
    """Games that did not come to an end by the rules."""
    for row in run.rows("capped"):
        if row["estimate"] > 0:
            where = ", ".join(part for part in (row["variant"] if len(run.variants) > 1 else "", run.where(row)) if part)
            share = with_interval(row, True)
            yield f"{where + ': ' if where else ''}{share} of the games were stopped by the cap: they are in the averages."
