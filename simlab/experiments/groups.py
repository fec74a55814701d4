"""Games in groups of deals: a sound interval for any number, however it is worked out from the games.

A rating, an equilibrium or a share of variance is no plain mean, so its error is found by leaving out one group of deals at a
time (the grouped jackknife, docs/statistics.md). All line-ups and rules play the same groups, so comparisons are paired by
themselves. Groups are fixed by the number of games: threads, kills and resumed runs do not change them.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.experiments.backends import Threads
from simlab.experiments.blocks import Played, Stage
from simlab.experiments.estimates import Estimate, Moments
from simlab.experiments.plan import Plan
from simlab.experiments.run import Progress, describe, identify, written
from simlab.experiments.store import Range, Store
from simlab.experiments.sums import Sums

GROUPS = 32
Z95 = NormalDist().inv_cdf(0.975)

Floats = npt.NDArray[np.float64]
Statistic = Callable[[Floats], Floats]  # of the weights of the groups


def ranges(units: int, groups: int = GROUPS) -> list[Range]:
    """Deals 0 .. units - 1 in groups of one size; the last may be smaller."""
    size = -(-units // groups)
    return [(first, min(first + size, units)) for first in range(0, units, size)]


def play(plan: Plan, folder: Path | None = None, *, threads: int | None = None, fresh: bool = False, policy_files: Sequence[str] = (),
         progress: Progress | None = None, pieces: Sequence[Range] | None = None) -> list[list[Moments]]:  # fmt: skip
    """The sums of every point, group by group. With a folder, what is played is kept and a killed run goes on."""
    told = progress or Progress()
    stage = Stage(plan)
    wanted = list(pieces) if pieces is not None else ranges(plan.units(plan.points[0]))
    if folder is None:
        return moments(stage, gather(stage, None, wanted, threads, told))
    with Store(folder, told.notice) as store:
        identity = identify(plan, policy_files)
        store.open(identity, fresh)
        store.write_manifest(describe(plan, identity, "running"))
        store.write("scenario.yaml", written(plan).encode())
        found = gather(stage, store, wanted, threads, told)
        store.write_manifest(describe(plan, identity, "done"))
    return moments(stage, found)


def gather(stage: Stage, store: Store | None, wanted: Sequence[Range], threads: int | None, told: Progress) -> list[dict[Range, Sums]]:
    """Every group of every point: read where it was kept, played where not."""
    plan = stage.plan
    found: list[dict[Range, Sums]] = [{} for _ in plan.points]
    gaps: deque[tuple[int, Range]] = deque()  # along the points
    for point in plan.points:
        stored = set(store.ranges(point.index)) if store else set()
        for piece in wanted:
            kept = store.fetch(point.index, *piece) if store and piece in stored else None
            if kept is None:
                gaps.append((point.index, piece))
            else:
                found[point.index][piece] = kept
    weight = [len(point.arms) * plan.rotations(point) for point in plan.points]
    missing = sum((last - first) * weight[where] for where, (first, last) in gaps)
    total = sum((last - first) for first, last in wanted) * sum(weight)
    told.start(total, total - missing)
    backend, finished = Threads(stage, threads), False
    try:
        for where, piece, part in played(backend, gaps):
            if store:
                store.keep(where, *piece, part)
            found[where][piece] = part
            told.advance((piece[1] - piece[0]) * weight[where])
        finished = True
    finally:
        backend.close(now=not finished)
    return found


def played(backend: Threads, gaps: "deque[tuple[int, Range]]") -> Iterator[tuple[int, Range, Sums]]:
    """Play whole groups, one ahead of every worker; they come back in any order."""
    running: dict[Future[Played], tuple[int, Range]] = {}
    while gaps or running:
        while gaps and len(running) < 2 * backend.workers:
            point, piece = gaps.popleft()
            running[backend.submit(point, *piece)] = (point, piece)
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield (*running.pop(future), future.result().sums)


def moments(stage: Stage, found: Sequence[dict[Range, Sums]]) -> list[list[Moments]]:
    return [[Moments.of(parts[piece], stage.layout(index)) for piece in sorted(parts)] for index, parts in enumerate(found)]


def jackknife(statistic: Statistic, groups: int, unbiased: bool = False) -> list[Estimate]:
    """Every number of a statistic with its interval, by leaving out one group at a time.

    `unbiased` takes away the part of the bias that shrinks with the number of games: for variances.
    """
    whole = statistic(np.ones(groups))
    if groups < 2:
        return [Estimate(float(value), None, None, None) for value in whole]
    parts = np.array([statistic(1.0 - np.eye(groups)[g]) for g in range(groups)])
    if unbiased:
        whole = groups * whole - (groups - 1) * parts.mean(axis=0)
    errors = np.sqrt((groups - 1) / groups * ((parts - parts.mean(axis=0)) ** 2).sum(axis=0))
    t = student(groups - 1)
    return [Estimate(float(v), float(e), float(v - t * e), float(v + t * e)) for v, e in zip(whole, errors, strict=True)]


def student(freedom: int) -> float:
    """The 97.5 % point of Student's t, by its expansion about the normal one; within 0.01 from 5 degrees of freedom on."""
    z, n = Z95, float(freedom)
    terms = ((z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384)
    return z + sum(term / n ** (k + 1) for k, term in enumerate(terms))


def clustered(top: Floats, below: Floats) -> Estimate:
    """A ratio of sums over independent clusters (games), by the delta method: `sum(top) / sum(below)`."""
    n, total = len(top), float(below.sum())
    if not total:
        return Estimate(None, None, None, None)
    value = float(top.sum()) / total
    if n < 2:
        return Estimate(value, None, None, None)
    error = sqrt(float(((top - value * below) ** 2).sum()) * n / (n - 1)) / total
    return Estimate(value, error, value - Z95 * error, value + Z95 * error)


def as_dict(found: Estimate) -> dict[str, Any]:
    """As plain data."""
    return {"estimate": found.value, "std_error": found.std_error, "ci_low": found.low, "ci_high": found.high}
