"""Does stopping when one has seen enough stay honest? Thousands of runs with known truth that look again and again and stop.

Two promises: where there is no difference, at most 5 runs in 100 ever say there is one; and the interval at the stop holds the
truth in at least 95 of 100. The looks, goals, sums and intervals are the very ones of a run with `precision:`. Part of `make coverage`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from simlab.runs.moments import Moments
from simlab.runs.stopping import Aim, next_look
from simlab.runs.sums import Sums
from simlab.scenarios.selectors import Number
from tests.stats.coverage import RECORD, Random, Rows, adder, chances, happens, lengths, rotated, tweaked_rate

SEED = 5_000
REPEATS = 5_000
MOST = 20_480  # games of a run: thirteen looks


@dataclass(frozen=True)
class Kind:
    """How games are made, which number is asked for, what it truly is, and when a run may stop."""

    name: str
    make: Callable[[Random, Rows], None]
    metric: str
    truth: float
    half_width: float | None = None
    matters: float | None = None
    arms: int = 1
    rotations: int = 1
    seat: int | None = None


def nearly_alike(extra: float) -> Callable[[Random, Rows], None]:
    """Two variants that change the games but hardly their length: most of it is the deal's, the tweak adds `extra` on average."""

    def make(random: Random, rows: Rows) -> None:
        deal = random.geometric(0.2, rows.shape[2])
        for arm in range(2):
            rows["x"][arm, 0] = deal + random.geometric(0.5, rows.shape[2])
        rows["x"][1, 0] += random.random(rows.shape[2]) < extra

    return make


def nearly_alike_chances(extra: float) -> Callable[[Random, Rows], None]:
    """The same for hits of tries: 0.3 of them hit, and `extra` more."""

    def make(random: Random, rows: Rows) -> None:
        rows["d"][:, 0] = random.poisson(4, rows.shape[2])
        for arm in range(2):
            rows["ratio"][arm, 0] = random.binomial(rows["d"][arm, 0], 0.3 + extra * arm)
        rows["x"] = rows["ratio"]

    return make


SAME = (
    Kind("means", nearly_alike(0.0), "x", 0.0, arms=2),
    Kind("ratios of sums", nearly_alike_chances(0.0), "ratio", 0.0, arms=2),
    Kind("proportions near 0.3", tweaked_rate(0.3, 0.8), "flag", 0.0, arms=2),
    Kind("proportions near 0.001", tweaked_rate(0.001, 0.5), "flag", 0.0, arms=2),
)
STOPPED = (
    Kind("mean, to ± 0.2", lengths, "x", 5.0, 0.2),
    Kind("proportion near 0.5, to ± 0.02", happens(0.5), "flag", 0.5, 0.02),
    Kind("proportion near 0.001, to ± 0.001", happens(0.001), "flag", 0.001, 0.001),
    Kind("proportion near 0.9999, to ± 0.0005", happens(0.9999), "flag", 0.9999, 0.0005),
    Kind("ratio of sums, to ± 0.01", chances, "ratio", 0.3, 0.01),
    Kind("share of the win, rotated deals, to ± 0.02", rotated, "win", 0.5, 0.02, rotations=2, seat=0),
    Kind("paired difference of means, to ± 0.06 or a verdict", nearly_alike(0.1), "x", 0.1, 0.06, arms=2),
    Kind("paired difference of ratios, until a verdict", nearly_alike_chances(0.01), "ratio", 0.01, arms=2),
    Kind("paired difference of proportions near 0.3, until none matters", tweaked_rate(0.3, 0.8), "flag", 0.0, None, 0.015, 2),
    Kind("paired difference of proportions near 0.001, until none matters", tweaked_rate(0.001, 0.5), "flag", 0.0, None, 0.002, 2),
)


def stopped(kind: Kind, random: Random) -> Aim:
    """One run, played from look to look until it may stop."""
    tool = adder(kind.arms, kind.rotations)
    metric = next(m for m in tool.layout.recipe.metrics if m.name == kind.metric and m.seat == kind.seat)
    point: Any = None  # a goal is told its games; where they were played does not matter to it
    goal = Aim(Number(point, kind.arms - 1, metric), MOST, kind.half_width, kind.matters)
    sums, units = Sums.empty(tool.layout), MOST // kind.rotations
    while sums.units < units and not goal.met:
        rows = np.zeros((kind.arms, kind.rotations, min(next_look(sums.units), units) - sums.units), RECORD)
        kind.make(random, rows)
        tool.add(sums, rows)
        goal.look_at(Moments.of(sums, tool.layout))
    return goal


def runs(kind: Kind, number: int, repeats: int, seed: int) -> Iterator[Aim]:
    random = np.random.default_rng([seed, number])
    return (stopped(kind, random) for _ in range(repeats))


def false_verdicts(repeats: int = REPEATS, seed: int = SEED) -> Iterator[tuple[str, int, float]]:
    """Kind, runs, share of runs that found a difference where there is none."""
    for number, kind in enumerate(SAME):
        yield kind.name, repeats, sum(goal.met == "a difference" for goal in runs(kind, number, repeats, seed)) / repeats


def at_the_stop(repeats: int = REPEATS, seed: int = SEED) -> Iterator[tuple[str, int, float, float]]:
    """Kind, runs, mean number of games, share of intervals at the stop that hold the truth."""
    for number, kind in enumerate(STOPPED, len(SAME)):
        hits = games = 0
        for goal in runs(kind, number, repeats, seed):
            low, high = goal.found[2:]  # type: ignore[index]
            hits += low is not None and high is not None and low <= kind.truth <= high
            games += goal.games
        yield kind.name, repeats, games / repeats, hits / repeats


def table(repeats: int = REPEATS) -> str:
    lines = ["| no difference between two variants | runs | runs that ever found one |", "| --- | --- | --- |"]
    for name, done, share in false_verdicts(repeats):
        lines.append(f"| {name} | {done:,} | {share:.2%} |")
        print(lines[-1], flush=True)
    lines += ["", "| asked for | runs | games, on average | intervals at the stop that hold the truth |", "| --- | --- | --- | --- |"]
    for name, done, games, share in at_the_stop(repeats):
        lines.append(f"| {name} | {done:,} | {games:,.0f} | {share:.2%} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)
