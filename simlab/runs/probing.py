"""Games of a plan looked into by a probe, cell by cell, by any crew; kept and gone on with as runs are."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

from simlab.play.probes.probe import Arrays, Probe
from simlab.runs.backends import ALL_CORES, Backend, Crew, at_work
from simlab.runs.manifest import describe, run_directory
from simlab.runs.progress import Progress
from simlab.runs.samples import ProbeStage, Sample
from simlab.runs.schedule import Pace, Schedule
from simlab.runs.store import Range
from simlab.scenarios.plan import Plan


def look_into(plan: Plan, probe: Probe, folder: Path | None = None, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
              policy_files: Sequence[str] = (), progress: Progress | None = None) -> Iterator[Arrays]:  # fmt: skip
    """What the probe sees in the games of every cell, cell after cell. With a folder, it is kept and a killed run goes on."""
    told, stage = progress or Progress(), ProbeStage(plan, probe, policy_files)
    kinds = probe.kinds(plan.game)
    with run_directory(folder, stage, fresh, told) if folder is not None else nullcontext() as store:
        with at_work(crew) as backend:
            pace = Pace(size=probe.CHUNK, least=probe.CHUNK, floor=probe.CHUNK)
            for sample in cell_by_cell(Schedule(stage, backend, store, [pace] * len(stage.arms), told), stage):
                yield tuple(array.view(kind) for array, kind in zip(sample.arrays, kinds, strict=True))
        if store is not None:
            store.write_manifest(describe(plan, store.identity, "done"))


def cell_by_cell(schedule: Schedule[Sample], stage: ProbeStage) -> Iterator[Sample]:
    """Each cell as soon as it and all before it are whole: they are played in their order, so few wait in memory."""
    games, cells = stage.plan.scenario.rollouts, range(len(stage.arms))
    parts: list[list[tuple[Range, Sample]]] = [schedule.want(cell, 0, games) for cell in cells]
    ready = 0
    for cell, piece, part in schedule.played():
        parts[cell].append((piece, part))
        while ready < len(cells) and is_whole(parts[ready], games):
            yield in_order(parts[ready])
            parts[ready], ready = [], ready + 1
    yield from (in_order(parts[cell]) for cell in cells[ready:])


def is_whole(parts: Sequence[tuple[Range, Sample]], games: int) -> bool:
    return sum(last - first for (first, last), _ in parts) == games


def in_order(parts: Sequence[tuple[Range, Sample]]) -> Sample:
    return Sample.joined([part for _, part in sorted(parts, key=lambda pair: pair[0])])
