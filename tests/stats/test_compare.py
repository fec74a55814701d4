"""Differences, and whether they are more than chance."""

from fractions import Fraction
from math import inf

import numpy as np
import pytest
from scipy import stats

from simlab.stats.compare import (
    clearly_more,
    difference_of_rates,
    may_be_first,
    p_value,
    p_value_of,
    p_value_of_flips,
    perhaps_more,
    sure_among,
    surely_at_least,
    variance_factor,
    without_false_alarms,
)
from simlab.stats.estimates import UNKNOWN, Estimate, proportion
from simlab.stats.looks import Always


def test_a_p_value_is_two_sided_and_needs_two_units():
    assert p_value(1.0, 0.5, 1000) == p_value(-1.0, 0.5, 1000) == pytest.approx(2 * stats.norm.sf(2.0))
    assert p_value(1.0, 0.5, 32) == p_value(-1.0, 0.5, 32) == pytest.approx(2 * stats.t.sf(2.0, 31))
    assert p_value(1.0, 0.5, 1) is None
    assert p_value(1.0, 0.5, 100, Always()) > p_value(1.0, 0.5, 100)


def test_what_is_the_same_in_every_unit_is_as_certain_as_so_many_signs():
    assert p_value(0.0, 0.0, 100) == 1.0
    assert p_value(1.0, 0.0, 1000) == 0.0
    assert p_value(1.0, 0.0, 5) == 1 / 16


@pytest.mark.parametrize(("more", "fewer"), [(0, 0), (5, 0), (1, 7), (20, 11), (250, 200)])
def test_flips_are_counted_out(more, fewer):
    """McNemar's exact test: games in which both variants agree say nothing."""
    exact = stats.binomtest(more, more + fewer).pvalue if more + fewer else 1.0
    assert p_value_of_flips(more, fewer) == p_value_of_flips(fewer, more) == pytest.approx(exact)


def test_many_flips_are_nearly_normal():
    assert p_value_of_flips(320, 260) == pytest.approx(stats.binomtest(320, 580).pvalue, rel=0.15)


def test_an_estimate_without_an_error_has_no_p_value():
    assert p_value_of(Estimate(1.0, 0.5, 0.0, 2.0), 100) == p_value(1.0, 0.5, 100)
    assert p_value_of(Estimate(1.0, None, None, None), 100) is None
    assert p_value_of(UNKNOWN, 100) is None


def test_the_gain_of_pairing_has_no_end_where_two_variants_never_differ():
    assert variance_factor(Fraction(6), Fraction(2)) == 3.0
    assert variance_factor(Fraction(2), Fraction(0)) == inf
    assert variance_factor(Fraction(0), Fraction(0)) is None


def test_a_difference_of_independent_rates_is_newcombes():
    """Newcombe's hybrid score interval: the worked example 56/70 and 48/80 of his paper of 1998 has 0.0524 to 0.3339."""
    found = difference_of_rates(proportion(56, 70), proportion(48, 80), 0.0, 0.07, 0.0)
    assert found.value == pytest.approx(0.2)
    assert (found.low, found.high) == (pytest.approx(0.0524, abs=1e-4), pytest.approx(0.3339, abs=1e-4))


def test_rates_that_never_differed_keep_the_width_of_what_was_never_seen():
    same = proportion(30, 100)
    assert difference_of_rates(same, same, 1.0, 0.0, 0.04)[2:] == (-0.04, 0.04)
    assert difference_of_rates(same, UNKNOWN, 0.0, 0.0, 0.04) == UNKNOWN


def test_a_clear_gap_is_large_enough_and_beyond_two_errors():
    gap, error = np.array([0.2, 0.2, 0.04]), np.array([0.05, 0.15, 0.001])
    assert clearly_more(gap, error, 0.05).tolist() == [True, False, False]
    assert surely_at_least(gap, error) == pytest.approx([0.1, -0.1, 0.038])
    assert perhaps_more(gap, error, 0.05).tolist() == [True, True, False]


def test_the_largest_of_many_gaps_must_be_clearer_than_one():
    assert sure_among(1, 1000) == pytest.approx(2.0)
    assert stats.norm.sf(sure_among(30, 1000)) == pytest.approx(stats.norm.sf(2.0) / 30)
    assert sure_among(1, 16) == pytest.approx(stats.t.isf(stats.norm.sf(2.0), 15))


def test_false_alarms_are_taken_off_a_share_of_clear_gaps():
    """1,000 gaps of nothing, known from 16 worlds each: 3 % are clear all the same. Seed 5."""
    values = np.random.default_rng(5).standard_normal((1_000, 16))
    clear = clearly_more(values.mean(axis=1), values.std(axis=1, ddof=1) / 4, 0.0)
    alarms = stats.t.sf(2.0, 15)
    assert abs(clear.mean() - alarms) < 4 * np.sqrt(alarms / 1_000)
    found = without_false_alarms(Estimate(0.5, 0.01, 0.48, 0.52), 16)
    assert found == pytest.approx(
        ((0.5 - alarms) / (1 - alarms), 0.01 / (1 - alarms), *((p - alarms) / (1 - alarms) for p in (0.48, 0.52)))
    )
    assert without_false_alarms(Estimate(alarms / 2, 0.01, 0.0, 0.9), 16).value == 0.0


def test_a_title_names_all_that_may_be_the_largest():
    apart, near, far = (0.5, 0.45, 0.55), (0.4, 0.35, 0.45), (0.1, 0.05, 0.15)
    assert may_be_first([near, apart, far]) == [1, 0]
    assert may_be_first([far, apart]) == [1]
    assert may_be_first([(0.5, 0.5, 0.5), (0.4, 0.4, 0.4)]) == [0]
