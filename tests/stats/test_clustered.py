"""Ratios and shares of what happens several times in a game."""

import numpy as np
import pytest
from scipy import stats

from simlab.stats.clustered import clustered_ratio, clustered_share
from simlab.stats.estimates import UNKNOWN


def test_one_value_in_each_game_gives_the_usual_mean():
    x = np.array([1.0, 4.0, 2.0, 5.0])
    found = clustered_ratio(x, np.ones(4))
    assert (found.value, found.std_error) == (pytest.approx(3.0), pytest.approx(stats.sem(x)))


def test_values_that_go_together_count_as_one():
    """Ten times the same in every game: no more is known than from one."""
    x = np.array([0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 0.0])
    assert clustered_ratio(10 * x, np.full(7, 10.0))[1:] == pytest.approx(clustered_ratio(x, np.ones(7))[1:])


def test_nothing_tried_gives_nothing_and_one_game_no_spread():
    assert clustered_ratio(np.zeros(3), np.zeros(3)) == UNKNOWN
    assert clustered_share(np.zeros(3), np.zeros(3)) == UNKNOWN
    assert clustered_ratio(np.array([1.0]), np.array([4.0])) == (0.25, None, None, None)
    assert clustered_share(np.array([1.0]), np.array([4.0])) == (0.25, None, None, None)


def test_a_share_is_cut_at_nothing_and_all():
    part, whole = np.array([1.0, 0.0, 0.0, 0.0]), np.full(4, 3.0)
    assert clustered_ratio(part, whole).low < 0.0
    assert clustered_share(part, whole) == (*clustered_ratio(part, whole)[:2], 0.0, clustered_ratio(part, whole).high)


@pytest.mark.parametrize("hits", [0, 1])
def test_where_none_or_all_are_the_interval_is_wilsons_over_the_games_that_have_any(hits):
    whole = np.array([3.0, 2.0, 0.0, 5.0, 1.0] * 8)
    found = clustered_share(hits * whole, whole)
    exact = stats.binomtest(32 * hits, 32).proportion_ci(method="wilson")
    assert (found.value, found.low, found.high) == (hits, pytest.approx(exact.low, abs=1e-12), pytest.approx(exact.high, abs=1e-12))
