"""Means of values at hand, against the textbook."""

from math import inf

import numpy as np
import pytest
from scipy import stats

from simlab.stats.estimates import normal, proportion
from simlab.stats.looks import Always
from simlab.stats.means import (
    by_influence,
    error_from_squares,
    mean_of_few,
    mean_sequence,
    standard_error,
    standard_errors,
    stratified,
)

VALUES = np.random.default_rng(1).normal(size=(3, 4000))


def test_standard_errors_are_the_usual_ones_along_the_last_axis():
    assert standard_errors(VALUES) == pytest.approx(stats.sem(VALUES, axis=1))
    assert standard_error(VALUES[1]) == pytest.approx(stats.sem(VALUES[1]))


def test_the_mean_and_the_mean_square_are_enough_for_many_values():
    found = error_from_squares(VALUES.mean(axis=1), (VALUES**2).mean(axis=1), VALUES.shape[1])
    assert found == pytest.approx(stats.sem(VALUES, axis=1), rel=1e-3)
    assert error_from_squares(np.array(0.1), np.array(0.01), 5) == pytest.approx(0.0, abs=1e-9)  # no root of what rounding made negative


def test_a_few_values_have_students_interval_and_one_value_none():
    values = [1.0, 4.0, 2.0, 5.0]
    middle, low, high = mean_of_few(values)
    exact = stats.t.interval(0.95, 3, loc=np.mean(values), scale=stats.sem(values))
    assert (middle, low, high) == pytest.approx((3.0, *exact), abs=1e-4)
    assert mean_of_few([7.0]) == (7.0, -inf, inf)


def test_a_sequence_shrinks_with_the_values_and_one_value_says_nothing():
    widths = [high - low for _, low, high in (mean_sequence(VALUES[0][:n], Always()) for n in (50, 500, 4_000))]
    assert widths[0] > widths[1] > widths[2] > 2 * 1.96 / np.sqrt(4_000)
    assert mean_sequence(VALUES[0][:1], Always())[1] == -inf
    assert mean_sequence(np.full(9, 3.0), Always()) == (3.0, 3.0, 3.0)


def test_strata_are_weighted_and_their_variances_add():
    value, low, high = stratified([(0.25, VALUES[0][:50]), (0.75, VALUES[1][:20])])
    errors = 0.25 * stats.sem(VALUES[0][:50]), 0.75 * stats.sem(VALUES[1][:20])
    assert value == pytest.approx(0.25 * VALUES[0][:50].mean() + 0.75 * VALUES[1][:20].mean())
    freedom = int(np.hypot(*errors) ** 4 / (errors[0] ** 4 / 49 + errors[1] ** 4 / 19))
    assert (high - low) / 2 == pytest.approx(stats.t.ppf(0.975, freedom) * np.hypot(*errors), rel=1e-9)
    assert stratified([(0.5, [1.0, 1.0]), (0.5, [3.0, 3.0])]) == (2.0, 2.0, 2.0)


def test_a_number_by_its_influence():
    """A mean's influence is the value less the mean; a count's gives Wilson's interval, very nearly."""
    x = VALUES[0]
    assert by_influence(float(x.mean()), x - x.mean()) == pytest.approx(normal(float(x.mean()), stats.sem(x), len(x)))
    flags = (x > 1.5).astype(float)
    exact = proportion(int(flags.sum()), len(x))
    assert by_influence(float(flags.mean()), flags - flags.mean(), is_share=True) == pytest.approx(exact, rel=1e-3)
    assert by_influence(1.0, np.zeros(1)) == (1.0, None, None, None)
