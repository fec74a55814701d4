"""All that a page may say, held to 5 % together."""

import numpy as np
import pytest
from scipy import stats

from simlab.stats.adjust import holm
from simlab.stats.compare import p_value
from simlab.stats.estimates import UNKNOWN, Estimate, normal
from simlab.stats.ledger import Ledger, from_nothing, p_value_of_range, p_value_of_slope, p_value_of_trend, range_beyond
from simlab.stats.looks import ONCE, Always
from simlab.stats.student import NORMAL

ALPHA = 0.05


def found(value, error=1.0):
    return normal(value, error, 1000)


def test_kinds_share_the_five_per_cent_and_a_kind_that_is_not_there_takes_nothing():
    ledger = Ledger(comparisons=8, others=1, seats=1, trends=0)
    assert [ledger.share(kind) for kind in ("comparisons", "others", "seats")] == [0.8, 0.1, 0.1]
    assert Ledger(seats=1, trends=0).share("seats") == 1.0
    assert ledger.correct("comparisons", [0.01, None, 0.03]) == [pytest.approx(0.025), None, pytest.approx(0.0375)]
    assert Ledger(seats=1).correct("seats", [0.2, 0.01]) == holm([0.2, 0.01])


def test_a_claim_has_the_interval_that_holds_together_with_its_kind_and_never_reaches_nothing():
    strong, weak, open_ = Ledger(costs=1, ladder=1).judge("costs", [found(9.0), found(-2.6), found(0.3)], [1000] * 3)
    assert [claim.holds for claim in (strong, weak, open_)] == [True, True, False]
    width = stats.norm.isf(ALPHA / 2 / 2 / 3)
    assert strong.told[2:] == pytest.approx((9.0 - width, 9.0 + width))
    assert weak.told.high == 0.0 > weak.told.low == pytest.approx(-2.6 - width)
    assert open_.told.low < 0.0 < open_.told.high
    assert strong.found == found(9.0)


def test_what_has_no_error_is_no_claim():
    (claim,) = Ledger(costs=1).judge("costs", [Estimate(1.0, None, None, None)], [1])
    assert not claim.holds
    assert claim.told == claim.found


@pytest.mark.parametrize("n", [2, 3, 12])
def test_the_range_of_normal_numbers_is_the_studentized_range(n):
    for q in (1.0, 3.0, 5.0):
        assert range_beyond(q, n) == pytest.approx(stats.studentized_range.sf(q, n, np.inf), abs=1e-6)


def test_the_farthest_two_of_many_must_be_farther_apart_than_two_alone():
    two, twelve = (
        p_value_of_range([0.0, 2.9], [1.0, 1.0], [10_000] * 2),
        p_value_of_range([0.0, 2.9, *[1.0] * 10], [1.0] * 12, [10_000] * 12),
    )
    assert two == pytest.approx(2 * stats.norm.sf(2.9 / np.sqrt(2)), rel=1e-3)
    assert twelve > 0.3
    assert p_value_of_range([0.0, 2.9], [1.0, 1.0], [10_000] * 2, Always()) > two
    assert p_value_of_range([0.0, 1.0], [0.0, 0.0], [10_000] * 2) == 0.0


def test_a_slope_is_seen_that_no_two_neighbours_show():
    at, errors = np.arange(12.0), np.ones(12)
    values = 0.35 * at
    assert p_value_of_slope(at, values, errors, 10_000) == pytest.approx(2 * stats.norm.sf(0.35 * np.sqrt(143)), rel=1e-6)
    assert p_value_of_slope(at[:2], values[:2], errors[:2], 10_000) is None
    by_range, both = (p_value_of_trend(where, values, errors, [10_000] * 12) for where in (None, at))
    assert both < 0.01 < by_range


@pytest.mark.parametrize("sweeps", [500, pytest.param(2_000, marks=pytest.mark.slow)])
def test_twelve_equal_points_show_a_trend_in_five_of_a_hundred_sweeps_at_most(sweeps):
    """Seed 1, 4 sigma."""
    random, at = np.random.default_rng(1), np.arange(12.0)
    chances = [p_value_of_trend(at, random.normal(size=12), np.ones(12), [10_000] * 12) for _ in range(sweeps)]
    share = np.mean([chance < ALPHA for chance in chances])
    assert 0.01 < share < 0.05 + 4 * np.sqrt(0.05 * 0.95 / sweeps)


def test_a_look_of_a_kind_is_as_strict_as_its_share():
    assert Ledger(a=1, b=1).look("a", 5).width(1000) == ONCE.among(10).width(1000)


@pytest.mark.parametrize("look", [ONCE, Always()])
def test_the_range_of_many_numbers_is_that_of_their_farthest_pair(look):
    """As by looking at every pair; ten thousand numbers have fifty million."""
    dice = np.random.default_rng(4)
    values, errors, units = dice.normal(size=40), dice.uniform(0, 1, 40), dice.integers(1, 900, 40)
    errors[3] = errors[7] = 0.0
    values[7] = values[3]
    errors += 0.2 * (errors > 0)
    pairs = [(i, j) for i in range(40) for j in range(i) if min(units[i], units[j]) > 1]
    chances = [p_value(values[i] - values[j], float(np.hypot(errors[i], errors[j])), int(min(units[i], units[j])), look) for i, j in pairs]
    found = p_value_of_range(list(values), list(errors), list(units), look)
    if look is ONCE:
        assert found == pytest.approx(range_beyond(-NORMAL.inv_cdf(min(chances) / 2) * 2**0.5, 40))
    else:
        assert found == pytest.approx(min(1.0, min(chances) * len(pairs)))


def test_one_of_many_numbers_starts_at_nothing_unless_all_together_leave_it_out():
    sure, seen = Estimate(0.3, 0.05, 0.2, 0.4), Estimate(0.11, 0.05, 0.01, 0.21)
    assert from_nothing(sure, 1_000, 8) is sure
    assert from_nothing(seen, 1_000, 8) == seen._replace(low=0.0)
    assert from_nothing(seen, 1_000, 1) is seen
    assert from_nothing(UNKNOWN, 1_000, 8) == UNKNOWN
