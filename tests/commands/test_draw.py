"""`simlab draw`: the return of a pay table, a hand, a card."""

import json

import pytest

from tests.commands.typed import refused, typed

SMALL = (
    "deck: {lowest: 9, jokers: 1}\npays:\n  - {hand: five of a kind, pay: 9}\n  - {hand: full house, pay: 3}\n  - {hand: flush, pay: 4}\n"
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "small.yaml"
    path.write_text(SMALL, encoding="utf-8")
    return path


def test_the_first_sentence_is_the_return_to_ten_digits():
    output = typed("draw", "--pay", "jacks_9_6")
    assert output.startswith("9/6 Jacks or Better returns 99.5439043695 % of what is bet")
    assert "variance 19.5147" in output


def test_a_file_of_ones_own_is_solved_with_its_ruin(file):
    found = json.loads(typed("draw", "--pay", file, "--bankroll", 20, "--games", 50, "--json"))
    assert found["lines"][-1]["hand"] == "nothing"
    assert 0 < found["ruin"]["within"] <= 1
    assert "ruin within 50 games" in typed("draw", "--pay", file, "--bankroll", 20, "--games", 50)


def test_the_best_hold_of_a_hand_comes_first(file):
    assert typed("draw", "--pay", file, "--hand", "joker As Ad Ah 9c").startswith("Hold")
    assert len(json.loads(typed("draw", "--pay", file, "--hand", "Js Jd Qh Kh Ac", "--json"))["holds"]) == 32


@pytest.mark.slow
def test_the_card_says_what_it_costs(file):
    assert "less than perfect play" in typed("draw", "--pay", file, "--card")
    assert json.loads(typed("draw", "--pay", file, "--card", "--json"))["cost"] >= 0


def test_another_order_may_be_named(file, tmp_path):
    order, pays = tmp_path / "five.yaml", tmp_path / "pays.yaml"
    order.write_text("like: five_suits\ndeck: {ranks: QKA}\n", encoding="utf-8")
    pays.write_text("pays: [{hand: five, pay: 9}, {hand: pair, of: K+, pay: 1}]\n", encoding="utf-8")
    assert "Hold Qc Qd Qh Qs" in typed("draw", "--pay", pays, "--order", order, "--hand", "Qc Qd Qh Qs Kr")
    assert "no key 'deck'" in refused("draw", "--pay", file, "--order", order)
    assert "no category 'royal flush'" in refused("draw", "--pay", "jacks_9_6", "--order", "short_deck")


def test_the_card_is_drawn_to_be_printed(file, tmp_path):
    typed("draw", "--pay", file, "--chart", tmp_path / "card.pdf")
    assert (tmp_path / "card.pdf").read_bytes().startswith(b"%PDF")
    assert "a chart is one of .png, .svg, .pdf" in typed("draw", "--pay", file, "--chart", tmp_path / "card.doc", code=2)


def test_the_shipped_tables_are_listed():
    assert "deuces_wild" in typed("draw", "--list")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pay", "jaks_9_6"], "did you mean 'jacks_9_6'"),
        (["--pay", "nowhere.yaml"], "nowhere.yaml: no such file"),
        (["--hand", "As Ks"], "a hand is 5 cards"),
        (["--hand", "As Ks Qs Js joker"], "this deck has no joker"),
        (["--without", "As"], "goes with --hand"),
    ],
)
def test_bad_input_is_one_line(arguments, said):
    assert said in refused("draw", *arguments)
