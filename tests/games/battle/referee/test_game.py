"""The referee of battle against the clauses, worked positions and exact numbers of its rules."""

import random
from itertools import combinations
from math import comb

import pytest

from tests.games.battle.referee.game import DEFAULTS, KINDS, RandomChance, Referee
from tests.games.battle.referee.helpers import VARIED, bottom, check_table, do, game, kinds, play, random_rules, row, start, targets
from tests.games.battle.referee.ranking import number, read, write
from tests.games.battle.referee.rows import Slot, sums

# Loans and shares


def scored(*rows, **rules):
    return start(*rows, battle_rounds=0, **rules).outcome()


def test_ba_2_6_several_seats_may_borrow_the_same_card_and_its_owner_counts_it_too():
    result = scored("Ac Ad", "Ah Ks", "As Kc")
    assert result["loan"] == [read("Ah")[0], read("Ac")[0], read("Ac")[0], -1, -1, -1]
    assert result["cat"][:3] == [3, 1, 1]


def test_borrow_shared_false_lends_each_card_once_in_seat_order():
    result = scored("Ac 4d", "Ah Ks", "As Kc", borrow_shared=False)
    assert [write(card) for card in result["loan"][:3]] == ["Ah", "Ac", "Ks"]


def test_ba_2_3_at_most_one_card_is_borrowed_and_none_from_face_down():
    result = scored("Ac Ad", "*Ah Ks", "As *Kd")
    assert result["cat"][:3] == [3, 1, 1]
    assert write(result["loan"][0]) == "As"


def test_borrow_max_0_and_2():
    assert scored("Ac 4d", "Ah As", borrow_max=0)["loan"][:2] == [-1, -1]
    two = scored("Ac 4d", "Ah As", borrow_max=2)
    assert (two["cat"][0], write(two["loan"][0])) == (3, "Ah")


def test_ba_2_8_equal_hands_share_the_win():
    result = scored("*Ac *Kd", "*Ad *Kh", "*Qc")
    assert result["win_share"] == [30, 30, 0, -1, -1, -1]
    assert (result["n_winners"], result["winner_mask"], result["lead_change"]) == (2, 0b011, 0)


def test_outcome_speaks_of_own_and_loaned_hands():
    result = scored("Kh Qh Jh 9h 3c", "Th *2c")
    assert (result["own_cat"][0], result["cat"][0], result["start_cat"][0], result["start_own_cat"][0]) == (0, 8, 8, 0)
    assert (result["down_start"][1], result["down_end"][1], result["row_end"][1]) == (1, 1, 2)
    assert (result["min_pile"], result["end_pile"]) == (45, 45)


# Drawing phase


def test_ba_4_keep_order_and_facing_in_the_listed_order():
    referee = game(1, players=2)
    five = list(referee.drawn)
    assert (referee.point, referee.legal()) == ("KEEP", [0, 1, 2, 3, 4, 5])
    referee.step(1)
    assert (referee.point, referee.legal()) == ("ORDER", list(range(24)))
    referee.step(3)  # as drawn 0 1 2 3; number 3 is 0 2 3 1
    left = [five[0], *five[2:]]
    assert referee.pile[-4:] == [left[0], left[2], left[3], left[1]]
    assert referee.options() == [("reveal", ()), ("reveal", (0,))]
    referee.step(0)
    assert (referee.seat, [slot.card for slot in referee.rows[0]]) == (1, [five[1]])


def test_ba_4_7_with_an_old_hidden_card_one_of_the_two_or_both_are_revealed():
    referee = game(1, players=2)
    while referee.round == 1:
        referee.step(0)
    referee.step(0)
    referee.step(0)
    assert (referee.point, referee.options()) == ("FACING", [("reveal", (0,)), ("reveal", (1,)), ("reveal", (0, 1))])


def test_ba_4_10_an_all_in_seat_draws_no_more_and_hides_five():
    referee = game(2, players=3)
    referee.step(5)
    drawers = []
    while referee.phase == "DRAW":
        drawers.append(referee.seat)
        referee.step(0)
    assert 0 not in drawers
    assert [slot.up for slot in referee.rows[0]] == [False] * 5
    assert referee.view(1)["rows"][0] == [None] * 5
    assert "draw_nth" not in kinds(referee)  # BA-8.12


