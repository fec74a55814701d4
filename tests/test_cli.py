"""The command line: clear answers, one-line refusals, exit code 2."""

import os
import subprocess

import polars as pl
import pytest

from tests import forks
from tests.conftest import ROOT


def simlab(*arguments: str, cwd=ROOT) -> subprocess.CompletedProcess[str]:
    return forks.run(("-m", "simlab", *arguments), cwd, dict(os.environ))


def test_every_command_has_a_file_of_its_own():
    from simlab.cli import COMMANDS

    assert {command.callback.__module__ for command in COMMANDS} == {f"simlab.commands.{command.name}" for command in COMMANDS}
    declared = {path.stem for path in (ROOT / "simlab" / "commands").glob("*.py") if "\n@click.command" in path.read_text()}
    assert declared | {"chart", "new"} == {command.name for command in COMMANDS}


def test_games_lists_every_game():
    from simlab.contract.catalogue import titles

    shown = simlab("games").stdout
    assert all(name in shown for name in titles())


def test_games_shows_knobs_policies_and_columns():
    shown = simlab("games", "template").stdout
    for word in ("ranks", "3 to 13", "equilibrium", "alpha", "bluff_caught"):
        assert word in shown


def test_replay_tells_a_game():
    shown = simlab("replay", "template", "--seed", "1", "--index", "2", "--policies", "always_bet")
    assert "> bet" in shown.stdout
    assert "the end" in shown.stdout


def test_run_prints_the_table_and_writes_results(tmp_path):
    done = simlab("run", "scenarios/template.yaml", "--games", "5000", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "What is the first turn worth" in done.stdout
    table = pl.read_parquet(tmp_path / "results.parquet")
    assert set(table.columns) >= {"variant", "players", "metric", "seat", "level", "estimate", "std_error", "ci_low", "ci_high", "rollouts"}
    net = table.filter((pl.col("metric") == "net") & (pl.col("seat") == 0)).row(0, named=True)
    assert net["ci_low"] < -1 / 18 < net["ci_high"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("games", "tempalte"), "no game 'tempalte' (did you mean 'template'?)"),
        (("run", "nowhere.yaml"), "nowhere.yaml"),
        (("replay", "template", "--policies", "equilibrum"), "did you mean 'equilibrium'"),
        (("run", "scenarios/template.yaml", "--policy-file", "nix.py:f"), "no such Python file"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(arguments, said):
    done = simlab(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


SECOND_START = """
import sys
sys.argv = ["simlab", "run", "scenarios/template.yaml", "--games", "1000", "--out", sys.argv[1]]
from simlab.cli import main
from simlab.reports.charts import of_run
draw = of_run.charts
of_run.charts = lambda run: draw(run, 1)  # drawing takes longer than all the rest
try:
    main()
except SystemExit:
    pass
from simlab import jit
print("compiled", jit.compiles.count)
"""


def started_twice(folder, **environment):
    """How much was compiled by each of two starts, and whether they said so."""
    for turn in range(2):
        done = forks.run(("-c", SECOND_START, str(folder / f"out{turn}")), ROOT, {**os.environ, **environment})
        assert done.returncode == 0, done.stderr
        yield int(done.stdout.split()[-1]), "compiling for the first time" in done.stderr


def test_the_second_start_compiles_nothing(tmp_path):
    *_, second = started_twice(tmp_path)
    assert second == (0, False)


@pytest.mark.slow
def test_the_first_start_compiles_and_says_so(tmp_path):
    (count, said), second = started_twice(tmp_path, SIMLAB_CACHE=str(tmp_path / "cache"))
    assert count > 5
    assert said
    assert second == (0, False)
