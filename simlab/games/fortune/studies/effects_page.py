"""The effects of cards as a study: a forest plot of all cards for each measure, and a table for each window."""

from pathlib import Path
from typing import Any

import matplotlib

from simlab.games.fortune.game import GAME
from simlab.games.fortune.studies.effects import MEASURES, WINDOWS, Effect, Effects, Measure, effects, estimate_text, signed, with_sign
from simlab.reports.charts import kit
from simlab.reports.charts.kit import STYLE, Chart, Data, Dot
from simlab.reports.study import Block, Study
from simlab.stats.claims import either_way, first_of
from simlab.stats.digits import rounded
from simlab.stats.estimates import Estimate, half_width
from simlab.studies.ask import Ask
from simlab.studies.effects import EffectsStudy


def make_study(ask: Ask, folder: Path | None = None, **playing: Any) -> Study:
    """What `simlab effects` asks."""
    return effects_study(effects(ask, folder, **playing))


EFFECTS = EffectsStudy(rollouts=20_000, make=make_study)


def effects_study(found: Effects) -> Study:
    title = f"fortune, {found.players} players: what does each Arcana do to a round?"
    lead = (
        f"Each Arcana forced into the same {found.rollouts:,} rounds of {found.policy} players, against the round without it; "
        f"differences are paired. The draw is reached in {found.reached['draw']:,} of them: only these count after the draw."
    )
    with matplotlib.rc_context(STYLE):
        charts = [forest(found, measure) for measure in MEASURES]
    tables = [table(found, window) for window in WINDOWS]
    return Study(title, lead, found.sentences(), tables, found.as_json(), charts)


def forest(found: Effects, measure: Measure) -> Chart:
    """A line for each card, largest rise after the deal on top; a colour for each window."""
    order = sorted(found.column(measure, "deal"), key=lambda row: -(row.difference.value or 0.0))
    names = [row.arcana for row in order]
    groups = []
    for window, when in WINDOWS.items():
        cells = {row.arcana: dot(row) for row in found.column(measure, window)}
        groups.append((when, {name: cells[name] for name in names}))
    title = headline(found, measure)
    unit = "percentage points, " if measure.rate else ""
    axis = f"change of {measure.title}, {unit}paired, 95 % interval"
    figure = kit.dots(title, axis, [("", groups, 0.0)], False, GAME.colour)
    head = ("arcana", "window", "difference", "low", "high")
    rows = [(name, window, *cell) for window, (_, cells) in zip(WINDOWS, groups, strict=True) for name, cell in cells.items()]
    return Chart(f"{measure.name}_forest", title, figure, "", Data(head, rows), measure.name)


def dot(row: Effect) -> Dot:
    value, _, low, high = (measured * row.measure.scale for measured in (part or 0.0 for part in row.difference))
    return Dot(value, low, high)


def headline(found: Effects, measure: Measure) -> str:
    """The card that moves the measure most, either way, after the deal."""
    rows = [row for row in found.column(measure, "deal") if row.settled]
    name = measure.title[:1].upper() + measure.title[1:]
    if not rows:
        return f"{name}: no card changes it clearly after the deal"
    strongest = max(rows, key=lambda row: abs(row.difference.value or 0.0))
    first = first_of({row.arcana: either_way(*dot(row)) for row in rows})
    return f"{name}: {first} moves it most after the deal, {'' if first == strongest.arcana else f'{strongest.arcana} '}{signed(strongest)}"


def table(found: Effects, window: str) -> Block:
    """Cards down, measures across: differences to the round without the card."""
    columns = [found.column(measure, window) for measure in MEASURES]
    rows = [["(none)", *(estimate_text(column[0].without, column[0].measure) for column in columns)]]
    rows += [[cells[0].arcana, *map(cell, cells)] for cells in zip(*columns, strict=True)]
    return Block(f"Coming {WINDOWS[window]}", ("arcana", *(m.short for m in MEASURES)), rows, note())


def note() -> str:
    meanings = "; ".join(f"{m.short}: {m.title}{', per cent' if m.rate else ''}" for m in MEASURES)
    return (
        f"{meanings}. First line: the round without a card; below: the difference a card makes, with the half-width of its 95 % "
        "interval. ·: in no round any different; ~: not settled when all cards are tested together (Holm)."
    )


def cell(row: Effect) -> str:
    if row.nothing:
        return "·"
    return ("" if row.settled else "~ ") + with_sign(within(row.difference, row.measure))


def within(found: Estimate, measure: Measure) -> str:
    """`12.1 ±0.2`; a number that was the same in every round stands alone."""
    value, error = ((part or 0.0) * measure.scale for part in found[:2])
    return f"{rounded(value, error)} ±{rounded(half_width(error), error)}" if error else f"{value:.6g}"
