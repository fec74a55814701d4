"""Names and failures as a terminal shows them, and what few games may say: nothing is obeyed, nothing is certain."""

import json

import polars as pl
import pytest
from click.testing import CliRunner

import simlab
from simlab.cli import main
from simlab.commands import check

SCENARIO = {"game": "template", "policies": "honest", "rollouts": 60}
NAMES = ("[/b]", "[red]x[/red]", "<script>alert(1)</script>", "a'b\"c", "{{ x }}", "--fresh", "../up", "a" * 60)


def scenario(folder, **changes):
    path = folder / "x.yaml"
    path.write_text(json.dumps({**SCENARIO, **changes}))
    return str(path)


def test_variants_may_be_called_whatever_cannot_be_obeyed(tmp_path, one_chart):
    variants = {name: {"rules": {"bet": 1 + k}} for k, name in enumerate(NAMES)}
    done = CliRunner().invoke(main, ["run", scenario(tmp_path, variants=variants), "--out", str(tmp_path / "o"), "--full"])
    assert done.exit_code == 0, done.output
    assert "[/b]" in done.output
    assert all(line.isprintable() for line in done.output.splitlines())
    assert "<script>alert(1)" not in (tmp_path / "o" / "report.html").read_text()


@pytest.mark.parametrize("name", ["\x1b[2J", "a\x07", "\u202eabc", "\ud800", "one\ntwo\x00"])
def test_names_that_a_terminal_would_obey_are_refused(tmp_path, name):
    done = CliRunner().invoke(main, ["run", scenario(tmp_path, variants={name: {}}), "--out", str(tmp_path / "o")])
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.strip().isprintable()


def test_a_check_that_failed_has_a_code_of_its_own_and_one_line(tmp_path):
    (tmp_path / "mine.py").write_text(
        "def mine(view, rules, me, table):\n    raise ValueError('no\\n idea \\x1b[31m')\nmine.python = True\n"
    )
    words = ["check", scenario(tmp_path, checks=["win < 0.9"]), "--policy-file", f"{tmp_path / 'mine.py'}:mine", "--policies", "mine"]
    done = CliRunner().invoke(main, [*words, "--out", str(tmp_path / "o")])
    said = [line for line in done.stderr.splitlines() if "compiling" not in line]
    assert (done.exit_code, len(said)) == (check.FAILED, 1), done.output
    assert said[0].startswith("simlab: could not tell: ")
    assert said[0].isprintable()


def test_few_games_that_ended_alike_say_nothing_for_certain(tmp_path):
    """Two games that one seat won are no interval from 1 to 1, and those that it lost by a chip none from -1 to -1."""
    alike = []
    for seed in range(4):
        simlab.run({**SCENARIO, "rollouts": 2, "policies": "uniform", "seed": seed}, out=tmp_path / str(seed), report=False)
        rows = pl.read_parquet(tmp_path / str(seed) / "results.parquet").drop_nulls("estimate").to_dicts()
        assert [row for row in rows if row["ci_low"] is not None and row["ci_low"] >= row["ci_high"]] == []
        alike += [row["metric"] for row in rows if row["std_error"] == 0]
    assert {"win", "net", "pot"} <= set(alike)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_ten_thousand_points_end_with_their_report(tmp_path):
    """The most that a scenario may have; docs/trust.md says how long it takes."""
    sweep = {"rules.ante": list(range(1, 101)), "rules.deals": list(range(1, 101))}
    done = CliRunner().invoke(main, ["run", scenario(tmp_path, sweep=sweep, rollouts=20), "--out", str(tmp_path / "o"), "--quiet"])
    assert done.exit_code == 0, done.output
    assert (tmp_path / "o" / "report.html").stat().st_size < 1_500_000
