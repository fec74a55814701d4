"""Battle's battle rounds, clause by clause."""

import pytest

from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.games.battle.rules import Kind
from tests.games.battle.positions import bottom, do, names, pass_all, pile, row, start, targets


def sees(table, seat, card):
    """Does a seat know where this card is?"""
    seen = table.view(seat).seen
    return DECK.read(card)[0] in {*seen.row.ravel().tolist(), *seen.pile.tolist()}


# ---- the worked positions of section 3


def test_ba_7_12_ba_7_2_ba_7_5_a_two_reaches_the_ten_but_not_the_king_it_covers():
    table = start("2h", "Kh Th")
    assert targets(table, "swap_low") == targets(table, "kill_low") == {("2h", "Th")}


def test_ba_7_12_ba_7_4_ba_7_11_an_ace_reaches_the_jack_but_not_the_ten_under_it():
    assert targets(start("As", "Ts Js"), "kill_high") == {("As", "Js")}
    assert targets(start("As", "Ts *Js"), "kill_high") == {("As", "Ts")}  # hidden cards protect by reveal only


def test_ba_8_6_a_hidden_jack_protects_the_ten_by_reveal_or_discard():
    table = do(start("As *3s", "Ts *Js"), "kill_high", "As", "seat 1's Ts")
    assert names(table) == ["let it pass", "reveal Js", "discard Js"]
    do(table, "reveal Js")
    assert row(table, 1) == "Ts Js"
    assert (row(table, 0), bottom(table, 1)) == ("*3s", "As")
    assert (table.tally.outcome[0], table.tally.stopper[0]) == (2, 1)


def test_ba_5_3_ba_5_8_kinds_of_three_clubs_against_a_ten():
    kinds = ["pass", "draw_top", "draw_nth", "turn_down", "swap_low", "kill_low", "steal_low"]
    assert names(start("9c *8c 7c", "Tc")) == kinds
    table = start("9d 9c 8c 7c", "Tc")
    assert names(table) == ["pass", "pair_draw", *kinds[1:]]
    assert {kind for kind in ("swap_low", "kill_low", "steal_low") if ("9d", "Tc") in targets(table, kind)} == {
        "steal_low"
    }  # BA-7.8: suit of the card free


def test_ba_8_7_ba_6_9_two_hidden_nines_offer_no_dig_and_the_target_itself_is_barred():
    table = start("*9d *9c", "*Tc *Td 9h")
    assert names(table) == ["pass", "pair_draw", "draw_top", "flip", "swap_same", "kill_same"]
    do(table, "swap_same", "9d", "seat 1's 9h")
    assert names(table) == ["let it pass", "discard Td"]
    open_to_all = do(start("*9d *9c", "*Tc *Td 9h", interrupt_with_target=True), "swap_same", "9d", "seat 1's 9h")
    assert names(open_to_all) == ["let it pass", "discard Td", "discard 9h"]


@pytest.mark.parametrize(("ace", "sums"), [(14, [2, 14, 16]), (1, [1, 2, 3]), ("either", [1, 2, 3, 14, 16])])
def test_ba_6_5_ba_6_5a_sums_of_face_up_cards(ace, sums):
    table = do(start("Ac 2d *3h", "4c", ace_sum=ace), "draw_nth")
    assert names(table) == [f"N = {n}" for n in sums]


# ---- the frame


def test_ba_5_1_two_rounds_and_ba_9_5_the_game_ends():
    table, turns = start("2c", "3c", "4c"), []
    while not table.over:
        turns.append((int(table.state.round) - 5, table.seat))
        do(table, "pass")
    assert turns == [(r, s) for r in (1, 2) for s in (0, 1, 2)]


@pytest.mark.parametrize(("order", "seats"), [("same", [0, 1, 2] * 2), ("reversed", [2, 1, 0] * 2), ("rotate", [0, 1, 2, 1, 2, 0])])
def test_ba_5_2_who_acts_when(order, seats):
    table, found = start("2c", "3c", "4c", battle_order=order), []
    while not table.over:
        found.append(table.seat)
        do(table, "pass")
    assert found == seats


def test_ba_5_4_passing_is_always_legal_unless_the_knob_says_otherwise():
    assert "pass" in names(start("2c", "3c"))
    assert "pass" not in names(start("2c", "3c", may_pass=False))
    assert names(start("", "3c", pile="", may_pass=False)) == ["pass"]


def test_ba_5_5_ba_5_9_hidden_cards_may_be_used_and_are_turned_up():
    table = do(start("*As", "Ts"), "kill_high", "As", "seat 1's Ts")
    assert row(table, 0) == "As"
    assert sees(table, 1, "As")


