"""Jester, clause by clause: Blackjack."""

import numpy as np
import pytest

from simlab.cards import FRENCH
from simlab.games.jester.counting import total
from simlab.games.jester.rules import Act
from tests.games.jester.table import blackjack_table, game_table, hand, point, points, steps

HOLD, HIT, DOUBLE = (int(act) for act in Act)


def count(text):
    cards = np.array(FRENCH.read(text), np.int8)
    return int(total(cards, len(cards)))


def settled(pair, pile, *actions, other="Tc 6d", **changes):
    """Seat 0 with this pair, then seat 1 holds; the points of seat 0."""
    table = blackjack_table([pair, other], pile, **changes)
    steps(table, *actions, HOLD)
    assert table.over
    return int(table.tally.pts_bj[0])


def test_je_5_1_and_je_5_2_two_cards_each_are_chosen_unseen():
    table = game_table(["Ac Kc 2c 3c 4c", "5d 6d 7d 8d 9d"], players=2, phases=["blackjack", "poker"])
    assert len(table.legal()) == 10
    steps(table, 9)
    assert table.view(1).table.fronts[0] == 0
    assert table.view(1).table.laid == 0
    assert table.view(0).table.front[0, :2].tolist() == FRENCH.read("Kc Ac")
    steps(table, 0)
    assert table.view(1).table.front[0, :2].tolist() == FRENCH.read("Kc Ac")
    assert hand(table, 0) == "2c 3c 4c"


def test_je_5_2_in_turn_the_pairs_lie_open_from_the_jesters_left():
    table = game_table(["Ac Kc", "5d 6d", "7h 8h"], players=3, phases=["blackjack"], bj_pick="in_turn", first_dealer=2)
    assert table.seat == 1
    steps(table, 0)
    assert table.seat == 2
    assert table.view(2).table.front[1, :2].tolist() == FRENCH.read("5d 6d")


@pytest.mark.parametrize(
    ("cards", "is_worth"),
    [("2c 9c", 11), ("Jc Qc", 20), ("Kc Ac", 21), ("Ac Ad", 12), ("Ac 9c 5c", 15), ("Kc Qc 2c", 22), ("Ac Ad Kc Kd", 22), ("Ac Ad 9c", 21)],
)
def test_je_5_3_and_je_5_4_the_best_value_of_aces(cards, is_worth):
    assert count(cards) == is_worth


def test_je_5_5_the_first_deck_card_is_turned_after_all_have_picked():
    table = game_table(["Kc 5c", "4h 5h"], "9d", phases=["blackjack"], players=2)
    steps(table, 0)
    assert int(table.state.table.decks) == 0
    steps(table, 0)
    assert table.view(0).table.deck[:2].tolist() == [FRENCH.read("9d")[0], -1]


def test_je_5_6_from_the_jesters_left_each_takes_one_choice():
    table = blackjack_table(["Kc 5c", "4h 5h", "8c 9c"], "9d", first_dealer=0)
    order = []
    while not table.over:
        order.append(table.seat)
        assert table.legal() == [HOLD, HIT, DOUBLE]
        steps(table, HOLD)
    assert order == [2, 0, 1]


def test_je_5_7_and_je_5_8_hold_keeps_the_pair_and_hit_adds_the_next_card():
    table = blackjack_table(["Kc 5c", "4h 5h"], "9d 3s 8s")
    steps(table, HIT)
    assert table.state.table.front[0, :3].tolist() == FRENCH.read("5c Kc 3s")
    steps(table, HOLD)
    assert int(table.state.table.fronts[1]) == 2


def test_je_5_9_a_second_hit_only_by_the_knob_and_never_after_a_bust():
    assert blackjack_table(["2c 3c", "4h 5h"], "9d 3s 8s").seat == 0
    table = steps(blackjack_table(["2c 3c", "4h 5h"], "9d 3s 8s"), HIT)
    assert table.seat == 1
    table = steps(blackjack_table(["2c 3c", "4h 5h"], "9d 3s 8s", max_hits=2), HIT)
    assert (table.seat, table.legal()) == (0, [HOLD, HIT])
    steps(table, HIT)
    assert (table.seat, int(table.state.table.fronts[0])) == (1, 4)
    assert steps(blackjack_table(["Kc 9c", "4h 5h"], "9d Ks 8s", max_hits=2), HIT).seat == 1


@pytest.mark.parametrize("draws", [0, 1, 2])
def test_je_5_10_double_draws_its_cards_even_over_21(draws):
    table = steps(blackjack_table(["Kc 9c", "4h 5h"], "9d Ks 8s", double_draws=draws), DOUBLE)
    assert (table.seat, int(table.state.table.fronts[0])) == (1, 2 + draws)


