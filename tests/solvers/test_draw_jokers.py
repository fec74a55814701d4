"""The draw optimiser with a joker in the deck: it is dealt, drawn and paid for."""

import itertools
import random
from fractions import Fraction

import numpy as np
import pytest

from simlab.cards import FRENCH
from simlab.errors import InputError
from simlab.ranking.hands import Category
from simlab.ranking.orders import JOKER, STANDARD
from simlab.ranking.scalar import rank
from simlab.ranking.wild import rank_wild
from simlab.solvers.draw import DrawDeck, DrawSolver, all_scores, categories, deck_of, place

FEW = DrawDeck(lowest=10, jokers=2)  # queens, kings, aces and two jokers: 14 cards


def test_an_order_with_five_of_a_kind_has_a_joker_in_its_deck():
    assert deck_of(JOKER) == (53, 0)
    assert deck_of(STANDARD) == (52, 0)


def test_the_hands_of_53_cards_come_as_often_as_published():
    counts = np.bincount(categories(all_scores(JOKER)), minlength=len(Category))
    assert [int(counts[c]) for c in (10, 8, 7, 6, 5, 4, 3, 2, 1, 0)] == [
        13, 204, 3_120, 6_552, 7_804, 20_532, 137_280, 123_552, 1_268_088, 1_302_540,
    ]  # fmt: skip


def test_a_hand_with_the_joker_has_the_score_of_its_best_reading():
    scores = all_scores(JOKER)
    source = random.Random(3)
    for _ in range(200):
        hand = source.sample(range(53), 5)
        mask = np.int64(FRENCH.mask(c for c in hand if c < 52))
        expected = rank_wild(mask, JOKER.record) if 52 in hand else rank(mask, JOKER.record)
        assert scores[place(np.int64(sum(1 << c for c in hand)))] == expected


def test_replacements_may_be_the_joker_and_totals_are_those_of_plain_enumeration():
    pay = np.random.default_rng(5).integers(0, 50, 2002)
    solver = DrawSolver(FEW, pay)
    hand = [40, 43, 46, 51, 52]  # two queens? no matter: any five of the deck, a joker among them
    totals = solver.totals(hand)
    held = sorted(card - FEW.low for card in hand)
    left = [card for card in range(FEW.cards) if card not in held]
    for mask in range(32):
        kept = [card for i, card in enumerate(held) if not mask >> i & 1]
        ways = itertools.combinations(left, mask.bit_count())
        assert totals[mask] == sum(int(pay[place(np.int64(sum(1 << c for c in (*kept, *drawn))))]) for drawn in ways)


def test_classes_of_hands_give_what_all_hands_give():
    pay = by_rank_and_suits()
    solver = DrawSolver(FEW, pay)
    assert solver.survey().mean == solver.survey(by_class=False).mean
    assert solver.survey().classes < len(pay)


def by_rank_and_suits() -> np.ndarray:
    """A pay that does not change when suits are renamed: jokers, equal ranks, cards of one suit."""
    pays = {}
    for hand in itertools.combinations(range(FEW.cards), 5):
        naturals = [c for c in hand if c < FEW.naturals]
        jokers = 5 - len(naturals)
        suits = max((sum(c % 4 == s for c in naturals) for s in range(4)), default=0)
        pays[int(place(np.int64(sum(1 << c for c in hand))))] = 7 * jokers + suits**2 + 3 * len({c // 4 for c in naturals})
    return np.array([pays[at] for at in range(len(pays))])


def test_following_ones_own_choice_gives_the_same_mean():
    solver = DrawSolver(FEW, by_rank_and_suits())
    survey = solver.survey()
    assert solver.follow(survey) == survey.mean
    assert isinstance(survey.mean, Fraction)


def test_a_hand_with_a_card_that_is_not_in_the_deck_is_refused():
    with pytest.raises(InputError, match="five different cards"):
        DrawSolver(FEW, np.zeros(2002, np.int64)).totals([40, 41, 42, 43, 54])
