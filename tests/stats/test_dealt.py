"""What the deal alone gives: the correction takes out what is there, and nothing else."""

import numpy as np
import pytest

from tests.stats.dealt import corrected, measured, spread


def test_what_is_known_beforehand_is_taken_out_and_what_is_not_stays():
    """4,000 games, seed 1: half of the variance comes from one of ten bits; fitted on the other half, noise adds nothing to speak of."""
    random = np.random.default_rng(1)
    given = random.integers(0, 2, (4_000, 10)).astype(float) - 0.5
    values = (2.0 * given[:, :1] + random.standard_normal((4_000, 1))) * [1.0, -1.0]
    assert spread(values) / spread(corrected(values, given)) == pytest.approx(2.0, rel=0.08)
    assert spread(values) / spread(corrected(values, given[:, 1:])) == pytest.approx(1.0, abs=0.02)


def test_the_card_of_one_card_poker_decides_a_deal():
    """1,000 games of one deal: the two cards say most of who wins, so they and duplicates gain alike, and one adds nothing to the other."""
    found = measured("template", 2, 1_000)
    assert min(found.deal, found.duplicates) > 3.0
    assert found.both == pytest.approx(found.duplicates, rel=0.1)
