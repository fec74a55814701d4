"""What the numbers say, as sentences, each with its uncertainty. A sentence is silent when its numbers do not bear it."""

from collections.abc import Iterator

from simlab.reports.rundir import Row, Run, Where, entry, with_interval
from simlab.reports.stops import is_off, stops

MOST = 14  # sentences; the tables have the rest
ALPHA = 0.05
QUIET_LEVELS = 6  # a metric with more entries than this is for the charts


def findings(run: Run) -> list[str]:
    """The sentences of a run: comparisons first, then who wins, how long it takes, what was cut short."""
    found = [*stops(run), *verdicts(run), *chances(run), *averages(run), *cut_short(run)]
    if len(found) <= MOST:
        return found
    return [*found[:MOST], f"{len(found) - MOST} more findings are in the tables."]


def verdicts(run: Run) -> Iterator[str]:
    """Each headline comparison, settled ones first."""
    if len(run.variants) < 2:
        return
    rows = [row for name in run.headline for row in run.differences(name)]
    settled = [row for row in rows if row["p_holm"] is not None and row["p_holm"] < ALPHA]
    rest = [row for row in rows if row not in settled and not row["verdict"].startswith("nothing")]
    same = [row for row in rest if row["verdict"].startswith("no difference at all")]
    for row in [*settled, *(row for row in rest if row not in same)]:
        yield f"{about(run, row)}: {row['verdict']}."
    if same:
        names = list(dict.fromkeys(f"{row['metric']} ({row['variant']})" for row in same))
        yield f"The same in every game as under {run.variants[0]}: {', '.join(names)}."


def about(run: Run, row: Row) -> str:
    """`sudden against circle, 4 players: rounds`"""
    where = f", {run.where(row)}" if run.where(row) else ""
    return f"{row['variant']} against {run.variants[0]}{where}: {what(run, row)}"


def what(run: Run, row: Row) -> str:
    """`rounds`, `win of seat 0`, `end = folded`"""
    if not entry(row):
        return str(row["metric"])
    return f"{row['metric']} {'=' if run.column(row['metric'])['kind'] == 'code' else 'of'} {entry(row)}"


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
            yield f"{cell(run, variant, point)}{seats(run, rows, variant, point)}"


def cell(run: Run, variant: str, point: Where) -> str:
    parts = ([variant] if len(run.variants) > 1 else []) + ([point.label] if point.label else [])
    return f"{', '.join(parts)}: " if parts else ""


def seats(run: Run, rows: list[Row], variant: str, point: Where) -> str:
    policies = run.policies(variant, point)
    best = max(rows, key=lambda row: row["estimate"])
    if len(set(policies)) > 1:
        return f"seat {best['seat']} ({policies[best['seat']]}) wins most, {with_interval(best, True)}."
    total = sum(row["estimate"] for row in rows)
    even = total / len(rows)
    if not any(is_off(run, row, even, len(rows)) for row in rows):
        widest = max(abs(row[end] - even) for row in rows for end in ("ci_low", "ci_high") if row[end] is not None)
        return f"the seats are even as far as these games can tell: no seat is off {even:.1%} by more than {100 * widest:.2g} points."
    worst = min(rows, key=lambda row: row["estimate"])
    return (
        f"the seats are not even: seat {best['seat']} wins {with_interval(best, True)}, "
        f"seat {worst['seat']} {with_interval(worst, True)}; even would be {even:.1%}."
    )


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
                    yield f"{cell(run, variant, point)}{what(run, row)}: {with_interval(row, run.is_rate(name))}{unit}."


def cut_short(run: Run) -> Iterator[str]:
    """Games that did not come to an end by the rules."""
    for row in run.rows("capped"):
        if row["estimate"] > 0:
            where = ", ".join(part for part in (row["variant"] if len(run.variants) > 1 else "", run.where(row)) if part)
            share = with_interval(row, True)
            yield f"{where + ': ' if where else ''}{share} of the games were stopped by the cap: they are in the averages."
