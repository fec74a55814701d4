"""What rows of battle are worth: section 5, loans, ties and the order of hands."""

from random import Random

import numpy as np
import pytest

from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.games.battle.packed import packed
from simlab.games.battle.rules import CATEGORY_NAMES, Rules
from simlab.games.battle.scoring import strength, tried, value
from simlab.jit import allocating
from simlab.ranking.hands import category
from tests.games.battle.positions import scored

EXAMPLES = """
Th Jh Qh Kh Ah | 9s Ts Js Qs Ks | A
Ah 2h 3h 4h 5h | Kc Kd Kh Ks Ac | A
Ah 2h 3h 4h 5h | 2s 3s 4s 5s 6s | B
2c 2d 2h 2s | Ac Ad Ah Kc Kd | A
9c 9d 9h 9s | 9c 9d 9h 9s 2c | B
9c 9d 9h 9s 3c | 9c 9d 9h 9s 2c | A
3c 3d 3h Ac Ad | 2c 2d 2h Ks Kd | A
7c 7d 7h 2c 2d | Ah Jh 9h 6h 3h | A
Ah Jh 9h 6h 3h | Ac Kc 4c 3c 2c | B
Ah Kh Qh Jh 9h | Ts Jd Qs Ks As | A
Ac 2d 3h 4s 5c | 2d 3h 4s 5c 6c | B
Qc Kd Ah 2s 3c | Ac Kc Qd 4c 2h | B
Tc Jd Qh Ks Ac | 9c Td Jh Qs Kc | A
8c 8d 8h | Ac Ad Kc Kd Qs | A
8c 8d 8h 2c | 8c 8d 8h | A
Ac Ad 2c 2d | Kc Kd Qc Qd As | A
Kc Kd 2c 2d 3h | Kh Ks 2h 2s | A
Ac Kc Qc Jc | 2d 2h | B
Ac Kd | Ah Qs Jc 9d 8h | A
Ac | Kc Qd Jh 9s 8d | A
Ac Kd Qh 9s 7c | Ad Kh Qs 9c 7d | tie
2c 2d | Ac Kd Qh Js 9c | A
3c 4c 5c 6c | 2h 3d 4d 5d 6d | B
Ah Kh Qh Jh 2h Tc | Ah Kh Qh Jh 2h | tie
7c 7d 7h Kc Kd Ks 2h | Kc Kd Ks Ac Qd | A
Ac Ad Kc Kd Qh Qs Js | Ac Ad Kc Kd Jh | A
9c 9d 9h 9s Kc Kd Kh Ks | Ac Ad Ah As 2c | B
"""
FULL_HOUSE_UP = ["royal_flush", "straight_flush", "full_house", "four_kind", *CATEGORY_NAMES[5::-1]]
CASES = [tuple(part.strip() for part in line.split("|")) for line in EXAMPLES.strip().splitlines()]


def hand(cards, **rules):
    model = Rules.of(rules).lower()
    return int(packed(strength(np.int64(DECK.mask(DECK.read(cards))), model), model))


@pytest.mark.parametrize(("a", "b", "result"), CASES)
def test_section_5_ba_2_1_ba_9_2_ba_9_3_ba_9_4_the_examples(a, b, result):
    one, other = hand(a), hand(b)
    assert ("A" if one > other else "B" if other > one else "tie") == result


def test_section_5_example_28_the_loan_counts_fully():
    result = scored("Kh Qh Jh 9h 3c", "*Ts *Js *Qs *Ks *9s", "Th *2c")
    assert result.value[0] == result.value[1]


def test_section_5_the_packed_value_of_two_pair_and_ba_9_2_of_nothing():
    assert hand("Ac Ad 2c 2d 9h") == 2 << 20 | 14 << 16 | 2 << 12 | 9 << 8
    assert hand("") == 0


COUNTS = {
    1: (52, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    2: (1248, 78, 0, 0, 0, 0, 0, 0, 0, 0),
    3: (18304, 3744, 0, 52, 0, 0, 0, 0, 0, 0),
    4: (183040, 82368, 2808, 2496, 0, 0, 0, 13, 0, 0),
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4),
    6: (6612900, 9730740, 2532816, 732160, 361620, 205792, 165984, 14664, 1656, 188),
}


