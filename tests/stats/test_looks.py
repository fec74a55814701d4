"""Intervals for one look and for any number of looks."""

from math import lgamma, log, sqrt

import numpy as np
import pytest
from scipy.stats import norm

from simlab.stats.looks import ALPHA, ONCE, SPREAD, TUNED, Always, Once, evidence

MANY = Always()


def test_a_sequence_is_wider_than_one_look_and_least_so_where_it_is_tuned():
    widths = {n: MANY.width(n) for n in (100, 1_000, TUNED, 10**5, 10**6, 10**8)}
    assert min(widths.values()) > ONCE.width(1000)
    assert min(widths, key=widths.get) == TUNED
    assert widths[TUNED] == pytest.approx(3.035, abs=0.001)


@pytest.mark.parametrize("n", [500, 10_000, 3_000_000])
def test_the_normal_mixture_is_the_average_likelihood_ratio_over_a_normal_prior(n):
    """At the edge of the interval the mixture is 1 / alpha: integrated by hand over effects of variance SPREAD."""
    z = MANY.width(n)
    effects, step = np.linspace(-8 * sqrt(SPREAD), 8 * sqrt(SPREAD), 200_001, retstep=True)
    ratio = np.sum(norm.pdf(effects, 0, sqrt(SPREAD)) * np.exp(effects * sqrt(n) * z - n * effects**2 / 2)) * step
    assert ratio == pytest.approx(1 / ALPHA, rel=1e-3)
    assert MANY.p_value(z, n) == pytest.approx(ALPHA)


@pytest.mark.parametrize(("seen", "n"), [(0, 1024), (1, 5000), (7, 20_000), (400, 1024), (1024, 1024)])
def test_the_ends_of_a_rate_are_where_the_mixture_reaches_one_over_alpha(seen, n):
    low, high = MANY.share(seen / n, n)
    assert low <= seen / n <= high
    for end in {low, high} - {0.0, 1.0}:
        if end > 1e-12:
            assert evidence(seen / n, n)(end) == pytest.approx(-log(ALPHA), abs=1e-6)


def test_the_mixture_of_a_rate_is_the_beta_binomial_one():
    k, p, seen, n = 1 / SPREAD, 0.3, 40, 100

    def beta(a, b):
        return lgamma(a) + lgamma(b) - lgamma(a + b)

    by_hand = beta(k * p + seen, k * (1 - p) + n - seen) - beta(k * p, k * (1 - p)) - seen * log(p) - (n - seen) * log(1 - p)
    assert evidence(seen / n, n)(p) == pytest.approx(by_hand)


def test_rates_and_means_agree_far_from_the_ends():
    n = 1_000_000
    low, high = MANY.share(0.4, n)
    assert (high - low) / 2 == pytest.approx(MANY.width(n) * sqrt(0.4 * 0.6 / n), rel=1e-3)


def test_what_was_never_seen_may_still_happen_three_times_in_the_games_played():
    assert MANY.unseen(10**6) * 10**6 == pytest.approx(3.02, abs=0.01)
    assert MANY.share(1.0, 10**6)[0] == pytest.approx(1 - MANY.unseen(10**6))
    assert ONCE.unseen(1000) == pytest.approx(1.96**2 / 1000, rel=1e-3)


def test_one_of_many_comparisons_is_stricter():
    assert Once().among(10).width(1000) == pytest.approx(norm.isf(0.0025))
    assert MANY.among(10) == Always(ALPHA / 10)
    assert MANY.among(10).width(5000) > MANY.width(5000)
    assert MANY.p_value(0.0, 5000) == 1.0
    assert MANY.p_value(1e9, 5000) < 1e-100
