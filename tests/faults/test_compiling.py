"""Killed while it compiles, at any step on the files of its cache, a program starts again as if nothing had been."""

import os
import shutil

import pytest

from tests import forks
from tests.conftest import ROOT
from tests.faults.io_count import Count

PROGRAM = """
import sys
from tests.faults.runs_server import watch
steps = watch(sys.argv[1], int(sys.argv[2]))
from simlab import jit, masks

@jit.kernel
def score(x):
    return masks.count(x) * 1000 + masks.first(x)

print(score(0b1011000), steps[0])
"""
RIGHT = "3003"


def started(cache, kill=0):
    """A program with kernels, killed at one of its steps on the cache (0: never): how it ended, its number, its steps, what it said."""
    program = cache.parent / "play.py"
    program.write_text(PROGRAM)
    done = forks.run((str(program), str(cache), str(kill)), ROOT, {**os.environ, "SIMLAB_CACHE": str(cache), "PYTHONPATH": str(ROOT)})
    number, steps = (*done.stdout.split(), "", "0")[:2]
    return done.returncode, number, int(steps), done.stderr


def kill_compiling(folder, wanted):
    """Kill it at those of its steps that are wanted, each time with an empty cache; then start it twice."""
    count = Count("kills: compiling")
    code, number, steps, said = started(folder / "undisturbed")
    assert (code, number, said) == (0, RIGHT, "")
    for step in filter(wanted, range(1, steps + 1)):
        cache = folder / "cache"
        killed, *_ = started(cache, step)
        ended = [started(cache) for _ in "12"]
        if killed == -9 and [(each[0], each[1], each[3]) for each in ended] == [(0, RIGHT, "")] * 2:
            count.healed += 1
        else:
            count.lost.append(f"step {step}: {killed}, {ended}")
        shutil.rmtree(cache)
    count.told()
    assert count.lost == []
    return count


def test_killed_while_it_compiles_a_program_starts_again(tmp_path):
    assert kill_compiling(tmp_path, lambda step: step == 12).tried == 1


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_killed_at_every_step_of_compiling_a_program_starts_again(tmp_path):
    assert kill_compiling(tmp_path, lambda step: True).tried >= 15
