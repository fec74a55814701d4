"""Games in groups of deals: a sound interval for any number, however it is worked out from the games.

A rating, an equilibrium or a share of variance is no plain mean, so its error is found by leaving out one group of deals at a
time (the grouped jackknife, docs/statistics.md). All line-ups and rules play the same groups, so comparisons are paired by
themselves. Groups are fixed by the number of games: crews, kills and resumed runs do not change them.
"""

from bisect import bisect
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from simlab.runs.backends import ALL_CORES, Backend, Crew, at_work
from simlab.runs.blocks import SumStage
from simlab.runs.costs import foretell
from simlab.runs.manifest import describe, run_directory
from simlab.runs.moments import Moments
from simlab.runs.progress import Progress
from simlab.runs.schedule import Pace, Schedule
from simlab.runs.store import Range
from simlab.runs.sums import Sums
from simlab.scenarios.plan import Plan

GROUPS = 32


def ranges(units: int, groups: int = GROUPS) -> list[Range]:
    """Deals 0 .. units - 1 in groups of one size; the last may be smaller."""
    size = -(-units // groups)
    return [(first, min(first + size, units)) for first in range(0, units, size)]


def play(plan: Plan, folder: Path | None = None, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
         policy_files: Sequence[str] = (), progress: Progress | None = None,
         groups: Sequence[Range] | None = None) -> list[list[Moments]]:  # fmt: skip
    """The sums of every point, group by group. With a folder, what is played is kept and a killed run goes on."""
    told, stage = progress or Progress(), SumStage(plan, policy_files)
    wanted = sorted(groups) if groups is not None else ranges(plan.units(plan.points[0]))
    with run_directory(folder, stage, fresh, told) if folder is not None else nullcontext() as store:
        foretell(stage, crew, told)
        longest = max(last - first for first, last in wanted)
        pace = Pace(size=longest, least=longest)  # whole groups, unless they take long
        with at_work(crew) as backend:
            found = gather(Schedule(stage, backend, store, [pace] * len(plan.points), told), stage, wanted)
        if store is not None:
            store.write_manifest(describe(plan, store.identity, "done"))
    return [[Moments.of(sums, stage.layout(point)) for sums in parts] for point, parts in enumerate(found)]


def gather(schedule: Schedule[Sums], stage: SumStage, wanted: Sequence[Range]) -> list[list[Sums]]:
    """Every group of every point; one that comes in pieces is put together again."""
    points, begins = range(len(stage.plan.points)), [first for first, _ in wanted]
    found = [[Sums.empty(stage.layout(point)) for _ in wanted] for point in points]
    for point in points:
        for group, (first, last) in enumerate(wanted):
            for _, part in schedule.want(point, first, last):
                found[point][group].add(part)
    for point, piece, part in schedule.played():
        found[point][bisect(begins, piece[0]) - 1].add(part)
    return found
