"""Do nominal 95 % intervals cover the truth 95 times in 100? Many small experiments with known truth, for every kind of number.

`make coverage` runs it and writes the table of docs/statistics.md. The games are made up (their truth must be known exactly);
the sums, the estimates and the intervals are the very ones of a run.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from simlab.contract.columns import Column, tally_record
from simlab.runs.groups import ranges
from simlab.runs.moments import Moments, difference, estimate
from simlab.runs.sums import Adder, Sums
from simlab.scenarios.formula import parse
from simlab.scenarios.recipe import Layout, Recipe
from simlab.stats.estimates import Estimate, Floats
from simlab.stats.jackknife import jackknife_spread

PAGE = Path(__file__).parent.parent.parent / "docs" / "statistics.md"
SEED = 20_000
REPEATS = 20_000
COLUMNS = (
    Column("flag", "did it happen", "flag", "i1"),
    Column("x", "a number"),
    Column("d", "chances"),
    Column("ratio", "x again", over="d"),
    Column("rare", "a count of which the greatest value is known", most=1_000),
    Column("win", "share", "share", "i2", seats=True),
)
FORMULAS = {"mine": parse("SUM(x) / SUM(d) - AVG(x)"), "often": parse("AVG(x > 0)")}
RECORD = tally_record(COLUMNS)
Rows = Any
Random = np.random.Generator


@dataclass(frozen=True)
class Kind:
    """One kind of number: how a small experiment is made, which number is looked at, and what it truly is."""

    name: str
    games: int
    make: Callable[[Random, Rows], None]
    metric: str
    truth: float
    arms: int = 1
    rotations: int = 1
    seat: int | None = None
    careful: bool = False  # holds the truth more often, by design: few events


def lengths(random: Random, rows: Rows) -> None:
    """Skewed, like the length of games: a geometric number."""
    rows["x"] = random.geometric(0.2, rows.shape)


def heights(random: Random, rows: Rows) -> None:
    """Hardly skewed: a sum of many small things."""
    rows["x"] = random.binomial(1_000, 0.5, rows.shape)


def happens(p: float) -> Callable[[Random, Rows], None]:
    def make(random: Random, rows: Rows) -> None:
        rows["flag"] = 0
        for arm in range(rows.shape[0]):
            rows["flag"][arm, 0, : random.binomial(rows.shape[2], p)] = 1  # their order says nothing

    return make


def bursts(p: float, size: int) -> Callable[[Random, Rows], None]:
    """Nothing in most games, and so much in a few."""

    def make(random: Random, rows: Rows) -> None:
        rows["rare"] = rows["x"] = size * (random.random(rows.shape) < p)

    return make


def trickles(p: float) -> Callable[[Random, Rows], None]:
    """Nothing in most games, and a few of different size in others."""

    def make(random: Random, rows: Rows) -> None:
        rows["x"] = (random.random(rows.shape) < p) * random.geometric(0.5, rows.shape)

    return make


def chances(random: Random, rows: Rows) -> None:
    """Hits of so many tries, the number of tries being random itself: 0.3 of them hit."""
    rows["d"] = random.poisson(4, rows.shape)
    rows["ratio"] = rows["x"] = random.binomial(rows["d"], 0.3)


def tweaked(random: Random, rows: Rows) -> None:
    """Two variants on the same deals: most of the number is the deal's, the tweak adds 0.5."""
    deal = random.geometric(0.2, rows.shape[2])
    rows["x"][0, 0] = deal + random.integers(0, 2, rows.shape[2])
    rows["x"][1, 0] = deal + random.integers(0, 3, rows.shape[2])


def tweaked_chances(random: Random, rows: Rows) -> None:
    rows["d"][:, 0] = random.poisson(4, rows.shape[2])
    rows["x"][0, 0] = random.binomial(rows["d"][0, 0], 0.3)
    rows["x"][1, 0] = rows["x"][0, 0] + random.binomial(rows["d"][0, 0] - rows["x"][0, 0], 0.1 / 0.7)
    rows["ratio"] = rows["x"]


def tweaked_rate(p: float, both: float) -> Callable[[Random, Rows], None]:
    """Two variants of a rare thing: in a share `both` of its games it happens in both."""

    def make(random: Random, rows: Rows) -> None:
        games = rows.shape[2]
        rows["flag"] = 0
        together, first, second = random.multinomial(games, [p * both, p * (1 - both), p * (1 - both), 1 - p * (2 - both)])[:3]
        rows["flag"][:, 0, :together] = 1
        rows["flag"][0, 0, together : together + first] = 1
        rows["flag"][1, 0, together + first : together + first + second] = 1

    return make


def rotated(random: Random, rows: Rows) -> None:
    """Each deal played by both rotations: the cards favour a seat, so the two games of a deal go together."""
    favour = random.random(rows.shape[2])
    for turn in range(rows.shape[1]):
        rows["win"][0, turn, :, 0] = 60 * (random.random(rows.shape[2]) < favour)
        rows["x"][0, turn] = random.poisson(1 + 8 * favour)


def edges() -> Iterator[Kind]:
    """What is hard: few games, and what few games have."""
    for games in (20, 200, 2_000):
        yield Kind("how often a condition holds (`define`), near 0.0033", games, bursts(0.0033, 1), "often", 0.0033, careful=True)
        yield Kind("count of 1,000 in one game of a thousand, `most` known", games, bursts(0.001, 1_000), "rare", 1.0, careful=True)
        yield Kind("count of about 2 in one game of thirty", games, trickles(1 / 30), "x", 2 / 30, careful=True)
        yield Kind("skewed mean", games, lengths, "x", 5.0)
        yield Kind("mean of nearly normal values", games, heights, "x", 500.0)
        yield Kind("ratio of sums, few games", games, chances, "ratio", 0.3)
        yield Kind("paired difference of means, few games", games, tweaked, "x", 0.5, arms=2)
        yield Kind("paired difference of proportions near 0.3, few games", games, tweaked_rate(0.3, 0.8), "flag", 0.0, arms=2, careful=True)


