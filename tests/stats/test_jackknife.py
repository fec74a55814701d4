"""The grouped jackknife."""

import numpy as np
import pytest

from simlab.stats.estimates import Estimate
from simlab.stats.jackknife import jackknife, jackknife_spread, not_negative

GROUPS = 32


def test_the_jackknife_of_a_mean_is_its_standard_error():
    values = np.random.default_rng(1).standard_normal(GROUPS)
    (found,) = jackknife(lambda w: np.array([w @ values / w.sum()]), GROUPS)
    assert found.value == pytest.approx(values.mean())
    assert found.std_error == pytest.approx(values.std(ddof=1) / np.sqrt(GROUPS))
    (variance,) = jackknife(lambda w: np.array([w @ values**2 / w.sum() - (w @ values / w.sum()) ** 2]), GROUPS, unbiased=True)
    assert variance.value == pytest.approx(values.var(ddof=1))


def test_one_group_says_nothing_about_spread():
    assert jackknife(lambda w: np.array([w.sum()]), 1) == [(1.0, None, None, None)]


def test_a_ratio_of_sums_has_the_error_of_the_delta_method():
    random = np.random.default_rng(2)
    tries = random.poisson(400, GROUPS).astype(float)
    hits = random.binomial(tries.astype(int), 0.3).astype(float)
    (found,) = jackknife(lambda w: np.array([(w @ hits) / (w @ tries)]), GROUPS)
    delta = np.sqrt(((hits - found.value * tries) ** 2).sum() * GROUPS / (GROUPS - 1)) / tries.sum()
    assert found.std_error == pytest.approx(delta, rel=0.02)


def test_a_variance_that_is_surely_there_is_left_alone_and_any_other_starts_at_nothing():
    sure = Estimate(0.3, 0.02, 0.26, 0.34)
    assert not_negative(sure, 0.31) is sure
    assert not_negative(Estimate(0.3, None, None, None), 0.3).low is None
    value, error, low, high = not_negative(Estimate(-0.01, 0.01, -0.03, 0.01), 0.02)
    assert (value, error, low) == (0.0, 0.01, 0.0)
    assert high == pytest.approx((0.02**0.5 + 1.96 * 0.03**0.5) ** 2, rel=1e-4)


@pytest.mark.parametrize("times", [250, pytest.param(2_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("seats", [2, 3, 4, pytest.param(6, marks=pytest.mark.slow)])
def test_the_spread_of_equals_starts_at_nothing(seats, times):
    """Many times, seed 4, four standard errors: at most 5 in 100 intervals leave out 0; those of unequal seats hold the truth."""
    random = np.random.default_rng(4)
    shift = np.linspace(0.0, 1.0, seats)
    off = missed = 0
    for _ in range(times):
        values = random.standard_normal((GROUPS, seats))
        alike, apart = (jackknife_spread(lambda w, of=of: w @ of / w.sum(), GROUPS) for of in (values, values + shift))
        off += alike.low > 0
        missed += not apart.low <= 1.0 <= apart.high
    assert max(off, missed) / times < 0.05 + 4 * np.sqrt(0.05 * 0.95 / times)


def test_few_games_that_one_seat_won_do_not_make_the_seats_uneven():
    """Five games by one of two seats: a chance of 1 in 16. Fifty are none."""
    for games, uneven in ((5, False), (50, True)):
        won = np.tile([1.0, 0.0], (games, 1))
        found = jackknife_spread(lambda w, won=won: w @ won / w.sum(), games)
        assert (found.low > 0.0) == uneven
        assert found.value == 1.0


@pytest.mark.parametrize("seats", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_wins_of_twenty_games_leave_out_nothing_one_time_in_twenty(seats):
    """2,000 times, seed 9, four standard errors: wins come in steps, which the usual interval does not know."""
    random, times = np.random.default_rng(9), 2_000
    off = 0
    for won in random.multinomial(1, [1 / seats] * seats, (times, 20)).astype(float):
        off += jackknife_spread(lambda w, won=won: w @ won / w.sum(), 20).low > 0.0
    assert off / times < 0.05  # 3.7 % and 3.2 % by counting; with the usual interval 6.2 % and 5.1 %


def test_the_spread_of_one_group_has_no_interval():
    assert jackknife_spread(lambda w: np.array([0.2, 0.5]), 1) == (pytest.approx(0.3), None, None, None)
