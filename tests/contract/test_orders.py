"""Hands by the order of a game, wherever a game is named."""

from dataclasses import replace

import pytest

from simlab.contract import orders
from simlab.contract.catalogue import load, shipped
from simlab.contract.orders import any_order_of, builder_of, compare, declared, order_of, rank
from simlab.errors import InputError, UnknownName
from simlab.ranking.text import BUILDERS

ORDERED = [name for name in shipped() if load(name).order]


@pytest.mark.parametrize("name", ORDERED)
def test_a_games_order_is_the_one_it_declares(name):
    assert builder_of(name) is load(name).order


@pytest.mark.parametrize("name", BUILDERS)
def test_orders_that_belong_to_no_game_are_found_too(name):
    assert builder_of(name) is BUILDERS[name]


def test_an_order_stands_for_itself():
    order = order_of("standard")
    assert order_of(order) is order


def test_knobs_change_the_order():
    wheel = "As 2d 3c 4h 5s"
    assert rank(wheel, "jester").category == "high card"
    assert rank(wheel, "jester", wheel=True).category == "straight"


def test_hands_are_compared_by_the_order_named():
    assert compare(["As Ad 9c 6h 3d", "KhKs2c2d3h"], "showdown").winners == (1,)


def test_a_game_that_compares_no_hands_says_whose_order_to_take():
    others = ", ".join([*BUILDERS, *ORDERED])
    with pytest.raises(InputError, match=rf"template names no order of hands: compare hands by another \({others}\)"):
        builder_of("template")


def test_a_name_that_nothing_has_is_refused_with_the_nearest():
    with pytest.raises(UnknownName, match=r"no order 'standart' \(did you mean 'standard'\?\)"):
        order_of("standart")


def test_a_game_names_an_order_that_is_data(monkeypatch):
    """A known name, or a file in its folder."""
    game = replace(load("template"), order="three_card")
    assert declared(game) == "three_card"
    assert declared(replace(game, order="rules.py")).is_file()
    assert declared(load("showdown")) is None
    monkeypatch.setattr(orders, "load", lambda name: game)
    assert any_order_of("template").name == "three_card"
    assert rank("As Ks Qs", "template").category == "straight flush"


def test_known_orders_are_found_beside_those_of_games():
    assert rank("5c 4c 3c 2c Ac", "razz").text == "five low, 5 4 3 2 A"
    with pytest.raises(InputError, match="razz has no ranking knobs"):
        any_order_of("razz", wheel=True)
