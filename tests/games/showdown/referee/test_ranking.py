"""The referee's showdown ranking against the specification's examples and exact counts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from tests.games.showdown.referee.ranking import (
    CATEGORIES,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    STRAIGHT,
    STRAIGHT_FLUSH,
    THREE,
    TWO_PAIR,
    Ranking,
    rank_of,
    read_cards,
    suit_of,
)
from tests.games.showdown.referee.tally import SHAPES

STANDARD = Ranking()
VALUES = (0, 1, 2, 3, 4, 5, 6, 7, 0)  # a straight flush counted 0

EXAMPLES = """
1 A 8s 8c Kd 5h 4c | 8h 8d Ks 5s 4s
2 B 8s 8c Kd 5h 4c | 8h 8d Ks 6c 2s
3 A As Ad 4c 3d 2h | Kc Kd Qs Js Ts
4 A 2c 2d 5h 4s 3c | As Kd Qh Jc 9c
5 A Kc Kd 2c 2d 3h | Qs Qh Js Jh As
6 A 9s 9c 4d 4h Qc | 9h 9d 4s 4c Qs
7 B 9s 9c 4d 4h Jc | 9h 9d 4s 4c Qs
8 A Js Jc 7c 7d 2c | Jh Jd 6s 6h As
9 A 5c 5d 5h 3c 2d | 4c 4d 4h As Ks
10 A 6c 5d 4h 3s 2c | Ac 2d 3c 4s 5s
11 A 5s 4c 3d 2h Ac | 5h 4s 3s 2s As
12 B Ah Kc Qc Jc Td | As Kd Qh Jh Th
13 B Qh Kc Ad 2s 3h | 2c 2d 5h 6s 8c
14 B Ac Jc 9c 4c 2c | As Js 9s 4s 2s
15 A Ac Jc 9c 4c 3c | As Js 9s 4s 2s
16 A 7c 5c 4c 3c 2c | As Kd Qh Jh Th
17 A 2c 2d 2h Ac Ad | Kc Kd Kh Qc Qd
18 A Kc Kd Kh Ac Ad | Qc Qd Qh As Ah
19 A Tc Td Th Ks Kh | Qc Qd Qh Js Jh
20 B Kc Kd Kh 2c 2d | Qc Qd Qh As Ah
21 A 3c 3d 3h Ks Kh | 2c 2d 2h Kc Kd
22 A Ac Ad Ah 2c 2d | 3c 3d 3h Ks Kh
23 A 2c 2d 2h 3c 3d | Ac Kc Jc 9c 4c
24 A 2c 2d 2h 2s Kc | Ac Ad Ah Kd Kh
25 A 9c 9d 9h 9s 2c | 8c 8d 8h 8s Ac
26 A Ac 2c 3c 4c 5c | Kc Kd Kh Ks Qd
27 B 9h 8h 7h 6h 5h | 9s 8s 7s 6s 5s
28 A Ac Kc Qc Jc Tc | Ks Qs Js Ts 9s
29 A 6c 5c 4c 3c 2c | As 2s 3s 4s 5s
30 A Ac Ad Ah Kc Kd | Kc Kd Kh Ac Ad
31 A As Kd Qh Jh Th | As Kc Qs Js Ts
32 B Ac Kd 9h 5s 3c | Ah Kc 9d 5d 3d
"""


@pytest.mark.parametrize("line", EXAMPLES.strip().splitlines())
def test_sh_8_worked_examples_of_section_5(line):
    _, better, hands = line.split(" ", 2)
    a, b = (STANDARD.judge(read_cards(text)).key for text in hands.split("|"))
    assert a != b
    assert (a > b) == (better == "A")


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Qh Kc Ad 2s 3h", HIGH_CARD),
        ("2c 2d 5h 4s 3c", PAIR),
        ("9s 9c 4d 4h Qc", TWO_PAIR),
        ("5c 5d 5h 3c 2d", THREE),
        ("5s 4c 3d 2h Ac", STRAIGHT),
        ("Ah Kc Qc Jc Td", STRAIGHT),
        ("7c 5c 4c 3c 2c", FLUSH),
        ("2c 2d 2h 3c 3d", FULL_HOUSE),
        ("2c 2d 2h 2s Kc", FOUR),
        ("Ac 2c 3c 4c 5c", STRAIGHT_FLUSH),
        ("Ac Kc Qc Jc Tc", STRAIGHT_FLUSH),
    ],
)
def test_sh_8_2_categories(text, category):
    assert STANDARD.judge(read_cards(text)).category == category


def better(a: str, b: str, **knobs) -> bool:
    ranking = Ranking(**knobs)
    return ranking.judge(read_cards(a)).key > ranking.judge(read_cards(b)).key


def test_sh_8_9_trips_first_turns_examples_19_and_20_round():
    assert better("Qc Qd Qh Js Jh", "Tc Td Th Ks Kh", full_house_compare="trips_first")
    assert better("Kc Kd Kh 2c 2d", "Qc Qd Qh As Ah", full_house_compare="trips_first")


def test_sh_3_2_suit_order_knob_reverses_example_1():
    assert better("8h 8d Ks 5s 4s", "8s 8c Kd 5h 4c", suit_order="scdh")


def test_category_order_knob_puts_a_flush_below_a_straight():
    order = list(CATEGORIES)
    order[STRAIGHT], order[FLUSH] = order[FLUSH], order[STRAIGHT]
    assert better("6c 5d 4h 3s 2c", "As Ks Js 9s 4s", category_order=order)
    assert Ranking(category_order=order).category(read_cards("6c 5d 4h 3s 2c")) == STRAIGHT


def test_sh_3_4_without_the_low_ace_a_wheel_is_nothing():
    ranking = Ranking(ace_low_straight=False)
    assert ranking.category(read_cards("5s 4c 3d 2h Ac")) == HIGH_CARD
    assert ranking.category(read_cards("5c 4c 3c 2c Ac")) == FLUSH
    assert ranking.category(read_cards("Ah Kc Qc Jc Td")) == STRAIGHT


def test_in_a_short_deck_the_ace_stands_next_to_the_lowest_rank():
    ranking = Ranking(lowest_rank=6)
    low = ranking.judge(read_cards("Ac 6d 7h 8s 9s"))
    assert low.category == STRAIGHT
    assert low.ranks == (rank_of(read_cards("9s")[0]),)
    assert ranking.judge(read_cards("6c 7c 8h Td 9h")).key > low.key
    assert low.key > ranking.judge(read_cards("As 6s 7s 8c 9h")).key  # suit of the nine, not of the ace


def count_draws(kept: str, thrown: str) -> tuple[dict[int, int], float]:
    kept_cards = read_cards(kept)
    unseen = [card for card in range(52) if card not in kept_cards + read_cards(thrown)]
    counts = Counter(STANDARD.category([*kept_cards, *new]) for new in combinations(unseen, 5 - len(kept_cards)))
    return dict(counts), sum(VALUES[category] * count for category, count in counts.items()) / counts.total()


@pytest.mark.parametrize(
    ("kept", "thrown", "counts", "mean"),
    [
        ("As Ad", "9c 6h 3d", {PAIR: 11559, TWO_PAIR: 2592, THREE: 1854, FULL_HOUSE: 165, FOUR: 45}, 1.456059),
        ("As Ad 9c", "6h 3d", {PAIR: 801, TWO_PAIR: 186, THREE: 84, FULL_HOUSE: 9, FOUR: 1}, 1.374653),
        ("7s 7d 7c", "Qh 2d", {THREE: 969, FULL_HOUSE: 66, FOUR: 46}, 3.353377),
        ("8s 8d 5c 5h", "Kd", {TWO_PAIR: 43, FULL_HOUSE: 4}, 2.340426),
        ("Ah 9h 6h 2h", "Kc", {FLUSH: 9, PAIR: 12, HIGH_CARD: 26}, 1.212766),
        ("9s 8d 7c 6h", "2d", {STRAIGHT: 8, PAIR: 12, HIGH_CARD: 27}, 0.936170),
        ("Ts 9s 8s 7s", "2d", {STRAIGHT_FLUSH: 2, FLUSH: 7, STRAIGHT: 6, PAIR: 12, HIGH_CARD: 20}, None),
    ],
)
def test_section_10_6_one_draw_after_a_given_hold(kept, thrown, counts, mean):
    found, found_mean = count_draws(kept, thrown)
    assert found == counts
    assert mean is None or found_mean == pytest.approx(mean, abs=5e-7)


@pytest.mark.slow
def test_section_10_6_four_cards_to_a_lone_ace():
    counts, mean = count_draws("As", "Jd 8c 5h 3d")
    assert [counts[c] for c in range(9)] == [87828, 76392, 8874, 4102, 334, 493, 288, 52, 2]
    assert mean == pytest.approx(0.629826, abs=5e-7)


@pytest.mark.slow
def test_section_5_counts_of_all_hands_and_distinct_keys():
    categories: Counter[int] = Counter()
    shapes: Counter[tuple[int, ...]] = Counter()
    keys = set()  # of two pair and better: the rest would fill the memory
    for hand in combinations(range(52), 5):
        category = STANDARD.category(hand)
        categories[category] += 1
        shapes[tuple(sorted(Counter(suit_of(card) for card in hand).values(), reverse=True))] += 1
        if category >= TWO_PAIR:
            keys.add(STANDARD.judge(hand).key)
    assert [categories[c] for c in range(9)] == [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
    assert [shapes[shape] for shape in SHAPES] == [685464, 949104, 580008, 267696, 111540, 5148]
    assert len(keys) == 2598960 - 1302540 - 1098240


@pytest.mark.slow
def test_section_10_3_full_houses_that_can_meet():
    trips_first = Ranking(full_house_compare="trips_first")
    houses = []
    for three_rank, pair_rank in permutations(range(13), 2):
        for three in combinations(range(4), 3):
            for pair in combinations(range(4), 2):
                hand = [4 * three_rank + suit for suit in three] + [4 * pair_rank + suit for suit in pair]
                houses.append((sum(1 << card for card in hand), STANDARD.judge(hand), trips_first.judge(hand).key))
    assert len(houses) == 3744
    met: Counter[str] = Counter()
    for (mask, mine, my_trips), (other, theirs, their_trips) in combinations(houses, 2):
        if mask & other:
            continue
        met["pairs"] += 1
        met["both ranks"] += mine.ranks[:2] == theirs.ranks[:2]
        met["highest rank"] += mine.ranks[0] == theirs.ranks[0]
        met["ordered differently"] += (mine.key > theirs.key) != (my_trips > their_trips)
    assert met == {"pairs": 5024448, "both ranks": 0, "highest rank": 27456, "ordered differently": 1235520}
