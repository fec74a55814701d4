"""The Jester referee's Poker phase: who may bid what, and what it costs or brings."""

import copy

import pytest

from tests.games.jester.referee.policies import CALL, CHECK, FOLD, RAISE_1, RAISE_2, RAISE_MAX, RAISE_MID
from tests.games.jester.referee.table import poker_table, steps

# --- Poker: bidding ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "changes", "targets"),
    [
        (7, {}, {RAISE_1: 1, RAISE_2: 2, RAISE_MID: 3, RAISE_MAX: 6}),
        (2, {}, {RAISE_1: 1}),
        (1, {}, {RAISE_1: 1}),
        (-4, {}, {RAISE_1: 1}),
        (3, {}, {RAISE_1: 1, RAISE_2: 2}),
        (3, {"bid_limit": "up_to"}, {RAISE_1: 1, RAISE_2: 2, RAISE_MAX: 3}),
        (0, {"bid_limit": "fixed", "bid_limit_fixed": 9}, {RAISE_1: 1, RAISE_2: 2, RAISE_MID: 5, RAISE_MAX: 9}),
        (7, {"jester_min_bid": 3}, {RAISE_1: 3, RAISE_2: 4, RAISE_MAX: 6}),
        (0, {"jester_min_bid": 3}, {RAISE_1: 3}),
        (0, {"jester_min_bid": 0}, {RAISE_1: 0}),
        (7, {"jester_min_bid": 0}, {RAISE_1: 0, RAISE_2: 1, RAISE_MID: 3, RAISE_MAX: 6}),
        (5, {"bid_grid": "every"}, {3: 1, 4: 2, 5: 3, 6: 4}),
        (7, {"bid_grid": "every", "jester_min_bid": 3}, {3: 3, 4: 4, 5: 5, 6: 6}),
    ],
)
def test_je_6_3_je_6_4_je_6_9_je_9_5_openings(points, changes, targets):
    referee = poker_table([points, 5], **changes)
    assert referee.raise_targets() == targets
    assert referee.legal() == sorted(targets)


@pytest.mark.parametrize(
    ("cap", "targets"),
    [(6, {RAISE_1: 2, RAISE_2: 3, RAISE_MID: 4, RAISE_MAX: 6}), (3, {RAISE_1: 2, RAISE_2: 3}), (1, {}), (2, {RAISE_1: 2})],
)
def test_je_6_9_merged_raises_over_a_bid_of_one(cap, targets):
    referee = poker_table([5, cap + 1])
    referee.step(RAISE_1)
    assert referee.raise_targets() == targets
    assert referee.legal() == [FOLD, CALL, *targets]


def test_je_6_7_max_raises_counts_the_opening():
    referee = poker_table([9, 9, 9], max_raises=2)
    referee.step(RAISE_1)
    assert RAISE_1 in referee.legal()
    referee.step(RAISE_2)
    assert referee.legal() == [FOLD, CALL]


def test_je_6_8_a_short_seat_can_only_fold_or_with_all_in_call_for_less():
    referee = poker_table([9, 1, 4, 4])
    referee.step(RAISE_MAX)
    assert (referee.point, referee.legal()) == ("BID", [FOLD])
    referee = poker_table([9, 1, 4, 4], short_bid="all_in")
    referee.step(RAISE_MAX)
    assert referee.legal() == [CALL]  # cap 0, bid 0: stays in
    referee.step(CALL)
    assert referee.legal() == [FOLD, CALL]
    steps(referee, CALL, FOLD)
    assert (referee.bids, referee.point, referee.seat) == ([8, 0, 3, 0], "CHECK", 0)
    referee.step(CHECK)
    assert (referee.seat, referee.legal()) == (1, [CHECK])


