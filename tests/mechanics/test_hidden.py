"""Random worlds, against counts of all worlds there are."""

from collections import Counter
from itertools import combinations
from math import comb, sqrt

import numpy as np
import pytest

from simlab.jit import new
from simlab.mechanics.hidden import deal_hidden, need_of, put_in_place, some_of, with_need
from simlab.mechanics.tricks import is_void, note_void
from simlab.rng import KEY, STREAM, Purpose, set_key, shuffle, start


def stream(seed):
    made, key = new(STREAM), new(KEY)
    set_key(key, seed, 0)
    start(made, key, Purpose.SEARCH, 1, 0)
    return made


def card(text):
    return 16 * "cdhs".index(text[1]) + "23456789TJQKA".index(text[0])


def word(cards):
    return np.int64(sum(1 << one for one in cards))


def words(needs, voids):
    """Needs of seats, and suits that seats are out of, as the kernels take them."""
    packed, out = np.int64(0), np.int64(0)
    for seat, need in enumerate(needs):
        packed = with_need(packed, seat, need)
    for seat, suits in voids.items():
        for suit in suits:
            out = note_void(out, seat, "cdhs".index(suit))
    return packed, out


def every_deal(cards, needs, voids, seat=0):
    """All deals that fit, in plain Python: a tuple of hands each."""
    if seat == len(needs):
        yield ()
        return
    may = [one for one in cards if "cdhs"[one // 16] not in voids.get(seat, "")]
    for hand in combinations(may, needs[seat]):
        for others in every_deal([one for one in cards if one not in hand], needs, voids, seat + 1):
            yield (hand, *others)


CASES = {
    "nobody is out of anything": ("2c 3c 4d 5d", (1, 1, 1), {}),
    "one seat is out of a suit": ("2c 3c 4c 5d 6d 7h", (2, 2, 1), {1: "c"}),
    "two seats, different suits": ("2c 3c 4d 5d 6h 7h 8s", (2, 2, 2), {0: "c", 2: "d"}),
    "three seats, and no stock": ("2c 3c 4d 5d 6h 7h", (2, 2, 2), {0: "c", 1: "d", 2: "h"}),
    "four seats, one each": ("2c 3c 4d 5d 6h 7h 8s", (1, 2, 2, 1), {0: "c", 1: "d", 2: "h", 3: "s"}),
    "four seats, nearly everything": ("2c 3c 4d 5d 6h 7s 8s", (2, 1, 2, 2), {0: "cd", 1: "ds", 2: "hs", 3: "ch"}),
    "only one deal fits": ("2c 3d 4h 5s", (1, 1, 1, 1), {0: "dhs", 1: "chs", 2: "cds", 3: "cdh"}),
    "five seats": ("2c 3c 4d 5d 6h 7h 8s", (1, 1, 2, 1, 1), {0: "c", 1: "d", 2: "h", 3: "cd", 4: "s"}),
    "a seat that needs nothing is out of all": ("2c 3c 4d 5h", (1, 0, 2), {1: "cdhs", 2: "c"}),
}


@pytest.mark.parametrize("case", CASES)
def test_every_deal_that_fits_is_as_likely(case):
    """Chi-square over all deals counted in plain Python, within 4 sigma; 60 deals of each are expected, seed 1."""
    text, needs, voids = CASES[case]
    cards = sorted(card(one) for one in text.split())
    fitting = [tuple(word(hand) for hand in deal) for deal in every_deal(cards, needs, voids)]
    packed, out = words(needs, voids)
    met, dice, samples = Counter(), stream(1), max(60 * len(fitting), 100)
    for _ in range(samples):
        hands = np.zeros(6, np.int64)
        left = deal_hidden(word(cards), packed, out, hands, len(needs), dice)
        met[tuple(hands[: len(needs)])] += 1
        assert np.bitwise_or.reduce(hands) | left == word(cards)
    assert set(met) == set(fitting)
    mean, free = samples / len(fitting), len(fitting) - 1
    assert sum((met[deal] - mean) ** 2 / mean for deal in fitting) <= free + 4 * sqrt(2 * free)


def test_a_large_deal_fills_every_hand_and_respects_every_void():
    """Six seats, 48 cards, each out of something: a thousand worlds."""
    cards = [16 * suit + rank for suit in range(4) for rank in range(12)]
    packed, out = words((9, 9, 9, 9, 9), {0: "c", 1: "d", 2: "h", 3: "s", 4: "cd"})
    for number in range(100):
        hands = np.zeros(6, np.int64)
        left = deal_hidden(word(cards), packed, out, hands, 5, stream(number))
        held = [[one for one in cards if int(hand) >> one & 1] for hand in hands[:5]]
        assert [len(hand) for hand in held] == [9] * 5
        assert not any(is_void(out, seat, one // 16) for seat in range(5) for one in held[seat])
        assert int(left).bit_count() == 3


def test_hands_already_known_are_left_alone():
    hands = np.array([word([card("As")]), 0, 0, 0, 0, 0])
    packed, out = words((1, 2), {0: "c"})
    deal_hidden(word([card("2c"), card("3c"), card("4d")]), packed, out, hands, 2, stream(4))
    assert hands[:2].tolist() == [word([card("As"), card("4d")]), word([card("2c"), card("3c")])]


def test_some_of_a_set_are_all_choices_alike():
    """20 choices of three of six, 4,000 draws, seed 2: chi-square within 4 sigma."""
    dice = stream(2)
    met = Counter(int(some_of(np.int64(0b1010_1010_0101), 3, dice)) for _ in range(4000))
    assert len(met) == comb(6, 3)
    assert sum((n - 200) ** 2 / 200 for n in met.values()) < 19 + 4 * sqrt(2 * 19)


def test_a_known_card_in_its_place_leaves_the_others_evenly_shuffled():
    """Card 2 at place 1: the six orders of the others are met alike. 6,000 decks, seed 3."""
    dice, met = stream(3), Counter()
    for _ in range(6000):
        deck = np.arange(4, dtype=np.int8)
        shuffle(deck, dice)
        put_in_place(deck, 2, 1)
        met[tuple(deck.tolist())] += 1
    assert (len(met), {deck[1] for deck in met}) == (6, {2})
    assert sum((n - 1000) ** 2 / 1000 for n in met.values()) < 5 + 4 * sqrt(10)


def test_needs_are_kept_for_each_seat():
    packed, _ = words((3, 0, 13, 255), {})
    assert [int(need_of(packed, seat)) for seat in range(4)] == [3, 0, 13, 255]
