"""All hands of named orders, counted one by one, against published tables."""

from math import comb

import pytest

from simlab.errors import InputError, RulesError
from simlab.ranking.any_counts import count_any
from simlab.ranking.named import load

PUBLISHED = {  # highest category first, those that never come left out
    ("standard", 5): [40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540],
    ("three_card", 3): [48, 52, 720, 1_096, 3_744, 16_440],
    ("four_card", 4): [13, 44, 2_496, 2_816, 2_772, 2_808, 82_368, 177_408],
    ("one_joker", 5): [13, 204, 3_120, 6_552, 7_804, 20_532, 137_280, 123_552, 1_268_088, 1_302_540],
    ("bug", 5): [1, 204, 828, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964],
    ("deuces_wild_pay", 5): [
        4, 48, 480, 624, 2_068, 31_552, 12_672, 14_472, 62_232, 355_080, 95_040, 1_225_008, 799_680,
    ],
    ("badugi", 4): [17_160, 154_440, 96_252, 2_873],
    ("eight_or_better", 5): [57_344, 2_541_616],
}  # fmt: skip


@pytest.mark.parametrize(("name", "cards"), PUBLISHED)
def test_published_counts(name, cards):
    counts = [number for number in count_any(load(name), cards).counts.values() if number]
    assert counts[::-1] == PUBLISHED[name, cards]


def test_five_suits_by_hand():
    """65 cards: 13 fives of a kind, 5 suits of 10 runs, 5 of 1,287 less 10."""
    counts = count_any(load("five_suits")).counts
    assert sum(counts.values()) == comb(65, 5)
    assert counts["five of a kind"] == 13
    assert counts["straight flush"] == 50
    assert counts["flush"] == 5 * (comb(13, 5) - 10)
    assert counts["four of a kind"] == 13 * comb(5, 4) * 60
    assert counts["full house"] == 13 * comb(5, 3) * 12 * comb(5, 2)
    assert counts["straight"] == 10 * (5**5 - 5)


@pytest.mark.slow
def test_all_seven_card_hands_by_the_general_ranker():
    counts = count_any(load("standard"), 7).counts
    assert list(counts.values()) == [23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 41_584]


def test_known_cards_leave_the_deck():
    counts = count_any(load("three_card"), without="Ac Ad Ah As").counts
    assert sum(counts.values()) == comb(48, 3)
    assert counts["three of a kind"] == 48


def test_the_audit_of_two_jokers_finds_what_to_swap():
    found = count_any(load("two_jokers"))
    assert found.total == comb(54, 5)
    assert found.finding.startswith("swap three of a kind and two pair")


def test_categories_in_order_of_rarity():
    """In a short deck the flush is rarer than the full house, and no pair than a pair."""
    order = load({"like": "standard", "deck": {"ranks": "6789TJQKA"}, "by_rarity": True})
    assert order.categories == (
        "pair", "high card", "two pair", "three of a kind", "straight", "full house", "flush", "four of a kind", "straight flush",
    )  # fmt: skip
    assert count_any(order).swaps == []


def test_with_wild_cards_rarity_may_have_no_answer():
    """The paradox of wild cards: whichever of two pair and three of a kind ranks higher, a wild card makes more of it."""
    with pytest.raises(RulesError, match="no order of these categories agrees with rarity"):
        load({"like": "two_jokers", "by_rarity": True})


def test_what_is_too_much_to_count_is_refused():
    with pytest.raises(InputError, match="too many to look at"):
        count_any(load("standard"), 10)
    with pytest.raises(InputError, match="of a board"):
        count_any(load("omaha"))
