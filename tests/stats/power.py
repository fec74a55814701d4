"""What one ledger for a page costs: games after which a difference is claimed four times in five, before and now.

The ten changes of `scenarios/showdown-tweaks.yaml`, with the difference and the error that 20,000 games of each show. Before: Holm's method
over the 60 comparisons alone, with normal intervals. Now: the share of the ledger that comparisons have, with Student's t.
"""

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

import numpy as np

from simlab.stats.ledger import grid_ledger
from simlab.stats.looks import ONCE, Look
from simlab.stats.power import POWER_80
from simlab.stats.student import NORMAL

COMPARISONS = 60  # ten changes, six numbers
SEEN = 20_000
CHANGES = {  # rounds more, and the half-width of the 95 % interval
    "trips first": (0.003, 0.005),
    "suits reversed": (0.001, 0.001),
    "no ace low straight": (0.020, 0.008),
    "straight flush scores": (0.114, 0.015),
    "no rejections": (0.326, 0.040),
    "circle delay 0": (-0.520, 0.018),
    "target 48": (-0.625, 0.019),
    "circle delay 2": (1.030, 0.024),
    "last trick 6": (-1.314, 0.025),
    "sudden death": (-2.927, 0.027),
}


class Needed(NamedTuple):
    change: str
    difference: float
    before: int
    now: int


def unit_error(half: float) -> float:
    """The spread of one game's difference."""
    return half / ONCE.width(SEEN) * SEEN**0.5


def needed(difference: float, spread: float, look: Look, student: bool) -> int:
    """The least number of games whose interval leaves out nothing four times in five."""
    least = ceil(((look.width(SEEN) + POWER_80) * spread / difference) ** 2)
    n = max(least, 2)
    while student and (look.width(n) + POWER_80) * spread / n**0.5 > abs(difference):
        n += 1
    return n


def measure() -> Iterator[Needed]:
    ledger = grid_ledger(len(CHANGES) + 1, 1, True)
    before, now = ONCE.among(COMPARISONS), ledger.look("comparisons", COMPARISONS)
    for change, (difference, half) in CHANGES.items():
        spread = unit_error(half)
        yield Needed(change, difference, needed(difference, spread, before, False), needed(difference, spread, now, True))


def claimed(row: Needed, pages: int, seed: int = 5) -> float:
    """How often pages of `row.now` games claim it, among 59 comparisons with nothing to find."""
    random, ledger = np.random.default_rng(seed), grid_ledger(len(CHANGES) + 1, 1, True)
    spread, found = unit_error(CHANGES[row.change][1]), 0
    for _ in range(pages):
        off = row.difference / (spread / row.now**0.5) + random.standard_normal()
        t = off / np.sqrt(random.chisquare(row.now - 1) / (row.now - 1))
        chances = [ONCE.p_value(float(t), row.now), *(2 * NORMAL.cdf(-abs(z)) for z in random.standard_normal(COMPARISONS - 1))]
        found += (ledger.correct("comparisons", chances)[0] or 0.0) < 0.05
    return found / pages


def table() -> str:
    lines = ["| change | difference, rounds | games before | games now |", "| --- | --- | --- | --- |"]
    return "\n".join([*lines, *(f"| {row.change} | {row.difference:+.3f} | {row.before:,} | {row.now:,} |" for row in measure())])
