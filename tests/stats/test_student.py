"""Student's t, against scipy."""

from math import inf

import pytest
from scipy import stats

from simlab.stats.student import MANY, chance_beyond, p_value, stretched, width

Z95 = stats.norm.ppf(0.975)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 15, 31, 200, 498])
def test_students_t_is_exact_for_any_number_of_games(freedom):
    assert stretched(Z95, freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-9)
    for t in (0.0, 0.7, 2.0, 3.5, inf):
        assert chance_beyond(t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), abs=1e-12)
        assert chance_beyond(-t, freedom) == chance_beyond(t, freedom)


def test_many_games_need_no_t():
    assert width(Z95, MANY) == Z95 < width(Z95, MANY - 1) == pytest.approx(1.0025 * Z95, rel=1e-4)
    assert p_value(2.0, MANY) == pytest.approx(2 * stats.norm.sf(2.0))


def test_five_games_that_all_say_the_same_are_not_certain():
    assert [p_value(inf, games) for games in (2, 5, 11)] == [0.5, 1 / 16, 1 / 1024]