def test_ba_5_6_ba_7_13_hidden_cards_of_others_are_no_targets():
    assert targets(start("As Ks", "*Ts 2s"), "kill_high") == {("As", "2s"), ("Ks", "2s")}
    assert ("Ks", "Ts") not in targets(start("Ks 9s 8s", "*Ts"), "steal_high")


def test_ba_5_7_ba_6_6_any_number_of_cards_may_be_turned_down_in_battle_and_is_remembered():
    table = do(start("*2c 3c Ac", "5c"), "turn_down", "Ac")
    assert row(table, 0) == "*2c 3c *Ac"
    assert sees(table, 1, "Ac")
    assert not sees(table, 1, "2c")


def test_kinds_that_are_switched_off_are_not_offered():
    table = start("9c *8c 7c", "Tc", kinds={"swap_low": False, "draw_top": False})
    assert names(table) == ["pass", "draw_nth", "turn_down", "kill_low", "steal_low"]


# ---- draws


def test_ba_6_1_ba_6_3_ba_8_4_a_pair_is_discarded_lowest_uppermost_for_four_cards_face_down():
    table = start("9d 4c 9c", "Tc")
    cards = pile(table)
    do(table, "pair_draw")
    assert row(table, 0) == "4c " + " ".join(f"*{card}" for card in cards[:4])
    assert bottom(table, 2) == "9c 9d"
    assert sees(table, 1, "9c")
    assert not sees(table, 1, cards[0])


def test_ba_6_2_a_triple_draws_six_and_ba_8_11_nobody_is_asked():
    table = start("9d 9h *9c", "Tc")
    do(table, "triple_draw")
    assert (int(table.state.size[0]), bottom(table, 3)) == (6, "9c 9d 9h")
    assert (table.seat, table.tally.outcome[0]) == (1, 0)


def test_ba_8_4_discard_order_choice_asks_for_the_order():
    table = do(start("9d 4c 9c", "Tc", discard_order="choice"), "pair_draw")
    assert names(table) == ["9d 9c", "9c 9d"]
    assert bottom(do(table, "9d 9c"), 2) == "9d 9c"


def test_ba_3_2_groups_are_chosen_by_slots():
    table = do(start("9d 9h 4c 9c", "Tc"), "pair_draw")
    assert names(table) == ["9d 9h", "9d 9c", "9h 9c"]


def test_ba_6_4_draw_top_and_battle_draw_facing():
    table = start("2c", "3c")
    first = pile(table)[0]
    assert row(do(table, "draw_top"), 0) == f"2c *{first}"
    assert row(do(start("2c", "3c", battle_draw_facing="up"), "draw_top"), 0) == f"2c {first}"


def test_ba_6_5_a_dig_takes_the_nth_card_and_leaves_the_rest_in_order():
    table = start("4c 3d", "5c")
    cards = pile(table)
    do(table, "draw_nth", "N = 7")
    assert row(table, 0) == f"4c 3d *{cards[6]}"
    assert pile(table) == cards[:6] + cards[7:]
    assert (table.tally.nth_n[0], table.tally.nth_known[0]) == (7, 0)


def test_section_4_who_remembers_a_pile_card_knows_what_was_dug():
    table = do(start("9c 9d 4c", "9h 9s 3c", pile="2c 2d 2h 2s"), "pair_draw")
    assert pile(table) == ["9c", "9d"]
    do(table, "pair_draw", "pass")
    assert sees(table, 0, "9d")
    assert row(table, 1).endswith("*9c *9d *9h *9s")
    assert all(sees(table, 0, card) for card in ("9c", "9h"))


def test_ba_6_10_a_short_pile_gives_what_it_has_and_an_empty_one_nothing():
    table = do(start("9c 9d", "5c", pile="2c"), "pair_draw")
    assert row(table, 0) == "*2c *9c *9d"
    assert not {"pair_draw", "draw_top", "draw_nth"} & set(names(start("9c 9d", "5c", pile="")))


def test_ba_8_2_discards_come_back_unless_they_leave_the_game():
    table = do(start("9c 9d", "5c", pile="2c", discard_to="out"), "pair_draw")
    assert (row(table, 0), DECK.cards(int(table.state.out))[-1]) == ("*2c", 51)
    assert {7, 20} <= set(DECK.cards(int(table.state.out)))


# ---- flips


def test_ba_6_7_a_flip_turns_up_a_chosen_hidden_card():
    table = pass_all(do(start("*2c", "*Kh *3d"), "flip", "2c", "seat 1's hidden card 2"))
    assert (row(table, 0), row(table, 1)) == ("2c", "*Kh 3d")
    assert (table.tally.n_flips, table.tally.n_attacks, table.tally.outcome[0]) == (1, 0, 1)


