"""Looking settles nothing: of those who watch a tweak that changes nothing at most one in twenty sees "settled", at whatever look."""

from math import log

import numpy as np
import pytest

from simlab.stats.looks import ALPHA, FIRST
from tests.lab.peeking import EVERY, Columns, is_settled, least_p, page_at, watch


def test_the_watcher_reads_what_the_page_says():
    """At looks all along, of games with a small difference: settled by the formula and settled on the page are the same."""
    columns = Columns.of(7, 40_000, bet=2)
    chances = least_p(columns)
    looks = [*range(10, len(chances), 37), *np.flatnonzero(np.abs(chances - log(ALPHA)) < 0.5)[:4]]
    assert [bool(chances[look] < log(ALPHA)) for look in looks] == [is_settled(page_at(columns, int(look))) for look in looks]
    assert chances[-1] < log(ALPHA)


def test_nothing_is_claimed_before_the_first_thousand_games():
    columns = Columns.of(7, 2_000, bet=50)
    assert not is_settled(page_at(columns, FIRST // EVERY - 1))
    assert is_settled(page_at(columns, -(-FIRST // EVERY)))


def test_a_watcher_of_nothing_is_hardly_ever_told_of_something():
    assert sum(watch(trial, games=20_000) is not None for trial in range(30)) <= 3


def test_a_watcher_of_something_is_told():
    assert watch(1, games=20_000, bet=3) is not None


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_four_hundred_watchers_of_a_million_games_and_ten_thousand_looks():
    settled = [trial for trial in range(400) if watch(trial) is not None]
    assert len(settled) <= 20, settled
