"""Decisions card by card against a pay table: the recursion against plain enumeration."""

from fractions import Fraction
from functools import cache
from math import comb

import numpy as np
import pytest

from simlab.errors import InputError
from simlab.solvers.stages import Round, Stage, solve

CARDS, HAND = 9, 4
PAYS = np.random.default_rng(2).choice([-2, -2, -2, 0, 1, 3, 12], comb(CARDS, HAND))


def plainly(game: Round) -> Fraction:
    """Mean of what is won, in units, choosing best at every decision."""
    at = {stage.after: stage for stage in game.stages}

    @cache
    def value(held: tuple[int, ...], stake: int, decided: bool) -> Fraction:
        if len(held) == game.hand:
            return Fraction(stake * int(game.pays[sum(comb(card, k) for k, card in enumerate(held, 1))]), game.parts)
        stage = at.get(len(held))
        if stage is not None and not decided:
            choices = [value(held, stake + add, True) for add in stage.adds]
            return max([*choices, Fraction(-stake)] if stage.may_fold else choices)
        rest = [card for card in range(game.cards) if card not in held]
        return sum((value(tuple(sorted((*held, card))), stake, False) for card in rest), Fraction(0)) / len(rest)

    return value((), game.start, False)


@pytest.mark.parametrize(
    "stages",
    [
        (),
        (Stage(2, (0, -1), False), Stage(3, (0, -1), False)),
        (Stage(1, (1, 2), True), Stage(2, (1, 3), True), Stage(3, (1, 2, 3), True)),
        (Stage(3, (0, 5), True),),
    ],
)
def test_the_value_is_that_of_plain_enumeration(stages):
    game = Round(CARDS, HAND, 3, stages, 2, PAYS)
    assert solve(game).value == plainly(game)


def test_without_a_decision_the_square_is_that_of_the_pays():
    found = solve(Round(CARDS, HAND, 3, (), 2, PAYS))
    assert found.square == Fraction(int((3 * PAYS) @ (3 * PAYS)), 4 * len(PAYS))
    assert found.staked == 3


def test_pays_beyond_exact_sums_are_refused():
    with pytest.raises(InputError, match="too large"):
        solve(Round(CARDS, HAND, 3, (Stage(1, (1,), True),), 1000, PAYS * 10**9))
