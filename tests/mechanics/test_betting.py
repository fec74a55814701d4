"""Fixed-limit betting against a round written down word by word."""

from random import Random

import numpy as np
import pytest

from simlab.jit import new
from simlab.mechanics.betting import BETS, Move, alone, choices, closed, next_to_speak, open_round, owed, put_ante, speak

FOLD, CALL, RAISE = int(Move.FOLD), int(Move.CALL), int(Move.RAISE)


class Round:
    """The same in plain Python: a queue of seats that have still to speak."""

    def __init__(self, players, ante):
        self.paid, self.left = [ante] * players, list(range(players))

    def open(self, seat):
        ring = [s % len(self.paid) for s in range(seat, seat + len(self.paid))]
        self.queue, self.raises = [s for s in ring if s in self.left], 0

    def legal(self, most):
        facing = self.paid[self.queue[0]] < max(self.paid)
        return {CALL} | ({FOLD} if facing else set()) | ({RAISE} if self.raises < most else set())

    def speak(self, move, size):
        seat = self.queue.pop(0)
        if move == FOLD:
            self.left.remove(seat)
            return
        self.paid[seat] = max(self.paid) + (size if move == RAISE else 0)
        if move == RAISE:
            self.raises += 1
            self.queue = [s for s in (s % len(self.paid) for s in range(seat + 1, seat + len(self.paid))) if s in self.left]


def members(mask):
    return {place for place in range(64) if int(mask) >> place & 1}


@pytest.mark.parametrize("players", range(2, 7))
def test_random_rounds_go_as_they_do_in_plain_python(players):
    random = Random(players)
    for _ in range(60):
        bets, plain, first = new(BETS), Round(players, 3), random.randrange(players)
        put_ante(bets, players, 3)
        for size in (2, 5):
            open_round(bets)
            plain.open(first)
            seat = plain.queue[0]
            while plain.queue and len(plain.left) > 1:
                assert seat == plain.queue[0]
                assert members(choices(bets, seat, 3)) == plain.legal(3)
                assert int(owed(bets, seat)) == max(plain.paid) - plain.paid[seat]
                move = random.choice(sorted(plain.legal(3)))
                speak(bets, seat, move, size)
                plain.speak(move, size)
                assert bets.paid[:players].tolist() == plain.paid
                assert members(bets.live) == set(plain.left)
                assert bool(alone(bets)) == (len(plain.left) == 1)
                if plain.queue and len(plain.left) > 1:
                    assert not closed(bets)
                    seat = int(next_to_speak(bets, seat))
            if len(plain.left) == 1:
                break
            assert closed(bets)
            first = plain.left[0]


def test_masks_are_words_that_drivers_take():
    bets = new(BETS)
    put_ante(bets, 2, 1)
    open_round(bets)
    assert np.int64(choices(bets, 0, 1)) == (1 << CALL) | (1 << RAISE)
