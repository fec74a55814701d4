"""Which hand beats which in battle: the examples and counts of section 5."""

from collections import Counter
from itertools import combinations

import pytest

from tests.games.battle.referee.game import DEFAULTS
from tests.games.battle.referee.ranking import CATEGORIES, Ranking, classify, number, read, suit

RANKING = Ranking(DEFAULTS)

EXAMPLES = [
    (1, "Th Jh Qh Kh Ah", "9s Ts Js Qs Ks", "A"),
    (2, "Ah 2h 3h 4h 5h", "Kc Kd Kh Ks Ac", "A"),
    (3, "Ah 2h 3h 4h 5h", "2s 3s 4s 5s 6s", "B"),
    (4, "2c 2d 2h 2s", "Ac Ad Ah Kc Kd", "A"),
    (5, "9c 9d 9h 9s", "9c 9d 9h 9s 2c", "B"),
    (6, "9c 9d 9h 9s 3c", "9c 9d 9h 9s 2c", "A"),
    (7, "3c 3d 3h Ac Ad", "2c 2d 2h Ks Kd", "A"),
    (8, "7c 7d 7h 2c 2d", "Ah Jh 9h 6h 3h", "A"),
    (9, "Ah Jh 9h 6h 3h", "Ac Kc 4c 3c 2c", "B"),
    (10, "Ah Kh Qh Jh 9h", "Ts Jd Qs Ks As", "A"),
    (11, "Ac 2d 3h 4s 5c", "2d 3h 4s 5c 6c", "B"),
    (12, "Qc Kd Ah 2s 3c", "Ac Kc Qd 4c 2h", "B"),
    (13, "Tc Jd Qh Ks Ac", "9c Td Jh Qs Kc", "A"),
    (14, "8c 8d 8h", "Ac Ad Kc Kd Qs", "A"),
    (15, "8c 8d 8h 2c", "8c 8d 8h", "A"),
    (16, "Ac Ad 2c 2d", "Kc Kd Qc Qd As", "A"),
    (17, "Kc Kd 2c 2d 3h", "Kh Ks 2h 2s", "A"),
    (18, "Ac Kc Qc Jc", "2d 2h", "B"),
    (19, "Ac Kd", "Ah Qs Jc 9d 8h", "A"),
    (20, "Ac", "Kc Qd Jh 9s 8d", "A"),
    (21, "Ac Kd Qh 9s 7c", "Ad Kh Qs 9c 7d", "tie"),
    (22, "2c 2d", "Ac Kd Qh Js 9c", "A"),
    (23, "3c 4c 5c 6c", "2h 3d 4d 5d 6d", "B"),
    (24, "Ah Kh Qh Jh 2h Tc", "Ah Kh Qh Jh 2h", "tie"),
    (25, "7c 7d 7h Kc Kd Ks 2h", "Kc Kd Ks Ac Qd", "A"),
    (26, "Ac Ad Kc Kd Qh Qs Js", "Ac Ad Kc Kd Jh", "A"),
    (27, "9c 9d 9h 9s Kc Kd Kh Ks", "Ac Ad Ah As 2c", "B"),
]

COUNTS = {  # best hand of k cards, high card first (section 5)
    1: (52, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    2: (1248, 78, 0, 0, 0, 0, 0, 0, 0, 0),
    3: (18304, 3744, 0, 52, 0, 0, 0, 0, 0, 0),
    4: (183040, 82368, 2808, 2496, 0, 0, 0, 13, 0, 0),
    5: (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4),
}


@pytest.mark.parametrize(("example", "a", "b", "result"), EXAMPLES)
def test_section_5_example(example, a, b, result):
    a_value, b_value = RANKING.hand(read(a))[0], RANKING.hand(read(b))[0]
    assert {"A": a_value > b_value, "B": a_value < b_value, "tie": a_value == b_value}[result], example


def test_section_5_example_28_a_loan_counts_fully():
    borrower = RANKING.best(read("Kh Qh Jh 9h 3c"), read("Th 2c"))
    assert borrower == (*RANKING.hand(read("Ts Js Qs Ks 9s")), tuple(read("Th")))


def test_section_5_packed_value_of_two_pair():
    assert RANKING.hand(read("Kc Kd 2c 2d 3h"))[0] == 2 << 20 | 13 << 16 | 2 << 12 | 3 << 8


def categories_counted(k):
    found = Counter()
    for cards in combinations(sorted(range(52), key=number, reverse=True), k):
        found[classify(tuple([number(card) for card in cards]), len({suit(card) for card in cards}) == 1, 2)[0]] += 1
    return tuple(found[code] for code in range(10))


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_section_5_category_counts(k):
    assert categories_counted(k) == COUNTS[k]


@pytest.mark.slow
def test_section_5_category_counts_of_all_five_card_hands():
    assert categories_counted(5) == COUNTS[5]


def test_ba_9_2_an_empty_row_with_nothing_to_borrow_is_worth_nothing():
    assert RANKING.best([], []) == (0, 0, ())
    assert RANKING.best([], read("3c"))[0] > 0


def test_incomplete_hands_dead_scores_four_cards_as_high_card():
    dead = Ranking({**DEFAULTS, "incomplete_hands": "dead"})
    assert dead.hand(read("9c 9d 9h 9s")) == (9 << 16 | 9 << 12 | 9 << 8 | 9 << 4, 0)
    assert dead.best(read("9c 9d 9h 9s"), read("2c"))[1] == CATEGORIES.index("four_kind")


def test_category_order_replaces_the_place_but_not_the_category():
    order = ["full_house", *[name for name in DEFAULTS["category_order"] if name != "full_house"]]
    turned = Ranking({**DEFAULTS, "category_order": order})
    value, category = turned.hand(read("9c 9d 9h 9s Kc Kd"))
    assert (value >> 20, category) == (9, CATEGORIES.index("full_house"))
    assert turned.hand(read("Th Jh Qh Kh Ah"))[0] >> 20 == 8


def test_deck_low_6_makes_a_wheel_of_ace_6_7_8_9():
    short = Ranking({**DEFAULTS, "deck_low": 6})
    assert short.hand(read("Ac 6d 7h 8s 9c")) == (4 << 20 | 9 << 16, 4)
    assert RANKING.hand(read("Ac 6d 7h 8s 9c"))[1] == 0


def test_ba_9_4_ace_low_straight_can_be_turned_off():
    assert Ranking({**DEFAULTS, "ace_low_straight": False}).hand(read("Ac 2d 3h 4s 5c"))[1] == 0
