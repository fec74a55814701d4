"""How games go: charts of what was followed step by step through some of a run's games (`tracks.parquet`).

A fan shows how a number spreads on the way; a calibration curve, how often those who stood there won in the end. Both are about the
first cell of a run.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, floor, sqrt

import numpy as np
import polars as pl

from simlab.reports.charts import kit
from simlab.reports.charts.kit import BANDS, Chart, Data, Dot
from simlab.reports.charts.rows import first_cell
from simlab.reports.rundir import Row, Run
from simlab.reports.wording import rough_error, sentence, with_ends
from simlab.stats.clustered import clustered_ratio
from simlab.stats.estimates import around, rate

LEAST_STEPS = 3
LEAST_SEEN = 20  # numbers at a step, and ...
LEAST_SHARE = 0.1  # ... of all there could be: what few games reach is left out
BINS = 8  # of a calibration curve
LEAST_CASES = 40  # in each


def courses(run: Run) -> Iterator[Chart]:
    """The charts of what was followed."""
    if run.tracks is None:
        return
    for track in run.manifest["tracks"]:
        seen = run.tracks.filter(track=track["name"])
        drawn = (fan if track["shown"] == "fan" else comeback)(run, track, seen)
        if drawn is not None:
            yield drawn


def origin(seen: pl.DataFrame) -> str:
    return f"From the first {seen['game'].n_unique():,} games of the run, played again step by step; tracks.parquet has the numbers."


def with_unit(track: Row) -> str:
    return str(track["doc"]) if track["unit"] in track["doc"] else f"{track['doc']} ({track['unit']})"


# --- a spread on the way ------------------------------------------------------------------------------------------------------


def fan(run: Run, track: Row, seen: pl.DataFrame) -> Chart | None:
    steps = frequent_steps(seen)
    if len(steps) < LEAST_STEPS:
        return None
    every = [at_step(seen, step, track["stays"]) for step in steps]
    values = [sorted(here["value"]) for here in every]
    bands = {q: [quantile(found, q) for found in values] for q in BANDS}
    middle = [median(here) for here in every]
    half = sum(2 * len(found) >= len(values[0]) for found in values) - 1  # as far as half of them come
    title = (
        f"{sentence(track['doc'])} after {steps[half]} {track['along']}: the median is {median_words(middle[half])}, "
        f"nine {track['each']} in ten have {bands[0.05][half]:g} to {bands[0.95][half]:g}{first_cell(run)}"
    )
    names = (f"{track['along']} played", with_unit(track))
    figure = kit.fan(title, names, steps, bands, of=track["each"], middle=middle, colour=run.colour)
    head = (track["along"], track["each"], "games", *(f"{q:.0%} quantile" for q in BANDS), "median low", "median high")
    rows = [
        (step, len(values[k]), every[k]["game"].n_unique(), *(bands[q][k] for q in BANDS), middle[k].low, middle[k].high)
        for k, step in enumerate(steps)
    ]
    kept = " A game that is over keeps its last numbers." if track["stays"] else f" Only {track['each']} that go on so long count."
    return Chart(track["name"], title, figure, origin(seen) + kept, Data(head, rows))


def frequent_steps(seen: pl.DataFrame) -> list[int]:
    """Those that enough games reach."""
    counts = seen.group_by("step").agg(pl.len()).sort("step").rows()
    most = max((count for _, count in counts), default=0)
    return [step for step, count in counts if count >= max(LEAST_SEEN, LEAST_SHARE * most)]


def at_step(seen: pl.DataFrame, step: int, stays: bool) -> pl.DataFrame:
    """The numbers there, and the games they are from."""
    if not stays:
        return seen.filter(step=step)
    return seen.filter(pl.col("step") <= step).group_by("game", "part", "seat").agg(pl.col("value").sort_by("step").last())


def quantile(values: Sequence[int], q: float) -> int:
    """The value that a share q does not exceed."""
    return values[max(0, ceil(q * len(values) - 1e-9) - 1)]


def median(here: pl.DataFrame) -> Dot:
    """With its interval by ranks (Woodruff's): the share that lies below is uncertain, by as much as games differ in it."""
    values = sorted(here["value"])
    n, middle = len(values), quantile(values, 0.5)
    games = here.group_by("game").agg((pl.col("value") <= middle).sum().alias("below"), pl.len())
    found = clustered_ratio(*(games[name].to_numpy().astype(np.float64) for name in ("below", "len")))
    _, below, above = around(0.5, found.std_error or 0.5 / sqrt(games.height))
    return Dot(middle, values[max(0, floor(n * below) - 1)], values[min(n - 1, ceil(n * above))])


def median_words(dot: Dot) -> str:
    return f"{dot.value:g} ({dot.low:g} to {dot.high:g})"


# --- what a standing is worth -------------------------------------------------------------------------------------------------


def comeback(run: Run, track: Row, seen: pl.DataFrame) -> Chart | None:
    """Those who were so far behind: how often they won."""
    bins = bounds(sorted(seen["value"]))
    if len(bins) < LEAST_STEPS:
        return None
    labels = [*(range_text(low, high) for low, high in bins[:-1]), f"{bins[-1][0]}+"]
    found = [share_of(seen, low, high) for low, high in bins]
    dots = [dot for dot, _ in found]
    unit, even = track["unit"], 1 / run.points[0].players
    title = f"Who leads on the way wins {share_words(dots[0])} in the end; "
    title += f"who is {bins[-1][0]} or more {unit} behind, {share_words(dots[-1])}{first_cell(run)}"
    ticks = [f"{label}\n({cases:,})" for label, (_, cases) in zip(labels, found, strict=True)]
    axis = f"{with_unit(track)}; in brackets: cases; band: 95 % interval; dashed: an even share"
    points = [(float(k), dot) for k, dot in enumerate(dots)]
    figure = kit.calibration(title, (axis, "share of the win in the end"), points, run.colour, ticks, even)
    head = (f"{unit} behind", "cases", "share of the win", "low", "high")
    rows = [(label, cases, *dot) for label, (dot, cases) in zip(labels, found, strict=True)]
    each = f" A case is a seat after one of the {track['along']}."
    return Chart(track["name"], title, figure, origin(seen) + each, Data(head, rows))


def bounds(values: Sequence[int]) -> list[tuple[int, int]]:
    """Ranges of about as many cases each: those who lead, and the others by how far they are behind."""
    behind = [value for value in values if value > 0]
    wanted = min(BINS - 1, len(behind) // LEAST_CASES)
    if not wanted:
        return []
    cuts = sorted({0, 1, behind[-1] + 1} | {behind[len(behind) * k // wanted] for k in range(1, wanted)})
    return [(low, high - 1) for low, high in pairwise(cuts)]


def range_text(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def share_of(seen: pl.DataFrame, low: int, high: int) -> tuple[Dot, int]:
    """The share of the win of those within a range; seats and rounds of one game go together."""
    sums = seen.filter(pl.col("value").is_between(low, high)).group_by("game").agg(pl.col("win").sum(), pl.len()).sort("game")
    cases, games = int(sums["len"].sum()), sums.height
    raw = clustered_ratio(sums["win"].to_numpy(), sums["len"].to_numpy().astype(np.float64))
    found = rate(raw.value or 0.0, raw.std_error or 0.0, cases, games)
    value = found.value or 0.0
    return Dot(value, value if found.low is None else found.low, value if found.high is None else found.high), cases


def share_words(dot: Dot) -> str:
    """`52 % (47 to 57)`"""
    return with_ends(*dot, rough_error(dot.low, dot.high), True)
