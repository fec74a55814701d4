"""Goals in words: per cent and points of a win, the column's unit for all else."""

from simlab.contract.columns import Column
from simlab.contract.goals import WIN, goal_of
from simlab.stats.estimates import UNKNOWN, Estimate
from simlab.studies.goal_words import amount, axis, gap, more

CHIPS = goal_of(Column("net", "chips won less chips lost", seats=True, unit="chips"))
FOUND = Estimate(0.112, 0.005, 0.102, 0.122)


def test_shares_are_told_in_per_cent_and_points_of_the_win():
    assert amount(WIN, FOUND) == "11.2 % (10.2 to 12.2)"
    assert gap(WIN, FOUND) == "11.2 points (10.2 to 12.2) of the win"
    assert more(WIN, FOUND) == "wins 11.2 points (10.2 to 12.2) more"


def test_chips_are_told_in_chips_a_game():
    assert amount(CHIPS, FOUND) == gap(CHIPS, FOUND) == "0.112 chips (0.102 to 0.122) a game"
    assert more(CHIPS, FOUND) == "gets 0.112 chips (0.102 to 0.122) a game more"
    assert axis(CHIPS) == "chips won less chips lost, a game"
    assert amount(CHIPS, UNKNOWN) == "unknown"


def test_a_column_without_a_unit_is_its_own():
    swaps = goal_of(Column("cards_swapped", "cards that were changed", seats=True))
    assert (swaps.unit, axis(swaps)) == ("cards swapped", "cards that were changed (cards swapped), a game")
