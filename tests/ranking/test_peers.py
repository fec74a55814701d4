"""The same order as phevaluator and eval7, on the same random hands."""

import warnings

import numpy as np
import phevaluator
import pytest

from simlab.cards import FRENCH, cards_of, deal_batch
from simlab.ranking.batch.rank import rank_batch
from simlab.ranking.orders import STANDARD

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its parser uses names that pyparsing deprecates
    import eval7

EVAL7 = [eval7.Card(FRENCH.write([card])) for card in range(52)]


def by_phevaluator(hand):
    return -phevaluator.evaluate_cards(*hand)  # lower is better there; its ids are ours


def by_eval7(hand):
    return eval7.evaluate([EVAL7[card] for card in hand])


def assert_same_order(peer, cards, games):
    masks = deal_batch(FRENCH, games, 1, cards, seed=cards)[:, 0]
    ours = rank_batch(masks, STANDARD, cards=cards)
    theirs = np.array([peer(hand) for hand in cards_of(masks, cards).tolist()])
    order = np.lexsort((theirs, ours))
    assert ((np.diff(ours[order]) > 0) == (np.diff(theirs[order]) > 0)).all()  # both rise together, or neither
    assert (np.diff(theirs[order]) >= 0).all()


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("peer", [by_phevaluator, by_eval7])
def test_same_order_as_the_peers(peer, cards):
    assert_same_order(peer, cards, 20_000)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("peer", [by_phevaluator, by_eval7])
def test_same_order_as_the_peers_on_two_million_hands(peer, cards):
    assert_same_order(peer, cards, 2_000_000)
