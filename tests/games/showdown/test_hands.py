"""Scoring phases and the comparison of hands: SH-3, SH-7 and SH-8, at an engine's table with a stacked deck."""

import numpy as np
import pytest

from simlab.cards import FRENCH
from simlab.games.showdown.rules import Category, End
from simlab.games.showdown.sets import lanes
from simlab.games.showdown.text import cards_of
from simlab.ranking.hands import category
from simlab.ranking.scalar import rank
from tests.games.showdown.tables import GAME, Stacked, mask

NOTHING = "3d 5c 7d 9h Jc"
RULES = GAME.Rules().lower()


def strength(hand: str, **knobs):
    rules = GAME.Rules.of(knobs).lower() if knobs else RULES
    return int(rank(lanes(np.int64(mask(hand))), rules.order))


def kind(hand: str, **knobs) -> str:
    return Category(int(category(strength(hand, **knobs)))).name


def scorer(*hands: str, **knobs) -> int:
    return int(Stacked(list(hands), **knobs).pat().known.scorer[0])


# the worked examples of section 5 that can meet at a table: clause, hand A, hand B, winner
EXAMPLES = [
    ("SH-8.3", "8s 8c Kd 5h 4c", "8h 8d Ks 5s 4s", 0),
    ("SH-8.3", "8s 8c Kd 5h 4c", "8h 8d Ks 6c 2s", 1),
    ("SH-8.3", "As Ad 4c 3d 2h", "Kc Kd Qs Js Ts", 0),
    ("SH-8.2", "2c 2d 5h 4s 3c", "As Kd Qh Jc 9c", 0),
    ("SH-8.4", "Kc Kd 2c 2d 3h", "Qs Qh Js Jh As", 0),
    ("SH-8.4", "9s 9c 4d 4h Qc", "9h 9d 4s 4c Qs", 0),
    ("SH-8.4", "9s 9c 4d 4h Jc", "9h 9d 4s 4c Qs", 1),
    ("SH-8.4", "Js Jc 7c 7d 2c", "Jh Jd 6s 6h As", 0),
    ("SH-8.5", "5c 5d 5h 3c 2d", "4c 4d 4h As Ks", 0),
    ("SH-8.6", "6c 5d 4h 3s 2c", "Ac 2d 3c 4s 5s", 0),
    ("SH-8.6", "5s 4c 3d 2h Ac", "5h 4s 3s 2s As", 0),
    ("SH-8.6", "Ah Kc Qc Jc Td", "As Kd Qh Jh Th", 1),
    ("SH-3.4", "Qh Kc Ad 2s 3h", "2c 2d 5h 6s 8c", 1),
    ("SH-8.7", "Ac Jc 9c 4c 2c", "As Js 9s 4s 2s", 1),
    ("SH-8.7", "Ac Jc 9c 4c 3c", "As Js 9s 4s 2s", 0),
    ("SH-8.2", "7c 5c 4c 3c 2c", "As Kd Qh Jh Th", 0),
    ("SH-8.9", "2c 2d 2h Ac Ad", "Kc Kd Kh Qc Qd", 0),
    ("SH-8.9", "Kc Kd Kh Ac Ad", "Qc Qd Qh As Ah", 0),
    ("SH-8.9", "Tc Td Th Ks Kh", "Qc Qd Qh Js Jh", 0),
    ("SH-8.9", "Kc Kd Kh 2c 2d", "Qc Qd Qh As Ah", 1),
    ("SH-8.9", "3c 3d 3h Ks Kh", "2c 2d 2h Kc Kd", 0),
    ("SH-8.9", "Ac Ad Ah 2c 2d", "3c 3d 3h Ks Kh", 0),
    ("SH-8.2", "2c 2d 2h 3c 3d", "Ac Kc Jc 9c 4c", 0),
    ("SH-8.2", "2c 2d 2h 2s Kc", "Ac Ad Ah Kd Kh", 0),
    ("SH-8.10", "9c 9d 9h 9s 2c", "8c 8d 8h 8s Ac", 0),
    ("SH-8.2", "Ac 2c 3c 4c 5c", "Kc Kd Kh Ks Qd", 0),
    ("SH-8.11", "9h 8h 7h 6h 5h", "9s 8s 7s 6s 5s", 1),
    ("SH-8.11", "Ac Kc Qc Jc Tc", "Ks Qs Js Ts 9s", 0),
    ("SH-8.11", "6c 5c 4c 3c 2c", "As 2s 3s 4s 5s", 0),
    ("SH-7.3", "Ac Kd 9h 5s 3c", "Ah Kc 9d 5d 3d", -1),
]


