"""What a dask cluster costs: ten million games by two threads and by two workers on this machine, in turn.

`python -m benchmarks.cluster` prints the ratio.
"""

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from simlab.runs.backends import Crew
from simlab.runs.run import run
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of

GAMES = 10_000_000
ROUNDS = 5
SCENARIOS: dict[str, dict[str, Any]] = {
    "one-card poker, a deal each": {"game": "template"},  # a tenth of a microsecond: what is around it weighs most
    "one-card poker, 20 deals each": {"game": "template", "rules": {"deals": 20}},  # two microseconds, still the shortest of games
}


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """The address of a scheduler with two workers of a thread each."""
    file = folder / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    scheduler = [*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    worker = [*dask, "worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    processes = [subprocess.Popen(scheduler, **quiet)]
    try:
        while not file.exists():
            time.sleep(0.1)
        processes += [subprocess.Popen(worker, **quiet) for _ in range(2)]
        yield json.loads(file.read_text(encoding="utf-8"))["address"]
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()


def seconds(scenario: dict[str, Any], folder: Path, **options: Any) -> float:
    """A whole run: plan, cluster's connection, games, tables."""
    began = time.perf_counter()
    run(prepare(of({**scenario, "rollouts": GAMES})), folder, fresh=True, **options)
    return time.perf_counter() - began


def main() -> None:
    with tempfile.TemporaryDirectory() as home, cluster(Path(home)) as address:
        ways: dict[str, dict[str, Any]] = {"threads": {"crew": Crew(workers=2)}, "dask": {"crew": Crew("dask", scheduler=address)}}
        for name, scenario in SCENARIOS.items():
            for way, options in ways.items():  # compiled and imported everywhere before the clock starts
                run(prepare(of({**scenario, "rollouts": 50_000})), Path(home) / way, fresh=True, **options)
            took = [{way: seconds(scenario, Path(home) / way, **options) for way, options in ways.items()} for _ in range(ROUNDS)]
            times = {way: median(turn[way] for turn in took) for way in ways}
            ratio = median(turn["dask"] / turn["threads"] for turn in took)
            print(f"{name}: two threads {times['threads']:.1f} s, two dask workers {times['dask']:.1f} s, ratio {ratio:.2f}", flush=True)


if __name__ == "__main__":
    main()
