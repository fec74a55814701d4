"""Pairs of knobs as a study: a forest of what two steps do beyond the sum of both, and the table behind it."""

import matplotlib

from simlab.contract.catalogue import load
from simlab.reports.charts import kit
from simlab.reports.charts.kit import STYLE, Chart, Data, Dot
from simlab.reports.study import Block, Study
from simlab.stats.claims import figures
from simlab.stats.estimates import Estimate
from simlab.studies.dials.pairs import Pairs, Together

MOST_LINES = 16
MOST_ROWS = 400


def pairs_study(found: Pairs) -> Study:
    title = f"{found.game}, {found.players} players: which knobs work together?"
    lead = (
        f"The {len(found.steps)} knobs that matter most, each one step away, alone and two at a time: {found.rollouts:,} games each, "
        "all on the same deals, and other deals than those that chose them. Two steps work together where both make more, or less, "
        "than each alone adds up to."
    )
    with matplotlib.rc_context(STYLE):
        charts = [chart for name in dict.fromkeys(row.about for row in found.rows) if (chart := forest(found, name)) is not None]
    return Study(title, lead, found.sentences(), [table(found), *([refusals(found)] if found.refused else [])], found.as_json(), charts)


def forest(found: Pairs, about: str) -> Chart | None:
    """The interactions of one number, surest first; none where all of them just add up."""
    rows = sorted((row for row in found.rows if row.about == about and row.seen.more.std_error), key=lambda row: row.claim.chance or 0.0)
    if not rows:
        return None
    scale, unit = (100.0, "percentage points") if rows[0].form == "rate" else (1.0, rows[0].seen.column.unit)
    sure = sum(row.claim.holds for row in rows)
    title = f"{about}: {sure or 'none'} of {len(rows)} pairs surely {'does' if sure == 1 else 'do'} more or less than add up"
    parts = (f"change of {about} beyond the sum of both", unit, "paired, 95 % interval; grey: not settled")
    lines = [(row.steps, dot(row.seen.more, scale), row.claim.holds, 0) for row in rows[:MOST_LINES]]
    figure = kit.forest(title, ", ".join(part for part in parts if part and part != about), lines, load(found.game).colour)
    data = Data(("pair", "interaction", "low", "high"), [(name, *line) for name, line, _, _ in lines])
    return Chart(f"pairs_{about.replace(' ', '_')}", title, figure, "", data)


def dot(found: Estimate, scale: float) -> Dot:
    return Dot(*(scale * (part or 0.0) for part in (found.value, found.low, found.high)))


def table(found: Pairs) -> Block:
    order = sorted(found.rows, key=lambda row: row.claim.chance if row.claim.chance is not None else 1.0)
    head = ("number", "two steps", "first alone", "second alone", "together", "beyond the sum", "95 % interval", "verdict")
    note = "Changes from the rules as they stand; rates in percentage points."
    return Block("Every pair", head, [line(row) for row in order[:MOST_ROWS]], note)


def line(row: Together) -> list[str]:
    scale = 100.0 if row.form == "rate" else 1.0
    shown = [figures(part, scale)[0] for part in (*row.seen.alone, row.seen.both)]
    return [row.about, row.steps, *shown, *figures(row.seen.more, scale), row.verdict()]


def refusals(found: Pairs) -> Block:
    return Block("Cannot be played together", ("two steps", "why"), [[name, why] for name, why in found.refused.items()])
