"""A piece of work as plain data: which scenario, which cell of it, which deals. It can be played by any process on any machine.

The first game of a process is played alone on its machine: what one worker compiles, the others find in the cache.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import Any

from simlab.contract.catalogue import load
from simlab.errors import RunError, SimlabError
from simlab.kernel_cache import cache_root
from simlab.locks import take
from simlab.play.probes.probe import Probe
from simlab.players.registry import from_file
from simlab.runs.blocks import SumStage
from simlab.runs.identity import code_digest
from simlab.runs.parts import Played, Stage
from simlab.runs.samples import ProbeStage
from simlab.scenarios.document import Misplaced
from simlab.scenarios.plan import expand
from simlab.scenarios.scenario import validate


@dataclass(frozen=True)
class Script:
    """What is played, whichever the piece."""

    scenario: str  # as JSON
    policy_files: tuple[str, ...]
    columns: tuple[str, ...]  # that are added up; all of them where none is named
    probe: Probe | None  # what looks into the games; without one they are added up


@dataclass(frozen=True)
class Task:
    """Which piece: plain data."""

    script: Script
    code: str  # digest of the sources that decide what is played: other code must not answer
    cell: int
    first: int
    last: int  # not played any more


def task(stage: Stage[Any], cell: int, first: int, last: int) -> Task:
    """A piece of a stage as plain data."""
    plan = stage.plan
    scenario = json.dumps(plan.scenario.model_dump(mode="json", exclude_defaults=True))  # in its order: that is the order of the cells
    script = Script(scenario, stage.policy_files, plan.kept, stage.probe)
    return Task(script, code_digest(plan.game.name, stage.policy_files, stage.probe), cell, first, last)


def play(task: Task) -> Played[Any]:
    """Play a piece anywhere: all it needs is in the task."""
    try:
        with warming:
            stage = stage_of(task.script)
    except (SimlabError, Misplaced) as error:  # the scenario was read before it travelled
        raise RunError(f"a worker cannot play this game: {error}: install the same games there") from None
    mine = code_digest(stage.plan.game.name, stage.policy_files, stage.probe)
    if mine != task.code:
        raise RunError(
            f"a worker has other code than this machine (digest {mine}, here {task.code}): install the same simlab and games there"
        )
    warm_up(stage, task)
    return stage.play(task.cell, task.first, task.last)


@lru_cache(maxsize=4)
def stage_of(script: Script) -> Stage[Any]:
    """The stage for a script; a worker makes it once."""
    data = json.loads(script.scenario)
    own = tuple(from_file(load(data["game"]), spec) for spec in script.policy_files)
    plan = replace(expand(validate(data), own), kept=script.columns)
    return SumStage(plan, script.policy_files) if script.probe is None else ProbeStage(plan, script.probe, script.policy_files)


warm: set[Script] = set()  # what this process has played before
warming = Lock()


def warm_up(stage: Stage[Any], task: Task) -> None:
    with warming:
        if task.script not in warm:
            with alone():
                stage.play(task.cell, task.first, task.first + 1)
            warm.add(task.script)


@contextmanager
def alone() -> Iterator[None]:
    """One process of this machine at a time; without a lock where the cache cannot be written."""
    try:
        cache_root().mkdir(parents=True, exist_ok=True)
        lock = (cache_root() / "compile.lock").open("a")
    except OSError:
        yield
        return
    with lock:
        take(lock.fileno(), wait=True)
        yield
