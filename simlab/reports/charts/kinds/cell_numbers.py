"""Numbers of a cell for the kinds of game charts, and a title filled in from them."""

from collections.abc import Sequence

from simlab.reports.charts.kit import Data, Dot
from simlab.reports.charts.rows import dot, dot_number, first_cell, first_of, last_of, table
from simlab.reports.charts.sketches import Sketch
from simlab.reports.rundir import Cell, Row, Run
from simlab.reports.wording import placed, readable, rough_error, sentence, spoken

MOST_BARS = 12
MOST_VARIANTS = 24
FIRST = "player 0"  # the level of the first player in metrics by player


def mean(rows: Sequence[Row]) -> Dot | None:
    """Over seats; the interval is that of seats which move together, so never too narrow."""
    known = [dot(row) for row in rows]
    return Dot(*(sum(part) / len(known) for part in zip(*known, strict=True))) if known else None


def scalar(run: Run, metric: str, cell: Cell) -> Dot | None:
    return mean([row for row in run.rows(metric, cell.variant, cell.point) if row["level"] is None])


def by_level(run: Run, metric: str, cell: Cell) -> dict[str, Dot]:
    """A dot for each level, over all seats."""
    rows = [row for row in run.rows(metric, cell.variant, cell.point) if row["level"] is not None]
    names = list(dict.fromkeys(row["level"] for row in rows))
    found = {placed(readable(name)): mean([row for row in rows if row["level"] == name]) for name in names}
    return {name: d for name, d in found.items() if d is not None}


def as_shares(found: dict[str, Dot]) -> dict[str, Dot]:
    """Parts of a whole."""
    total = sum(d.value for d in found.values())
    return {name: Dot(d.value / total, d.low / total, d.high / total) for name, d in found.items()} if total else {}


def one_row_each(run: Run, metrics: Sequence[str], cell: Cell) -> list[Row]:
    """One row for each metric, where all are known."""
    found = [row for metric in metrics for row in run.rows(metric, cell.variant, cell.point)]
    return found if len(found) == len(metrics) else []


def magnitude(found: Dot, rate: bool = False) -> str:
    """A value without its sign, as short as a friend would say it."""
    return spoken(abs(found.value), rough_error(found.low, found.high), rate)


# --- which cells, and what is said of them ------------------------------------------------------------------------------------


def cells_or_variants(run: Run) -> list[Cell]:
    """All cells, or the variants at the first point where there are too many."""
    return run.cells if len(run.cells) <= MOST_BARS else run.cells[: min(len(run.variants), MOST_VARIANTS)]


def cells_or_points(run: Run) -> list[Cell]:
    """All cells, or the first variant at every point where there are too many."""
    return run.cells if len(run.cells) <= MOST_BARS else [cell for cell in run.cells if cell.variant == run.variants[0]]


def cell_names(run: Run, cells: Sequence[Cell]) -> list[str]:
    """What tells them from each other: no variant where all are of one."""
    alike = len({cell.variant for cell in cells}) == 1 and all(cell.point.label for cell in cells)
    return [cell.point.label if alike else run.cell_label(cell) or "all games" for cell in cells]


def fill_title(run: Run, sketch: Sketch, values: dict[str, Dot], rate: bool, **more: str) -> str:
    """The title with its numbers: of the largest and the smallest value, and of the first few in order."""
    numbers = {name: dot_number(d, rate) for name, d in values.items()}
    order = sorted(values, key=lambda name: values[name].value)
    ends = {"best": first_of(values), "least": last_of(values)}
    facts = ends | {"value": numbers[order[-1]], "least_value": numbers[order[0]]}
    facts |= dict(zip("abcdef", numbers.values(), strict=False)) | {"unit": run.unit} | more
    return sentence(sketch.says.format(**facts)) + first_cell(run)


def cells_table(run: Run, metrics: Sequence[str], cells: Sequence[Cell]) -> Data:
    return table(run, [row for cell in cells for metric in metrics for row in run.rows(metric, cell.variant, cell.point)])