@pytest.mark.parametrize(("clause", "a", "b", "winner"), EXAMPLES)
def test_the_worked_examples_are_decided_at_the_table(clause, a, b, winner):
    assert scorer(a, b) == winner
    assert scorer(b, a) == (1 - winner if winner >= 0 else -1)


@pytest.mark.parametrize(("better", "worse"), [("Ac Ad Ah Kc Kd", "Kc Kd Kh Ac Ad"), ("As Kd Qh Jh Th", "As Kc Qs Js Ts")])
def test_sh_8_12_hands_that_never_meet_are_ordered_too(better, worse):
    assert strength(better) > strength(worse)


def test_sh_8_1_every_hand_of_one_deal_has_a_strength_of_its_own():
    random = np.random.default_rng(5)
    for _ in range(300):
        deal = random.permutation(52)[:30].reshape(6, 5)
        assert len({strength(FRENCH.write(hand.tolist())) for hand in deal}) == 6


def test_sh_8_8_the_highest_suit_of_a_group_comes_first():
    assert strength("8s 8c Kd 5h 4c") > strength("8h 8d Kd 5h 4c")
    assert strength("8h 8d Kd 5h 4c") > strength("8h 8c Kd 5h 4c")


def test_sh_3_1_ranks_rise_from_two_to_ace():
    pairs = [f"{r}c {r}d {' '.join(k + 'h' for k in [x for x in '23456789TJQKA' if x != r][:3])}" for r in "23456789TJQKA"]
    assert sorted(pairs, key=strength) == pairs


def test_sh_3_2_suits_rise_from_clubs_to_spades():
    flushes = [f"A{s} J{s} 9{s} 4{s} 2{s}" for s in "cdhs"]
    assert sorted(flushes, key=strength) == flushes
    assert sorted(flushes, key=lambda hand: strength(hand, suit_order="shdc")) == flushes[::-1]


def test_sh_3_4_the_ace_is_low_only_in_the_five_high_straight():
    assert kind("Ac 2d 3h 4s 5c") == "STRAIGHT"
    assert kind("Ac 2d 3h 4s 5c", ace_low_straight=False) == "HIGH_CARD"
    assert kind("Qh Kc Ad 2s 3h") == "HIGH_CARD"
    assert strength("Ac 2d 3h 4s 5c") < strength("6c 5d 4h 3s 2c")


VALUES = [
    ("2c 2d 5h 4s 3c", 1), ("Kc Kd 2c 2d 3h", 2), ("5c 5d 5h 3c 2d", 3), ("6c 5d 4h 3s 2c", 4),
    ("Ac Js 9s 4s 2s", 0), ("As Js 9s 4s 2s", 5), ("2c 2d 2h As Ad", 6), ("2c 2d 2h 2s Kc", 7),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "value"), VALUES)
def test_sh_7_1_a_hand_is_worth_its_category(hand, value):
    assert Stacked([hand, "3d 5c 7d 9h Qc"]).pat().points() == [value, 0]


def test_sh_7_2_only_the_best_hand_scores():
    assert Stacked(["2c 2d 5h 4s 3c", "5c 5d 5s 3d 2h", "Kc Kd 7c 7d 3h"]).pat().points() == [0, 3, 0]
    assert Stacked(["2c 2d 5h 4s 3c", "5c 5d 5s 3d 2h", "Kc Kd 7c 7d 3h"], scorers="all").pat().points() == [1, 3, 2]
    assert Stacked(["2c 2d 5h 4s 3c", "5c 5d 5s 3d 2h", "Kc Kd 7c 7d 3h"], scorers="best_two").pat().points() == [0, 3, 2]


def test_sh_7_3_nobody_scores_without_a_pair():
    table = Stacked(["2c 4d 6h 8s Tc", NOTHING]).pat()
    assert table.points() == [0, 0]
    assert int(table.tally.best_cat1[0]) == 1
    assert Stacked(["2c 4d 6h 8s Tc", NOTHING], category_points=[1, 1, 2, 3, 4, 5, 6, 7, 8]).pat().points() == [0, 1]


