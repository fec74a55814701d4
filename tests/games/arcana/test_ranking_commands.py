"""`simlab rank arcana` and `simlab odds arcana`."""

import json

import pytest

from simlab.errors import InputError
from tests.commands.test_rank_and_odds import run


def test_rank_says_what_a_hand_is():
    assert run("rank", "arcana", "7S 7S 9W 9W KC").output == "two twin: 9, 7, king\n"


def test_rank_of_several_says_who_wins():
    assert run("rank", "arcana", "7S 7S 7S 7S 7C", "7S 7S 7S 7S 8C").output.splitlines()[-1].startswith("hand 2 wins: quadruplet: 7, 8")
    assert run("rank", "arcana", "3S 3S 4C 6W 8U", "9C 9S 2W 2U KC").output.splitlines()[-1] == "hand 1 wins: one twin beats two pair"
    swapped = ("--set", "category_order={swap: [one_twin, two_pair]}")
    assert run("rank", "arcana", "3S 3S 4C 6W 8U", "9C 9S 2W 2U KC", *swapped).output.splitlines()[-1].startswith("hand 2 wins")
    assert json.loads(run("rank", "arcana", "7S 7S KS QS 2S", "7W 7W KW QW 2W", "--json").output)["winners"] == [1, 2]


def test_odds_of_three_packs():
    found = json.loads(run("odds", "arcana", "--set", "deck_model=finite", "--set", "deck_copies=3", "--json").output)
    rows = {row["category"]: row for row in found["categories"]}
    assert rows["one twin"]["multisets"] == 1_218_672
    assert rows["one twin"]["share"] == pytest.approx(0.093992, rel=1e-4)
    assert found["finding"] == "one twin is commoner than two pair"
    assert "1,218,672" in run("odds", "arcana").output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("rank", "arcana", "7S 7S"), "five or more cards"),
        (("rank", "arcana", "7S 7S 7S 7S 7S", "--set", "kicker=natural"), "kickers"),
        (("rank", "arcana", "7S 7S 7S 7S 7S", "--set", "kickers=odd"), "contributing or natural"),
        (("odds", "arcana", "--set", "deck_model=full"), "halving, flat or finite"),
        (("odds", "arcana", "--cards", "9"), "5 or 6 cards"),
    ],
)
def test_what_cannot_be_is_refused(words, complaint):
    with pytest.raises(InputError, match=complaint):
        run(*words)
