"""The coverage studies in small, four standard errors: 600 experiments of each kind at seed 1, 20 runs that stop by themselves."""

from math import sqrt

from tests.stats import nothing
from tests.stats.coverage import KINDS, measure
from tests.stats.sequential import SAME, STOPPED, at_the_stop, false_verdicts


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    found = list(measure(600, seed=1))
    assert len(found) == len(KINDS)
    for (name, _, repeats, share), kind in zip(found, KINDS, strict=True):
        slack = 4 * sqrt(0.05 * 0.95 / repeats)
        assert 0.94 - slack < share <= (1.0 if kind.careful else 0.965 + slack), name


def test_runs_that_stop_by_themselves_stay_honest():
    found = list(false_verdicts(20, seed=1))
    assert len(found) == len(SAME)
    for name, runs, share in found:
        assert share <= 0.05 + 4 * sqrt(0.05 * 0.95 / runs), name
    stopped = list(at_the_stop(20, seed=1))
    assert len(stopped) == len(STOPPED)
    for name, runs, games, share in stopped:
        assert share >= 0.95 - 4 * sqrt(0.05 * 0.95 / runs), name
        assert 1024 <= games < 20_480, name


def test_pages_with_nothing_to_find_claim_nothing():
    """40 pages of each kind at 20 games (fewer of those that take long), seed 1: 5 % of them at most, 4 sigma."""
    found = list(nothing.measure(40, seed=1, games=(20,)))
    assert len(found) == len(nothing.PAGES)
    for name, _, pages, share in found:
        assert share <= 0.05 + 4 * sqrt(0.05 * 0.95 / pages), name
