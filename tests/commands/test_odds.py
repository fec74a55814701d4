"""`simlab odds`: all hands counted, the order checked against rarity, and a game's own way where it has one."""

import json

import pytest

from simlab.contract.catalogue import load, shipped
from tests.commands.typed import refused, typed


def test_odds_prints_the_table_and_the_audit():
    lines = typed("odds", "showdown", "--hand-size", "7").splitlines()
    assert lines[1].split()[:3] == ["straight", "flush", "41,584"]
    assert lines[-1].startswith("swap pair and high card")


def test_odds_with_knobs_as_json():
    found = json.loads(typed("odds", "jester", "--rules", "wheel=true", "--json"))
    assert found["total"] == 2_598_960
    assert {row["category"]: row["hands"] for row in found["categories"]}["straight"] == 10_200
    assert found["swaps"] == []


def test_odds_draws_the_chart(tmp_path):
    file = tmp_path / "audit.png"
    typed("odds", "battle", "--hand-size", "6", "--chart", str(file))
    assert file.read_bytes().startswith(b"\x89PNG")


def test_orders_without_a_game_are_counted_too():
    assert json.loads(typed("odds", "standard", "--json"))["total"] == 2_598_960
    assert "five of a kind" in typed("odds", "joker", "--jokers", "1")


@pytest.mark.parametrize(
    "words",
    [
        ("battle", "--rules", "wheel"),
        ("battle", "--rules", "ace_low_straight=[1"),
        ("battle", "--rules", "category_order=foo"),
        ("battle", "--hand-size", "60"),
        ("battle", "--chart", "audit.nothing"),
        ("template",),
    ],
)
def test_bad_input_is_one_line(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    refused("odds", *words)


@pytest.mark.parametrize("name", ["showdown", "template", "standard", "nogame", "fortune"])
def test_who_does_not_plant_cards_names_who_does(name):
    assert f"cards are planted in arcana, not in {name}: simlab odds arcana --plant 3" in refused("odds", name, "--plant", 3)


@pytest.mark.parametrize("name", ["arcana", "showdown", "standard"])
def test_who_has_no_arcana_in_force_names_who_has(name):
    assert f"--arcana is for fortune; {name} has no Arcana that bend its hands" in refused("odds", name, "--arcana", "fool")


def test_every_option_of_a_games_own_is_known_to_one_game():
    known = [option for name in shipped() if "odds" in load(name).studies for option in load(name).study("odds").options]
    assert sorted(known) == ["--arcana", "--plant"]


# ---- orders as data


def test_odds_of_an_order_as_data():
    found = json.loads(typed("odds", "--order", "three_card", "--json"))
    assert found["total"] == 22_100
    assert found["swaps"] == []
    assert json.loads(typed("odds", "bug", "--json"))["categories"][0] == {
        "category": "five of a kind", "place": 1, "hands": 1, "share": 1 / 2_869_685, "rarity": 1,
    }  # fmt: skip


def test_odds_needs_a_game_or_an_order():
    assert "one of the two" in refused("odds")
    assert "one of the two" in refused("odds", "showdown", "--order", "razz")
    assert "two_jokers" in refused("odds", "standard", "--jokers", 2)
    assert "says itself which cards are wild" in refused("odds", "--order", "razz", "--jokers", 1)
    assert "too many to count" in refused("odds", "--order", "omaha")
