"""Groups, runs and melds, against plain Python."""

from itertools import combinations
from random import Random

import numpy as np

from simlab.contract.catalogue import declared
from simlab.contract.conformance import check
from simlab.mechanics.melds import groups, melded, runs

PACK = [16 * suit + rank for suit in range(4) for rank in range(13)]


def word(cards):
    return np.int64(sum(1 << card for card in cards))


def members(mask):
    return {place for place in range(64) if int(mask) >> place & 1}


def plain_runs(cards, length):
    """Cards of all stretches of neighbours in a suit that are long enough."""
    starts = [card for card in cards if all(card + step in cards and (card + step) // 16 == card // 16 for step in range(length))]
    return {card + step for card in starts for step in range(length)}


def most_melded(cards):
    """The greatest number of cards in disjoint melds, by trying all: the lowest card is in no meld, or in one of these."""
    if len(cards) < 3:
        return 0
    low, rest = cards[0], cards[1:]
    best = most_melded(rest)
    for size in range(3, len(cards) + 1):
        for others in combinations(rest, size - 1):
            if is_meld((low, *others)):
                best = max(best, size + most_melded([card for card in rest if card not in others]))
    return best


def is_meld(cards):
    group = len({card % 16 for card in cards}) == 1
    run = len({card // 16 for card in cards}) == 1 and [card - cards[0] for card in cards] == list(range(len(cards)))
    return group or run


def test_ranks_with_so_many_cards_are_those_that_counting_finds():
    random = Random(1)
    for _ in range(200):
        hand = random.sample(PACK, random.randrange(1, 30))
        held = [card % 16 for card in hand]
        for size in range(1, 5):
            assert members(groups(word(hand), size)) == {rank for rank in held if held.count(rank) >= size}


def test_runs_are_stretches_of_neighbours_of_one_suit():
    random = Random(2)
    for _ in range(200):
        hand = random.sample(PACK, random.randrange(3, 30))
        for length in (2, 3, 4, 5):
            assert members(runs(word(hand), length)) == plain_runs(set(hand), length)


def test_a_run_does_not_go_on_in_the_next_suit():
    assert members(runs(word([13, 14, 16, 17]), 3)) == set()
    assert members(runs(word([12, 13, 14]), 3)) == {12, 13, 14}


def test_no_choice_of_melds_holds_more_cards():
    """Random hands of nine from a small deck, where groups and runs compete for cards; seed 3."""
    random, small = Random(3), [card for card in PACK if card % 16 < 5]
    met = set()
    for _ in range(150):
        hand = sorted(random.sample(small, 9))
        found = members(melded(word(hand)))
        assert found <= set(hand)
        assert len(found) == most_melded(hand)
        met.add(len(found))
    assert {0, 3, 6, 7, 9} <= met


def test_a_card_serves_one_meld_only():
    assert int(melded(word([0, 1, 2, 18, 34]))).bit_count() == 3  # 2c 3c 4c and 4d 4h: a run or a group, not both


def test_a_game_of_drafting_and_melding_keeps_the_contract():
    game = declared("tests.toys.melding")
    assert check(game, games=12, policies=game.policies, probe=0.4) > 100
