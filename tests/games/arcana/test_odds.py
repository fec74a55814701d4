"""`simlab rank arcana` and `simlab odds arcana`: hands in which a card may stand twice, in decks of several kinds."""

import json

import pytest

from simlab.games.arcana.studies.odds_page import deck_sentence
from tests.commands.typed import refused, typed


def test_rank_says_what_a_hand_is():
    assert typed("rank", "arcana", "7S 7S 9W 9W KC") == "two twin: 9, 7, king\n"


def test_rank_of_several_says_who_wins():
    assert typed("rank", "arcana", "7S 7S 7S 7S 7C", "7S 7S 7S 7S 8C").splitlines()[-1].startswith("hand 2 wins: quadruplet: 7, 8")
    assert typed("rank", "arcana", "3S 3S 4C 6W 8U", "9C 9S 2W 2U KC").splitlines()[-1] == "hand 1 wins: one twin beats two pair"
    swapped = ("--rules", "category_order={swap: [one_twin, two_pair]}")
    assert typed("rank", "arcana", "3S 3S 4C 6W 8U", "9C 9S 2W 2U KC", *swapped).splitlines()[-1].startswith("hand 2 wins")
    assert json.loads(typed("rank", "arcana", "7S 7S KS QS 2S", "7W 7W KW QW 2W", "--json"))["winners"] == [1, 2]


def test_odds_of_three_packs():
    found = json.loads(typed("odds", "arcana", "--rules", "deck_model=finite", "--rules", "deck_copies=3", "--json"))
    rows = {row["category"]: row for row in found["categories"]}
    assert rows["one twin"]["multisets"] == 1_218_672
    assert rows["one twin"]["share"] == pytest.approx(0.093992, rel=1e-4)
    assert found["finding"] == "one twin is commoner than two pair"
    assert "1,218,672" in typed("odds", "arcana")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("rank", "arcana", "7S 7S"), "five or more cards"),
        (("rank", "arcana", "7S 7S 7S 7S 7S", "--rules", "kicker=natural"), "kickers"),
        (("rank", "arcana", "7S 7S 7S 7S 7S", "--rules", "kickers=odd"), "contributing or natural"),
        (("odds", "arcana", "--rules", "deck_model=full"), "halving, flat or finite"),
        (("odds", "arcana", "--hand-size", "9"), "5 or 6 cards"),
    ],
)
def test_what_cannot_be_is_refused(words, complaint):
    assert complaint in refused(*words)


def test_the_chart_compares_kinds_of_decks(tmp_path):
    typed("odds", "arcana", "--rules", "deck_model=finite", "--rules", "deck_copies=5", "--chart", tmp_path / "decks.svg")
    assert (tmp_path / "decks.svg").stat().st_size > 5_000


def test_the_title_of_the_chart_counts_the_turns_of_each_line():
    assert deck_sentence({"one deck": {"pair": 0.2, "two pair": 0.3, "high card": 0.1}}).endswith("below them: one deck 1")