def test_sh_7_4_all_hands_are_seen_after_phase_1():
    table = Stacked(["2c 2d 5h 4s 3c", NOTHING]).pat()
    assert [cards_of(table.view(0).open.revealed[0, s]) for s in (0, 1)] == [sorted(FRENCH.read(h)) for h in table.hands]


@pytest.mark.parametrize(("reveal", "seen"), [("all", [True, True]), ("best", [True, False]), ("none", [False, False])])
def test_sh_7_5_phase_2_shows_all_hands_so_that_tricks_are_open(reveal, seen):
    table = Stacked(["2c 2d 5h 4s 3c", NOTHING], reveal_phase2=reveal).to_tricks()
    assert [bool(cards) for cards in table.view(1).open.revealed[1, :2]] == seen
    assert int(table.known.category[1, 0]) == 1  # scorer and category are announced


def test_sh_7_6_in_draw_2_an_observer_knows_the_hand_and_the_number_thrown_not_which():
    one, other = (Stacked(["2c 2d 5h 4s 3c", NOTHING], stock="Ks Qs").pat().go(action) for action in (0b00011, 0b11000))
    for table in (one, other):
        assert int(table.view(1).open.thrown[1, 0]) == 2
        assert cards_of(table.view(1).open.revealed[0, 0]) == sorted(FRENCH.read("2c 2d 5h 4s 3c"))
    assert one.view(1).tobytes() == other.view(1).tobytes()


@pytest.mark.parametrize("phase", [1, 2])
def test_sh_7_7_a_straight_flush_in_a_scoring_phase_wins_at_once(phase):
    table = Stacked(["Kc Kd Kh Ks Qd", "5c 6c 7c 8c 2d"], stock="9c")
    if phase == 2:
        table.pat()
    table.go(0, 0b00001)
    if phase == 2:
        table.go(0)  # keep the card shown
    assert table.over
    assert table.tally.winner == 1
    assert table.tally.end_reason == (End.STRAIGHT_FLUSH_1, End.STRAIGHT_FLUSH_2)[phase - 1]


def test_sh_7_8_no_points_are_given_for_it_and_the_round_ends():
    table = Stacked(["9h 8h 7h 6h 5h", "Kc Kd Kh Ks Qd"]).pat()
    assert table.over
    assert table.points() == [0, 0]
    assert table.tally.score1.tolist() == [1, 0, 0, 0, 0, 0]
    assert table.tally.last.sum() == 0
    barred = Stacked(["9h 8h 7h 6h 5h", "Kc Kd Kh Ks Qd"], straight_flush_phases="phase2")
    assert barred.pat().points() == [8, 0]


def test_sh_7_8_no_circle_bars_a_circle_holder_from_the_sudden_win():
    table = Stacked(["9h 8h 7h 6h 5h", "9s 8s 7s 6s 2s"], straight_flush_who="no_circle")
    table.known.points[0] = 50
    table.known.circle_round[0] = 1
    assert not table.pat().over
    assert table.points() == [58, 0]


def test_sh_7_9_the_higher_of_two_straight_flushes_wins_alone():
    table = Stacked(["9h 8h 7h 6h 5h", "9s 8s 7s 6s 5s"]).pat()
    assert table.tally.win.tolist() == [0, 60, 0, 0, 0, 0]
    assert table.tally.suit_decided == 1


def test_sh_7_10_the_same_hand_may_score_twice():
    assert Stacked(["2c 2d 5h 4s 3c", NOTHING]).to_tricks().points() == [2, 0]


def test_sh_7_11_a_circle_holder_still_scores_and_denies_others():
    table = Stacked(["Kc Kd 2c 2d 3h", "Qs Qh 4s 5h As"])
    table.known.points[0] = 50
    table.known.circle_round[0] = 1
    assert table.pat().points() == [52, 0]


def test_sh_8_9_trips_first_is_the_standard_comparison():
    low_three, kings = "2c 2d 2h Ac Ad", "Kc Kd Kh Qc Qd"
    assert scorer(low_three, kings) == 0
    assert scorer(low_three, kings, full_house_compare="trips_first") == 1
    table = Stacked([low_three, kings]).pat()
    assert (int(table.tally.full_clash), int(table.tally.full_flip)) == (1, 1)


def test_worthless_categories_do_not_stand_in_the_way():
    points = [0, 1, 0, 3, 4, 5, 6, 7, 8]
    assert Stacked(["2c 2d 5h 4s 3c", "Kc Kd 7c 7d 3h"], category_points=points).pat().points() == [1, 0]
