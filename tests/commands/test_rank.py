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


# ---- orders as data


def test_an_order_is_named_with_an_option_or_in_place_of_a_game():
    assert typed("rank", "--order", "razz", "5c 4c 3c 2c Ac") == "five low, 5 4 3 2 A\n"
    assert typed("rank", "razz", "5c 4c 3c 2c Ac") == "five low, 5 4 3 2 A\n"
    assert typed("rank", "--order", "showdown", "As Ad 9c 6h 3d") == "pair of aces, kickers 9 6 3\n"


def test_an_order_file_of_ones_own(tmp_path):
    file = tmp_path / "house.yaml"
    file.write_text("like: three_card\ndeck: {suits: cdhsr}\n", encoding="utf-8")
    assert typed("rank", "--order", str(file), "Ar Kr Qr") == "straight flush, Q to A\n"
    file.write_text("like: three_card\ndeck: {suit: cdhsr}\n", encoding="utf-8")
    assert "house.yaml:2:14: no word 'suit' in deck (did you mean 'suits'?)" in refused("rank", "--order", str(file), "Ar Kr Qr")


def test_hands_that_no_order_of_that_name_ranks_are_refused():
    assert "did you mean 'razz'?" in refused("rank", "--order", "rzz", "5c")
    assert "for hands of 3 there is the order three_card" in refused("rank", "standard", "As Ks Qs")
    assert "own cards, a bar, the board" in refused("rank", "--order", "omaha", "As Ks Qs Js Ts")
    assert "says itself which cards are wild" in refused("rank", "--order", "bug", "As Ks Qs Js Ts", "--wild")
    assert "has no ranking knobs" in refused("rank", "razz", "5c 4c 3c 2c Ac", "--rules", "wheel=true")
    assert "a hand is missing" in refused("rank", "showdown")


def test_wild_cards_of_arcana_are_refused_not_ignored():
    assert "arcana's deck has no wild cards" in refused("rank", "arcana", "7S 7S 9W 9W KC", "--wild")


def test_nobody_wins_where_no_hand_qualifies():
    assert typed("rank", "--order", "eight_or_better", "9c8d7h6s5c", "KcKdQhJsTc").endswith("no hand qualifies\n")
