"""Jester, clause by clause: Poker, its ranking, the end of the game, the turn structure."""

import pytest

from simlab.cards import FRENCH
from simlab.errors import RulesError
from simlab.games.jester.rules import Bid, Rules
from simlab.ranking.hands import category
from simlab.ranking.scalar import rank
from tests.games.jester.table import game_table, hand, play, point, points, poker_table, steps

FOLD, CALL, CHECK, RAISE_1, RAISE_2, RAISE_MID, RAISE_MAX = (int(bid) for bid in Bid)
BEST = ["Ac Ad Ah", "2c 5d 9h"]
BOARD = "Ks Js"


def showdown(held, hands=BEST, pile=BOARD, bid=RAISE_1, **changes):
    """The jester opens, everybody calls, two checks."""
    table = poker_table(held, hands, pile, max_rounds=1, **changes)
    return steps(table, bid, *[CALL] * (len(held) - 1), CHECK, CHECK)


def test_je_6_1_three_cards_each_and_the_jester_opens_then_clockwise():
    table = poker_table([9, 9, 9])
    assert [len(hand(table, seat).split()) for seat in range(3)] == [3] * 3
    assert (point(table), table.seat) == ("OPEN", 0)
    assert steps(table, RAISE_1).seat == 1
    assert steps(table, CALL).seat == 2


def test_je_6_2_bids_are_pledges():
    table = steps(poker_table([9, 9, 9]), RAISE_2, CALL)
    assert points(table) == [9, 9, 9]
    assert table.state.table.bid[:3].tolist() == [2, 2, 0]


@pytest.mark.parametrize(
    ("knobs", "caps"),
    [({}, [8, 0, 0, 0]), ({"bid_limit": "up_to"}, [9, 1, 0, 0]), ({"bid_limit": "fixed", "bid_limit_fixed": 7}, [7] * 4)],
)
def test_je_6_3_a_bid_is_fewer_than_the_points_held(knobs, caps):
    assert poker_table([9, 1, 0, -2], **knobs).state.table.cap[:4].tolist() == caps


@pytest.mark.parametrize(
    ("held", "least", "cap", "legal"),
    [
        (0, 1, 1, [RAISE_1]),
        (-2, 1, 1, [RAISE_1]),
        (4, 1, 3, [RAISE_1, RAISE_2, RAISE_MAX]),
        (4, 0, 3, [RAISE_1, RAISE_2, RAISE_MAX]),
        (0, 0, 0, [RAISE_1]),
        (9, 3, 8, [RAISE_1, RAISE_2, RAISE_MID, RAISE_MAX]),
        (1, 3, 3, [RAISE_1]),
    ],
)
def test_je_6_4_the_jester_must_bid_whatever_the_limit(held, least, cap, legal):
    table = poker_table([held, 5], jester_min_bid=least)
    assert int(table.state.table.cap[0]) == cap
    assert table.legal() == legal
    assert int(steps(table, RAISE_1).state.table.highest) == least


def test_je_6_5_fold_loses_the_bid_at_once_and_hides_the_hand():
    table = steps(poker_table([9, 9, 9]), RAISE_2, CALL, RAISE_1)
    cards = int(table.state.hand[0])
    steps(table, FOLD)
    assert points(table) == [7, 9, 9]
    assert int(table.state.table.discards) & cards == cards
    assert int(table.view(1).table.discards) & cards == 0
    assert int(table.view(1).buried) == 3
    assert int(table.view(0).own_folded) == cards


def test_je_6_6_and_je_6_7_call_matches_and_raise_tops_the_highest_bid():
    table = steps(poker_table([9, 9, 9]), RAISE_2, CALL)
    assert int(table.state.table.bid[1]) == 2
    steps(table, RAISE_1)
    assert (int(table.state.table.highest), int(table.state.table.raises)) == (3, 2)
    assert steps(poker_table([9, 9], max_raises=1), RAISE_1).legal() == [FOLD, CALL]


