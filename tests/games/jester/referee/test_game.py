"""The Jester referee clause by clause: the deal, Trash, Low, High, Blackjack and the end."""

import random
from collections import Counter
from itertools import permutations
from math import sqrt

import pytest

from tests.games.jester.referee import ranking
from tests.games.jester.referee.game import RandomChance
from tests.games.jester.referee.policies import CALL, CHECK, DOUBLE, HIT, HOLD, RAISE_1
from tests.games.jester.referee.table import Stacked, blackjack_table, cards, play, play_out, steps, table


@pytest.mark.parametrize(
    ("pair", "pile", "action", "changes", "points"),
    [
        ("Kc Qc", "9d 9s", HOLD, {}, 2),  # 20 beats 18
        ("Kc 8c", "9d 9s", HOLD, {}, 0),  # an equal total does not beat (JE-5.15)
        ("Kc 8c", "9d 9s", HOLD, {"bj_tie": "win"}, 2),
        ("Kc 8c", "9d 9s", HOLD, {"bj_tie": "push"}, 0),
        ("5c 6c", "9d 7c 9s", DOUBLE, {}, -1),
        ("5c 6c", "9d 7c 9s", DOUBLE, {"bj_tie": "push"}, 0),
        ("5c 6c", "9d 7c 9s", DOUBLE, {"bj_tie": "win"}, 4),
        ("5c 6c", "9d Tc 9s", DOUBLE, {}, 4),
        ("5c 6c", "9d Tc 9s", HIT, {}, 2),
        ("Kc 6c", "9d Tc 9s", DOUBLE, {}, -2),
        ("Kc 6c", "9d Tc 9s", HIT, {}, 0),
        ("2c 3c", "6d Td Ks", HOLD, {}, 2),  # the deck busts, everybody beats it (JE-5.16)
        ("2c 3c", "6d Td Ks", HOLD, {"deck_bust": "none"}, 0),
        ("2c 3c", "6d 2d Td Ks", DOUBLE, {"deck_bust": "none"}, -1),
        ("Kc 6c", "6d Tc Td Ks", DOUBLE, {}, -2),  # JE-5.17
        ("Ac Kc", "9d 9s", HOLD, {"natural_bonus": 3}, 5),
        ("Ac Kc", "9d Kd 9s", HIT, {"natural_bonus": 3}, 2),
        ("Ac Kc", "9d 9s", DOUBLE, {"double_draws": 0, "natural_bonus": 3}, 4),
        ("Ac Kc", "Ad Ks", HOLD, {"natural_bonus": 3}, 0),  # 21 against 21
        ("2c 3c", "9d Kd Ks 9s", DOUBLE, {"double_draws": 2}, -2),
        ("2c 3c", "9d 6d Ks 9s", DOUBLE, {"double_draws": 2}, 4),
        ("Kc Qc", "9d 9s", HOLD, {"bj_win": 5}, 5),
    ],
)
def test_je_5_13_to_je_5_18_payoffs(pair, pile, action, changes, points):
    referee = blackjack_table([pair, "4h 5h"], pile, **changes)
    steps(referee, action, HOLD)
    assert referee.points[0] == points


def test_je_5_11_a_deck_of_sixteen_or_less_takes_exactly_one_further_card():
    referee = blackjack_table(["Kc 6c", "Kd 6d"], "2h 2s 3h 4h 5h")
    steps(referee, HOLD, HOLD)
    assert referee.deck_cards == cards("2h 2s 3h")
    referee = blackjack_table(["Kc 6c", "Kd 6d"], "2h 2s 3h 4h 5h 6h", deck_third="until")
    steps(referee, HOLD, HOLD)
    assert referee.deck_cards == cards("2h 2s 3h 4h 5h 6h")
    referee = blackjack_table(["Kc 6c", "Kd 6d"], "Ah 6s 3h")  # a soft 17 stands (JE-5.12)
    steps(referee, HOLD, HOLD)
    assert referee.deck_cards == cards("Ah 6s")
    referee = blackjack_table(["Kc 6c", "Kd 6d"], "Ah 6s 3h", deck_stands_at=18)
    steps(referee, HOLD, HOLD)
    assert referee.deck_cards == cards("Ah 6s 3h")