def test_je_6_10_je_6_11_je_6_12_unraised_seats_raise_or_check_and_two_checks_end_the_bidding():
    referee = poker_table([9, 9, 9])
    steps(referee, RAISE_1, CALL, RAISE_1, CALL, CALL)
    assert (referee.seat, referee.point, referee.highest) == (2, "CHECK", 2)  # the raiser is not facing its own raise
    referee.step(CHECK)
    assert (referee.seat, referee.point, len(referee.common)) == (0, "CHECK", 1)
    steps(referee, RAISE_1)
    assert (referee.seat, referee.point) == (1, "BID")
    steps(referee, CALL, FOLD)
    assert (referee.seat, referee.point, referee.points) == (0, "CHECK", [9, 9, 7])
    steps(referee, CHECK)
    assert referee.round == 2
    assert referee.tally.columns["poker_showdowns"] == 1


def bidding_tree(referee, known):
    """Under uniform bidding: chances of a showdown and of the jester left alone, mean highest bid, turns and seats left."""
    state = (referee.seat, referee.point, referee.highest, referee.checks, *referee.bids, *referee.folded, *referee.facing)
    if state not in known:
        legal, sums = referee.legal(), [0.0] * 5
        for action in legal:
            after = copy.copy(referee)
            for name in ("points", "hands", "bids", "folded", "forced_out", "facing", "raises_by", "common", "discards", "pile", "table"):
                setattr(after, name, list(getattr(referee, name)))
            after.tally = copy.deepcopy(referee.tally)
            after.folded_hands, after.bidding = dict(referee.folded_hands), list(referee.bidding)
            after.step(action)
            ended = after.tally.columns["poker_played"] == 1
            values = leaf(after) if ended else bidding_tree(after, known)
            sums = [a + b for a, b in zip(sums, values, strict=True)]
        known[state] = [x / len(legal) for x in sums]
        known[state][3] += 1
    return known[state]


def leaf(after):
    c = after.tally.columns
    left = c["showdown_live_sum"] or 1
    return [c["poker_showdowns"], c["uncontested_by_jester"], c["final_bid_sum"], 0, left]


@pytest.mark.parametrize(
    ("points", "figures"),
    [
        ((0, 0), (0.0, 1.0, 1.0, 2.0, 1.0)),
        ((0, 5), (0.05, 0.2, 2.5, 3.15, 1.05)),
        ((3, 3), (0.4375, 0.458333, 1.791667, 3.3125, 1.4375)),
        ((5, 5), (0.392901, 0.416426, 3.452083, 3.733256, 1.392901)),
        ((8, 8), (0.365991, 0.403476, 5.945550, 4.127622, 1.365991)),
        ((20, 20), (0.349775, 0.412848, 15.439525, 4.505555, 1.349775)),
        ((8, 3), (0.039167, 0.945556, 4.283611, 2.626389, 1.039167)),
        ((3, 8), (0.035556, 0.173611, 3.934167, 3.238056, 1.035556)),
        ((4, 4, 4), (0.652842, 0.195650, 2.840599, 5.340278, 1.838252)),
        ((6, 2, 9), (0.065297, 0.211136, 5.722553, 4.841318, 1.070505)),
        ((3, 3, 3, 3), (0.823495, 0.103009, 1.949074, 6.403356, 2.351852)),
        ((5, 5, 5, 5), (0.792119, 0.085110, 3.910425, 7.087488, 2.272170)),
        ((2, 7, 4, 1), (0.071120, 0.041667, 3.858455, 5.842561, 1.079453)),
    ],
)
def test_section_10_4_uniform_bidding_tree(points, figures):
    assert [round(x, 6) for x in bidding_tree(poker_table(points, max_rounds=1), {})] == pytest.approx(figures, abs=1.01e-6)


# --- Poker: settlement ---------------------------------------------------------------------------------------------------

BEST, MIDDLE, WORST = "Ac Ad 4h", "Kc Kd 3h", "2c 3d 7h"
BOARD = "9s Js"


