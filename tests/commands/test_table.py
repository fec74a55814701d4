"""`simlab table`: the edge of a game and its card."""

import json

from tests.commands.typed import refused, typed


def test_the_first_sentence_says_what_the_house_keeps():
    output = typed("table", "three_card_poker")
    assert output.startswith("The house keeps 3.3730 % of the ante in Three card poker, played perfectly.")
    assert "raise with high card queen, kickers 6 4 or better" in output
    assert "pair plus" in output


def test_all_of_it_as_data():
    found = json.loads(typed("table", "let_it_ride", "--json"))
    assert round(100 * found["edge"], 4) == 3.5057
    assert found["exact_edge"] == "37963/1082900"
    assert found["strategy"][0]["cost"] == 0


def test_games_are_listed_and_wrong_names_refused():
    assert "caribbean_stud" in typed("table", "--list")
    assert "did you mean 'let_it_ride'" in refused("table", "let_it_rid")
    assert "name a table game" in refused("table")
