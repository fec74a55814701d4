"""How many games it takes: what is foretold comes true."""

import numpy as np
import pytest

from simlab.stats.compare import Difference, p_value
from simlab.stats.estimates import Estimate
from simlab.stats.looks import ALPHA, ONCE, Always
from simlab.stats.power import games_to_tell, more_games
from tests.stats import power
from tests.stats.coverage import PAGE


def difference(value, error):
    return Difference(Estimate(value, error, value - 2 * error, value + 2 * error), 10.0, 2.0, None, 1000)


def test_so_many_more_games_see_the_difference_four_times_in_five():
    """Seed 3, 4,000 experiments; 4 sigma are 2.5 points."""
    games, value, error = 1000, 0.2, 0.15
    all_games = games + more_games(difference(value, error), games, 0.0)
    narrower = error * np.sqrt(games / all_games)
    seen = np.random.default_rng(3).normal(value, narrower, 4000)
    assert np.mean([p_value(x, narrower, all_games) < ALPHA for x in seen]) == pytest.approx(0.8, abs=0.025)


def test_calling_it_none_may_come_first_and_one_of_many_takes_longer():
    seen = difference(0.01, 0.15)
    assert more_games(seen, 1000, 0.5) < more_games(seen, 1000, 0.0)
    assert more_games(difference(0.2, 0.15), 1000, 0.0, strict=ONCE.among(10)) > more_games(difference(0.2, 0.15), 1000, 0.0)
    assert more_games(difference(0.0, 0.15), 1000, 0.0) == 1000  # nothing to go by: as many again
    assert more_games(difference(0.2, 0.0), 1000, 0.0) == 1000


def test_a_line_twice_as_near_takes_four_times_the_games():
    far, near = (games_to_tell(0.1, away, 10_000, 10_000, ONCE) for away in (0.2, 0.1))
    assert near == pytest.approx(4 * far, rel=1e-3)
    assert games_to_tell(0.1, 0.2, 10_000, 10_000, Always()) > far


def test_the_page_on_statistics_says_what_the_ledger_costs():
    assert power.table() in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("change", ["no ace low straight", "target 48", "sudden death"])
def test_so_many_games_claim_a_planted_difference_four_times_in_five(change):
    """Seed 5, 400 pages; 4 sigma are 8 points."""
    row = next(row for row in power.measure() if row.change == change)
    assert power.claimed(row, 400) == pytest.approx(0.8, abs=0.08)