def showdown(points, hands, bids, **changes):
    """Open with bids[0], call or fold (bid None) once round, check twice."""
    referee = poker_table(points, hands, BOARD, bid_grid="every", max_rounds=1, **changes)
    referee.step(2 + bids[0])
    for bid in bids[1:]:
        referee.step(FOLD if bid is None else CALL)
    while not referee.over:
        referee.step(CHECK)
    return referee


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({}, [2, 11, 2]),
        ({"poker_win_mult": 1}, [2, 8, 2]),
        ({"poker_win_mult": 3}, [2, 14, 2]),
        ({"poker_payout": "pot"}, [2, 11, 2]),
    ],
)
def test_je_6_15_the_best_hand_gains_twice_its_bid_and_the_others_lose_theirs(changes, points):
    assert showdown([5, 5, 5], [WORST, BEST, MIDDLE], [3, 3, 3], **changes).points == points


@pytest.mark.parametrize(("payout", "points"), [("multiple", [15, 6, 8]), ("pot", [13, 6, 8])])
def test_je_6_5_je_6_15_a_folded_bid_is_lost_and_belongs_to_the_pot(payout, points):
    referee = poker_table([9, 9, 9], [BEST, MIDDLE, WORST], BOARD, poker_payout=payout, max_rounds=1)
    steps(referee, RAISE_1, CALL, CALL, RAISE_2, CALL, FOLD)
    assert (referee.bids, referee.points) == ([3, 3, 1], [9, 9, 8])
    steps(referee, CHECK, CHECK)
    assert referee.points == points


@pytest.mark.parametrize(
    ("changes", "points"),
    [
        ({}, [8, 8, 2]),
        ({"poker_tie": "each"}, [11, 11, 2]),
        ({"poker_tie": "push"}, [5, 5, 2]),
        ({"poker_payout": "pot"}, [6, 6, 2]),
    ],
)
def test_je_6_16_full_ties_share_the_double_prize(changes, points):
    referee = showdown([5, 5, 5], ["Ac Kd 4h", "Ad Kc 4s", WORST], [3, 3, 3], **changes)
    assert referee.points == points
    assert referee.outcome()["showdown_ties"] == 1


def test_je_6_13_the_last_player_wins_unseen():
    for changes, points in (({}, 11), ({"uncontested_mult": 1}, 8), ({"uncontested_mult": 0}, 5), ({"poker_payout": "pot"}, 5)):
        referee = poker_table([5, 1, 1], max_rounds=1, bid_grid="every", **changes)
        steps(referee, 2 + 3, FOLD, FOLD)
        outcome = referee.outcome()
        assert referee.points == [points, 1, 1]
        assert (outcome["priced_out"], outcome["forced_folds"], outcome["poker_turns"], outcome["folds"]) == (1, 2, 3, 2)
        assert referee.view(1)["last_shown"] == [None] * 3


def test_je_6_8_all_in_each_wins_twice_or_loses_its_own_bid():
    referee = poker_table([9, 3, 4], [WORST, BEST, MIDDLE], BOARD, short_bid="all_in", max_rounds=1)
    steps(referee, RAISE_MAX, CALL, CALL, CHECK, CHECK)
    assert referee.points == [1, 7, 1]


def test_je_6_17_only_the_jesters_forced_bid_takes_a_seat_to_zero_or_below():
    referee = poker_table([0, 2], [WORST, BEST], BOARD, max_rounds=1)
    steps(referee, RAISE_1, CALL, CHECK, CHECK)
    assert referee.points == [-1, 4]


def test_section_8_sum_vs_standard_counts_showdowns_ordinary_poker_would_decide_otherwise():
    referee = showdown([5, 5], ["2c 2d Ah", "3c 3d 4h"], [1, 1])
    assert referee.points == [7, 4]  # pair, 38 against pair, 30
    assert referee.outcome()["sum_vs_standard"] == 1
    assert referee.outcome()["cat"][1] == 2
    assert referee.outcome()["win_cat"][1] == 1