def test_ba_6_8_ba_8_10_a_blocked_flip_costs_the_blocker_a_card_and_the_actor_nothing():
    table = do(start("*2c", "*Kh 3c 2d 4d"), "flip", "seat 1's hidden card 1")
    assert names(table) == ["let it pass", "discard 3c", "discard 2d"]
    do(table, "discard 3c")
    assert (row(table, 0), row(table, 1), bottom(table, 1)) == ("2c", "*Kh 2d 4d", "3c")


def test_ba_1_5_colour_means_suit_or_red_and_black():
    table = do(start("*2d", "*Kh 3c 9h", color_means="color"), "flip", "seat 1's hidden card 1")
    assert names(table) == ["let it pass", "discard 9h"]
    table = do(start("*2d", "*Kh 3c 9h"), "flip", "seat 1's hidden card 1")
    assert names(table) == ["let it pass"]


# ---- attacks


def test_ba_1_3_the_ace_is_high():
    assert ("Ac", "Kd") in targets(start("Ac", "Kd"), "kill_high")
    assert "kill_low" not in names(start("Ac", "2c"))


def test_ba_7_1_ba_7_14_swapped_cards_take_each_others_slot_face_up():
    table = pass_all(do(start("2c *Ad 3c", "5h 9s"), "swap_high", "Ad", "seat 1's 9s"))
    assert (row(table, 0), row(table, 1)) == ("2c 9s 3c", "5h Ad")


def test_ba_7_3_ba_7_6_the_same_number_attacks_whatever_protects_it():
    table = start("9c", "9h Th 8h")
    assert targets(table, "swap_same") == targets(table, "kill_same") == {("9c", "9h")}


def test_ba_7_15_a_kill_puts_the_used_card_above_the_target():
    table = pass_all(do(start("As 2c", "Ks 5h"), "kill_high", "As", "seat 1's Ks"))
    assert (row(table, 0), row(table, 1), bottom(table, 2)) == ("2c", "5h", "As Ks")


def test_ba_7_7_a_steal_takes_the_card_to_the_end_of_the_row():
    table = pass_all(do(start("As 2s 4d", "Ks 5h"), "steal_high", "As", "seat 1's Ks"))
    assert (row(table, 0), row(table, 1), bottom(table, 1)) == ("2s 4d Ks", "5h", "As")


def test_ba_7_9_supports_match_suit_or_number_and_the_spent_card_counts():
    assert "steal_high" in names(start("As 2s", "Ks"))
    assert "steal_high" not in names(start("As 2s", "Ks", steal_support_includes_spent=False))
    assert "steal_high" not in names(start("As 2c", "Ks"))
    assert "steal_high" in names(start("Ac Kc *Kd", "Ks"))


def test_ba_7_8_a_low_steal_asks_for_three_supports_and_no_suit():
    assert ("9d", "Tc") in targets(start("9d 9c 8c *7c", "Tc"), "steal_low")
    assert ("9d", "Tc") not in targets(start("9d 9c 8c 7c", "Tc", steal_low_same_suit=True), "steal_low")


def test_ba_7_10_hidden_supports_are_turned_up_lowest_slot_first_and_stay_up():
    rows = ("*As *4s *2s *3s", "Ks 7s")
    table = do(start(*rows), "steal_high", "As", "seat 1's Ks")
    assert row(table, 0) == "As 4s *2s *3s"
    assert row(do(table, "discard 7s"), 0) == "4s *2s *3s"
    assert row(do(start(*rows, steal_reveal_support=False), "steal_high", "As", "seat 1's Ks"), 0) == "As *4s *2s *3s"


def test_protection_by_all_cards_or_none():
    assert targets(start("As", "Ts *Js", protection="all"), "kill_high") == set()
    assert targets(start("As", "Ts Js", protection="off"), "kill_high") == {("As", "Ts"), ("As", "Js")}
    assert names(do(start("As 2d", "Ts *Js", protection="off"), "kill_high", "As", "seat 1's Ts")) == ["let it pass", "discard Js"]


# ---- answers


def test_ba_8_5_the_target_seat_is_asked_first_then_clockwise_and_the_actor_loses_its_card():
    rows = ("As 2c", "5s 6c", "6s 7c", "Ks *9s")
    table, asked = do(start(*rows), "kill_high", "As", "seat 3's Ks"), []
    while table.state.actor == 0 and table.seat != 0 and int(table.state.turn) == 1:
        asked.append(table.seat)
        table.apply(0)
    assert asked == [3, 1, 2]
    table = do(start(*rows, interrupt_order="clockwise"), "kill_high", "As", "seat 3's Ks")
    assert table.seat == 1
    do(table, "discard 5s")
    assert (row(table, 0), row(table, 1), row(table, 3), bottom(table, 2)) == ("2c", "6c", "Ks *9s", "5s As")  # BA-8.10
    assert (table.tally.outcome[0], table.tally.stopper[0], table.seat) == (4, 1, 1)  # BA-8.8: the window is closed


