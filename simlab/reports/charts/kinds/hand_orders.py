"""Kinds of game charts about the order of hands: does what beats another come less often?"""

from collections.abc import Sequence
from itertools import pairwise

from simlab.reports.charts import kit
from simlab.reports.charts.kinds.cell_numbers import as_shares, by_level
from simlab.reports.charts.kit import Chart, Data, Dot
from simlab.reports.charts.rows import few_variants, first_cell
from simlab.reports.charts.sketches import Sketch
from simlab.reports.rundir import Cell, Run
from simlab.reports.wording import readable

LEAST_HANDS = 3


def rarity(run: Run, sketch: Sketch) -> Chart | None:
    """The order of the hands against how rare they are: where lines cross, a hand that beats another is the more frequent."""
    metric = sketch.metrics[0]
    ranks = [readable(name) for name in run.column(metric)["levels"]]
    known = {name: d for name, d in by_level(run, metric, run.cells[0]).items() if d.value > 0 and name in ranks}
    found = as_shares(known)
    if len(found) < LEAST_HANDS:
        return None
    order = [name for name in ranks if name in found]
    rare = sorted(order, key=lambda name: -found[name].value)
    title = f"{sketch.says}: {inversion_words(inversions(order, found))}{first_cell(run)}"
    places = [(name, order.index(name), rare.index(name)) for name in order]
    figure = kit.slopes(title, ("weakest to strongest by the rules", "most frequent to rarest"), places)
    rows = [(name, order.index(name) + 1, rare.index(name) + 1, d.value, d.low, d.high) for name, d in found.items()]
    head = ("hand", "place by the rules", "place by rarity", "share", "low", "high")
    return Chart(sketch.name, title, figure, "", Data(head, rows), metric)


def rarities(run: Run, sketch: Sketch) -> Chart | None:
    """How rare each hand is under every variant, strongest on top: where a line turns back, a stronger hand comes more often."""
    metric, variants = sketch.metrics[0], few_variants(run)
    found = {variant: as_shares(by_level(run, metric, Cell(variant, run.points[0], 0))) for variant in variants}
    ranks = [readable(name) for name in run.column(metric)["levels"]]
    names = [name for name in reversed(ranks) if any(name in shares and shares[name].value > 0 for shares in found.values())]
    if len(variants) < 2 or len(names) < LEAST_HANDS or any(name not in shares for shares in found.values() for name in names):
        return None
    groups = [
        (run.variant_title(variant), {name: shares[name] for name in names if shares[name].value > 0}) for variant, shares in found.items()
    ]
    crossings = [f"{variant} {len(inversions([name for name in reversed(names) if name in dots], dots))}" for variant, dots in groups]
    title = f"{sketch.says}: {', '.join(crossings)}"
    figure = kit.log_dots(title, f"{sketch.axis}, 95 % interval; the strongest on top", names, groups, run.colour)
    rows = [(variant, name, *d) for variant, dots in groups for name, d in dots.items()]
    return Chart(sketch.name, title, figure, "", Data(("variant", "hand", "share", "low", "high"), rows), metric)


def inversions(order: Sequence[str], found: dict[str, Dot]) -> list[tuple[str, str]]:
    """Neighbours of which the stronger is clearly the more frequent."""
    return [(weak, strong) for weak, strong in pairwise(order) if found[strong].low > found[weak].high]


def inversion_words(wrong: Sequence[tuple[str, str]]) -> str:
    if not wrong:
        return "no neighbour in the order is clearly out of place"
    weak, strong = wrong[0]
    rest = f", and {len(wrong) - 1} more" if len(wrong) > 1 else ""
    return f"{strong} beats {weak} but comes more often{rest}"
