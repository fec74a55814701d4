"""Dials as a study: the tornado chart, widest on top."""

import matplotlib

from simlab.contract.catalogue import load
from simlab.contract.titles import titles_of
from simlab.reports.charts import kit
from simlab.reports.charts.kit import STYLE, Chart, Dot, Side
from simlab.reports.rundir import Row
from simlab.reports.study import Block, Study
from simlab.reports.wording import error_of
from simlab.stats.digits import rounded
from simlab.studies.dials.measure import Dials, about, is_moved
from simlab.words.titles import metric_title, readable

MOST_KNOBS = 14
MOST_ROWS = 400


def dials_study(found: Dials) -> Study:
    title = f"{found.game}, {found.players} players: which knobs matter?"
    steps = f"{len(found.steps)} steps of {len({step.knob for step in found.steps})} knobs"
    lead = f"{steps}, {found.rollouts:,} games each, all on the same deals; differences are paired and corrected by Holm's method."
    tables = [table(found), *([refusals(found)] if found.refused else [])]
    with matplotlib.rc_context(STYLE):
        charts = [tornado(found, metric, rows) for metric, rows in found.panels.items() if found.ranking(metric)]
    return Study(title, lead, found.sentences(), tables, found.as_json(), charts)


def tornado(found: Dials, metric: str, rows: list[Row]) -> Chart:
    """The knobs that matter, a bar for each of their steps."""
    knobs = found.ranking(metric)[:MOST_KNOBS]
    scale, unit = (100.0, "percentage points") if rows[0]["rate"] else (1.0, rows[0]["unit"] or metric)
    first, strongest = found.first(metric)
    title = f"{about(strongest)}: {first} matters most, {strongest['variant']}: {strongest['verdict']}"
    named = about(strongest) if unit == metric else f"{about(strongest)}, {unit}"
    axis = f"change of {named}, paired, 95 % interval; grey: not settled"
    bars = [(knob, [side(row, scale) for row in rows if row["knob"] == knob]) for knob in knobs]
    hidden = len(found.ranking(metric)) - len(knobs)
    note = f"{hidden} more knobs have a settled, smaller effect." if hidden > 0 else ""
    return Chart(f"{metric}_tornado", title, kit.tornado(title, axis, bars, load(found.game).colour), note)


def side(row: Row, scale: float) -> Side:
    return Side(row["step"], Dot(*(scale * row[key] for key in ("estimate", "ci_low", "ci_high"))), is_moved(row))


def table(found: Dials) -> Block:
    rows, titles = [], titles_of(load(found.game))
    for metric, ranked in found.panels.items():
        for row in ranked:
            scale, error = (100.0 if row["rate"] else 1.0), error_of(row)
            interval = f"{rounded(scale * row['ci_low'], scale * error)} to {rounded(scale * row['ci_high'], scale * error)}"
            rows.append(
                [
                    metric_title(titles, metric).name,
                    readable(row["knob"]),
                    row["step"],
                    rounded(scale * row["estimate"], scale * error),
                    interval,
                    row["verdict"],
                ]
            )
    note = "Rates in percentage points; of a metric by seat or level, the entry that is moved most."
    return Block("Every step", ("number", "knob", "becomes", "difference", "95 % interval", "verdict"), rows[:MOST_ROWS], note)


def refusals(found: Dials) -> Block:
    return Block("Not tried", ("step", "why"), [[name, why] for name, why in found.refused.items()])
