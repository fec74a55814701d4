"""Named orders rank as other people's evaluators do, on the same random hands: pokerkit, phevaluator and eval7."""

import warnings
from itertools import pairwise

import numpy as np
import phevaluator
import pokerkit
import pytest

from simlab.ranking.named import load

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its parser uses names that pyparsing deprecates
    import eval7

PEERS = {
    # order: (own cards, cards of the board, pokerkit's class)
    "standard": (5, 2, pokerkit.StandardHighHand),
    "short_deck": (2, 5, pokerkit.ShortDeckHoldemHand),
    "omaha": (4, 5, pokerkit.OmahaHoldemHand),
    "omaha_low": (4, 5, pokerkit.OmahaEightOrBetterLowHand),
    "deuce_to_seven": (5, 0, pokerkit.StandardLowHand),
    "razz": (7, 0, pokerkit.RegularLowHand),
    "eight_or_better": (7, 0, pokerkit.EightOrBetterLowHand),
    "badugi": (4, 0, pokerkit.BadugiHand),
    "badeucey": (5, 0, pokerkit.StandardBadugiHand),
}


def dealt(order, cards, hands):
    draw = np.random.default_rng(cards)
    ids = np.array(order.deck.cards)
    return ids[np.argsort(draw.random((hands, len(ids))), axis=1)[:, :cards]]


def assert_same_order(ours, theirs):
    """Both rise together, or neither; `theirs` compare by <, None does not qualify."""
    assert [score == 0 for score in ours] == [value is None for value in theirs]
    ranked = sorted((pair for pair in zip(ours, theirs, strict=True) if pair[0] > 0), key=lambda pair: pair[0])
    for (score, value), (higher, better) in pairwise(ranked):
        assert (score < higher) == (value < better)
        assert not better < value


def pokerkit_values(name, rows, own):
    order, kind = load(name), PEERS[name][2]
    written = ["".join(order.deck.write([card]) for card in row) for row in rows.tolist()]
    return [kind.from_game_or_none(text[: 2 * own], text[2 * own :]) for text in written]


def check_pokerkit(name, hands):
    own, board, _ = PEERS[name]
    order = load(name)
    rows = dealt(order, own + board, hands)
    assert_same_order(order.batch(rows[:, :own], rows[:, own:]).tolist(), pokerkit_values(name, rows, own))


@pytest.mark.parametrize("name", PEERS)
def test_named_orders_agree_with_pokerkit(name):
    check_pokerkit(name, 120)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", PEERS)
def test_named_orders_agree_with_pokerkit_on_5_000_hands(name):
    check_pokerkit(name, 5_000)


def test_omaha_agrees_with_phevaluator():
    order = load("omaha")
    rows = dealt(order, 9, 20_000)
    theirs = [-phevaluator.evaluate_omaha_cards(*row[4:], *row[:4]) for row in rows.tolist()]
    assert_same_order(order.batch(rows[:, :4], rows[:, 4:]).tolist(), theirs)


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_the_general_ranker_agrees_with_eval7(cards):
    order = load("standard")
    rows = dealt(order, cards, 10_000)
    deck = [eval7.Card(order.deck.write([card])) for card in range(52)]
    assert_same_order(order.batch(rows).tolist(), [eval7.evaluate([deck[card] for card in row]) for row in rows.tolist()])
