"""Corrections for several comparisons at once."""

import pytest

from simlab.stats.adjust import bonferroni, holm, is_settled


def test_holm_multiplies_the_least_by_all_and_never_falls():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.5, None, 0.9]) == [1.0, None, 1.0]
    assert holm([]) == []


def test_bonferroni_is_never_milder_than_holm():
    values = [0.01, 0.04, 0.03, 0.005]
    assert all(bonferroni(p, 4) >= corrected for p, corrected in zip(values, holm(values), strict=True))
    assert bonferroni(0.5, 4) == 1.0


def test_five_in_a_hundred_is_not_settled_yet():
    assert [is_settled(p) for p in (None, 1.0, 0.05, 0.0499, 0.0)] == [False, False, False, True, True]
