"""Fortune's betting, rule by rule (FO-3), with the targets of the specification's examples."""

import pytest

from tests.games.fortune.stacked import ACES, NOTHING, SEVENS, TENS, bets, check_down, forced, go, legal_words, net, point, row, table

FOUR = {0: ACES, 1: TENS, 2: SEVENS, 3: NOTHING}
THREE = {0: ACES, 1: TENS, 2: SEVENS}
TWO = {0: ACES, 1: TENS}


def test_fo_3_1_the_first_unfolded_player_left_of_the_dealer_speaks_first_in_both_rounds():
    play = table(FOUR, players=4, dealer=2)
    assert play.seat == 3
    go(play, "min", "call", "call", "call")
    assert play.seat == 3
    go(play, "pat", "pat", "pat", "pat")
    assert play.seat == 3
    gone = go(table(FOUR, players=4), "check", "min", "call", "call", "fold", "pat", "pat", "pat")
    assert gone.seat == 2


def test_fo_3_2_with_nothing_to_match_check_or_bet_and_after_a_bet_match_raise_or_fold():
    play = table(TWO, players=2)
    assert legal_words(play) == {"call", "min", "pot", "all_in"}  # example (h): pot 2, half the pot is the minimum
    go(play, "min")
    assert legal_words(play) == {"fold", "call", "min", "half", "pot", "all_in"}


def test_fo_3_3_to_stay_in_one_must_match_the_highest_bet():
    play = go(table(THREE, players=3), "min", "min", "call")
    assert bets(play).bet[:3].tolist() == [2, 1, 2]
    assert play.seat == 1
    go(play, "call")
    assert point(play) == "draw"
    assert bets(play).stake[:3].tolist() == [3, 3, 3]


def test_fo_3_4_a_call_for_more_than_the_stack_is_all_in():
    play = go(table(TWO, players=2, chips=[5, 50]), "all_in")
    assert legal_words(play) == {"fold", "call"}
    go(play, "call")
    assert bets(play).stack[0] == 0
    assert point(play) == "draw"
    check_down(play)
    assert row(play).pot == 10  # the excess of 45 went back


def test_fo_3_5_fold_is_legal_only_with_something_to_call():
    play = table(TWO, players=2)
    assert 0 not in play.legal()
    assert 0 in go(play, "min").legal()


@pytest.mark.parametrize(("size", "level"), [("min", 1), ("half", 2), ("pot", 4), ("all_in", 7)])
def test_fo_3_6_targets_of_the_opening_bet(size, level):
    """Example (h): nobody bet, pot 4, stack 7: 1 / 2 / 4 / 7."""
    assert bets(go(table(FOUR, players=4, chips=[8] * 4), size)).level == level


@pytest.mark.parametrize(("size", "level"), [("min", 1), ("pot", 2), ("all_in", 7)])
def test_fo_3_6_targets_of_a_small_pot(size, level):
    """Example (h): pot 2: half the pot equals the minimum and disappears: 1 / 2 / 7."""
    play = table(TWO, players=2, chips=[8] * 2)
    assert legal_words(play) == {"call", "min", "pot", "all_in"}
    assert bets(go(play, size)).level == level


def test_fo_3_6_raises_count_the_call_first():
    play = go(table(FOUR, players=4), "pot")  # level 4, pot 8
    assert bets(go(play, "pot")).level == 4 + 8 + 4
    assert bets(go(table(FOUR, players=4), "pot", "half")).level == 4 + (8 + 4) // 2
    assert bets(go(table(FOUR, players=4, ante=2), "min", "min")).level == 4


def test_fo_3_7_equal_sizes_are_merged_and_all_in_stands_apart():
    assert legal_words(table(TWO, players=2)) == {"call", "min", "pot", "all_in"}
    assert legal_words(table(TWO, players=2, chips=[3, 3])) == {"call", "min", "all_in"}  # the pot would cost the stack
    short = go(table(TWO, players=2, chips=[10, 3], ante=2), "all_in")  # a bet of one chip, less than an ante
    assert bets(short).level == 1
    assert legal_words(table(TWO, players=2, bet_sizes=["half"])) == {"call", "half"}
    assert legal_words(table(TWO, players=2, bet_sizes=[])) == {"call"}
    assert legal_words(go(table(TWO, players=2, chips=[3, 50]), "pot")) == {"fold", "call"}


@pytest.mark.parametrize("most", [0, 1, 4, 8])
def test_fo_3_8_at_most_max_raises_bets_and_raises(most):
    play = table(TWO, players=2, max_raises=most)
    for _ in range(most):
        go(play, "min")
    assert not legal_words(play) & {"min", "half", "pot", "all_in"}
    assert bets(play).raises == most


def test_fo_3_9_no_raise_against_all_in_players_and_no_betting_alone():
    play = go(table(TWO, players=2, chips=[4, 50]), "check", "all_in")
    assert legal_words(play) == {"fold", "call"}
    alone = table(THREE, players=3, chips=[1, 1, 50])
    assert point(alone) == "draw"  # nobody can answer: no betting at all


def test_fo_3_10_any_raise_obliges_everybody_else_to_act_again():
    play = go(table(FOUR, players=4, chips=[50, 50, 3, 50]), "min", "all_in", "call", "call")
    assert bets(play).level == 2  # a raise by one
    assert play.seat == 1
    go(play, "call")
    assert point(play) == "draw"
    checked = go(table(THREE, players=3), "check", "check", "min")
    assert (checked.seat, go(checked, "call").seat) == (1, 2)


def test_fo_3_11_uncalled_chips_return_at_most_the_bets_of_the_round():
    play = go(table(THREE, players=3), "pot", "fold", "fold")
    assert (row(play).pot, net(play)) == (3, [-1, 2, -1])
    partly = go(table(THREE, players=3), "min", "pot", "fold", "fold")
    assert row(partly).pot == 3 + 1 + 1
    short = table(TWO, players=2, ante=5, chips=[50, 2])  # an ante is no bet: it does not come back
    check_down(short)
    assert row(short).pot == 7


def test_fo_3_12_points_with_one_action_are_no_decisions():
    play = check_down(table(TWO, players=2, max_raises=0, max_discards=0))
    assert row(play).decisions == 0
    assert play.tally.decisions == 0
    assert row(check_down(table(TWO, players=2, max_raises=0))).decisions == 2


def test_a_round_without_any_point_stops_once_so_that_its_row_can_be_taken():
    play = table(TWO, players=2, **forced("death"))
    assert (point(play), play.legal()) == ("show", [0])
    go(play, 0)
    assert play.over
    assert row(play).decisions == 0
