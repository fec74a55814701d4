"""Ranges as pictures: hand against hand or a chart of starting hands, and how strong a range is street by street."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from simlab.errors import InputError
from simlab.ranking.range_equity import RangeEquity
from simlab.stats.estimates import error_of_share, half_width
from simlab.studies.equity.classes import Grid
from simlab.studies.equity.ranges import Judge, Strength

MOST_ROWS, MOST_COLUMNS = 30, 14
FEW_DEALS = 30  # a cell with fewer is left empty


def equity_grid(found: RangeEquity, judge: Judge) -> Grid:
    """Class against class where that fits a page; else every starting hand of the first range against the whole second."""
    if found.cells.size == 0:
        raise InputError("--chart draws two ranges; with more there is no chart")
    if len(found.rows) <= MOST_ROWS and len(found.columns) <= MOST_COLUMNS:
        return class_grid(found, judge)
    if found.ranges[0].size == 2:
        return starting_hands(found, judge)
    raise InputError(f"a chart has room for {MOST_ROWS} classes of the first range and {MOST_COLUMNS} of the second")


def class_grid(found: RangeEquity, judge: Judge) -> Grid:
    one, two = (held.text for held in found.ranges[:2])
    rows, columns = in_order(found.rows, judge), in_order(found.columns, judge)
    values = [[cell(found, i, j) for j in columns] for i in rows]
    labels = [["" if v is None else f"{100 * v:.1f}" for v in line] for line in values]
    note = legend(found, "share of the pot of the row's hand, in percent", found.counts[found.counts >= FEW_DEALS])
    return Grid(
        "equity", f"{one} wins {100 * found.shares[0]:.1f} % of the pot against {two}", [found.rows[i] for i in rows],
        [found.columns[j] for j in columns], values, labels, "first range", "second range", note, ahead(values), "centred",
    )  # fmt: skip


def in_order(names: Sequence[str], judge: Judge) -> list[int]:
    """Places of classes: pairs before others, high cards before low ones."""
    ranks = [rank.upper() for rank in judge.deck.ranks]

    def strength(at: int) -> tuple[bool, list[int], str]:
        letters = [letter for letter in names[at].upper() if letter in ranks]
        return names[at].upper()[:1] == names[at].upper()[1:2], [ranks.index(letter) for letter in letters], names[at][-1:]

    return sorted(range(len(names)), key=strength, reverse=True)


def cell(found: RangeEquity, i: int, j: int) -> float | None:
    enough = found.exact or found.counts[i, j] >= FEW_DEALS
    return float(found.cells[i, j]) if enough and not np.isnan(found.cells[i, j]) else None


def ahead(values: Sequence[Sequence[float | None]]) -> list[list[float | None]]:
    """Colours show who is ahead: above or below half of the pot."""
    return [[None if v is None else v - 0.5 for v in line] for line in values]


def starting_hands(found: RangeEquity, judge: Judge) -> Grid:
    """Ranks by ranks: above the diagonal of one suit, below it of two."""
    with np.errstate(invalid="ignore"):
        sums = np.nansum(np.where(found.counts > 0, found.cells * found.counts, 0.0), axis=1)
        weights = found.counts.sum(axis=1)
    ranks = list(judge.deck.ranks)[::-1]
    value = {
        name: float(sums[i] / weights[i])
        for i, name in enumerate(found.rows)
        if weights[i] > 0 and (found.exact or weights[i] >= FEW_DEALS)
    }
    names = [
        [one + two if x == y else (one + two + "s" if x > y else two + one + "o") for x, two in enumerate(ranks)]
        for y, one in enumerate(ranks)
    ]
    values = [[value.get(name) for name in line] for line in names]
    labels = [[f"{name}\n{100 * value[name]:.0f}" if name in value else "" for name in line] for line in names]
    one, two = (held.text for held in found.ranges[:2])
    return Grid(
        "equity", f"Starting hands of {one} against {two}: {100 * found.shares[0]:.1f} % of the pot together", ranks, ranks, values, labels,
        "below the diagonal: two suits; above: one suit", "",
        legend(found, "share of the pot in percent; s of one suit, o of two", weights[weights >= FEW_DEALS]),
        ahead(values), "centred",
    )  # fmt: skip


def legend(found: RangeEquity, what: str, deals: npt.NDArray[np.float64]) -> str:
    if found.exact:
        return f"{what}; exact, all deals. Colours: ahead or behind half of the pot."
    error = half_width(error_of_share(0.5, int(deals.min()))) if deals.size else 1.0
    return f"{what}; {found.deals:,} random deals, cells are known to ±{100 * error:.1f} or better (95 %). Colours: ahead or behind half."


def strength_grid(found: Sequence[Strength]) -> Grid:
    """Categories by street, the highest on top."""
    categories = found[0].categories
    seen = [at for at in range(len(categories) - 1, -1, -1) if any(s.shares[at] > 0 for one in found for s in one.streets)]
    columns = [f"{one.held.text}: {street.name}" if len(found) > 1 else street.name for one in found for street in one.streets]
    streets = [street for one in found for street in one.streets]
    values = [[street.shares[at] or None for street in streets] for at in seen]
    labels = [["" if not v else f"{100 * v:.1f}" if v >= 0.0005 else "<0.1" for v in line] for line in values]
    sampled = [street for street in streets if not street.exact]
    how = "exact, all deals" if not sampled else f"{sampled[0].deals:,} random deals where not exact, ±0.2 or better (95 %)"
    return Grid(
        "strength", f"What {' and '.join(one.held.text for one in found)} become{'s' * (len(found) == 1)}, street by street",
        [categories[at] for at in seen], columns, values, labels, "best hand so far", "street", f"share of deals in percent; {how}.",
    )  # fmt: skip
