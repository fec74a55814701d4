"""`simlab games`: the games, and what can be written about one."""

import json

from tests.commands.typed import typed


def test_games_as_json():
    assert "template" in json.loads(typed("games", "--json"))
    found = json.loads(typed("games", "template", "--json"))
    players = {policy["name"]: policy for policy in found["policies"]}
    assert players["equilibrium"]["parameters"][0]["name"] == "alpha"
    assert [role["name"] for role in players["search"]["roles"]] == ["base", "second", "others"]


def test_a_game_says_what_it_is_judged_by():
    assert json.loads(typed("games", "template", "--json"))["goal"] == {
        "name": "net", "meaning": "chips won less chips lost", "unit": "chips"
    }  # fmt: skip
    assert "Players maximise share of the win." in typed("games", "showdown")
