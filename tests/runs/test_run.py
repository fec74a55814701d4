"""Runs: the same bytes whatever happens on the way."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simlab.runs.backends import Crew
from simlab.runs.run import run
from tests.runs.helpers import SCENARIO, Counted, digest, plan


@pytest.mark.parametrize(("threads", "block"), [(2, None), (3, None), (2, 1024), (3, 7777)])
def test_threads_and_block_sizes_do_not_change_a_byte(tmp_path, expected, threads, block):
    run(plan(), tmp_path, crew=Crew(workers=threads), block=block)
    assert digest(tmp_path) == expected


def test_topped_up_in_three_steps_gives_the_same_bytes(tmp_path, expected):
    for rollouts in (5_000, 17_123, 30_000):
        run(plan(rollouts=rollouts), tmp_path, block=4096)
    assert digest(tmp_path) == expected


def test_a_top_up_plays_only_what_is_missing_and_fewer_rollouts_play_hardly_anything(tmp_path, expected):
    run(plan(rollouts=20_000), tmp_path, block=4096)
    more = Counted()
    run(plan(), tmp_path, block=4096, progress=more)
    assert more.played == 3 * 10_000
    fewer = Counted()
    run(plan(rollouts=17_000), tmp_path, block=4096, progress=fewer)
    assert fewer.played == 3 * (17_000 - 4 * 4096)
    again = Counted()
    run(plan(), tmp_path, progress=again)
    assert (again.played, digest(tmp_path)) == (0, expected)


PLAY = """
import json, sys
from pathlib import Path
from simlab.scenarios.prepare import prepare
from simlab.runs.backends import Crew
from simlab.runs.run import run
from simlab.scenarios.scenario import of
run(prepare(of(json.loads(sys.argv[1]))), Path(sys.argv[2]), crew=Crew(workers=2))
"""


def command(folder: Path) -> subprocess.Popen:
    scenario = json.dumps({**SCENARIO, "rollouts": 400_000})
    return subprocess.Popen(
        [sys.executable, "-c", PLAY, scenario, folder / "out"], stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def wait_for_blocks(folder: Path, process: subprocess.Popen, count: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        if len(list((folder / "out" / "blocks").glob("*/*.block"))) >= count:
            return
        time.sleep(0.005)


def crash_study(folder: Path, kills: int, seed: int) -> None:
    """Kill at random instants, go on, compare with the run nobody disturbed."""
    dice = random.Random(seed)
    undisturbed = folder / "undisturbed"
    undisturbed.mkdir()
    command(undisturbed).communicate()
    right = digest(undisturbed / "out")
    for kill in range(kills):
        home = folder / str(kill)
        home.mkdir()
        process = command(home)
        wait_for_blocks(home, process, dice.randint(0, 4))
        time.sleep(dice.uniform(0, 0.5))
        killed = process.poll() is None
        process.kill()
        process.communicate()
        done = command(home)
        _, said = done.communicate()
        assert done.returncode == 0, said
        assert digest(home / "out") == right, f"kill {kill}, killed while running: {killed}"


def test_killed_at_random_and_started_again_gives_the_same_bytes(tmp_path):
    crash_study(tmp_path, 1, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_sixty_kills_give_sixty_identical_digests(tmp_path):
    crash_study(tmp_path, 60, seed=2)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("backend", ["threads", "processes", "dask"])
def test_a_signal_to_all_processes_says_how_to_go_on_and_keeps_what_was_played(tmp_path, backend, number):
    path = tmp_path / "x.yaml"
    path.write_text(json.dumps({**SCENARIO, "rollouts": 10**9}))
    arguments = [sys.executable, "-m", "simlab", "run", str(path), "--out", str(tmp_path / "out"), "--backend", backend]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    wait_for_blocks(tmp_path, process, 3)
    os.killpg(process.pid, number)  # as a terminal does: to all processes in front
    began = time.monotonic()
    _, said = process.communicate(timeout=60)
    assert time.monotonic() - began < 5.0
    assert process.returncode == 128 + number
    assert "the same command goes on from there" in said
    assert "Traceback" not in said
    assert len(list((tmp_path / "out" / "blocks").glob("*/*.block"))) >= 3
