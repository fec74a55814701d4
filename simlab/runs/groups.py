"""Games in groups of deals: a sound interval for any number, however it is worked out from the games.

A rating, an equilibrium or a share of variance is no plain mean, so its error is found by leaving out one group of deals at a
time (the grouped jackknife, docs/statistics.md). All line-ups and rules play the same groups, so comparisons are paired by
themselves. Groups are fixed by the number of games: threads, kills and resumed runs do not change them.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from pathlib import Path

from simlab.runs.backends import Threads
from simlab.runs.blocks import Played, Stage
from simlab.runs.moments import Moments
from simlab.runs.run import Progress, describe, identify, written
from simlab.runs.store import Range, Store
from simlab.runs.sums import Sums
from simlab.scenarios.plan import Plan

GROUPS = 32


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
