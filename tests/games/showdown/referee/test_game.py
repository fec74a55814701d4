"""The showdown referee against its clauses: deal, draws and scoring, with stacked decks."""

from __future__ import annotations

import pytest

from tests.games.showdown.referee.game import DEFAULTS, RandomChance, Referee
from tests.games.showdown.referee.ranking import CATEGORIES, PAIR, STRAIGHT_FLUSH, read_cards
from tests.games.showdown.referee.stacked import LOW_PAIRS, NOTHING, StackedDeck, game, pat_to_tricks, play_round, steps

THROW_ALL = 31


# --- setting up, deal, order ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 7])
def test_sh_2_2_other_numbers_of_players_are_refused(players):
    with pytest.raises(ValueError, match="2 to 6 players"):
        Referee({**DEFAULTS, "players": players}, RandomChance(1))


def test_missing_knobs_and_too_short_decks_are_refused():
    with pytest.raises(ValueError, match="target"):
        Referee({name: value for name, value in DEFAULTS.items() if name != "target"}, RandomChance(1))
    with pytest.raises(ValueError, match="at least 35 cards"):
        Referee({**DEFAULTS, "players": 6, "lowest_rank": 7}, RandomChance(1))


def test_sh_5_2_cards_are_dealt_singly_by_position():
    referee = Referee({**DEFAULTS, "players": 3, "first_dealer": 0}, RandomChance(5))
    deck = RandomChance(5).deck(1)
    assert referee.first_seat == referee.seat == 1
    assert [referee.hands[seat] for seat in (1, 2, 0)] == [sorted(deck[p:15:3]) for p in range(3)]
    assert referee.stock == deck[15:]


def test_sh_4_2_the_deal_goes_round_and_seat_0_is_first():
    referee = game(LOW_PAIRS)
    assert (referee.dealer, referee.first_seat) == (1, 0)
    play_round(referee)
    assert (referee.round, referee.dealer, referee.first_seat, referee.seat) == (2, 0, 1, 1)


def test_dealer_knobs():
    assert play_round(game(LOW_PAIRS, dealer_rotation="fixed")).dealer == 1
    winner_deals = play_round(game(LOW_PAIRS, dealer_rotation="last_trick_winner"))
    assert winner_deals.dealer == winner_deals.history[0]["trick_winners"][-1]
    assert game(LOW_PAIRS, first_dealer="random").dealer == 0


# --- draws ------------------------------------------------------------------------------------------------------------


def test_sh_6_1_replacements_come_from_the_front_of_the_stock():
    referee = game(LOW_PAIRS, "As Kd Qh")
    assert referee.legal() == list(range(32))
    steps(referee, 0b00101)
    assert referee.hands[0] == sorted(read_cards("2d 6s 8c As Kd"))
    assert (referee.seat, referee.point, referee.thrown[0]) == (1, "DRAW", [2, -1])
    assert sorted(referee.pile) == read_cards("2c 4h")


def test_illegal_actions_are_refused():
    with pytest.raises(ValueError, match="not legal"):
        game(LOW_PAIRS).step(32)
    with pytest.raises(ValueError, match="not legal"):
        game(LOW_PAIRS, max_discards=[1]).step(3)


def test_sh_6_5_one_discard_shows_its_replacement_in_draw_2_only():
    referee = steps(game(LOW_PAIRS, "As Kd Qh Jc"), 1, 1)
    assert (referee.draw, referee.point, referee.shown) == (2, "DRAW", [])
    steps(referee, 1)
    assert (referee.point, referee.seat, referee.legal()) == ("SHOW", 0, [0, 1])
    assert referee.view(1)["shown_card"] == read_cards("Qh")[0]
    assert len(referee.view(0)["hand"]) == 4


@pytest.mark.parametrize(("where", "points"), [("draw1", "SD"), ("both", "SS"), ("none", "DD"), (None, "DD")])
def test_sh_6_5_one_card_show_knob(where, points):
    referee = game(LOW_PAIRS, one_card_show=where)
    seen = ""
    for _ in range(2):
        seat = referee.seat
        referee.step(1)
        seen += "S" if referee.point == "SHOW" else "D"
        if referee.point == "SHOW":
            referee.step(0)
        assert referee.seat != seat
        referee.step(0)
    assert seen == points


def test_sh_6_6_a_rejected_card_is_replaced_unseen_and_joins_the_discards():
    referee = steps(game(LOW_PAIRS, "As Kd Qh"), 0, 0, 0b10000, 1)
    assert referee.hands[0] == read_cards("2c 2d 4h 6s Kd")
    assert sorted(referee.pile) == read_cards("8c As")
    assert referee.view(1)["shown"] == [{"draw": 2, "seat": 0, "card": read_cards("As")[0], "fate": "rejected"}]
    assert referee.seat == 1