def test_je_5_6_je_5_9_seats_choose_once_with_the_jester_last_and_max_hits_asks_again():
    referee = blackjack_table(["2c 3c", "2d 3d", "2h 3h"], "9d 4c 4d 4h", first_dealer=1)
    assert referee.jester == 2
    order = []
    for action in (HIT, HOLD, HIT):
        order.append(referee.seat)
        referee.step(action)
    assert order == [0, 1, 2]
    referee = blackjack_table(["2c 3c", "2d 3d"], "9d Kc 6c 9s", max_hits=2)
    referee.step(HIT)
    assert (referee.seat, referee.legal()) == (0, [HOLD, HIT])
    referee.step(HIT)
    assert (referee.seat, referee.legal()) == (1, [HOLD, HIT, DOUBLE])
    assert ranking.total(referee.fronts[0]) == 21


def test_je_5_20_points_may_go_negative_unless_there_is_a_floor():
    for floor, expected in ((None, -2), (-1, -1), (0, 0), (3, 0)):
        referee = blackjack_table(["Kc 6c", "2d 3d"], "9d Kd 9s", points_floor=floor)
        steps(referee, DOUBLE, HOLD)
        assert referee.points == [expected, 0]
        assert referee.outcome()["pts_bj"][0] == expected
        assert referee.outcome()["min_points"] == expected


# --- Trash, Low and High -------------------------------------------------------------------------------------------------


def jester_of(trash, **changes):
    """Who becomes jester when the seats trash these cards?"""
    referee = table(Stacked(trash.split(), coin=changes.pop("coin", 0)), players=len(trash.split()), phases=["trash", "low"], **changes)
    play(referee, trash)
    return referee.jester


def test_je_3_3_the_highest_trash_card_makes_the_jester():
    assert jester_of("2c Kd 7h") == 1
    assert jester_of("2c Kd 7h", jester_by="lowest") == 0
    assert jester_of("Ac Kd 7h", jester_by="rotate") == 1
    assert jester_of("Ac Kd 7h", jester_by="rotate", first_dealer=1) == 2


def test_je_3_5_ties_go_clockwise_from_the_dealers_left():
    assert jester_of("Kc Kd Kh") == 1
    assert jester_of("Kc 2d Kh") == 2
    assert jester_of("Kc 2d Kh", first_dealer=2) == 0
    assert jester_of("Ks 2d Kh", trash_tie="suit") == 0
    assert jester_of("2s Kd 2h", trash_tie="suit", jester_by="lowest") == 2
    assert [jester_of("Kc Kd Kh", trash_tie="random", coin=c) for c in range(4)] == [1, 2, 0, 1]


def test_section_10_2_chances_of_becoming_jester_and_winning_low_or_high():
    places = Counter()
    for a, b in permutations(range(52), 2):
        referee = table(players=2, phases=["trash", "low"])
        referee.hands = [[a, 0], [b, 0]]
        steps(referee, 0, 0)
        places[referee.jester] += 1
    assert round(places[1] / 2652, 6) == 0.529412  # position 0 is seat 1
    assert round(places[0] / 2652, 6) == 0.470588


def centre_table(phase, plays, **changes):
    """Low or High alone: seat 1 is jester; `plays` are the seats' cards by seat."""
    hands = plays.split()
    referee = table(Stacked(hands), players=len(hands), phases=[phase], max_rounds=1, **changes)
    order = []
    while not referee.over:
        order.append(referee.seat)
        referee.step(0)
    return referee, order


def test_je_4_1_je_4_2_orders_and_points():
    referee, order = centre_table("low", "4c Kd 7h 2s")
    assert (order, referee.points) == ([2, 3, 0, 1], [0, 1, 0, 0])
    referee, order = centre_table("high", "4c Kd 7h 2s")
    assert (order, referee.points) == ([0, 3, 2, 1], [0, 0, 0, 2])
    assert referee.outcome()["high_winpos"] == [0, 1, 0, 0, 0, 0]


def test_je_4_3_swapping_low_and_high_keeps_their_points():
    assert centre_table("low", "4c Kd 7h 2s", swap_low_high=True)[0].points == [0, 0, 0, 1]
    assert centre_table("high", "4c Kd 7h 2s", swap_low_high=True)[0].points == [0, 2, 0, 0]