KINDS = (
    Kind("mean", 300, lengths, "x", 5.0),
    Kind("proportion near 0.5", 200, happens(0.5), "flag", 0.5),
    Kind("proportion near 0.001", 20_000, happens(0.001), "flag", 0.001),
    Kind("ratio of sums", 200, chances, "ratio", 0.3),
    Kind("expression, SUM(x) / SUM(d) - AVG(x)", 300, chances, "mine", 0.3 - 1.2),
    Kind("paired difference of means", 300, tweaked, "x", 0.5, arms=2),
    Kind("paired difference of ratios", 200, tweaked_chances, "ratio", 0.1, arms=2),
    Kind("paired difference of proportions near 0.3", 300, tweaked_rate(0.3, 0.8), "flag", 0.0, arms=2),
    Kind("paired difference of proportions near 0.001", 20_000, tweaked_rate(0.001, 0.5), "flag", 0.0, arms=2),
    Kind("share of the win, rotated deals", 200, rotated, "win", 0.5, rotations=2, seat=0),
    Kind("mean, rotated deals", 200, rotated, "x", 5.0, rotations=2),
    *edges(),
)


@cache
def adder(arms: int, rotations: int) -> Adder:
    recipe = Recipe(COLUMNS, RECORD, 2, rotations > 1, FORMULAS)
    return Adder(Layout(recipe, arms))


def covered(kind: Kind, random: Random, rows: Rows) -> bool:
    """One small experiment: does its interval hold the truth?"""
    tool = adder(kind.arms, kind.rotations)
    kind.make(random, rows)
    sums = Sums.empty(tool.layout)
    tool.add(sums, rows)
    moments = Moments.of(sums, tool.layout)
    metric = next(m for m in tool.layout.recipe.metrics if m.name == kind.metric and m.seat == kind.seat)
    found = estimate(metric, moments, 0) if kind.arms == 1 else difference(metric, moments, 1).estimate
    return found.low is not None and found.high is not None and found.low <= kind.truth <= found.high


def measure(repeats: int = REPEATS, seed: int = SEED) -> Iterator[tuple[str, int, int, float]]:
    """Kind, games in an experiment, experiments, share of intervals that hold the truth."""
    for number, kind in enumerate(KINDS):
        random = np.random.default_rng([seed, number])
        rows = np.zeros((kind.arms, kind.rotations, kind.games // kind.rotations), RECORD)
        hits = sum(covered(kind, random, rows) for _ in range(repeats))
        yield kind.name, kind.games, repeats, hits / repeats


def table(repeats: int = REPEATS) -> str:
    lines = ["| kind of number | games in an experiment | experiments | intervals that hold the truth |", "| --- | --- | --- | --- |"]
    for name, games, done, share in measure(repeats):
        lines.append(f"| {name} | {games:,} | {done:,} | {share:.2%} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def spread_holds(seats: int, games: int, random: Random) -> bool:
    """Seats that are exactly alike: does the interval of the best less the worst hold nothing?"""
    won = np.array([random.multinomial(last - first, [1 / seats] * seats) for first, last in ranges(games)], float)
    return seat_spread(won).low == 0.0


def seat_spread(won: Floats) -> Estimate:
    """The best seat less the worst, from wins by group of games."""
    return jackknife_spread(lambda weights: (weights @ won) / (weights @ won.sum(axis=1)), len(won))


def spreads(repeats: int, seed: int = SEED) -> Iterator[tuple[int, int, float]]:
    """Seats, games, share of intervals that hold the truth, which is 0."""
    for seats in (2, 3, 4, 6):
        for games in (20, 200, 2_000):
            random = np.random.default_rng([seed, seats, games])
            yield seats, games, sum(spread_holds(seats, games, random) for _ in range(repeats)) / repeats


def spread_table(repeats: int) -> str:
    found = list(spreads(repeats))
    lines = [f"| equal seats, {repeats:,} experiments each | 20 games | 200 games | 2,000 games |", "| --- | --- | --- | --- |"]
    for seats in dict.fromkeys(seats for seats, _, _ in found):
        lines.append(f"| {seats} | " + " | ".join(f"{share:.2%}" for mine, _, share in found if mine == seats) + " |")
    return "\n".join(lines)


def fill(name: str, found: str) -> None:
    """Put a table into its place in the docs."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(f"<!-- {name} -->")
    _, _, after = rest.partition(f"<!-- /{name} -->")
    PAGE.write_text(f"{before}<!-- {name} -->\n{found}\n<!-- /{name} -->{after}", encoding="utf-8")


def parts() -> dict[str, Callable[[int], str]]:
    """The tables and how each is made, with fewer repeats where an experiment takes longer: pages, spreads, runs of many looks.

    Of `quality`, as many games as tell at each number of worlds.
    """
    from tests.stats import nothing, sequential, worlds

    return {
        "nothing": lambda repeats: nothing.table(max(1, repeats // 50)),
        "spread": lambda repeats: spread_table(max(1, repeats // 10)),
        "sequential": lambda repeats: sequential.table(repeats // 4),
        "coverage": table,
        "worlds": lambda _: worlds.table(),
    }


def main() -> None:
    """Measure, and write the tables into the docs: all, or those that are named. `REPEATS [PART ...]`"""
    repeats = int(sys.argv[1]) if len(sys.argv) > 1 else REPEATS
    for name in sys.argv[2:] or parts():
        fill(name, parts()[name](repeats))


if __name__ == "__main__":
    main()
