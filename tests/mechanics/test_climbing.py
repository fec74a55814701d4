"""Climbing against plain Python."""

from random import Random

import numpy as np

from simlab.contract.catalogue import declared
from simlab.contract.conformance import check
from simlab.jit import new
from simlab.masks import full
from simlab.mechanics.climbing import CLIMB, NOTHING, PASS, answer, answers, cards_of, combinations, next_to_answer, open_climb, unbeaten

PACK = [16 * suit + rank for suit in range(4) for rank in range(13)]


def members(mask):
    return {place for place in range(64) if int(mask) >> place & 1}


def plain_combinations(hand):
    """(cards, rank) of all that can be led."""
    held = [card % 16 for card in hand]
    return {(size, rank) for rank in held for size in range(1, held.count(rank) + 1)}


def test_a_hand_leads_what_it_holds_and_answers_with_as_many_of_a_higher_rank():
    random = Random(1)
    for _ in range(200):
        hand = random.sample(PACK, random.randrange(1, 20))
        mask, climb = np.int64(sum(1 << card for card in hand)), new(CLIMB)
        known = plain_combinations(hand)
        assert members(combinations(mask)) == {16 * (size - 1) + rank for size, rank in known}
        open_climb(climb, full(3))
        assert members(answers(climb, mask)) == members(combinations(mask))
        size, rank = random.randrange(1, 5), random.randrange(13)
        answer(climb, 1, 16 * (size - 1) + rank)
        higher = {16 * (size - 1) + other for number, other in known if number == size and other > rank}
        assert members(answers(climb, mask)) == higher | {PASS}


def test_a_combination_is_made_of_cards_of_its_rank():
    random = Random(2)
    for _ in range(100):
        hand = random.sample(PACK, 12)
        mask = np.int64(sum(1 << card for card in hand))
        for size, rank in plain_combinations(hand):
            cards = members(cards_of(mask, 16 * (size - 1) + rank))
            assert (len(cards), {card % 16 for card in cards}) == (size, {rank})
            assert cards <= set(hand)


def test_who_passes_is_out_until_the_last_to_climb_is_unbeaten():
    climb = new(CLIMB)
    open_climb(climb, full(4))
    assert (int(climb.last), bool(unbeaten(climb))) == (NOTHING, False)
    answer(climb, 0, 3)
    assert int(next_to_answer(climb, 0)) == 1
    answer(climb, 1, PASS)
    answer(climb, 2, 5)
    answer(climb, 3, PASS)
    assert int(next_to_answer(climb, 3)) == 0
    assert not unbeaten(climb)
    answer(climb, 0, PASS)
    assert (bool(unbeaten(climb)), int(climb.owner), int(climb.last)) == (True, 2, 5)


def test_a_game_of_climbing_keeps_the_contract():
    game = declared("tests.toys.ladder")
    assert check(game, games=20, policies=game.policies, probe=0.4) > 100