def test_allin_blind_asks_before_the_cards_are_seen():
    referee = game(3, players=2, allin_blind=True)
    assert (referee.point, referee.options(), referee.view(0)["drawn"]) == ("ALLIN", [("no",), ("yes",)], [])
    referee.step(0)
    assert (referee.point, referee.legal()) == ("KEEP", [0, 1, 2, 3, 4])


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_section_10_pile_at_battle_start_and_redrawn_cards(players):
    referee, met, redrawn = game(4, players=players), set(), 0
    while referee.phase == "DRAW":
        if referee.point == "KEEP":
            redrawn += len(met & set(referee.drawn))
            met |= set(referee.drawn)
        referee.step(0)
    assert len(referee.pile) == 52 - 5 * players
    assert redrawn == max(0, 25 * players - 52)


def test_section_10_pile_layout_of_two_seats():
    referee = game(5, players=2)
    fresh, returned, turn = RandomChance(5).pile(list(range(52))), {}, 0
    while referee.phase == "DRAW":
        if referee.point == "FACING":
            turn += 1
            returned[turn] = referee.pile[-4:]
        referee.step(0)
    assert referee.pile[:2] == fresh[50:]
    for turn, cards in returned.items():
        assert referee.pile[4 * turn - 2 : 4 * turn + 2] == cards
    assert referee.view(0)["pile"][:6] == [None, None, *returned[1]]
    assert referee.view(1)["pile"][:6] == [None] * 6


@pytest.mark.parametrize(("players", "round_", "seat"), [(3, 4, 1), (4, 3, 2), (5, 3, 0), (6, 2, 4)])
def test_section_10_first_turn_to_meet_a_returned_card(players, round_, seat):
    referee, met = game(6, players=players), set()
    while referee.point != "KEEP" or not met & set(referee.drawn):
        met |= set(referee.drawn)
        referee.step(0)
        while referee.point != "KEEP":
            referee.step(0)
    assert (referee.round, referee.seat, len(met & set(referee.drawn))) == (round_, seat, 3)


def test_section_10_uniform_drawing_numbers():
    seats, allins, hidden, single, decisions = 0, 0, 0, 0, 0
    for seed in range(500):
        result = play(game(seed, battle_rounds=0, borrow_max=0), seed)
        seats += 4
        allins += result["allin_mask"].bit_count()
        hidden += sum(result["down_start"][:4])
        single += sum(count == 1 for count in result["down_start"][:4])
        decisions += result["n_draw_decisions"]
        assert result["n_draw_decisions"] == sum(1 if result["allin_mask"] >> seat & 1 else 15 for seat in range(4))
    assert abs(allins / seats - 1 / 6) < 4 * (5 / 36 / seats) ** 0.5
    assert abs(single / (seats - allins) - 0.5999228) < 4 * (0.24 / (seats - allins)) ** 0.5
    assert abs(hidden / seats - 1.3332690) < 4 * (2.9 / seats) ** 0.5
    assert abs(decisions / seats - 12.6667) < 4 * 14 * (5 / 36 / seats) ** 0.5


def test_return_order_three_sorts_by_number_then_id():
    referee = game(7, return_order="three", draw_size=7, players=2)
    referee.step(0)
    left = list(referee.drawn)
    falling = sorted(left, key=lambda card: (number(card), card), reverse=True)
    offered = [[left[i] for i in order] for _, order in referee.options()]
    assert offered == [left, falling, falling[::-1]]


@pytest.mark.parametrize("limit", [0, 1, 2, 5])
def test_max_facedown_bounds_the_hidden_cards_of_the_drawing_phase(limit):
    for seed in range(20):
        result = play(game(seed, max_facedown=limit, allin=False, battle_rounds=0), seed)
        assert max(result["down_start"]) <= limit


def test_ba_4_12_a_pile_that_would_run_short_is_refused():
    with pytest.raises(ValueError, match="run short"):
        game(0, players=6, draw_rounds=7, draw_size=7, return_order="fixed", deck_low=6)
    with pytest.raises(ValueError, match="return_order"):
        game(0, draw_size=6)


# Worked positions of section 3


def test_ba_7_12_a_two_reaches_the_ten_but_not_the_king_that_it_covers():
    referee = start("2h", "Kh Th")
    assert targets(referee, "swap_low") == targets(referee, "kill_low") == {("2h", "Th")}


def test_ba_7_12_an_ace_reaches_the_jack_but_not_the_ten_under_it():
    assert targets(start("As", "Ts Js"), "kill_high") == {("As", "Js")}


def test_ba_8_6_a_hidden_jack_protects_the_ten_by_reveal_or_discard():
    referee = do(start("As *3s", "Ts *Js"), ("kill_high",), (0,), (1, 0))
    assert (referee.point, referee.options()) == ("RESPOND", [("pass",), ("reveal", 1), ("discard", 1)])
    do(referee, ("reveal", 1))
    assert (row(referee, 0), row(referee, 1), bottom(referee, 1)) == ("*3s", "Ts Js", "As")


