"""Threads, processes and dask: the same bytes, also when a worker dies on the way."""

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

import simlab
from simlab.errors import InputError, RunError
from simlab.runs import backends, schedule
from simlab.runs.backends import Crew, at_work
from simlab.runs.run import run
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of
from tests.conftest import ROOT
from tests.runs.helpers import SCENARIO, Counted, digest, in_time, plan

STOPPING = {key: value for key, value in SCENARIO.items() if key != "rollouts"}
STOPPING |= {"precision": {"metric": "pot", "half_width": 0.05, "max_rollouts": 60_000}, "keep": "rollouts"}


def play(folder, scenario=SCENARIO, **options):
    return run(prepare(of(scenario)), folder, **options)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """The digest of a run that stops by itself, on one thread."""
    folder = tmp_path_factory.mktemp("stopped")
    play(folder, STOPPING, crew=Crew(workers=1))
    return digest(folder)


class Killer(Counted):
    """Kills a worker when the first block is back."""

    def __init__(self, kill):
        super().__init__()
        self.kill = kill

    def advance(self, games):
        super().advance(games)
        if self.kill is not None:
            self.kill()
            self.kill = None


def kill_a_process():
    os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)


KILLED = """
import sys
from pathlib import Path
from tests.runs.test_backends import Crew, Killer, kill_a_process, play
told = Killer(kill_a_process)
play(Path(sys.argv[1]), crew=Crew("processes", 2), block=512, progress=told)
print(told.played, *told.notices)
"""


def test_two_processes_give_the_same_bytes_though_one_is_killed(tmp_path, expected):
    said = in_time(120, KILLED, tmp_path)
    assert digest(tmp_path) == expected
    assert "a worker died" in said
    assert said.startswith(f"{3 * 30_000} ")


@contextmanager
def cluster_in_this_process():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp://") as cluster:
        yield cluster.scheduler_address


def test_a_cluster_gives_the_same_bytes_and_the_same_stop(tmp_path, expected, stopped):
    with cluster_in_this_process() as address, at_work(Crew("dask", scheduler=address)) as crew:
        play(tmp_path / "fixed", crew=crew)
        play(tmp_path / "stopping", STOPPING, crew=crew)
    assert digest(tmp_path / "fixed") == expected
    assert digest(tmp_path / "stopping") == stopped


def test_a_crew_at_work_plays_one_plan_after_the_other(tmp_path, expected):
    with at_work(Crew(workers=2)) as crew:
        play(tmp_path / "a", crew=crew)
        run(plan(rollouts=500), tmp_path / "b", crew=crew)
    assert digest(tmp_path / "a") == expected


def test_a_cluster_without_workers_ends_the_run_in_one_line(tmp_path, monkeypatch):
    from distributed import LocalCluster

    for module, name, seconds in ((backends, "PATIENCE", 1.0), (backends, "RECOUNT", 0.1), (schedule, "CHECK_SECONDS", 0.2)):
        monkeypatch.setattr(module, name, seconds)
    with LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp://") as cluster:
        crew = Crew("dask", scheduler=cluster.scheduler_address)
        with pytest.raises(RunError, match=r"no dask worker was there for 1\.0 seconds; what was played is kept"):
            play(tmp_path, {**SCENARIO, "rollouts": 10**9}, crew=crew, progress=Killer(lambda: cluster.scale(0)))
    assert list((tmp_path / "blocks").rglob("*.block"))


SUICIDE = """import os

from simlab.players import python_policy


@python_policy
def ends(view, rules, me, table):
    os._exit(9)
"""


LEFT_BEHIND = """
import multiprocessing, os
from simlab.runs.backends import start_tracker
before = dict(os.environ)
start_tracker()
assert os.environ == before
lock = multiprocessing.get_context("spawn").Lock()  # as dask has them
os._exit(130)
"""


