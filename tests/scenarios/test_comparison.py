"""A comparison is one scenario, whoever asks for it: the command line or Python."""

import pytest
from click.testing import CliRunner

import simlab
from simlab.cli import main
from simlab.contract.catalogue import load
from simlab.errors import InputError
from simlab.scenarios.comparison import comparison


def test_the_command_and_the_call_play_the_same_scenario(tmp_path):
    done = CliRunner().invoke(
        main, ["compare", "template", "bet=2,ante=2", "--games", "300", "--out", str(tmp_path / "command"), "--quiet"]
    )
    assert done.exit_code == 0, done.output
    simlab.compare("template", {"bet": 2, "ante": 2}, games=300, out=tmp_path / "call", quiet=True, report=False)
    scenarios = [(tmp_path / name / "scenario.yaml").read_text() for name in ("command", "call")]
    assert scenarios[0] == scenarios[1]
    assert (tmp_path / "command" / "results.parquet").read_bytes() == (tmp_path / "call" / "results.parquet").read_bytes()


def test_changes_are_named_as_they_are_typed_and_asked_in_words():
    made = comparison(load("showdown"), ["rules.target=40", {"policies": "expert", "target": 20}])
    assert list(made["variants"]) == ["base", "target=40", "policies=expert,target=20"]
    assert made["variants"]["policies=expert,target=20"] == {"policies": "expert", "rules": {"target": 20}}
    assert made["ask"] == "*"
    assert "40" in made["question"]


def test_what_is_no_change_is_refused():
    with pytest.raises(InputError, match="write KNOB=VALUE"):
        comparison(load("template"), ["bet"])
