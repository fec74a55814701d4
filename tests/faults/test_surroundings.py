"""Odd surroundings: no home to write to, names that a terminal obeys, files that other programs wrote. One line, or no word at all."""

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.kernel_cache import cache_root
from tests.conftest import ROOT

SCENARIO = {"game": "template", "policies": "honest", "rollouts": 60}


def simlab(*words, **environment):
    """How a command in a process of its own ends, and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "simlab", *map(str, words)], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr


def test_without_a_home_to_write_to_nothing_is_said_and_everything_works(tmp_path):
    (tmp_path / "x.yaml").write_text(json.dumps(SCENARIO))
    nowhere = {"HOME": "/dev/null", "MPLCONFIGDIR": "/dev/null/mpl", "SIMLAB_DATA": "/dev/null/d", "SIMLAB_CACHE": str(cache_root())}
    assert simlab("run", tmp_path / "x.yaml", "--out", tmp_path / "o", "--quiet", **nowhere) == (0, "")
    assert (tmp_path / "o" / "report.html").exists()


def test_a_folder_whose_name_a_terminal_would_obey_is_named_without_it(tmp_path, one_chart):
    (tmp_path / "x.yaml").write_text(json.dumps(SCENARIO))
    folder = tmp_path / "\x1b[2Jo"
    for words in (["run", str(tmp_path / "x.yaml"), "--out", str(folder)], ["verify", str(folder)], ["replay", str(folder)]):
        done = CliRunner().invoke(main, words, color=True)  # as in a terminal: without colours click takes them out itself
        assert done.exit_code == 0, done.output
        assert "\x1b[2J" not in done.output
    (folder / "results.parquet").unlink()
    done = CliRunner().invoke(main, ["verify", str(folder)], color=True)
    assert done.exit_code == 1
    assert "results.parquet" in done.stderr
    assert "\x1b[2J" not in done.output


LOUD = """
print("{" * 100_000)

def loud(view, rules, me, table):
    print("I pass")
    return 0

loud.python = True
"""


@pytest.mark.parametrize("backend", ["threads", pytest.param("processes", marks=pytest.mark.slow)])
def test_what_a_policy_prints_is_no_part_of_the_answer(tmp_path, backend, capfd):
    (tmp_path / "x.yaml").write_text(json.dumps({**SCENARIO, "policies": "loud"}))
    (tmp_path / "loud.py").write_text(LOUD)
    words = ["run", str(tmp_path / "x.yaml"), "--json", "--out", str(tmp_path / "o"), "--backend", backend, "--threads", "2"]
    done = CliRunner().invoke(main, [*words, "--policy-file", f"{tmp_path / 'loud.py'}:loud"])
    assert done.exit_code == 0, done.stderr[-300:]
    assert json.loads(done.stdout)["results"]
    assert "{{{" in done.stderr
    beside = capfd.readouterr()  # what other processes say goes past the one that plays
    assert "I pass" in done.stderr + beside.err
    assert "I pass" not in beside.out
