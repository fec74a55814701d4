"""showdown's order: suits settle everything (SH-8)."""

from itertools import combinations

import numpy as np
import pytest

from simlab.errors import RulesError, UnknownName
from simlab.games.showdown.order import SHOWDOWN, showdown_order
from simlab.jit import kernel
from simlab.ranking.batch.rank import rank_batch
from simlab.ranking.hands import Category
from tests.ranking.helpers import bits_of, score


@pytest.fixture(scope="module")
def hands():
    return np.array([sum(chosen) for chosen in combinations(bits_of(SHOWDOWN).astype(np.uint64).tolist(), 5)], np.uint64)


@pytest.fixture(scope="module")
def scores(hands):
    return rank_batch(hands, SHOWDOWN, cards=5)


def test_sh_8_12_all_2_598_960_keys_are_distinct(hands, scores):
    assert len(hands) == 2_598_960
    assert len(np.unique(scores)) == 2_598_960


def test_sh_8_1_no_two_disjoint_scoring_hands_tie_by_ranks_and_the_first_suit(hands, scores):
    """The weakest reading of the rules: ranks, then the highest suit of the most relevant rank (none for full houses)."""
    held = scores >> 52 & 15
    scoring = held > Category.HIGH_CARD
    first = first_suit(scores & 0xFFFFF)
    first[held == Category.FULL_HOUSE] = 0
    ranks = scores >> 20
    ranks[held == Category.FULL_HOUSE] &= ~np.int64(0xFFFF)  # not which rank is the three
    weak = ranks << 4 | first
    order = np.argsort(weak[scoring], kind="stable")
    keys, masks = weak[scoring][order], hands[scoring][order].astype(np.int64)
    assert disjoint_ties(keys, masks) == 0
    classes = np.unique(keys)
    of_category = np.bincount(classes >> 36 & 15)[1:]
    assert of_category.tolist() == [8_580, 2_574, 1_716, 40, 5_108, 78, 156, 40]


def first_suit(word):
    """The highest suit of the top-most nibble in use."""
    top = np.zeros(len(word), np.int64)
    for k in range(5):
        nibble = word >> 4 * k & 15
        top = np.where(nibble > 0, nibble, top)
    return np.floor(np.log2(top)).astype(np.int64)


@kernel
def disjoint_ties(keys, masks):
    ties = 0
    start = 0
    for i in range(len(keys)):
        if keys[i] != keys[start]:
            start = i
        for j in range(start, i):
            ties += masks[i] & masks[j] == 0
    return ties


def test_sh_8_9_trips_first_orders_a_quarter_of_full_house_meetings_differently(hands, scores):
    """Section 10: of 5,024,448 disjoint pairs of full houses 27,456 share the highest rank, 1,235,520 flip."""
    full = scores >> 52 & 15 == Category.FULL_HOUSE
    ours, masks = scores[full], hands[full].astype(np.int64)
    standard = rank_batch(hands[full], showdown_order(full_house_compare="trips_first"), cards=5)
    assert meetings(ours, standard, masks) == (5_024_448, 27_456, 0, 1_235_520)


@kernel
def meetings(ours, standard, masks):
    pairs, same_top, same_both, flipped = 0, 0, 0, 0
    for i in range(len(ours)):
        for j in range(i):
            if masks[i] & masks[j] == 0:
                a, b = ours[i] >> 36 & 0xFFFF, ours[j] >> 36 & 0xFFFF
                pairs += 1
                same_both += a == b
                same_top += a & ~(a & -a) == b & ~(b & -b)
                flipped += (ours[i] > ours[j]) != (standard[i] > standard[j])
    return pairs, same_top, same_both, flipped


def test_sh_8_6_knob_suit_order_turns_the_suits_round():
    turned = showdown_order(suit_order="shdc")
    a, b = "8s 8d Kd 5h 4c", "8h 8c Ks 5s 4s"
    assert score(a, SHOWDOWN) > score(b, SHOWDOWN)
    assert score(a, turned) < score(b, turned)


def test_knob_category_order_and_ace_low_straight():
    low_flush = ["high card", "pair", "two pair", "three of a kind", "flush", "straight", "full house", "four of a kind", "straight flush"]
    flush, straight = "Ac Jc 9c 4c 2c", "2d 3h 4s 5c 6c"
    assert score(flush, SHOWDOWN) > score(straight, SHOWDOWN)
    assert score(flush, showdown_order(category_order=low_flush)) < score(straight, showdown_order(category_order=low_flush))
    wheel, pair = "Ac 2d 3h 4s 5c", "2c 2d 5h 6s 8c"
    assert score(wheel, showdown_order(ace_low_straight=False)) < score(pair, showdown_order(ace_low_straight=False))


def test_with_a_short_deck_the_ace_stands_below_the_lowest_rank():
    short = showdown_order(lowest_rank=6)
    assert score("Ac 6d 7h 8s 9c", short) > score("Kc Kd Kh 8s 9c", short)
    assert score("Ac 6d 7h 8s 9c", short) < score("6d 7h 8s 9c Tc", short)


@pytest.mark.parametrize(
    ("knobs", "error"),
    [
        ({"full_house_compare": "pairs"}, RulesError),
        ({"suit_order": "cdh"}, RulesError),
        ({"lowest_rank": 12}, RulesError),
        ({"category_order": ["pair"]}, RulesError),
        ({"category_order": ["flsh"]}, UnknownName),
        ({"category_order": [99]}, UnknownName),
    ],
)
def test_wrong_knobs_are_refused_in_a_sentence(knobs, error):
    with pytest.raises(error) as caught:
        showdown_order(**knobs)
    assert "\n" not in str(caught.value)
