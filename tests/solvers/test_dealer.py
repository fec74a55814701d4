"""A hand against a dealer's: the sweep against plain enumeration of every deal of a small deck."""

from itertools import combinations
from math import comb

import numpy as np
import pytest

from simlab.solvers.dealer import Duel, all_sets, solve

CARDS = 12  # queens, kings and aces


def place(hand) -> int:
    return sum(comb(int(card), k) for k, card in enumerate(sorted(hand), 1))


def random_duel(seed: int, hand: int, shown: int, **more) -> Duel:
    """Scores and pays that do not change when suits are renamed: by ranks alone."""
    source = np.random.default_rng(seed)
    hands = all_sets(CARDS, hand)
    kinds = {tuple(sorted(int(c) // 4 for c in row)) for row in hands}
    score = {kind: int(source.integers(1, 9)) for kind in sorted(kinds)}
    pay = {kind: int(source.integers(0, 4)) for kind in sorted(kinds)}
    keys = [tuple(sorted(int(c) // 4 for c in row)) for row in hands]
    scores = np.array([score[key] for key in keys])
    pays, bonus = np.array([pay[key] * 2 for key in keys]), np.array([pay[key] % 2 for key in keys])
    return Duel(CARDS, CARDS, hand, shown, scores, int(np.median(scores)), 2, pays, bonus, (1, 3), **more)


def outcome(duel: Duel, own, theirs, times: int) -> int:
    mine, his, p = duel.scores[place(own)], duel.scores[place(theirs)], duel.parts
    bonus, pay = int(duel.bonus[place(own)]), int(duel.raise_pays[place(own)])
    if his < duel.least:
        return bonus + p * (duel.ante_unqualified + duel.raise_unqualified * times)
    win, loss = bonus + p + times * pay, bonus - p * (1 + times)
    if mine == his:
        return {0: bonus, 1: win, -1: loss}[duel.tie]
    return win if mine > his else loss


def plainly(duel: Duel) -> tuple[int, float, int]:
    """The best choice of every hand and card shown, deal by deal."""
    value, square, raised = 0, 0.0, 0
    for own in combinations(range(duel.cards), duel.hand):
        rest = [card for card in range(duel.cards) if card not in own]
        for card in rest if duel.shown else [-1]:
            deals = [theirs for theirs in combinations(rest, duel.hand) if card < 0 or card in theirs]
            choices = {times: [outcome(duel, own, theirs, times) for theirs in deals] for times in duel.times}
            if duel.may_fold:
                choices[0] = [-duel.parts] * len(deals)
            best = max(choices, key=lambda times: (sum(choices[times]), times == 0))
            value += sum(choices[best])
            square += sum(result * result for result in choices[best])
            raised += best * len(deals)
    return value, square, raised


@pytest.mark.parametrize(
    ("hand", "shown", "more"),
    [
        (2, 0, {}),
        (2, 1, {}),
        (3, 1, {"tie": 1}),
        (3, 0, {"tie": -1, "may_fold": False}),
        (2, 1, {"ante_unqualified": 0, "raise_unqualified": 1}),
    ],
)
def test_the_sweep_finds_what_every_deal_says(hand, shown, more):
    duel = random_duel(hand + shown, hand, shown, **more)
    found = solve(duel)
    value, square, raised = plainly(duel)
    assert (found.value, found.square) == (value, pytest.approx(square))
    assert found.raised == raised
    assert sum(found.outcomes) == found.deals == int(found.weight.sum())