def test_kinds_with_three_clubs_against_a_ten():
    expected = ["pass", "draw_top", "draw_nth", "turn_down", "swap_low", "kill_low", "steal_low"]
    assert kinds(start("9c *8c 7c", "Tc")) == expected


def test_a_nine_of_diamonds_can_only_steal_low():
    referee = start("9d 9c 8c 7c", "Tc")
    assert kinds(referee) == ["pass", "pair_draw", "draw_top", "draw_nth", "turn_down", "swap_low", "kill_low", "steal_low"]
    assert ("9d", "Tc") in targets(referee, "steal_low")
    assert ("9d", "Tc") not in targets(referee, "swap_low") | targets(referee, "kill_low")


def test_two_hidden_nines_offer_no_dig_and_no_turn_down():
    referee = start("*9d *9c", "*Tc *Td 9h")
    assert kinds(referee) == ["pass", "pair_draw", "draw_top", "flip", "swap_same", "kill_same"]
    do(referee, ("swap_same",), (0,), (1, 2))
    assert referee.options() == [("pass",), ("discard", 1)]  # 9h itself is barred (BA-8.7)


def test_ba_6_5a_sums_of_ace_and_two():
    assert start("Ac 2d *3h", "4c").view(0)["choices"]["draw_nth"] == [2, 14, 16]
    assert start("Ac 2d *3h", "4c", ace_sum=1).view(0)["choices"]["draw_nth"] == [1, 2, 3]
    assert start("Ac Ad", "4c", ace_sum="either").view(0)["choices"]["draw_nth"] == [1, 2, 14, 15, 28]


# Battle actions


def test_ba_6_1_pair_draw_discards_ascending_and_draws_four_face_down():
    referee = do(start("9s 9c 2h", "4c"), ("pair_draw",), ((0, 1),))
    assert (row(referee, 0), bottom(referee, 2)) == ("2h *2c *3c *5c *6c", "9c 9s")
    assert referee.view(1)["rows"][0] == [*read("2h"), None, None, None, None]
    assert referee.view(1)["pile"][-2:] == read("9c 9s")


def test_ba_8_4_discard_order_choice_asks_for_the_stack():
    referee = do(start("9s 9c 9h", "4c", discard_order="choice"), ("triple_draw",), ((0, 1, 2),))
    assert (referee.point, len(referee.legal())) == ("STACK", 6)
    referee.step(1)
    assert (bottom(referee, 3), len(referee.rows[0])) == ("9s 9h 9c", 6)


def test_ba_6_10_a_short_pile_gives_what_it_has():
    referee = do(start("9s 9c", "4c", pile=read("2c")), ("pair_draw",), ((0, 1),))
    assert (row(referee, 0), referee.pile) == ("*2c *9c *9s", [])
    assert kinds(start("9s 9c", "*4d", pile=[])) == ["pass", "turn_down"]


def test_ba_6_5_dig_takes_the_nth_card_and_leaves_the_rest_in_order():
    referee = do(start("2d 3h", "4c"), ("draw_nth",), (5,))
    assert row(referee, 0) == "2d 3h *7c"
    assert [write(card) for card in referee.pile[:5]] == ["2c", "3c", "5c", "6c", "8c"]


def test_ba_6_6_everyone_remembers_a_card_turned_down_but_nobody_borrows_it():
    referee = do(start("Ad", "Ac", battle_rounds=1), ("turn_down",), (0,))
    assert (row(referee, 0), referee.view(1)["rows"][0]) == ("*Ad", read("Ad"))
    assert do(referee, ("pass",)).outcome()["cat"][:2] == [1, 0]


def test_ba_6_8_a_blocked_flip_leaves_the_actor_face_up_and_costs_the_blocker_a_card():
    referee = do(start("*9d", "*Tc *Td", "9c *3s"), ("flip",), (0,), (1, 0))
    assert row(referee, 0) == "9d"
    assert (referee.seat, referee.options()) == (1, [("pass",), ("discard", 1)])
    assert referee.view(2)["pending"]["target_card"] is None
    referee.step(0)
    do(referee, ("discard", 0))
    assert (row(referee, 0), row(referee, 1), row(referee, 2), bottom(referee, 1)) == ("9d", "*Tc *Td", "*3s", "9c")


