"""The coverage studies in small, four standard errors: 600 experiments of each kind at seed 1, 20 runs that stop by themselves."""

from math import sqrt
from typing import Any

import numpy as np
import pytest

from tests.stats import nothing
from tests.stats.coverage import KINDS, measure, spreads
from tests.stats.sequential import SAME, STOPPED, at_the_stop, false_verdicts


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    found = list(measure(600, seed=1))
    assert len(found) == len(KINDS)
    for (name, _, repeats, share), kind in zip(found, KINDS, strict=True):
        slack = 4 * sqrt(0.05 * 0.95 / repeats)
        assert 0.94 - slack < share <= (1.0 if kind.careful else 0.965 + slack), name


def test_the_spread_of_equal_seats_may_be_nothing():
    for seats, games, share in spreads(40, seed=1):
        assert share >= 0.95 - 4 * sqrt(0.05 * 0.95 / 40), (seats, games)


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


def more_chips(rows: Any, point: int) -> None:
    """The pot of every variant but the first, and along a sweep, holds more; and the first seat wins more often."""
    for arm in range(len(rows)):
        rows["pot"][arm] += 3 * arm + 3 * point
    lucky = np.random.default_rng(5).random(rows.shape) < 0.5
    rows["win"][lucky, :2] = (60, 0)


@pytest.mark.parametrize("kind", ["run", "sweep", "compare", "dials", "adjusted", "who"])
def test_what_there_is_to_find_is_found(kind):
    """The pages that say nothing above can speak: with something planted they do."""
    random = np.random.default_rng(6)
    run = nothing.played(kind, 400, random, more_chips)
    assert nothing.claims_of(kind, run, 400)


def test_a_long_measurement_goes_on_from_its_file(tmp_path, monkeypatch):
    pages = tuple(nothing.Page(page.name, page.claims, (20,)) for page in nothing.PAGES if page.name.startswith("actions"))
    monkeypatch.setattr(nothing, "PAGES", pages)
    monkeypatch.setattr(nothing, "KEPT", tmp_path)
    assert nothing.go_on(45, seconds=-1) == {}
    found = nothing.go_on(45)
    assert len(found) == 3
    monkeypatch.setattr(nothing, "claiming", None)  # nothing is made twice
    assert nothing.go_on(45) == found
    assert "| actions, 4 kinds | 20 | 45 |" in nothing.table(45, found)
