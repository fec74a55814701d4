"""Any order against its definition tried in plain Python: the same hands win, the same hands tie."""

from itertools import pairwise

import numpy as np
import pytest

from simlab.ranking.named import load
from tests.ranking.brute import Brute
from tests.ranking.home_brew import ORDERS


def random_hands(order, cards, hands, seed):
    """Half of them from all cards, half from a few ranks and suits, where pairs, straights and flushes are common."""
    draw = np.random.default_rng(seed)
    every = np.array(order.deck.cards)
    few = [card for card in order.deck.cards if order.deck.rank(card) < 0 or order.deck.rank(card) % 3 or order.deck.suit(card) < 2]
    pools = (every, np.array(few) if len(few) >= cards + 3 else every)
    return np.array([draw.choice(pools[i % 2], cards, replace=False) for i in range(hands)])


def assert_same_order(name, hands):
    source, own, board = ORDERS[name]
    order = load(source)
    rows = random_hands(order, own + board, hands, seed=len(name))
    brute = Brute(order.data)
    keys = [brute.best(row[:own].tolist(), row[own:].tolist()) for row in rows]
    scores = order.batch(rows[:, :own], rows[:, own:]).tolist()
    assert [score == 0 for score in scores] == [key is None for key in keys]
    ranked = sorted((score, key) for score, key in zip(scores, keys, strict=True) if key is not None)
    for (score, key), (higher, better) in pairwise(ranked):
        assert (score < higher) == (key < better), f"{name}: {order.words(score)} and {order.words(higher)}"
        assert key <= better


@pytest.mark.parametrize("name", [*ORDERS][::4])  # the others, and more hands, with `make test-all`
def test_the_same_hands_win_and_tie_as_by_definition(name):
    assert_same_order(name, 20)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ORDERS)
def test_the_same_hands_win_and_tie_as_by_definition_20_000_times(name):
    assert_same_order(name, 20_000)