def test_je_6_8_whoever_cannot_match_can_only_fold():
    table = steps(poker_table([9, 3, 9]), RAISE_MAX)
    assert table.legal() == [FOLD]
    steps(table, FOLD)
    assert (points(table), int(table.tally.forced_folds)) == ([9, 3, 9], 1)


def test_je_6_8_all_in_a_short_seat_stays_with_its_own_bid():
    table = steps(poker_table([9, 4, 1], ["2c 5d 9h", "Ac Ad Ah", "3c 6d 8h"], BOARD, short_bid="all_in", max_rounds=1), RAISE_MAX)
    assert table.legal() == [FOLD, CALL]
    steps(table, CALL)
    assert (table.seat, table.legal()) == (2, [CALL])  # its bid already is its cap
    steps(table, CALL, CHECK, CHECK)
    assert points(table) == [1, 10, 1]


@pytest.mark.parametrize(
    ("high", "cap", "targets"), [(1, 6, [2, 3, 4, 6]), (1, 3, [2, 3]), (2, 9, [3, 4, 6, 9]), (1, 5, [2, 3, 5]), (1, 2, [2])]
)
def test_je_6_9_canonical_raises_are_merged(high, cap, targets):
    table = steps(poker_table([high + 1, cap + 1]), RAISE_MAX if high > 2 else RAISE_1 + high - 1)
    names = [name for name in table.names().values() if name.startswith("raise")]
    assert names == [f"raise to {target}" for target in targets]


def test_je_6_9_every_bid_can_be_allowed():
    table = steps(poker_table([9, 9], bid_grid="every"), RAISE_1)
    assert table.legal() == [FOLD, CALL, *range(3, 10)]
    assert int(steps(table, 9).state.table.highest) == 8


def test_je_6_10_an_unraised_player_must_raise_or_check():
    table = steps(poker_table([9, 9]), RAISE_1, CALL)
    assert point(table) == "CHECK"
    assert FOLD not in table.legal()
    assert CALL not in table.legal()
    steps(table, CHECK)
    assert (table.seat, point(table)) == (1, "CHECK")
    steps(table, RAISE_1)
    assert (table.seat, point(table)) == (0, "BID")
    assert FOLD in table.legal()


def test_je_6_11_a_check_turns_a_common_card_and_passes_the_turn():
    table = steps(poker_table([9, 9, 9], BEST, BOARD), RAISE_1, CALL, CALL, CHECK)
    assert table.view(2).table.common[:2].tolist() == [FRENCH.read("Ks")[0], -1]
    assert (table.seat, point(table)) == (1, "CHECK")


def test_je_6_12_the_second_common_card_ends_the_bidding():
    table = showdown([9, 9])
    assert table.over
    assert table.tally.poker_turns == 4
    assert table.state.table.last_common.tolist() == FRENCH.read(BOARD)


@pytest.mark.parametrize(("mult", "gain"), [(2, 4), (1, 2), (0, 0)])
def test_je_6_13_the_last_one_left_wins_at_once(mult, gain):
    table = steps(poker_table([9, 9, 9], uncontested_mult=mult, max_rounds=1), RAISE_2, FOLD, FOLD)
    assert table.over
    assert points(table) == [9 + gain, 9, 9]
    assert (table.tally.poker_uncontested, table.tally.uncontested_by_jester, table.tally.priced_out) == (1, 1, 0)


def test_je_6_14_hands_are_three_cards_and_the_two_common_ones():
    table = showdown([9, 9], ["2c 3c 4c", "Ad Kd Qh"], "5c 6c")
    assert table.tally.cat.tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 1, 0]  # the run of clubs uses both common cards


@pytest.mark.parametrize(
    ("knobs", "after"),
    [({}, [13, 7]), ({"poker_win_mult": 3}, [15, 7]), ({"poker_payout": "pot"}, [11, 7])],
)
def test_je_6_15_the_best_hand_gains_twice_its_bid(knobs, after):
    assert points(showdown([9, 9], bid=RAISE_2, **knobs)) == after