def test_sh_6_7_a_kept_card_joins_the_hand():
    referee = steps(game(LOW_PAIRS, "As Kd Qh"), 0, 0, 0b10000, 0)
    assert referee.hands[0] == read_cards("2c 2d 4h 6s As")
    assert referee.shown[0]["fate"] == "kept"
    assert referee.stock[0] == read_cards("Kd")[0]


def test_max_rejections_shows_that_many_cards():
    referee = steps(game(LOW_PAIRS, "As Kd Qh", max_rejections=2), 0, 0, 1, 1)
    assert (referee.point, referee.shown_card) == ("SHOW", read_cards("Kd")[0])
    steps(referee, 1)
    assert (referee.point, referee.seat) == ("DRAW", 1)
    assert referee.hands[0] == read_cards("2d 4h 6s 8c Qh")
    assert steps(game(LOW_PAIRS, "As", max_rejections=0), 0, 0, 1).seat == 1


SIX = ["2c 2d 2h 2s 3c", "3d 3h 3s 4c 4d", "4h 4s 5c 5d 5h", "5s 6c 6d 6h 6s", "7c 7d 7h 7s 8c", "8d 8h 8s 9c 9d"]


def test_sh_6_9_a_reshuffle_leaves_out_the_cards_of_the_turn():
    referee = Referee({**DEFAULTS, "players": 6}, StackedDeck((SIX, ""), reshuffled="8c 4d 3d As 2s"))
    steps(referee, *[THROW_ALL] * 4)
    assert (len(referee.stock), len(referee.pile), referee.reshuffles) == (2, 20, 0)
    last_two = list(referee.stock)
    steps(referee, THROW_ALL)
    # SH-6.10: the order given, less what is not in the pile; the thrown 8c is not, so 4d, 3d, 2s come first
    assert referee.hands[4] == sorted([*last_two, *read_cards("4d 3d 2s")])
    assert (len(referee.stock), referee.reshuffles) == (17, 1)
    assert sorted(referee.pile) == read_cards(SIX[4])