@pytest.mark.parametrize(
    ("rule", "low", "high"),
    [
        ("first", [0, 0, 1, 0], [2, 0, 0, 0]),
        ("last", [1, 0, 0, 0], [0, 0, 2, 0]),
        ("none", [0, 0, 0, 0], [0, 0, 0, 0]),
        ("each", [1, 0, 1, 0], [2, 0, 2, 0]),
    ],
)
def test_je_4_5_ties_in_the_centre(rule, low, high):
    referee, _ = centre_table("low", "Kc 4d Kh 2s", centre_tie=rule)
    assert (referee.points, referee.outcome()["low_ties"]) == (low, 1)
    referee, _ = centre_table("high", "3c 4d 3h 5s", centre_tie=rule)
    assert (referee.points, referee.outcome()["high_ties"]) == (high, 1)


def test_je_4_7_with_two_players_the_other_seat_leads_both():
    assert centre_table("low", "4c Kd")[1] == centre_table("high", "4c Kd")[1] == [0, 1]


def test_je_4_4_open_cards_are_seen_at_once_and_blind_ones_when_all_are_played():
    for rule, seen in (("open", 1), ("blind", 0)):
        referee = table(phases=["low", "high"], centre_play=rule)
        referee.step(0)
        assert len(referee.view(referee.seat)["low"]) == seen
        steps(referee, 0, 0, 0)
        assert len(referee.view(referee.seat)["low"]) == 4


# --- the deal and the pile -----------------------------------------------------------------------------------------------


def test_je_2_4_blocks_of_eight_and_leftovers_under_the_pile():
    p1 = RandomChance(5).deck(1, 0)
    referee = table(RandomChance(5), phases=["low", "poker"], players=3)
    assert referee.hands == [sorted(p1[8 * s : 8 * s + 4]) for s in range(3)]
    assert referee.pile == p1[24:] + p1[4:8] + p1[12:16] + p1[20:24]
    stripped = [card for card in p1 if ranking.rank(card) >= 5]
    referee = table(RandomChance(5), min_rank=5)
    assert (referee.hands[3], referee.pile) == (sorted(stripped[24:32]), stripped[32:])


def test_je_2_3_a_hand_lasts_the_round_or_with_redeal_one_phase():
    for redeal in ("round", "phase"):
        chance, sizes, rng = RandomChance(3), {}, random.Random(3)
        referee = table(chance, redeal=redeal)
        while referee.round == 1:
            if referee.phase not in sizes:
                sizes[referee.phase] = [len(hand) for hand in referee.hands]
                if redeal == "phase":
                    key = ["trash", "low", "high", "blackjack", "poker"].index(referee.phase)
                    assert referee.hands[0] == sorted(chance.deck(1, key)[: sizes[referee.phase][0]])
            referee.step(rng.choice(referee.legal()))
        assert sizes == {"trash": [8] * 4, "low": [7] * 4, "high": [6] * 4, "blackjack": [5] * 4, "poker": [3] * 4}


def test_je_2_5_an_empty_pile_is_made_anew_from_the_discards_in_the_order_of_p2():
    referee = table(RandomChance(8), players=6)
    while referee.point != "BJ_ACT":
        referee.step(0)
    discards = list(referee.discards)
    assert (len(discards), len(referee.pile)) == (18, 3)
    steps(referee, HIT, HIT, HIT)
    assert referee.view(0)["pile_known"] is None
    referee.step(HIT)
    order = RandomChance(8).discard_order(1, 0)
    expected = sorted(discards, key=order.index)
    assert [expected[0], *referee.pile] == expected
    assert referee.view(0)["pile_known"] == sorted(expected[1:])


def test_je_2_5_stop_makes_hit_and_double_illegal_and_a_check_without_a_card_counts():
    referee = table(RandomChance(8), players=6, exhaust="stop", double_draws=2)
    while referee.point != "BJ_ACT":
        referee.step(0)
    steps(referee, HIT)
    assert referee.legal() == [HOLD, HIT, DOUBLE]
    steps(referee, HIT)
    assert referee.legal() == [HOLD, HIT]
    steps(referee, HIT)
    assert referee.legal() == [HOLD]
    steps(referee, HOLD, HOLD, HOLD)
    assert len(referee.deck_cards) == 1  # the deck keeps what it has
    assert referee.point == "OPEN"
    referee.caps = [1] * 6
    steps(referee, RAISE_1, *[CALL] * 5, CHECK)
    assert (referee.common, referee.checks) == ([], 1)
    referee.step(CHECK)
    assert referee.round == 2
    assert referee.last_shown[0] is not None