def test_je_6_15_a_pot_holds_the_bids_of_those_who_folded():
    table = poker_table([9, 9, 9], [*BEST, "3c 6d 8h"], BOARD, poker_payout="pot", max_rounds=1)
    steps(table, RAISE_2, CALL, RAISE_1, CALL, FOLD, CHECK, CHECK)
    assert points(table) == [14, 7, 6]


@pytest.mark.parametrize(
    ("knobs", "after"),
    [({}, [11, 11, 7]), ({"poker_tie": "each"}, [13, 13, 7]), ({"poker_tie": "push"}, [9, 9, 7]), ({"poker_payout": "pot"}, [10, 10, 7])],
)
def test_je_6_16_a_full_tie_shares_the_prize(knobs, after):
    table = showdown([9, 9, 9], ["Ac Qd 3h", "Ad Qh 3s", "2c 5d 9h"], BOARD, bid=RAISE_2, **knobs)
    assert points(table) == after
    assert table.tally.showdown_ties == 1


def test_je_6_17_only_the_forced_bid_takes_a_loser_to_zero_or_below():
    assert points(showdown([0, 3], ["2c 5d 9h", "Ac Ad Ah"])) == [-1, 5]
    assert points(showdown([9, 3], bid=RAISE_2)) == [13, 1]


def test_je_6_18_an_uncontested_winner_shows_nothing():
    table = steps(poker_table([9, 9, 9]), RAISE_2, FOLD, FOLD)
    assert int(table.state.round) == 2
    assert not table.view(1).table.shown.any()
    table = showdown([9, 9])
    assert int(table.view(1).table.shown[0]) != 0


# ---- ranking

EXAMPLES = """
2c 2d Ah Ks Qd|Ac Ad 4h 3s 2h|A|B;Ac Kd Qh Js 9c|2c 2d 3h 4s 5c|B|B;Ac Kd 4h 3s 2c|Qc Jd Th 9s 7c|B|A
Kc Kd Qh Qs Jc|Ac Ad 3h 3s 2c|A|B;2c 2d 2h As Kc|5c 5d 5h 4s 3c|A|B;5c 5d 5h Ks Qc|Ac Ad Ah 4s 3c|B|B
Ac 2d 3h 4s 5c|Kc Jd 9h 7s 6c|B|A;Ac 2d 3h 4s 5c|2c 2d 3h 4s 6c|B|B;Qc Kd Ah 2s 3c|Jc Td 9h 8s 6c|tie|A
2c 3d 4h 5s 6c|Ac Ad Ah Ks Qc|A|A;Tc Jd Qh Ks Ac|9c Td Jh Qs Kc|A|A;Tc Jd Qh Ks Ac|Td Jh Qs Kc Ad|tie|tie
2c 3c 4c 5c 7c|Td Jd Qh Ks Ah|A|A;Ac Kc 4c 3c 2c|Qd Jd Td 8d 7d|B|A;Ac 2c 3c 4c 5c|Kd Qd Jd 9d 8d|B|A
Ac Kc Qc Jc 9c|2c 2d 2h 3s 3d|B|B;2c 2d 2h Ac Ad|3c 3d 3h 4s 4d|A|B;Kc Kd Kh 2s 2c|Qc Qd Qh As Ac|B|A
2c 2d 2h 2s Ac|3c 3d 3h 3s 5c|A|B;2c 2d 2h 2s 6c|3c 3d 3h 3s 2c|tie|B;2c 3c 4c 5c 6c|Ac Ad Ah As Kc|A|A
Tc Jc Qc Kc Ac|9d Td Jd Qd Kd|A|A;Td Jd Qd Kd Ad|Tc Jc Qc Kc Ac|tie|tie;8c 8d 9h 7s 2c|5c 5d Jh 9s 4c|tie|A
Jc Jd Th 9s 8c|Qc Qd 9h 8s 7c|A|B;7c 7d 6h 6s Ac|9c 9d 8h 8s 2c|A|B;Tc Td 3h 3s 2c|9c 9d 4h 4s 2d|tie|A
7c 7d Ah 4s 2c|7h 7s Kc 5d 2d|tie|A
"""
ROWS = [row.split("|") for line in EXAMPLES.strip().splitlines() for row in line.split(";")]