def test_ba_6_7_a_flip_that_goes_through_turns_the_target_up():
    referee = do(start("*9d", "*Tc"), ("flip",), (0,), (1, 0), ("pass",))
    assert (row(referee, 0), row(referee, 1)) == ("9d", "Tc")


def test_color_means_color_lets_red_block_red():
    referee = do(start("*9d", "*Th *2c", color_means="color"), ("flip",), (0,), (1, 1))
    assert referee.options() == [("pass",), ("discard", 0)]


def test_ba_7_1_swapped_cards_take_each_others_slot():
    referee = do(start("2c *Kd 3c", "4s 5h 6h"), ("swap_high",), (1,), (1, 2), ("pass",))
    assert (row(referee, 0), row(referee, 1)) == ("2c 6h 3c", "4s 5h Kd")


def test_ba_7_15_a_kill_puts_the_used_card_above_the_target():
    referee = do(start("2c Kd", "4s 5h"), ("kill_high",), (1,), (1, 1), ("pass",))
    assert (row(referee, 0), row(referee, 1), bottom(referee, 2)) == ("2c", "4s", "Kd 5h")


def test_ba_8_10_the_interrupters_card_goes_under_the_pile_first():
    referee = do(start("2c Kd", "4s 5h", "*7d"), ("kill_high",), (1,), (1, 1), ("pass",), ("discard", 0))
    assert (row(referee, 0), row(referee, 1), row(referee, 2), bottom(referee, 2)) == ("2c", "4s 5h", "", "7d Kd")
    assert (referee.columns["outcome"][0][0], referee.columns["stopper"][0][0]) == (4, 2)


def test_ba_7_10_a_steal_turns_up_hidden_supports_lowest_slot_first():
    referee = do(start("*2h *3h Kc *4h", "Th"), ("steal_high",), (2,), (1, 0))
    assert row(referee, 0) == "2h 3h Kc *4h"
    do(referee, ("pass",))
    assert (row(referee, 0), row(referee, 1), bottom(referee, 1)) == ("2h 3h *4h Th", "", "Kc")


def test_ba_7_9_the_spent_card_is_a_support_unless_the_knob_says_otherwise():
    assert "steal_high" in kinds(start("Kh 3h", "Th"))
    assert "steal_high" not in kinds(start("Kh 3h", "Th", steal_support_includes_spent=False))
    assert "steal_high" not in kinds(start("Kh 3c", "Th"))


def test_steal_low_same_suit_asks_for_the_suit():
    assert ("9d", "Tc") not in targets(start("9d 9c 8c 7c", "Tc", steal_low_same_suit=True), "steal_low")


def test_ba_8_5_the_target_seat_is_asked_first_unless_the_knob_says_clockwise():
    rows = ("Kd", "2d", "3d 5h", "4d")
    assert do(start(*rows), ("kill_high",), (0,), (2, 1)).seat == 2
    assert do(start(*rows, interrupt_order="clockwise"), ("kill_high",), (0,), (2, 1)).seat == 1


@pytest.mark.parametrize(
    ("rules", "offered"),
    [
        ({}, [("pass",), ("discard", 1)]),
        ({"interrupt_match": "number_or_color"}, [("pass",), ("discard", 1), ("discard", 2)]),
        ({"interrupt_match": "number"}, [("pass",)]),
        ({"interrupt_match": "none"}, [("pass",)]),
        ({"interrupt_by": "others"}, [("pass",)]),
        ({"interrupt_by": "target"}, [("pass",), ("discard", 1)]),
        ({"interrupt_with_target": True}, [("pass",), ("discard", 0), ("discard", 1)]),
    ],
)
def test_who_may_discard_what_against_an_attack(rules, offered):
    assert do(start("Kd", "9d 2d 3h", **rules), ("kill_high",), (0,), (1, 0)).options() == offered


def test_protection_all_and_off():
    assert targets(start("As", "Ts *Js", protection="all"), "kill_high") == set()
    assert targets(start("As", "Ts Js", protection="off"), "kill_high") == {("As", "Ts"), ("As", "Js")}
    open_ = do(start("As", "Tc *Jc", protection="off"), ("kill_high",), (0,), (1, 0))
    assert open_.options() == [("pass",)]


def test_discard_to_out_takes_battle_discards_from_the_game():
    referee = do(start("9s 9c", "4c", discard_to="out", discard_order="choice"), ("pair_draw",), ((0, 1),))
    assert (referee.out, referee.seat) == (read("9c 9s"), 1)


