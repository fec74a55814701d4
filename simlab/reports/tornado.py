"""Dials as a study: the tornado chart, widest on top."""

import matplotlib
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from simlab.experiments.compare import rounded
from simlab.experiments.dials import Dials, about, settled
from simlab.reports.figures import COLOURS, INK, STYLE, Chart, canvas, fitted
from simlab.reports.rundir import Row
from simlab.reports.study import Block, Study

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
    """A bar for each step from 0 to its difference, with its interval; grey where nothing is settled."""
    knobs = found.ranking(metric)[:MOST_KNOBS]
    scale, unit = (100.0, "percentage points") if rows[0]["rate"] else (1.0, rows[0]["unit"] or metric)
    strongest = max((row for row in rows if row["knob"] == knobs[0]), key=lambda row: abs(row["estimate"]))
    title = f"{about(strongest)}: {knobs[0]} matters most, at {strongest['step']} {strongest['verdict']}"
    figure, (axes,) = canvas(title, 1, 1.0 + 0.42 * len(knobs))
    for y, knob in enumerate(knobs):
        mine = [row for row in rows if row["knob"] == knob]
        for k, row in enumerate(mine):
            bar(axes, y + (k - (len(mine) - 1) / 2) * 0.7 / len(mine), 0.62 / len(mine), row, scale, k)
    axes.axvline(0, color=INK, lw=1)
    axes.set_yticks(range(len(knobs)), [fitted(knob, 28) for knob in knobs])
    axes.set_ylim(len(knobs) - 0.5, -0.5)
    axes.margins(x=0.16)
    axes.grid(axis="y", visible=False)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    named = about(strongest) if unit == metric else f"{about(strongest)}, {unit}"
    axes.set_xlabel(fitted(f"change of {named}, paired, 95 % interval; grey: not settled", 46))
    hidden = len(found.ranking(metric)) - len(knobs)
    return Chart(f"{metric}_tornado", title, figure, f"{hidden} more knobs have a settled, smaller effect." if hidden > 0 else "")


def bar(axes: Axes, y: float, height: float, row: Row, scale: float, k: int) -> None:
    value = scale * row["estimate"]
    colour = COLOURS[k % 2] if settled(row) else "#aaaaaa"
    axes.barh(y, value, height=height, color=colour)
    axes.plot([scale * row["ci_low"], scale * row["ci_high"]], [y, y], color=INK, lw=1.1, solid_capstyle="butt")
    far = scale * (row["ci_high"] if value >= 0 else row["ci_low"])
    if height > 0.15:
        axes.annotate(row["step"], (far, y), xytext=(4 if value >= 0 else -4, 0), textcoords="offset points", va="center",
                      ha="left" if value >= 0 else "right", fontsize=8.5)  # fmt: skip


def table(found: Dials) -> Block:
    rows = []
    for metric, ranked in found.panels.items():
        for row in ranked:
            scale, error = (100.0 if row["rate"] else 1.0), row["std_error"] or 0.0
            interval = f"{rounded(scale * row['ci_low'], scale * error)} to {rounded(scale * row['ci_high'], scale * error)}"
            rows.append([metric, row["knob"], row["step"], rounded(scale * row["estimate"], scale * error), interval, row["verdict"]])
    note = "Rates in percentage points; of a metric by seat or level, the entry that is moved most."
    return Block("Every step", ("metric", "knob", "becomes", "difference", "95 % interval", "verdict"), rows[:MOST_ROWS], note)


def refusals(found: Dials) -> Block:
    return Block("Not tried", ("step", "why"), [[name, why] for name, why in found.refused.items()])
