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
from dataclasses import replace

import pytest

from simlab.errors import InputError, RunError
from simlab.runs import backends, blocks
from simlab.runs.blocks import Stage, Task, task
from simlab.runs.identity import code_digest
from simlab.runs.run import run
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of
from tests.runs.test_run import SCENARIO, Counted, digest

FIXED = SCENARIO
STOPPING = {key: value for key, value in SCENARIO.items() if key != "rollouts"}
STOPPING |= {"precision": {"metric": "pot", "half_width": 0.05, "max_rollouts": 60_000}, "keep": "rollouts"}


def play(folder, scenario=FIXED, **options):
    return run(prepare(of(scenario)), folder, **options)


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The digests of a run nobody disturbed, on one thread."""
    folder = tmp_path_factory.mktemp("expected")
    play(folder / "fixed", threads=1)
    play(folder / "stopping", STOPPING, threads=1)
    return digest(folder / "fixed"), digest(folder / "stopping")


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


def test_two_processes_give_the_same_bytes_though_one_is_killed(tmp_path, expected):
    told = Killer(kill_a_process)
    play(tmp_path, threads=2, backend="processes", block=512, progress=told)
    assert digest(tmp_path) == expected[0]
    assert any("a worker died" in text for text in told.notices)
    assert told.played == 3 * 30_000


class Doomed:
    """A backend whose workers die at every block."""

    workers, ahead = 1, 0

    def __init__(self):
        self.tried = 0

    def submit(self, *block):
        self.tried += 1
        future = backends.Future()
        future.set_exception(backends.BrokenProcessPool("gone"))
        return future

    def lost(self, future, error):
        return isinstance(error, backends.BrokenProcessPool)

    def close(self, now):
        assert now


def test_a_block_that_kills_every_worker_ends_the_run_in_one_line(tmp_path, monkeypatch):
    doomed = Doomed()
    monkeypatch.setattr("simlab.runs.run.make_backend", lambda *_: doomed)
    with pytest.raises(RunError, match=r"deals 0 to 64 killed 4 workers"):
        play(tmp_path)
    assert doomed.tried == 4


@contextmanager
def cluster_in_this_process():
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp://") as cluster:
        yield cluster.scheduler_address


def test_a_cluster_gives_the_same_bytes_and_the_same_stop(tmp_path, expected):
    with cluster_in_this_process() as address:
        play(tmp_path / "fixed", backend="dask", scheduler=address)
        play(tmp_path / "stopping", STOPPING, backend="dask", scheduler=address)
    assert digest(tmp_path / "fixed") == expected[0]
    assert digest(tmp_path / "stopping") == expected[1]


def test_what_travels_is_plain_data_and_other_code_does_not_answer():
    plan = prepare(of({**SCENARIO, "rotate_seats": True}))
    block = task(plan, (), 0, 5, 300)
    assert block.code == code_digest("template")
    assert json.loads(block.scenario)["game"] == "template"
    assert Task(*(getattr(block, name) for name in Task.__dataclass_fields__)) == block
    here = Stage(plan).play(0, 5, 300).sums
    assert blocks.play(block).sums.to_bytes() == here.to_bytes()
    with pytest.raises(RunError, match="a worker has other code than this machine"):
        blocks.play(replace(block, code="0123456789ab"))


def test_wrong_addresses_are_refused_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(backends, "PATIENCE", 0.3)
    with pytest.raises(InputError, match="--scheduler is the address of a dask cluster"):
        play(tmp_path, scheduler="tcp://127.0.0.1:9")
    with pytest.raises(RunError, match=r"no dask workers at tcp://127\.0\.0\.1:9: "):
        play(tmp_path, backend="dask", scheduler="tcp://127.0.0.1:9")
    with pytest.raises(RunError, match=r"no dask workers at nonsense://x: "):
        play(tmp_path, backend="dask", scheduler="nonsense://x")


@contextmanager
def real_cluster(folder):
    """A `dask scheduler` and two `dask worker` processes on loopback: the address, and the workers."""
    file = folder / "scheduler.json"
    dask = [sys.executable, "-m", "dask"]
    scheduler = [*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
    worker = [*dask, "worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--no-dashboard"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    processes = [subprocess.Popen(scheduler, **quiet)]
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
    play(tmp_path / "threads", scenario, threads=2)
    with real_cluster(tmp_path) as (address, processes):
        play(tmp_path / "undisturbed", scenario, backend="dask", scheduler=address)
        told = Killer(processes[1].kill)
        play(tmp_path / "killed", scenario, backend="dask", scheduler=address, progress=told)
        assert processes[1].wait() == -signal.SIGKILL
    assert told.played == 9_000_000
    assert digest(tmp_path / "undisturbed") == digest(tmp_path / "killed") == digest(tmp_path / "threads")


@pytest.mark.slow
def test_a_scheduler_that_goes_away_ends_the_run_in_one_line_and_the_rest_is_played_later(tmp_path):
    scenario = {**SCENARIO, "rollouts": 3_000_000}
    with real_cluster(tmp_path) as (address, processes), pytest.raises(RunError, match="the dask scheduler is gone"):
        play(tmp_path / "out", scenario, backend="dask", scheduler=address, progress=Killer(processes[0].kill))
    rest = Counted()
    play(tmp_path / "out", scenario, threads=2, progress=rest)
    assert 0 < rest.played < 9_000_000
    play(tmp_path / "straight", scenario, threads=2)
    assert digest(tmp_path / "out") == digest(tmp_path / "straight")


@pytest.mark.slow
def test_workers_of_a_machine_compile_once(tmp_path, monkeypatch, capfd):
    """Two processes on an empty cache write each compiled file once: numba says so itself."""
    monkeypatch.setenv("SIMLAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NUMBA_DEBUG_CACHE", "1")
    play(tmp_path / "out", {**SCENARIO, "rollouts": 2_000}, threads=2, backend="processes", block=64)
    saved = re.findall(r"data saved to '(.*)'", capfd.readouterr().out)
    assert len(saved) > 10
    assert len(saved) == len(set(saved)) == len(list((tmp_path / "cache").rglob("*.nbc")))
