"""`simlab games`: the games, and what can be written about one."""

import json

from tests.commands.typed import typed


def test_games_as_json():
    assert "template" in json.loads(typed("games", "--json"))
    found = json.loads(typed("games", "template", "--json"))
    assert found["policies"][-1]["parameters"][0]["name"] == "alpha"
