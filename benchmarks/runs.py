"""What a run costs besides the games: its CPU time over that of its games alone, and memory over the length of a run.

`python -m benchmarks.runs [GAMES]` prints both. Each figure comes from a fresh process of one thread, so that nothing is shared.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time, thread_time
from typing import Any
from unittest import mock

Row = dict[str, object]
SCENARIOS = {
    "showdown": {"game": "showdown", "players": 4, "policies": "basic"},
    "template": {"game": "template", "policies": "equilibrium"},
    "template, 20 deals": {"game": "template", "policies": "equilibrium", "rules": {"deals": 20}},
}


def overhead(scenario: Row, games: int) -> Row:
    """CPU seconds of a whole run (blocks kept, tables written) over those its games take, timed within the same run.

    Games played for themselves before or after would meet another moment of a shared machine.
    """
    from simlab.runs.backends import Crew
    from simlab.runs.blocks import SumStage
    from simlab.runs.run import run
    from simlab.scenarios.prepare import prepare
    from simlab.scenarios.scenario import of

    inside, roll = [0.0], SumStage._roll

    def timed(*args: Any) -> None:
        began = thread_time()
        roll(*args)
        inside[0] += thread_time() - began

    with tempfile.TemporaryDirectory() as folder:
        run(prepare(of({**scenario, "rollouts": 2000})), Path(folder) / "warm", crew=Crew(workers=1))
        with mock.patch.object(SumStage, "_roll", timed):
            began, wall = process_time(), perf_counter()
            run(prepare(of({**scenario, "rollouts": games})), Path(folder) / "run", crew=Crew(workers=1))
            spent, wall = process_time() - began, perf_counter() - wall
    return {
        "games": games,
        "kernel_s": round(inside[0], 2),
        "run_cpu_s": round(spent, 2),
        "run_wall_s": round(wall, 2),
        "ratio": round(spent / inside[0], 3),
    }


def memory(scenario: Row, games: int) -> Row:
    """Peak memory of a run of two threads, and at a quarter of it: flat means the same."""
    from simlab.runs.backends import Crew
    from simlab.runs.progress import Progress
    from simlab.runs.run import run
    from simlab.scenarios.prepare import prepare
    from simlab.scenarios.scenario import of

    class Watch(Progress):
        done, quarter = 0, 0

        def advance(self, games_: int) -> None:
            self.done += games_
            if not self.quarter and self.done >= games // 4:
                self.quarter = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024

    watch = Watch()
    with tempfile.TemporaryDirectory() as folder:
        run(prepare(of({**scenario, "rollouts": games})), Path(folder), crew=Crew(workers=2), progress=watch)
    return {"games": games, "quarter_mb": watch.quarter, "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}


def measure(games: int = 10_000_000, long: int = 50_000_000) -> Iterator[Row]:
    """Rows for `make bench`."""
    for name, scenario in SCENARIOS.items():
        if scenario["game"] in present():
            yield {"what": f"overhead, {name}", **apart("overhead", scenario, games // 20 if name == "showdown" else games)}
    yield {"what": "memory, template", **apart("memory", SCENARIOS["template"], long)}


def present() -> list[str]:
    from simlab.contract.catalogue import shipped

    return list(shipped())


def apart(what: str, scenario: Row, games: int) -> Row:
    """In a process of its own."""
    code = f"import json, sys; from benchmarks import runs; print(json.dumps(runs.{what}(json.loads(sys.argv[1]), int(sys.argv[2]))))"
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(scenario), str(games)], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    return dict(json.loads(done.stdout))


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    for row in measure(wanted, 5 * wanted):
        print(json.dumps(row), flush=True)