@pytest.mark.parametrize(("players", "most"), [(2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_section_10_10_reshuffles_when_everybody_throws_everything(players, most):
    referee = Referee({**DEFAULTS, "players": players, "straight_flush": "points"}, RandomChance(3))
    steps(referee, *[THROW_ALL] * 2 * players)
    assert (referee.point, referee.reshuffles) == ("PLAY", most)


def test_sh_6_9_limit_allows_no_more_than_the_stock_holds():
    referee = game(SIX, stock_out="limit")
    steps(referee, *[THROW_ALL] * 4)
    assert max(mask.bit_count() for mask in referee.legal()) == 2
    steps(referee, 3)
    assert referee.legal() == [0]
    steps(referee, 0)
    assert (referee.draw, referee.legal(), referee.reshuffles) == (2, [0], 0)


def test_sh_6_9_limit_with_an_empty_stock_forces_the_shown_card():
    referee = game(SIX, stock_out="limit")
    steps(referee, *[THROW_ALL] * 4, 1, 0)
    assert (referee.draw, len(referee.stock)) == (2, 1)
    decisions = referee.decisions
    steps(referee, 1)
    assert (referee.point, referee.legal()) == ("SHOW", [0])
    steps(referee, 0)
    assert referee.decisions == decisions + 1


@pytest.mark.parametrize(
    ("order", "first_draw", "second_draw"),
    [
        ("left_of_dealer", [0, 1, 2], [0, 1, 2]),
        ("dealer_first", [2, 0, 1], [2, 0, 1]),
        ("fewest_points", [0, 1, 2], [0, 2, 1]),
        ("most_points", [0, 1, 2], [1, 0, 2]),
    ],
)
def test_draw_order_knob(order, first_draw, second_draw):
    referee = game([*LOW_PAIRS, "4c 5c 6d 9d Ts"], draw_order=order)  # seat 1 scores phase 1
    drawn = []
    while referee.point == "DRAW":
        drawn.append(referee.seat)
        referee.step(0)
    assert drawn == first_draw + second_draw


def test_draws_knob_repeats_the_second_draw_and_its_columns():
    one = pat_to_tricks(game(LOW_PAIRS, draws=1))
    assert (one.plies, one.points, one.outcome()["hand_cat2"]) == (2, [0, 1], [0] * 9)
    three = game(LOW_PAIRS, draws=3, phase_weight=[1, 2], max_discards=[5, 1])
    steps(three, 0, 0, 0, 0)
    assert (three.draw, len(three.legal())) == (3, 6)
    steps(three, 1)
    assert three.point == "SHOW"
    pat_to_tricks(three)
    assert three.points == [0, 5]
    assert three.outcome()["pts_phase2"][1] == 4
    assert three.outcome()["score2"][1] == 2


# --- scoring ----------------------------------------------------------------------------------------------------------


def test_sh_7_2_only_the_best_hand_scores():
    referee = pat_to_tricks(game(LOW_PAIRS))
    assert referee.points == [0, 2]
    assert referee.scored == [[{"seat": 1, "category": PAIR, "points": 1}]] * 2
    assert referee.outcome()["same_category"] == 2


def test_sh_7_3_nobody_scores_without_a_pair():
    referee = pat_to_tricks(game(NOTHING))
    assert referee.points == [0, 0]
    assert referee.outcome()["best_cat1"][0] == 1
    assert pat_to_tricks(game(NOTHING, category_points=[1] * 9)).points == [0, 2]


THREE_SCORE = ["2c 2d 4h 6s 8c", "3c 3d 3h 3s 9c", "5c 5d 6h 6c Ac"]


@pytest.mark.parametrize(("scorers", "points"), [("best", [0, 7, 0]), ("best_two", [0, 7, 2]), ("all", [1, 7, 2])])
def test_scorers_and_phase_weight_knobs(scorers, points):
    assert pat_to_tricks(game(THREE_SCORE, scorers=scorers, phase_weight=[3, 0])).points == [3 * p for p in points]


def test_worthless_categories_do_not_stand_in_the_way():
    referee = pat_to_tricks(game(THREE_SCORE, category_points=[0, 1, 2, 3, 4, 5, 6, 0, 8]))
    assert referee.points == [0, 0, 4]
    assert referee.outcome()["best_cat1"][2] == 1


def test_category_order_knob_decides_who_scores():
    order = ["high_card", "two_pair", "pair", *CATEGORIES[3:]]
    assert pat_to_tricks(game([THREE_SCORE[0], THREE_SCORE[2]], category_order=order)).points == [2, 0]


def test_suit_decided_counts_phases_settled_by_suits():
    referee = pat_to_tricks(game(["8s 8c Kd 5h 4c", "8h 8d Ks 5s 4s"]))
    assert referee.points == [2, 0]
    assert referee.outcome()["suit_decided"] == 2


def test_full_clash_and_full_flip():
    flipped = pat_to_tricks(game(["Tc Td Th Ks Kh", "Qc Qd Qh Js Jh"])).outcome()
    assert (flipped["points"][:2], flipped["full_clash"], flipped["full_flip"]) == ([12, 0], 2, 2)
    agreed = pat_to_tricks(game(["Ac Ad Ah 2c 2d", "3c 3d 3h Ks Kh"])).outcome()
    assert (agreed["full_clash"], agreed["full_flip"]) == (2, 0)
    assert pat_to_tricks(game(["Tc Td Th Ks Kh", "Qc Qd Qh Js Jh"], full_house_compare="trips_first")).points == [0, 12]


TWO_STRAIGHT_FLUSHES = ["9h 8h 7h 6h 5h", "9s 8s 7s 6s 5s", "Kc Kd Kh Ks 2c"]


def test_sh_7_7_a_straight_flush_wins_the_game_at_once_and_sh_7_9_the_higher_one():
    referee = steps(game(TWO_STRAIGHT_FLUSHES), 0, 0, 0)
    result = referee.outcome()
    assert referee.over
    assert (result["winner"], result["end_reason"], result["win"]) == (1, 1, [0, 60, 0, 0, 0, 0])
    assert (result["points"], result["rounds"], result["plies"]) == ([0] * 6, 1, 3)
    assert (result["score1"][1], result["best_cat1"][STRAIGHT_FLUSH], result["suit_decided"]) == (1, 1, 1)


def test_straight_flush_knobs():
    assert pat_to_tricks(game(TWO_STRAIGHT_FLUSHES, straight_flush="points")).points == [0, 16, 0]
    late = pat_to_tricks(game(TWO_STRAIGHT_FLUSHES, straight_flush_phases="phase2"))
    assert (late.points, late.winner, late.end_reason) == ([0, 8, 0], 1, 2)
    order = ["straight_flush", *CATEGORIES[:-1]]
    assert pat_to_tricks(game(TWO_STRAIGHT_FLUSHES, category_order=order)).winner == 1


def test_straight_flush_who_passes_over_a_circle_holder():
    knobs = {"straight_flush_who": "no_circle", "straight_flush_phases": "phase2", "target": 8}
    referee = pat_to_tricks(game(TWO_STRAIGHT_FLUSHES, **knobs))
    assert (referee.circle_round, referee.winner, referee.points) == ([-1, 1, -1], 0, [0, 8, 0])
    alone = pat_to_tricks(game(TWO_STRAIGHT_FLUSHES[1:], **knobs))
    assert (alone.over, alone.points) == (False, [16, 0])
