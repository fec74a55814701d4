"""The coverage study in small: 600 experiments of each kind, seed 1, four standard errors."""

from math import sqrt

from tests.studies.coverage import KINDS, measure


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    found = list(measure(600, seed=1))
    assert len(found) == len(KINDS)
    for name, _, repeats, share in found:
        assert abs(share - 0.9525) < 0.0125 + 4 * sqrt(0.05 * 0.95 / repeats), name
