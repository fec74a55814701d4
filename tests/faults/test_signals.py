"""Ctrl-C and a polite kill, whoever plays: the command ends in time, says how to go on, and leaves no worker behind."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from simlab.runs.verify import verify
from tests.faults.runs_kills import SCENARIO

IN_TIME = 2.0  # seconds; a second is promised, on a machine that is not busy with tests
STARTED = 300.0  # ... until the first block is there
GONE = 20.0  # ... until the last worker has noticed
LAST_LINE = "simlab: stopped; what was played is kept: the same command goes on from there"


def signalled(folder, number, *words):
    """A run stopped in the middle: Ctrl-C reaches all processes of a terminal, another process kills the first of them."""
    (folder / "x.yaml").write_text(json.dumps({**SCENARIO, "rollouts": 10**9}))
    command = [sys.executable, "-m", "simlab", "run", str(folder / "x.yaml"), "--out", str(folder / "o"), "--quiet", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        wait_until(lambda: any((folder / "o" / "blocks").rglob("*.block")) or process.poll() is not None, STARTED)
        began = time.monotonic()
        (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
        code = process.wait(60)
        seconds = time.monotonic() - began
        out, err = process.communicate(timeout=60)
    return code, out, err, seconds, process.pid


def wait_until(happened, seconds):
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def all_gone(group):
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize(
    ("number", "code", "words"),
    [
        *(
            pytest.param(number, code, ("--backend", backend, "--threads", "2"), marks=[pytest.mark.slow, pytest.mark.timeout(900)])
            for number, code, backend in (
                (signal.SIGINT, 130, "processes"),
                (signal.SIGTERM, 143, "processes"),
                (signal.SIGINT, 130, "dask"),
                (signal.SIGTERM, 143, "dask"),
                (signal.SIGINT, 130, "threads"),
                (signal.SIGTERM, 143, "threads"),
            )
        ),
    ],
)
def test_a_signal_ends_a_run_in_time_whoever_plays(tmp_path, number, code, words):
    ended, out, err, seconds, group = signalled(tmp_path, number, *words)
    assert (ended, out) == (code, ""), err
    assert err.strip() == LAST_LINE
    wait_until(lambda: all_gone(group), GONE)
    assert seconds < IN_TIME
    assert "was not finished" in verify(tmp_path / "o").sentence()