def test_what_a_stopped_run_leaves_behind_is_taken_away_without_a_word():
    done = subprocess.run([sys.executable, "-c", LEFT_BEHIND], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")  # the end of its output is the end of the last process


@pytest.mark.slow
def test_a_policy_that_ends_every_worker_ends_the_run_in_one_line(tmp_path):
    (tmp_path / "ends.py").write_text(SUICIDE)
    with pytest.raises(RunError, match=r"killed 4 workers|workers died one after the other"):
        simlab.run(
            {"game": "template", "policies": "ends", "rollouts": 100},
            out=tmp_path / "o",
            policy_files=[f"{tmp_path / 'ends.py'}:ends"],
            backend="processes",
            threads=2,
        )


def test_wrong_addresses_are_refused_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(backends, "PATIENCE", 0.3)
    with pytest.raises(InputError, match="--scheduler is the address of a dask cluster"):
        Crew(scheduler="tcp://127.0.0.1:9")
    with pytest.raises(RunError, match=r"no dask workers at tcp://127\.0\.0\.1:9: "):
        play(tmp_path, crew=Crew("dask", scheduler="tcp://127.0.0.1:9"))
    with pytest.raises(RunError, match=r"no dask workers at nonsense://x: "):
        play(tmp_path, crew=Crew("dask", scheduler="nonsense://x"))


@contextmanager
def real_cluster(folder, patience=3):
    """A `dask scheduler` and two `dask worker` processes on loopback: the address, and all three. `patience`: deaths that dask forgives."""
    file = folder / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    scheduler = [*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    worker = [*dask, "worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    processes = [subprocess.Popen(scheduler, **quiet, env={**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(patience)})]
    try:
        deadline = time.monotonic() + 60
        while not file.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        processes += [subprocess.Popen(worker, **quiet) for _ in range(2)]
        yield json.loads(file.read_text())["address"], processes
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()


@pytest.mark.slow
def test_a_real_cluster_gives_the_same_bytes_though_a_worker_is_killed(tmp_path):
    scenario = {**SCENARIO, "rollouts": 3_000_000}
    play(tmp_path / "threads", scenario, crew=Crew(workers=2))
    with real_cluster(tmp_path) as (address, processes):
        play(tmp_path / "undisturbed", scenario, crew=Crew("dask", scheduler=address))
        told = Killer(processes[1].kill)
        play(tmp_path / "killed", scenario, crew=Crew("dask", scheduler=address), progress=told)
        assert processes[1].wait() == -signal.SIGKILL
    assert told.played == 9_000_000
    assert digest(tmp_path / "undisturbed") == digest(tmp_path / "killed") == digest(tmp_path / "threads")


@pytest.mark.slow
def test_what_dask_gives_up_with_a_worker_is_played_again(tmp_path, expected):
    """Dask forgives three deaths at a piece by itself; here none, so that it is ours to hand the piece out again."""
    with real_cluster(tmp_path, patience=0) as (address, processes):
        told = Killer(processes[1].kill)
        play(tmp_path / "killed", crew=Crew("dask", scheduler=address), block=512, progress=told)
    assert digest(tmp_path / "killed") == expected
    assert any("a worker died" in text for text in told.notices)
    assert told.played == 3 * 30_000


@pytest.mark.slow
def test_a_scheduler_that_goes_away_ends_the_run_in_one_line_and_the_rest_is_played_later(tmp_path):
    scenario = {**SCENARIO, "rollouts": 3_000_000}
    with real_cluster(tmp_path) as (address, processes), pytest.raises(RunError, match="the dask scheduler is gone"):
        play(tmp_path / "out", scenario, crew=Crew("dask", scheduler=address), progress=Killer(processes[0].kill))
    rest = Counted()
    play(tmp_path / "out", scenario, crew=Crew(workers=2), progress=rest)
    assert 0 < rest.played < 9_000_000
    play(tmp_path / "straight", scenario, crew=Crew(workers=2))
    assert digest(tmp_path / "out") == digest(tmp_path / "straight")


@pytest.mark.slow
def test_workers_of_a_machine_compile_once(tmp_path, monkeypatch, capfd):
    """Two processes on an empty cache write each compiled file once: numba says so itself."""
    monkeypatch.setenv("SIMLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NUMBA_DEBUG_CACHE", "1")
    play(tmp_path / "out", {**SCENARIO, "rollouts": 2_000}, crew=Crew("processes", 2), block=64)
    saved = re.findall(r"data saved to '(.*)'", capfd.readouterr().out)
    assert len(saved) > 10
    assert len(saved) == len(set(saved)) == len([*(tmp_path / "cache").rglob("*.code"), *(tmp_path / "cache").rglob("*.bitcode")])
