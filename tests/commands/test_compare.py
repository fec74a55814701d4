"""`simlab compare`: changed rules against the rules as they are, without a file."""

import json
import re

import pytest

from tests.commands.typed import refused, typed


def test_compare_needs_no_file(tmp_path):
    found = json.loads(
        typed(
            "compare",
            "template",
            "bet=2",
            "rules.bet=3,ante=2",
            "--policies",
            "honest",
            "--games",
            "500",
            "--json",
            "--out",
            str(tmp_path),
        )
    )
    assert {row["variant"] for row in found["pairs"]} == {"bet=2", "bet=3,ante=2"}
    assert found["question"] == "What does bet 2 or bet 3, ante 2 change in One-card poker?"
    assert re.match(r"With bet 3, ante 2 the pot holds [\d.]+ chips instead of [\d.]+ with the rules as they are", found["answer"][0])
    assert (tmp_path / "report.html").exists()


@pytest.mark.parametrize(("change", "said"), [("bet", "write KNOB=VALUE"), ("rules.bett=2", "did you mean 'bet'")])
def test_what_is_no_change_is_refused(change, said):
    assert said in refused("compare", "template", change)


@pytest.mark.slow
def test_who_plays_is_named_and_shared_rules_hold_on_both_sides(tmp_path):
    words = ("compare", "template", "ante=2", "--rules", "deals=3", "--games", 200, "--seed", 4, "--out", tmp_path)
    assert "who played: the honest player at every seat: 200 games" in typed(*words)  # equilibrium is known for an ante of 1
    assert "who played: the perfect player" in typed("compare", "template", "deals=3", "--games", 200, "--out", tmp_path / "other")
    assert "who played: the player who always bets at every seat" in typed(*words, "--policies", "always_bet", "--fresh")
    assert "the honest player in the first seat" in typed(*words, "--policies", "honest,uniform", "--fresh")
    assert typed(*words, "--policies", "honest,uniform", "--csv").startswith("variant,")
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert [arm["rules"] for arm in manifest["cells"][0]["arms"]] == [{"deals": 3}, {"ante": 2, "deals": 3}]


def test_the_first_sentence_names_what_changed(tmp_path):
    lines = typed("compare", "template", "bet=2,ante=2", "--games", 500, "--out", tmp_path).splitlines()
    assert lines[0] == "What does bet 2, ante 2 change in One-card poker?"
    assert lines[1].startswith("- With bet 2, ante 2 the pot holds ")


def test_what_to_look_at_can_be_said(tmp_path):
    found = json.loads(typed("compare", "template", "bet=2", "--metrics", "decisions", "--games", 500, "--json", "--out", tmp_path))
    assert "players have" in found["answer"][0]
    assert "'two' is not a whole number" in refused("compare", "template", "bet=2", "--players", "two")
    assert "write table sizes with commas between" in refused("compare", "template", "bet=2", "--sizes", "two")
