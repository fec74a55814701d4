"""Deals of many games at once, for questions that need no game."""

import numpy as np
import pytest

from simlab.cards import FRENCH, TAROT, Deck, cards_of, deal_batch
from simlab.contract.orders import order_of
from simlab.errors import CardError, InputError
from simlab.ranking.batch.rank import rank_batch
from simlab.ranking.hands import Category


def test_any_slice_deals_the_same_games():
    whole = deal_batch(FRENCH, 1000, 4, 5, seed=3)
    assert (whole[400:700] == deal_batch(FRENCH, 300, 4, 5, seed=3, first=400)).all()
    assert (whole != deal_batch(FRENCH, 1000, 4, 5, seed=4)).any()


def test_hands_of_one_game_are_disjoint_and_complete():
    dealt = deal_batch(FRENCH, 500, 4, 13, seed=1)
    assert (np.bitwise_or.reduce(dealt, axis=1) == np.uint64(FRENCH.full)).all()
    assert cards_of(dealt, 13).shape == (500, 4, 13)


def test_seats_may_hold_different_numbers_of_cards():
    dealt = deal_batch(FRENCH, 50, 3, (2, 5, 7), seed=1)
    for seat, cards in enumerate((2, 5, 7)):
        assert cards_of(dealt[:, seat], cards).shape == (50, cards)
    assert (np.bitwise_count(np.bitwise_or.reduce(dealt, axis=1)) == 14).all()


def test_known_cards_are_never_dealt():
    dealt = deal_batch(FRENCH, 2000, 2, 20, seed=1, without="As Ks 2c")
    assert not (dealt & np.uint64(FRENCH.mask(FRENCH.read("As Ks 2c")))).any()
    assert (dealt == deal_batch(FRENCH, 2000, 2, 20, seed=1, without=FRENCH.read("As Ks 2c"))).all()


@pytest.mark.parametrize(
    "deck", [TAROT, Deck("dwarf", tuple("789"), tuple("cdhs"), ()), Deck("wide", tuple("0123456789ABCDEF"), tuple("cdhs"), ())]
)
def test_decks_of_any_composition(deck):
    dealt = deal_batch(deck, 200, 2, deck.size // 2, seed=1)
    assert (np.bitwise_or.reduce(dealt, axis=1) == np.uint64(deck.full)).all()


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5, 6, 8])
def test_every_card_is_dealt_as_often_as_any_other(cards):
    """Chi-square of 51 degrees of freedom stays below 110 (chance 2e-6 each)."""
    games = 40_000
    dealt = cards_of(deal_batch(FRENCH, games, 1, cards, seed=11)[:, 0], cards)
    seen = np.bincount(dealt.ravel(), minlength=52)
    expected = games * cards / 52
    variance = expected * (1 - cards / 52) * 52 / 51
    assert ((seen - expected) ** 2 / variance).sum() * 51 / 52 < 110


def test_how_often_do_four_players_all_hold_a_pair():
    """The two lines of docs/ranking.md. Independent hands would give 0.4988^4 = 0.0619; sharing a deck makes it 0.0642."""
    scores = rank_batch(deal_batch(FRENCH, 400_000, 4, 5, seed=1), order_of("standard"))
    share = (scores >> 56 >= Category.PAIR).all(axis=1).mean()
    assert abs(share - 0.0642) < 4 * (0.0642 * 0.9358 / 400_000) ** 0.5 + 0.0002


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((FRENCH, 10, 6, 9), InputError),
        ((FRENCH, 10, 2, (5, 5, 5)), InputError),
        ((FRENCH, 10, 0, 5), InputError),
        ((FRENCH, -1, 2, 5), InputError),
    ],
)
def test_impossible_deals_are_refused(arguments, error):
    with pytest.raises(error):
        deal_batch(*arguments)


def test_unknown_cards_are_refused():
    with pytest.raises(CardError):
        deal_batch(FRENCH, 1, 1, 5, without="Zz")
