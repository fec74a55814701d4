"""`simlab rank`: what a hand is, who wins and why."""

import json

from tests.commands.typed import refused, typed


def test_rank_says_what_a_hand_is():
    assert typed("rank", "showdown", "As Ad 9c 6h 3d") == "pair of aces, kickers 9 6 3\n"


def test_rank_of_several_says_who_wins():
    lines = typed("rank", "showdown", "As Ad 9c 6h 3d", "KhKs2c2d3h").splitlines()
    assert lines[-1] == "hand 2 wins: two pair beats pair"
    assert len(lines) == 3


def test_rank_as_json():
    found = json.loads(typed("rank", "fortune", "AW AU AS AC 9W", "--wild", "--json"))
    assert found["hands"][0]["category"] == "five of a kind"
    assert "winners" not in found
    assert json.loads(typed("rank", "battle", "Ac", "Kd", "--json"))["winners"] == [1]


def test_two_orders_belong_to_no_game():
    assert typed("rank", "standard", "As2s3s4s5s") == "straight flush, A to 5\n"
    assert typed("rank", "joker", "AsAdAcAh", "--wild") == "five aces\n"


def test_a_game_that_compares_no_hands_has_no_order():
    assert "template names no order of hands" in refused("rank", "template", "K")
    assert "no order 'nogame'" in refused("rank", "nogame", "As")