def score(text, **knobs):
    return int(rank(FRENCH.mask(FRENCH.read(text)), Rules.of(knobs).lower().order))


def better(a, b, **knobs):
    one, two = score(a, **knobs), score(b, **knobs)
    return "tie" if one == two else "A" if one > two else "B"


def test_je_7_1_there_are_28_worked_examples():
    assert len(ROWS) == 28


@pytest.mark.parametrize(("a", "b", "by_sum", "ordinary"), ROWS)
def test_je_7_1_to_je_7_8_worked_examples(a, b, by_sum, ordinary):
    assert better(a, b) == by_sum
    assert better(a, b, poker_tie_break="standard") == ordinary


@pytest.mark.parametrize(
    ("cards", "tier"),
    [
        ("2c 5d 9h Js Kc", 0), ("2c 2d 9h Js Kc", 1), ("2c 2d 9h 9s Kc", 2), ("2c 2d 2h Js Kc", 3), ("2c 3d 4h 5s 6c", 4),
        ("2c 5c 9c Jc Kc", 5), ("2c 2d 2h Js Jc", 6), ("2c 2d 2h 2s Kc", 7), ("2c 3c 4c 5c 6c", 8), ("Tc Jc Qc Kc Ac", 9),
        ("Ac 2d 3h 4s 5c", 0), ("Qc Kd Ah 2s 3c", 0),
    ],
)  # fmt: skip
def test_je_7_2_to_je_7_6_every_hand_has_its_best_tier(cards, tier):
    assert category(score(cards)) == tier


def test_je_7_1_the_order_of_the_tiers_is_a_knob():
    swapped = {"category_order": [1, 0, 2, 3, 4, 5, 6, 7, 8, 9]}
    assert better("Ac Kd Qh Js 9c", "2c 2d 3h 4s 5c", **swapped) == "A"
    assert category(score("2c 2d 3h 4s 5c", **swapped)) == 1
    with pytest.raises(RulesError, match="each of the tiers"):
        Rules.of({"category_order": [0] * 10})


def test_je_7_4_the_wheel_is_a_straight_of_sum_15_only_by_the_knob():
    assert category(score("Ac 2d 3h 4s 5c", wheel=True)) == 4
    assert better("Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", wheel=True) == "B"
    assert category(score("Ac 2c 3c 4c 5c", wheel=True)) == 8


def test_je_7_7_other_tie_breaks():
    assert better("2c 2d Ah Ks Qd", "Ac Ad 4h 3s 2h", poker_tie_break="sum_made") == "B"
    assert better("Ac Kd 4h 3s 2c", "Qc Jd Th 9s 7c", poker_tie_break="sum_made") == "A"
    assert better("8c 8d 9h 7s 2c", "5c 5d Jh 9s 4c", poker_tie_break="sum_then_standard") == "A"
    assert better("Ac Kd 4h 3s 2c", "Qc Jd Th 9s 7c", poker_tie_break="sum_then_standard") == "B"


def test_je_7_7_a_winner_that_ordinary_poker_would_not_name_is_counted():
    table = showdown([9, 9], ["2c 2d Ah", "5c 5d 4h"], BOARD)
    assert (points(table)[0], int(table.tally.sum_vs_standard)) == (11, 1)


@pytest.mark.parametrize("tie_break", ["sum", "sum_made", "standard", "sum_then_standard"])
def test_je_7_9_hands_of_three_cards_know_tier_and_sum_only(tie_break):
    table = poker_table([9, 9, 9], ["2c 2d Kh", "5c 5d 3h", "Qc 2h 3c"], exhaust="stop", poker_tie_break=tie_break, max_rounds=1)
    table.state.table.left = 0
    steps(table, RAISE_1, CALL, CALL, CHECK, CHECK)
    assert points(table) == [11, 8, 8]  # pairs of sums 17 and 13
    assert table.tally.sum_vs_standard == 0


