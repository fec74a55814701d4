"""`simlab quality`: who plays when nobody is named."""

import json

from tests.commands.typed import typed

FEW = ("--watched", 10, "--games", 200, "--looks", 2, "--worlds", 4, "--json")


def test_the_usual_player_plays(tmp_path):
    assert json.loads(typed("quality", "template", *FEW, "--out", tmp_path))["policy"] == "equilibrium"


def test_where_it_cannot_play_the_rules_the_last_policy_that_can_plays(tmp_path):
    assert json.loads(typed("quality", "template", "--rules", "bet=2", *FEW, "--out", tmp_path))["policy"] == "honest"