@pytest.mark.parametrize(
    ("order", "seats"), [("same", [0, 1, 2, 0, 1, 2]), ("reversed", [2, 1, 0, 2, 1, 0]), ("rotate", [0, 1, 2, 1, 2, 0])]
)
def test_battle_order(order, seats):
    referee, acted = start("2c", "3c", "4c", battle_order=order), []
    while not referee.over:
        acted.append(referee.seat)
        do(referee, ("pass",))
    assert acted == seats


def test_may_pass_false_leaves_pass_only_when_nothing_else_is_legal():
    assert "pass" not in kinds(start("2c", "3c", may_pass=False))
    assert kinds(start("2c", "3c", may_pass=False, kinds=dict.fromkeys(KINDS[1:], False))) == ["pass"]


def test_section_8_a_decisive_stop_changes_who_leads():
    referee = do(start("Ac 2d", "Ad As *4c", battle_rounds=1), ("swap_same",), (0,), (1, 0), ("discard", 2), ("pass",))
    result = referee.outcome()
    assert (result["n_stops"], result["n_decisive_stops"], result["outcome"][0][:2]) == (1, 0, [3, 0])
    stopped = do(start("Ac *2d", "*Ad 3h *4c", battle_rounds=1, borrow_max=0), ("kill_high",), (0,), (1, 1), ("discard", 2), ("pass",))
    assert stopped.outcome()["n_decisive_stops"] == 0
    steal = do(start("*2c *3c Kh", "*Qs Tc *Kd", battle_rounds=1, borrow_max=0), ("steal_high",), (2,), (1, 1), ("discard", 2), ("pass",))
    assert (steal.outcome()["n_decisive_stops"], steal.outcome()["decisive"][0][0]) == (0, 0)
    swap = do(start("Kh *Tc", "Td *Qs *2h", battle_rounds=1, borrow_max=0), ("swap_high",), (0,), (1, 0), ("discard", 2), ("pass",))
    assert (swap.outcome()["n_decisive_stops"], swap.outcome()["decisive"][0][0]) == (1, 1)


def test_an_illegal_action_is_refused():
    referee = start("2c", "3c")
    with pytest.raises(ValueError, match="not legal"):
        referee.step(KINDS.index("steal_low"))
    with pytest.raises(ValueError, match="not over"):
        referee.outcome()


# Exact numbers of section 10


@pytest.mark.parametrize(("shown", "mean", "most"), [(1, 1, 1), (2, 2.941176, 3), (3, 6.558371, 7)])
def test_section_10_distinct_digs(shown, mean, most):
    reached = [sum(n <= 42 for n in sums([Slot(card, True) for card in cards], "14")) for cards in combinations(range(52), shown)]
    assert sum(reached) / len(reached) == pytest.approx(mean, abs=5e-7)
    assert max(reached) == most


def test_section_10_cards_that_match_a_used_card():
    offers = {"number_or_suit": 15, "number_or_color": 27}
    for match, count in offers.items():
        referee = start("Kd", "2s", "*3s", interrupt_match=match)
        do(referee, ("kill_high",), (0,), (1, 0))
        matching = [card for card in range(52) if card != referee.turn.card and referee._may_discard(2, card)]
        assert len(matching) == count
    assert 1 - comb(36, 5) / comb(51, 5) == pytest.approx(0.839514, abs=5e-7)


# Random play


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_section_10_random_games_keep_the_bounds(players):
    for seed in range(12):
        result = play(game(seed, players=players), seed, watch=check_table)
        assert result["decisions"] <= 15 * players + 2 * players * (players + 2)
        assert result["min_pile"] >= max(0, 52 - 11 * players)
        assert sum(result["win_share"][:players]) == 60
        assert max(result["row_end"]) <= 11
        assert result["n_stops"] >= result["n_decisive_stops"]
        for name in ("kind", "legal", "outcome"):
            assert all(value >= 0 for seats in result[name][:2] for value in seats[:players])
            assert all(value == -1 for seats in result[name][2:] for value in seats)
        for played, legal in zip(result["kind"][0][:players], result["legal"][0][:players], strict=True):
            assert legal >> played & 1


def test_random_games_under_random_rules_conserve_the_cards():
    luck = random.Random(2024)
    assert set(VARIED) | {"kinds", "category_order"} == set(DEFAULTS)
    for seed in range(60):
        rules = random_rules(luck)
        result = play(Referee(rules, RandomChance(seed)), seed, watch=check_table)
        assert sum(result["win_share"][: rules["players"]]) == 60
        assert result["n_attacks"] + result["n_flips"] >= result["n_stops"]


def test_the_same_seed_gives_the_same_game():
    assert play(game(9), 9) == play(game(9), 9)