@allocating
def count_hands(rules, places, k, counts):
    """Categories of all k-card sets, by counting up the chosen indices."""
    chosen = np.zeros(8, np.int64)
    for i in range(k):
        chosen[i] = i
    while True:
        cards = np.int64(0)
        for i in range(k):
            cards |= np.int64(1) << places[chosen[i]]
        counts[category(strength(cards, rules))] += 1
        at = k - 1
        while at >= 0 and chosen[at] == 52 - k + at:
            at -= 1
        if at < 0:
            return
        chosen[at] += 1
        for i in range(at + 1, k):
            chosen[i] = chosen[i - 1] + 1


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5, 6])
def test_section_5_category_counts_of_all_sets(k):
    counts = np.zeros(16, np.int64)
    count_hands(Rules().lower(), DECK.place, k, counts)
    assert tuple(counts[:10].tolist()) == COUNTS[k]


def test_ba_2_2_ba_2_3_one_card_of_others_and_not_one_of_each():
    assert scored("Ac", "Ad *2c", "Ah *3c").cat[0] == 1


def test_ba_2_4_ba_2_5_hidden_cards_count_for_their_owner_alone():
    result = scored("*Ac *Ad", "*Ah Ks", "As *Kd")
    assert result.cat[:3].tolist() == [3, 1, 1]
    assert DECK.write([int(result.loan[0])]) == "As"


def test_ba_2_6_several_seats_borrow_the_same_card_and_its_owner_counts_it():
    result = scored("Ac Ad", "Ah Ks", "As Kc")
    assert [DECK.write([int(card)]) for card in result.loan[:3]] == ["Ah", "Ac", "Ac"]
    once = scored("Ac 4d", "Ah Ks", "As Kc", borrow_shared=False)
    assert [DECK.write([int(card)]) for card in once.loan[:3]] == ["Ah", "Ac", "Ks"]


def test_ba_2_7_the_best_loan_is_found_and_the_lowest_id_named():
    assert DECK.write([int(scored("Ac 4d", "Ks As Ad", "Kd").loan[0])]) == "Ad"


def test_ba_2_8_equal_hands_share_the_win_and_suits_never_count():
    result = scored("*Ac *Kd", "*Ad *Kh", "*Qc")
    assert result.win[:3].tolist() == [30, 30, 0]
    assert (result.n_winners, result.winner_mask) == (2, 0b011)


def test_ba_9_1_the_end_scores_row_and_loan():
    result = scored("Kh Qh Jh 9h 3c", "Th *2c")
    assert (CATEGORY_NAMES[result.own_cat[0]], CATEGORY_NAMES[result.cat[0]]) == ("high_card", "straight_flush")
    assert result.own_value[0] < result.value[0]


def test_borrow_max_0_and_2():
    assert scored("Ac 4d", "Ah As", borrow_max=0).loan[0] == -1
    two = scored("Ac 4d", "Ah As", borrow_max=2)
    assert (two.cat[0], DECK.write([int(two.loan[0])])) == (3, "Ah")


def test_incomplete_hands_dead_compare_number_by_number_with_complete_ones():
    assert hand("8c 8d 8h", incomplete_hands="dead") == 8 << 16 | 8 << 12 | 8 << 8
    assert hand("8c 8d 8h 2c", incomplete_hands="dead") < hand("9c 7d 5h 3s 2c", incomplete_hands="dead")
    assert hand("Ac 2d", incomplete_hands="dead") > hand("Kc Qd Jh 9s 8c", incomplete_hands="dead")


def test_ba_9_3_category_order_replaces_the_place_but_not_the_category():
    assert hand("3c 3d 3h Ac Ad", category_order=FULL_HOUSE_UP) > hand("9c 9d 9h 9s 2c", category_order=FULL_HOUSE_UP)
    assert scored("*3c *3d *3h *Ac *Ad", "*2c", category_order=FULL_HOUSE_UP).cat[0] == 6


def test_ba_9_4_the_wheel_of_a_short_deck_and_the_knob_that_forbids_it():
    assert hand("Ac 6d 7h 8s 9c", deck_low=6) == 4 << 20 | 9 << 16
    assert hand("Ac 2d 3h 4s 5c", ace_low_straight=False) >> 20 == 0


@pytest.mark.parametrize(
    "rules",
    [{}, {"deck_low": 5}, {"incomplete_hands": "dead"}, {"ace_low_straight": False, "category_order": FULL_HOUSE_UP}],
)
def test_reading_off_the_best_loan_agrees_with_trying_every_card(rules):
    model = Rules.of(rules).lower()
    low, random = int(model.deck_low) - 2, Random(5)
    deck = [card for card in range(52) if DECK.rank(card) >= low]
    for _ in range(3000):
        cards = random.sample(deck, random.randint(1, 26))
        size = random.randint(0, min(11, len(cards)))
        own, pool = (np.int64(DECK.mask(part)) for part in (cards[:size], cards[size:]))
        assert int(value(own, pool, model)) == int(tried(own, pool, model)[0]), DECK.write(cards[:size])
