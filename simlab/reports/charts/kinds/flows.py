"""The kind of game chart that shows where points come from and who gets them."""

from simlab.reports.charts import kit
from simlab.reports.charts.kinds.cell_numbers import fill_title, mean
from simlab.reports.charts.kit import Chart, Dot
from simlab.reports.charts.rows import dot, table
from simlab.reports.charts.sketches import Sketch
from simlab.reports.rundir import Row, Run
from simlab.reports.wording import ORDINALS


def flow(run: Run, sketch: Sketch) -> Chart | None:
    """A band from each metric to each seat, in the first cell; losses have no band, so there is none where a seat loses."""
    cell = run.cells[0]
    found: list[list[Row]] = [
        [row for row in run.rows(metric, cell.variant, cell.point) if row["seat"] is not None and row["level"] is None]
        for metric in sketch.metrics
    ]
    seats = {tuple(row["seat"] for row in rows) for rows in found}
    if len(seats) != 1 or not found[0] or any(row["estimate"] < 0 for rows in found for row in rows):
        return None
    bands = [[dot(row) for row in rows] for rows in found]
    if not any(band.value for line in bands for band in line):
        return None
    means: dict[str, Dot] = {label: mean(rows) or Dot(0.0, 0.0, 0.0) for label, rows in zip(sketch.labels, found, strict=True)}
    title = fill_title(run, sketch, means, False)
    takers = [f"{ORDINALS[seat]} seat" for seat in next(iter(seats))]
    figure = kit.flow(title, sketch.axis.format(unit=run.unit), sketch.labels, takers, bands)
    return Chart(sketch.name, title, figure, "", table(run, [row for rows in found for row in rows]), sketch.metrics[0])
