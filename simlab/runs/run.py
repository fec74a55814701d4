"""Play a scenario: find what was played before, play what is missing, write the tables.

Killed at any instant and started again, a run ends with the same bytes; raised to more rollouts, it plays only the missing ones.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simlab.runs.backends import ALL_CORES, Backend, Crew, at_work
from simlab.runs.blocks import SumStage
from simlab.runs.checks import Case
from simlab.runs.costs import foretell
from simlab.runs.follow import course_table, first_cell
from simlab.runs.manifest import describe, run_directory
from simlab.runs.progress import Progress
from simlab.runs.results import Tables, parquet_bytes, tables
from simlab.runs.rollout_rows import deals_of_a_file
from simlab.runs.schedule import LEAST_BLOCK, Pace, Schedule
from simlab.runs.stopping import Enough, Rule, rule_of
from simlab.runs.store import TABLES, TRACKS, Range
from simlab.runs.sums import Sums
from simlab.scenarios.plan import GridPoint, Plan


@dataclass(frozen=True)
class Outcome(Tables):
    """The tables, and what became of the checks."""

    checks: list[Case]


def run(plan: Plan, folder: Path, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False, block: int | None = None,
        policy_files: Sequence[str] = (), progress: Progress | None = None, checks: bool = False, tracks: bool = False
        ) -> Outcome:  # fmt: skip
    """Play a plan into a run directory and return its tables. With `checks`, until those of the scenario are settled.

    With `tracks`, a few games are followed step by step.
    """
    told = progress or Progress()
    stage = SumStage(plan, policy_files)
    rule = rule_of(plan, stage.layout, checks)
    with run_directory(folder, stage, fresh, told) as store:
        foretell(stage, crew, told)
        with at_work(crew) as backend:
            play = Play(stage, Schedule(stage, backend, store, paces_of(plan, block), told), rule)
            play.all()
        if store.rows:
            store.tidy(play.used)
        layouts = [stage.layout(point.index) for point in plan.points]
        found = tables(plan, layouts, play.sums, rule.look)
        for name, table in zip(TABLES, (found.results, found.pairs, found.histograms), strict=True):
            store.write(name, parquet_bytes(table))
        followed = course_table(first_cell(plan)) if tracks else None
        if followed is not None:
            store.write(TRACKS, parquet_bytes(followed))
        store.write_manifest(describe(plan, store.identity, "done", play.sums, rule, layouts))
    return Outcome(found.results, found.pairs, found.histograms, rule.cases if isinstance(rule, Enough) else [])


class Play:
    """A run under way: blocks are added up until the rule has enough of every point."""

    def __init__(self, stage: SumStage, schedule: Schedule[Sums], rule: Rule) -> None:
        self.schedule, self.rule = schedule, rule
        self.sums = [Sums.empty(stage.layout(point.index)) for point in stage.plan.points]
        self.used: list[list[Range]] = [[] for _ in self.sums]  # blocks that are in the sums
        self.reached = [0] * len(self.sums)  # deals that are to be there before the rule is asked again

    def all(self) -> None:
        for point in range(len(self.sums)):
            self.go_on(point)
        for point, piece, part in self.schedule.played():
            self.add(point, piece, part)
            self.go_on(point)

    def go_on(self, point: int) -> None:
        """Ask the rule about a point, as often as kept blocks answer."""
        while self.sums[point].units == self.reached[point]:
            further = self.rule.next(point, self.sums[point])
            if further <= self.reached[point]:
                break
            for piece, part in self.schedule.want(point, self.reached[point], further):
                self.add(point, piece, part)
            self.reached[point] = further

    def add(self, point: int, piece: Range, part: Sums) -> None:
        self.sums[point].add(part)
        self.used[point].append(piece)


def paces_of(plan: Plan, block: int | None) -> list[Pace]:
    """By point. Points with the same players at the table take about as long; rows of games come in files of one size."""
    if plan.scenario.keep == "rollouts":
        sizes = [min(size, block or size) for size in (deals_of_a_file(plan, point) for point in plan.points)]
        return [Pace(size, size) for size in sizes]
    shared: dict[str, Pace] = {}
    return [shared.setdefault(who_plays(point), Pace(block, block or LEAST_BLOCK)) for point in plan.points]


def who_plays(point: GridPoint) -> str:
    return json.dumps([point.players, [arm.policies for arm in point.arms]], sort_keys=True)
