"""`simlab compare`: changed rules against the rules as they are, without a file."""

import json

import pytest

from tests.commands.typed import refused, typed


def test_compare_needs_no_file(tmp_path):
    found = json.loads(
        typed(
            "compare",
            "template",
            "rules.bet=2",
            "rules.bet=3,rules.ante=2",
            "--policy",
            "honest",
            "--rollouts",
            "500",
            "--json",
            "--out",
            str(tmp_path),
        )
    )
    assert {row["variant"] for row in found["pairs"]} == {"bet=2", "bet=3,ante=2"}
    assert found["question"] == "template: what does bet=2 or bet=3,ante=2 change?"
    assert (tmp_path / "report.html").exists()


@pytest.mark.parametrize(("change", "said"), [("bet=2", "write rules.KNOB=VALUE or policies=NAME"), ("rules.bett=2", "did you mean 'bet'")])
def test_what_is_no_change_is_refused(change, said):
    assert said in refused("compare", "template", change)
