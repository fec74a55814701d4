"""Compiled, with bounds checks and without the JIT: the same results."""

import pytest

from tests.conftest import python

CODE = """
import numpy as np
from simlab.cards import FRENCH, TAROT_PAGE_LOW, deal_batch
from simlab.ranking.versus import equity
from simlab.ranking.counting import odds
from simlab.ranking.batch.rank import rank_batch
from simlab.games.battle.order import *
from simlab.games.fortune.order import *
from simlab.games.jester.order import *
from simlab.games.showdown.order import *
from simlab.ranking.named import load
from simlab.ranking.orders import *
from simlab.ranking.scalar import rank

found = []
dead = battle_order(incomplete_hands="dead")
made, then = jester_order(poker_tie_break="sum_made"), jester_order(poker_tie_break="sum_then_standard", wheel=True)
absurd = fortune_order(category_order=("high card", "five", *WITH_FIVE[-2:0:-1]))
for order in (STANDARD, SHOWDOWN, BATTLE, dead, JESTER, made, then, FORTUNE, FORTUNE_EMPEROR, FORTUNE_STRENGTH, absurd):
    deck = order.deck
    for cards in (1, 3, 5, 6, 7):
        hands = deal_batch(deck, 12, 1, cards, seed=7)[:, 0]
        scores = rank_batch(hands, order)
        found.extend(scores.tolist())
        found.extend(int(rank(hand, order.record)) for hand in hands.view(np.int64))
        if deck is TAROT_PAGE_LOW and cards < 6:
            found.extend(rank_batch(hands[:3], order, wild=True).tolist())
found.extend(equity(["AcAd", "KhKs", "QhQd"], board=7, samples=20, seed=3).won)
found.extend(equity(["AcAd", "KhKs"], board=1).won)
found.extend(equity(["AcAd", "KhKs"], samples=40, seed=2).won)
found.extend(odds(BATTLE, 2).counts.values())
three = {"deck": {"ranks": "789TJ"}, "hand": 3, "categories": ["high card", "pair", "straight", "flush", "straight flush"]}
for more in ({"ties": ["kickers"]}, {"ties": ["sum", "suits"]}, {"flush": 2}, {"deck": {"ranks": "789TJ", "jokers": 1}}):
    general = load({"name": "three", **three, **more})
    for cards in (3, 5):
        deals = np.argsort(np.random.default_rng(cards).random((12, general.deck.size)), axis=1)[:, :cards]
        found.extend(general.batch(deals).tolist())
many = {"ranks": [*range(1, 14)], "suits": "abcde"}
for own, more in ((3, {"use": {"own": 2, "board": 1}}), (5, {"ties": ["suits"], "deck": many})):
    general = load({"name": "three", **three, **more})
    deals = np.argsort(np.random.default_rng(own).random((12, general.deck.size)), axis=1)[:, :5]
    found.extend(general.batch(deals[:, :own], deals[:, own:]).tolist())
print(found)
"""


@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.slow)])
def test_bounds_checks_and_the_plain_interpreter_give_the_compiled_results(mode):
    assert python(CODE, **{mode: "1"}) == python(CODE)