@pytest.mark.parametrize(
    ("pile", "knobs", "shown"),
    [
        ("9d 8s 2s", {}, "9d 8s"),  # 17 stands
        ("9d 7s 2s 3s", {}, "9d 7s 2s"),
        ("2d 3s 2s 3c", {}, "2d 3s 2s"),  # once only
        ("2d 3s 2s 3c 4c 5d", {"deck_third": "until"}, "2d 3s 2s 3c 4c 5d"),
        ("9d 8s 2s", {"deck_stands_at": 18}, "9d 8s 2s"),
    ],
)
def test_je_5_11_the_deck_takes_a_second_card_and_below_17_one_more(pile, knobs, shown):
    table = steps(blackjack_table(["Kc 9c", "4h 5h"], pile, **knobs), HOLD, HOLD)
    assert table.tally.deck_three == (len(shown.split()) > 2)
    assert [int(card) for card in table.state.table.deck if card >= 0] == FRENCH.read(shown)


def test_je_5_12_the_decks_aces_count_best_and_a_soft_17_stands():
    table = steps(blackjack_table(["Kc 9c", "4h 5h"], "Ad 6s 9s"), HOLD, HOLD)
    assert int(table.state.table.decks) == 2


@pytest.mark.parametrize(
    ("clause", "pair", "pile", "action", "gained"),
    [
        ("JE-5.13", "Kc 9c", "9d 9s", HOLD, 2),
        ("JE-5.13", "Kc 7c", "9d 9s", HOLD, 0),
        ("JE-5.13", "Kc 7c", "9d 8s 9s", HIT, 0),
        ("JE-5.14", "5c 6c", "9d Ks 9s", DOUBLE, 4),
        ("JE-5.14", "5c 6c", "9d 2s 9s", DOUBLE, -1),
        ("JE-5.14", "Kc 6c", "9d Ks 9s", DOUBLE, -2),
        ("JE-5.15", "Kc 8c", "9d 9s", HOLD, 0),
        ("JE-5.16", "2c 3c", "6d Ks Qs", HOLD, 2),
        ("JE-5.17", "Kc 6c", "6d 9s Ks Qs", HIT, 0),
        ("JE-5.17", "Kc 6c", "6d 9s Ks Qs", DOUBLE, -2),
        ("JE-5.18", "Ac Kc", "9d 9s", HOLD, 2),
        ("JE-5.18", "Ac Kc", "9d 5s 7s", HOLD, 0),  # a three-card 21 is as good
    ],
)
def test_je_5_13_to_je_5_18_payoffs(clause, pair, pile, action, gained):
    assert settled(pair, pile, action) == gained, clause


@pytest.mark.parametrize(
    ("pair", "pile", "action", "knobs", "gained"),
    [
        ("Kc 8c", "9d 9s", HOLD, {"bj_tie": "push"}, 0),
        ("Kc 8c", "9d 9s", HOLD, {"bj_tie": "win"}, 2),
        ("5c 4c", "9d 9s 9h", DOUBLE, {"bj_tie": "push"}, 0),
        ("2c 3c", "6d Ks Qs", HOLD, {"deck_bust": "none"}, 0),
        ("Ac Kc", "9d 9s", HOLD, {"natural_bonus": 3}, 5),
        ("Ac Kc", "9d Ts 9s", HIT, {"natural_bonus": 3}, 2),
        ("Kc 9c", "9d 9s", HOLD, {"bj_win": 7}, 7),
        ("5c 6c", "9d Ks 9s", DOUBLE, {"dd_win": 8}, 8),
        ("5c 6c", "9d 2s 9s", DOUBLE, {"dd_lose": -4}, -4),
        ("Kc 6c", "9d Ks 9s", DOUBLE, {"dd_bust": -5}, -5),
    ],
)
def test_je_5_15_je_5_16_and_je_5_18_payoffs_by_knob(pair, pile, action, knobs, gained):
    assert settled(pair, pile, action, **knobs) == gained


def test_je_5_19_points_are_booked_together_and_the_cards_discarded():
    table = game_table(["Kc 9c", "Tc Td"], "9d 8s", phases=["blackjack", "poker"], players=2, target=5, start_points=4, bj_win=2)
    first = [FRENCH.read(hand(table, seat)) for seat in range(2)]
    pairs = [[hand_cards.index(card) for card in FRENCH.read(text)] for hand_cards, text in zip(first, ("9c Kc", "Tc Td"), strict=True)]
    numbers = {(i, j): n for n, (i, j) in enumerate((i, j) for i in range(5) for j in range(i + 1, 5))}
    steps(table, *[numbers[tuple(sorted(pair))] for pair in pairs], HOLD, HOLD)
    assert table.over
    assert points(table) == [6, 6]
    assert table.tally.win[:2].tolist() == [30, 30]
    assert int(table.state.table.laid) == 0
    assert int(table.state.table.discards) >> FRENCH.read("9d")[0] & 1


def test_je_5_20_points_may_go_negative_unless_there_is_a_floor():
    assert settled("Kc 6c", "9d Ks 9s", DOUBLE) == -2
    assert settled("Kc 6c", "9d Ks 9s", DOUBLE, points_floor=-1) == -1
    assert settled("Kc 6c", "9d Ks 9s", DOUBLE, points_floor=5) == 0  # no loss below, no gift above
    table = blackjack_table(["Kc 6c", "4h 5h"], "9d Ks 9s")
    assert point(table) == "BJ_ACT"
