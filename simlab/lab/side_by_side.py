"""Two runs side by side: the numbers both have, and whether they differ by more than chance.

Runs of one seed share their deals, and nobody knows how far that makes their numbers go together; so the error of a difference is taken
as large as it can be then: the sum of both. All that the page may say is judged together, by one ledger.
"""

from math import hypot
from typing import Any

from simlab.errors import InputError
from simlab.lab.standing import apart as apart_words
from simlab.reports.answers import answer, metric_entry
from simlab.reports.rundir import Row, Run
from simlab.reports.wording import with_interval
from simlab.stats.estimates import normal
from simlab.stats.ledger import Ledger
from simlab.stats.looks import ONCE, Always

MOST_ROWS = 200

Data = dict[str, Any]


def side_by_side(left: Run, right: Run, cells: tuple[int, int]) -> Data:
    """Both runs, a cell of each, and their common numbers."""
    chosen = [cell_rows(run, cell) for run, cell in zip((left, right), cells, strict=True)]
    shared = [key for key in chosen[0] if key in chosen[1]][:MOST_ROWS]
    rows = [(chosen[0][key], chosen[1][key]) for key in shared]
    return {
        "runs": [about(left), about(right)],
        "cells": list(cells),
        "rows": [told(left, one, two, claim) for (one, two), claim in zip(rows, judged(left, right, rows), strict=True)],
        "same_deals": same_deals(left, right),
    }


def about(run: Run) -> Data:
    return {
        "question": run.question, "game": run.manifest["game"]["name"], "title": run.manifest["game"]["title"], "answer": answer(run),
        "cells": [run.cell_label(cell) or "all games" for cell in run.cells], "seed": run.manifest["seed"],
        "games": sum(len(cell["arms"]) * cell["games"] for cell in run.manifest["cells"]),
    }  # fmt: skip


def cell_rows(run: Run, number: int) -> dict[tuple[Any, ...], Row]:
    """The numbers of one cell, those asked for first."""
    if not 0 <= number < len(run.cells):
        raise InputError(f"that run has cells 0 to {len(run.cells) - 1}")
    cell = run.cells[number]
    names = list(dict.fromkeys([*run.headline, *run.results["metric"].unique(maintain_order=True)]))
    found = [row for name in names for row in run.rows(name, cell.variant, cell.point)]
    return {(row["metric"], row["seat"], row["level"]): row for row in found if row["estimate"] is not None}


def same_deals(left: Run, right: Run) -> bool:
    return bool(left.manifest["seed"] == right.manifest["seed"] and left.manifest["game"]["name"] == right.manifest["game"]["name"])


def judged(left: Run, right: Run, rows: list[tuple[Row, Row]]) -> list[Any]:
    """Each difference with its claim."""
    look = Always() if "any" in (left.manifest.get("looks"), right.manifest.get("looks")) else ONCE
    add = (lambda a, b: a + b) if same_deals(left, right) else hypot
    units = [max(2, min(one["rollouts"], two["rollouts"])) for one, two in rows]
    found = [
        normal(two["estimate"] - one["estimate"], add(one["std_error"] or 0.0, two["std_error"] or 0.0), n, look)
        for (one, two), n in zip(rows, units, strict=True)
    ]
    return Ledger(comparisons=1).judge("comparisons", found, units, look)


def told(run: Run, one: Row, two: Row, claim: Any) -> Data:
    rate = run.is_rate(one["metric"])
    found = apart(one, two) if alike(one) and alike(two) else (claim.told.value, claim.told.low, claim.told.high, claim.told.std_error)
    difference = dict(zip(("estimate", "ci_low", "ci_high", "std_error"), found, strict=True))
    same = difference["estimate"] == 0.0 and not difference["std_error"]
    return {
        "title": metric_entry(run, one), "doc": run.column(one["metric"])["doc"], "rate": rate, "asked": one["metric"] in run.headline,
        "left": with_interval(one, rate), "right": with_interval(two, rate),
        "difference": "none seen" if same else apart_words(difference, rate),
        "settled": claim.holds and not same and beyond_chance(difference), "ends": list(found[:3]),
    }  # fmt: skip


def alike(row: Row) -> bool:
    """Every game gave the same: there is no spread to make an interval of."""
    return not row["std_error"]


def apart(one: Row, two: Row) -> tuple[float, float | None, float | None, float]:
    """The difference of two numbers that never varied: as wide as both intervals together."""
    value = two["estimate"] - one["estimate"]
    if None in (one["ci_low"], two["ci_low"]):
        return value, None, None, 0.0
    return value, two["ci_low"] - one["ci_high"], two["ci_high"] - one["ci_low"], 0.0


def beyond_chance(difference: Row) -> bool:
    low, high = difference["ci_low"], difference["ci_high"]
    return low is not None and (low > 0.0 or high < 0.0)