def test_ba_8_9_an_interrupt_costs_no_turn_and_may_be_repeated():
    table = do(start("As 2c", "Ks 5s 6h", "Ah 3c"), "kill_high", "As", "seat 1's Ks", "discard 5s")
    assert table.seat == 1
    do(table, "pass", "kill_high", "Ah", "seat 1's 6h")
    assert "let it pass" in names(table)


@pytest.mark.parametrize(
    ("rules", "offered"),
    [
        ({}, ["5d", "Ac"]),
        ({"interrupt_match": "number_or_color"}, ["5d", "6h", "Ac"]),
        ({"interrupt_match": "number"}, ["Ac"]),
        ({"interrupt_match": "none"}, []),
        ({"interrupt_by": "target"}, ["5d", "Ac"]),
        ({"interrupt_by": "others"}, []),
    ],
)
def test_ba_8_5_ba_8_13_what_the_target_seat_may_discard(rules, offered):
    table = do(start("Ad 2s", "Ks 5d 6h Ac 7c", **rules), "kill_high", "Ad", "seat 1's Ks")
    assert names(table) == ["let it pass", *(f"discard {card}" for card in offered)]


def test_ba_8_6_only_a_card_of_the_targets_suit_on_the_right_side_reveals_and_same_kinds_ask_nobody():
    rows = ("As 9h", "9s *Ts *8s *Tc")
    assert [n for n in names(do(start(*rows), "kill_high", "As", "seat 1's 9s")) if "reveal" in n] == ["reveal Ts"]
    assert not [n for n in names(do(start(*rows), "kill_same", "9h", "seat 1's 9s")) if "reveal" in n]
    low = names(do(start("2s 9h", "9s *Ts *8s *Tc"), "kill_low", "2s", "seat 1's 9s"))
    assert [n for n in low if "reveal" in n] == ["reveal 8s"]
    off = do(start(*rows, reveal_response=False), "kill_high", "As", "seat 1's 9s")
    assert not [n for n in names(off) if "reveal" in n]


def test_ba_8_12_an_all_in_row_can_be_flipped_but_not_attacked_lends_nothing_and_may_interrupt():
    table = start("As *2c", "*Ks *5s *6h *7h *8h", "9s *4d")
    assert targets(table, "kill_high") == {("As", "9s")}
    assert "flip" in names(table)
    do(table, "kill_high", "As", "seat 2's 9s")
    while table.seat != 1:
        table.apply(0)
    assert "discard Ks" in names(table)
    do(table, "let it pass")
    assert "draw_nth" not in names(table)


def test_ba_8_7_the_target_may_burn_itself_where_the_knob_says_so():
    table = do(start("As 2c", "Ks 5h", interrupt_with_target=True), "kill_high", "As", "seat 1's Ks", "discard Ks")
    assert (row(table, 0), row(table, 1), bottom(table, 2)) == ("2c", "5h", "Ks As")


def test_section_8_a_decisive_stop_changes_who_leads():
    table = do(start("2c 2d *3d", "2h *Kc *Qd", borrow_max=0), "swap_same", "2c", "seat 1's 2h", "discard Kc")
    assert (table.tally.n_stops, table.tally.n_decisive_stops) == (1, 1)
    table = do(start("Ac Kd *Qd", "Kc *4c *5d", borrow_max=0), "swap_high", "Ac", "seat 1's Kc", "discard 4c")
    assert (table.tally.n_stops, table.tally.n_decisive_stops, table.tally.decisive[0]) == (1, 0, 0)
    assert table.tally.kind_stopped[Kind.SWAP_HIGH] == 1
    table = do(start("Ac Kd *3d", "Kc *5c *4c", borrow_max=0), "swap_high", "Ac", "seat 1's Kc", "discard 4c")
    assert (table.tally.n_decisive_stops, table.tally.kind_decisive[Kind.SWAP_HIGH]) == (1, 1)


def test_ba_3_2_no_stage_leads_into_a_dead_end():
    for index in range(30):
        table = start("9c *8c 7c 2d", "Tc *Td 9h", "*3s 4s 5s")
        number = index
        while not table.over:
            legal = table.legal()
            assert legal
            table.apply(legal[number % len(legal)])
            number = number * 7 // 3 + 1