def test_section_10_6_six_players_mostly_run_out_of_cards():
    games, hits = 600, 0
    for seed in range(games):
        rng = random.Random(seed)
        hits += play_out(table(RandomChance(seed), players=6, max_rounds=1), rng)["reshuffles_bj"]
    p = 0.953491
    assert abs(hits / games - p) < 4 * sqrt(p * (1 - p) / games)


# --- the end -------------------------------------------------------------------------------------------------------------


def low_race(points, **changes):
    """Low and High remain; seat 1 is jester and takes Low, the seat 0 takes High."""
    rules = {"players": 3, "phases": ["low", "high"], **changes}
    referee = table(Stacked(["2c 4c", "Ad 8d", "7h 9h"]), **rules)
    referee.points = list(points)
    play(referee, "7h 4c Ad")
    return referee


def test_je_8_1_the_end_is_tested_after_each_phase_or_after_the_round():
    referee = low_race([0, 20, 3])
    assert referee.over
    assert (referee.outcome()["ended_in"], referee.outcome()["win"]) == (1, [0, 60, 0, 0, 0, 0])
    referee = low_race([20, 20, 3], end_check="round")
    assert not referee.over
    play(referee, "2c 9h 8d")
    assert (referee.points, referee.outcome()["win"][:3], referee.outcome()["ended_in"]) == ([22, 21, 3], [60, 0, 0], 5)


@pytest.mark.parametrize(("win_tie", "win"), [("share", [30, 30, 0]), ("order", [60, 0, 0]), ("play_on", None)])
def test_je_8_4_equal_winners(win_tie, win):
    referee = low_race([19, 20, 3], end_check="round", win_tie=win_tie)
    play(referee, "2c 9h 8d")
    assert referee.points == [21, 21, 3]
    if win is None:
        assert not referee.over
        return
    assert referee.outcome()["win"][:3] == win
    assert referee.outcome()["shared"] == (win_tie == "share")


def test_je_8_5_the_cap_shares_the_win_among_the_leaders():
    referee = low_race([0, 1, 2], max_rounds=1, high_points=2)
    play(referee, "2c 9h 8d")
    outcome = referee.outcome()
    assert (outcome["points"][:3], outcome["win"][:3]) == ([2, 2, 2], [20, 20, 20])
    assert (outcome["capped"], outcome["ended_in"], outcome["shared"]) == (1, 6, 1)


def test_je_2_6_the_jester_of_a_round_is_dealer_of_the_next():
    referee = table(RandomChance(2))
    seen, rng = {}, random.Random(2)
    while not referee.over:
        seen[referee.round] = (referee.dealer, referee.jester)
        referee.step(rng.choice(referee.legal()))
    assert len(seen) >= 3
    assert all(seen[r + 1][0] == seen[r][1] for r in range(1, len(seen)))


def test_phases_without_trash_rotate_the_jester_from_seat_1():
    referee = table(phases=["high"], max_rounds=5)
    jesters = []
    while not referee.over:
        jesters.append(referee.jester)
        referee.step(0)
    assert jesters[::4] == [1, 2, 3, 0, 1]


@pytest.mark.parametrize(
    "changes",
    [
        {"players": 7},
        {"players": 6, "min_rank": 3},
        {"start_points": 10, "target": 10},
        {"bid_grid": "every", "target": 32},
        {"bid_grid": "every", "win_tie": "play_on"},
        {"phases": ["low", "trash"]},
        {"first_dealer": 4},
        {"unheard_of": 1},
    ],
)
def test_section_6_illegal_rules_are_refused(changes):
    with pytest.raises(ValueError):
        table(**changes)


def test_an_illegal_action_is_refused():
    referee = table()
    with pytest.raises(ValueError):
        referee.step(8)