# ---- the end


def low_table(held, target=21, **changes):
    """Low with seat 0 jester, who plays last; seat 1 leads the ace and scores."""
    changes = {"players": 2, "phases": ["low", "high"], "first_dealer": 1, "target": target, **changes}
    table = game_table(["2c 3c", "Ad Kd"], **changes)
    for seat, p in enumerate(held):
        table.state.table.points[seat] = p
    play(table, "Ad")
    play(table, "2c")
    return table


def test_je_8_1_the_end_is_tested_after_each_phase():
    table = low_table([0, 20])
    assert table.over
    assert table.tally.ended_in == 1
    table = low_table([0, 20], end_check="round")
    assert not table.over
    steps(table, 0, 0)
    assert (table.over, int(table.tally.ended_in)) == (True, 5)


def test_je_8_2_more_than_the_target_is_fine():
    assert low_table([0, 30]).tally.win[:2].tolist() == [0, 60]


def test_je_8_3_of_several_the_most_points_win():
    assert low_table([25, 23]).tally.win[:2].tolist() == [60, 0]


@pytest.mark.parametrize(("knobs", "shares"), [({}, [30, 30]), ({"win_tie": "order"}, [0, 60])])
def test_je_8_4_equal_points_share_the_win(knobs, shares):
    table = low_table([25, 24], **knobs)
    assert table.tally.win[:2].tolist() == shares
    assert table.tally.shared == (shares[0] == 30)


def test_je_8_4_or_play_on_until_one_leads_alone():
    table = low_table([25, 24], win_tie="play_on")
    assert not table.over
    steps(table, 0, 0)  # High: seat 0 plays its 3 against the king
    assert table.tally.win[:2].tolist() == [60, 0]


def test_je_8_5_the_cap_gives_the_win_to_the_most_points():
    table = low_table([3, 4], max_rounds=1, win_tie="order", high_points=2)
    steps(table, 0, 0)
    assert (int(table.tally.capped), int(table.tally.ended_in)) == (1, 6)
    assert table.tally.win[:2].tolist() == [30, 30]  # 5 and 5, whatever win_tie says


def test_je_8_6_splits_are_rounded_down():
    table = showdown([9, 9, 9], ["Ac Qd 3h", "Ad Qh 3s", "Ah Qs 3c"], BOARD, bid=RAISE_1)
    assert points(table) == [9, 9, 9]  # two thirds of a point are none


# ---- turn structure


def test_je_9_1_after_poker_is_settled_the_next_round_begins():
    table = steps(poker_table([5, 5]), RAISE_1, FOLD)
    assert (int(table.state.round), point(table)) == (2, "OPEN")


def test_je_9_2_folded_seats_are_skipped():
    table = steps(poker_table([9, 9, 9]), RAISE_1, FOLD, RAISE_1)
    assert table.seat == 0
    assert steps(table, CALL).seat == 2


def test_je_9_3_two_checks_precede_every_showdown():
    table = showdown([9, 9])
    assert table.state.table.checks == 2
    assert table.state.table.acts[:4].tolist() == [RAISE_1, CALL, CHECK, CHECK]


def test_je_9_4_a_point_with_one_action_is_no_decision():
    table = poker_table([9, 3, 9])
    before = int(table.tally.decisions)
    steps(table, RAISE_MAX)
    assert int(table.tally.decisions) == before
    steps(table, FOLD)
    assert (int(table.tally.forced_folds), int(table.tally.decisions)) == (1, before + 1)


def test_je_9_5_actions_are_places_in_the_sorted_hand_or_the_list_of_pairs():
    table = game_table(["Ac 2c 9c 5c 6c"], players=2, phases=["blackjack", "poker"])
    assert list(table.names().values())[:5] == ["2c 5c", "2c 6c", "2c 9c", "2c Ac", "5c 6c"]
    table = game_table(["Ac 2c 9c"], players=2, phases=["trash", "low", "high"])
    assert list(table.names().values()) == ["2c", "9c", "Ac"]
