"""Luck and skill: shares of variance of a known model."""

import numpy as np
import pytest

from simlab.contract.goals import WIN
from simlab.studies.line_ups import Meetings
from simlab.studies.skill.measure import SOURCES, skill
from tests.studies.helpers import GROUPS


def additive(rng: np.random.Generator, deals: int, sizes: tuple[float, float, float, float], n: int = 3) -> Meetings:
    """The model itself: win = 1/n + policy + seat + cards + rest, without the bounds of a real win."""
    policy, seat, cards, rest = (np.sqrt(v) for v in sizes)
    policies = policy * np.array([-1.0, 0.0, 1.0]) * np.sqrt(1.5)
    seats = seat * np.array([1.0, 0.0, -1.0]) * np.sqrt(1.5)
    y = np.zeros((deals, n, n))  # deal, rotation, seat
    luck = cards * rng.standard_normal((deals, n))
    for r in range(n):
        for s in range(n):
            y[:, r, s] = 1 / n + policies[(s - r) % n] + seats[s] + luck[:, s] + rest * rng.standard_normal(deals)
    group = np.arange(deals) * GROUPS // deals
    by_place = np.array([[sum(y[group == g, r, (p + r) % n].sum() for r in range(n)) for p in range(n)] for g in range(GROUPS)])
    by_seat = np.array([y[group == g].sum(axis=(0, 1)) for g in range(GROUPS)])
    cells = np.array([(y[group == g].sum(axis=1) ** 2).sum() for g in range(GROUPS)])
    squares = np.array([(y[group == g] ** 2).sum() for g in range(GROUPS)])
    counts = np.bincount(group).astype(float)
    return Meetings(("a", "b", "c"), ((0, 1, 2),), counts[None], by_place[None], by_seat[None], cells[None], squares[None])


def test_shares_of_variance_are_those_of_the_model():
    sizes = (0.2, 0.05, 0.5, 0.25)  # policy, seat, cards, rest
    found = skill(additive(np.random.default_rng(5), 6400, sizes), WIN)
    want = dict(zip(("policy", "seat", "deal", "remainder"), sizes, strict=True))
    for source in SOURCES:
        share = found.shares[source]
        assert abs(share.value - want[source]) < 4 * share.std_error + 1e-9
        assert share.std_error < 0.02
    assert found.variance.value == pytest.approx(1.0, abs=0.05)


def test_a_share_of_nothing_is_told_as_such():
    """No seat effect at all: the interval starts at 0 and stays small. Seeds 1 to 20."""
    for seed in range(1, 21):
        share = skill(additive(np.random.default_rng(seed), 320, (0.2, 0.0, 0.4, 0.4)), WIN).shares["seat"]
        assert 0.0 <= share.low <= share.value <= share.high < 0.05
        assert share.high > 0.0


def test_shares_of_variance_hold_the_truth_as_often_as_they_say():
    """Seed 8, 100 experiments of 160 deals; 4 sigma of a 95 % interval are 8.7 points."""
    rng, hits = np.random.default_rng(8), 0
    for _ in range(100):
        share = skill(additive(rng, 160, (0.1, 0.1, 0.4, 0.4)), WIN).shares["deal"]
        hits += share.low <= 0.4 <= share.high
    assert hits / 100 > 0.95 - 0.087
