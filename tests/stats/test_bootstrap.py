"""Resamples of groups."""

import numpy as np
import pytest

from simlab.stats.bootstrap import bootstrap

VALUES = np.random.default_rng(4).normal(size=32)


def mean(weights):
    return np.array([weights @ VALUES / weights.sum()])


def test_the_mean_of_groups_has_about_its_usual_error_and_interval():
    (found,) = bootstrap(mean, mean(np.ones(32)), 32, 2000)
    error = VALUES.std(ddof=1) / np.sqrt(32)
    assert found.value == pytest.approx(VALUES.mean())
    assert found.std_error == pytest.approx(error, rel=0.1)
    assert (found.high - found.low) / 2 == pytest.approx(1.96 * error, rel=0.1)


def test_a_number_that_jumps_keeps_to_what_it_can_be():
    """Whether the mean is above nothing: 0 or 1, never between, and the interval ends at what was seen."""
    (found,) = bootstrap(lambda w: (mean(w) > 0).astype(float), np.array([1.0]), 32, 200)
    assert {found.low, found.high} <= {0.0, 1.0}


def test_the_draws_are_the_same_every_time():
    assert bootstrap(mean, mean(np.ones(32)), 32, 50) == bootstrap(mean, mean(np.ones(32)), 32, 50)
