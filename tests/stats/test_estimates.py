"""Intervals from a value and its error, and from a count."""

from math import sqrt

import pytest
from scipy import stats

from simlab.stats.estimates import (
    UNKNOWN,
    Estimate,
    around,
    as_dict,
    between,
    count,
    cut_to_share,
    half_width,
    never_seen,
    normal,
    proportion,
    rate,
    within,
)
from simlab.stats.looks import ONCE, Always


def test_the_usual_interval_reaches_two_errors_to_each_side_and_one_unit_says_nothing_about_spread():
    assert normal(3.0, 0.5, 1000) == pytest.approx((3.0, 0.5, 3.0 - 1.96 * 0.5, 3.0 + 1.96 * 0.5), rel=1e-4)
    assert normal(3.0, 0.5, 10)[2:] == pytest.approx(stats.t.interval(0.95, 9, loc=3.0, scale=0.5))
    assert normal(3.0, 0.0, 1) == (3.0, None, None, None)
    assert around(3.0, 0.5) == (3.0, *normal(3.0, 0.5, 1000)[2:])
    assert half_width(0.5) == pytest.approx(0.98, rel=1e-4)


def test_at_any_number_of_looks_what_never_moved_is_not_yet_certain():
    _, _, low, high = normal(3.0, 0.0, 5000, Always())
    assert high - 3.0 == pytest.approx(3.0 - low) == pytest.approx(Always().unseen(5000))


@pytest.mark.parametrize(("hits", "n"), [(0, 50), (50, 50), (4, 1000), (996, 1000), (4, 9), (1, 10_000)])
def test_wilson_holds_near_nothing_and_everything(hits, n):
    exact = stats.binomtest(hits, n).proportion_ci(method="wilson")
    found = proportion(hits, n)
    assert found.low == pytest.approx(exact.low, abs=1e-12)
    assert found.high == pytest.approx(exact.high, abs=1e-12)


def test_games_that_go_together_are_worth_fewer():
    """Twice the error of a plain count: a quarter of the games."""
    alone, together = proportion(30, 100), rate(0.3, 2 * sqrt(0.3 * 0.7 / 100), 100, 100)
    exact = stats.binomtest(30, 100).proportion_ci(method="wilson")
    assert (alone.low, alone.high) == (pytest.approx(exact.low), pytest.approx(exact.high))
    fewer = 25 * (1.96 / stats.t.ppf(0.975, 99)) ** 2  # and that it is a quarter is known from 100 games only
    assert together[2:] == pytest.approx(ONCE.share(0.3, fewer), rel=1e-4)
    many = rate(0.3, 2 * sqrt(0.3 * 0.7 / 1000), 1000, 1000)
    assert many[2:] == pytest.approx(rate(0.3, sqrt(0.3 * 0.7 / 250), 250, 250)[2:])


def test_one_hit_in_a_short_run_may_be_as_rare_as_one_in_twenty_such_runs():
    """Wilson's lower end of one hit is too high: such a run shows one with a chance of 17 %."""
    for hits, chance in ((1, stats.poisson.sf(0, 50 * proportion(1, 50).low)), (3, stats.poisson.sf(2, 50 * proportion(3, 50).low))):
        assert chance == pytest.approx(0.05)
        assert proportion(50 - hits, 50).high == pytest.approx(1.0 - proportion(hits, 50).low)


def test_a_count_of_few_events_is_skewed_and_never_below_nothing():
    value, error, low, high = count(0.01, 0.005, 2000)  # four events
    assert (value, error) == (0.01, 0.005)
    assert 0.0 < low < value - error
    assert high > value + 1.96 * error
    assert count(0.01, 0.005, 2000, most=0.011).high == 0.011
    assert count(5.0, 0.2, 2000) == normal(5.0, 0.2, 2000)
    assert never_seen(2000, 2000, 1000.0) == (0.0, 0.0, 0.0, 1000 * proportion(0, 2000).high)


def test_a_share_that_every_unit_gave_is_a_point_and_no_games_give_nothing():
    assert rate(0.5, 0.0, 10_000, 5_000) == (0.5, 0.0, 0.5, 0.5)
    assert rate(1.2, 0.1, 100, 100) == normal(1.2, 0.1, 100)
    assert proportion(0, 0) == UNKNOWN


def test_a_share_is_cut_at_nothing_and_all():
    assert cut_to_share(-0.1, 0.3) == (0.0, 0.3)
    assert cut_to_share(0.8, 1.4) == (0.8, 1.0)


def test_an_estimate_as_plain_data():
    assert as_dict(Estimate(1.0, 0.5, 0.0, 2.0)) == {"estimate": 1.0, "std_error": 0.5, "ci_low": 0.0, "ci_high": 2.0}


def test_what_is_known_from_both_sides_has_both_ends():
    low, high = Estimate(0.2, 0.01, 0.18, 0.22), Estimate(0.6, 0.02, 0.56, 0.64)
    assert between(low, high) == (0.2, 0.01, 0.18, 0.64)
    assert between(Estimate(-0.02, 0.02, -0.06, 0.02), high, 0.5) == (0.0, 0.02, 0.0, 0.5)
    assert between(UNKNOWN, high) == UNKNOWN


def test_a_share_worked_out_in_any_way_stays_possible_and_is_never_a_point():
    assert within(Estimate(0.5, 0.4, -0.3, 1.3), 0.0, 1.0, 50) == (0.5, 0.4, 0.0, 1.0)
    value, _, low, high = within(Estimate(0.5, 0.0, 0.5, 0.5), -1.0, 1.0, 100)
    assert high - value == pytest.approx(value - low) == pytest.approx(1.96**2 / 100, rel=1e-3)
    assert within(UNKNOWN, 0.0, 1.0, 10) == UNKNOWN


@pytest.mark.parametrize("value", [1.0, -1.0, 0.5, 4.0])
def test_few_games_that_were_all_alike_are_not_known_to_a_point(value):
    """Three deals of one chip each: the fourth may go the other way."""
    found = normal(value, 0.0, 3)
    assert found.low <= -value <= found.high
    assert normal(value, 0.0, 100).low > normal(value, 0.0, 10).low
    assert normal(value, 0.0, 5_000)[2:] == (value, value)


def test_few_counts_and_shares_that_were_all_alike_keep_their_bounds():
    assert count(1.0, 0.0, 3)[2:] == (0.0, 3.0)
    assert count(1.0, 0.0, 3, most=2.0)[2:] == (0.0, 2.0)
    assert rate(0.5, 0.0, 4, 2)[2:] == (0.0, 1.0)
    low, high = rate(0.5, 0.0, 400, 200)[2:]
    assert 0.4 < low < 0.5 < high < 0.6
