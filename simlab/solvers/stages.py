"""A hand that is seen card by card, with decisions on the way and a pay table at the end: raise, pull a bet back, or fold; exact.

The value of a set of cards is worked out from the sets with one card more, from full hands down to the first decision. What lies on the
table by then matters only by its sum, so each set has a value for every sum that can be there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.errors import InputError
from simlab.jit import allocating
from simlab.solvers.draw import CHOOSE, first_set, next_set

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Stage:
    """A decision after so many cards: units that may be added (0 stays, -1 pulls one back), and whether one may fold."""

    after: int
    adds: tuple[int, ...]
    may_fold: bool


@dataclass(frozen=True)
class Round:
    """What is dealt and paid. `pays` by hand: what is won for each unit, in parts; a hand that loses has minus one unit."""

    cards: int  # of the deck
    hand: int
    start: int  # units on the table before the first decision
    stages: tuple[Stage, ...]
    parts: int
    pays: Array


@dataclass(frozen=True)
class Choice:
    """What is best at a decision: by set of cards and sum on the table, the place in `adds`; -1 folds."""

    stage: Stage
    stakes: tuple[int, ...]
    best: Array  # (sets, stakes)
    worth: Array  # (sets, stakes, adds and last folding): sums over what may follow, in parts
    ways: int  # orders in which the other cards come: what `worth` is a sum over


@dataclass(frozen=True)
class Staged:
    value: Fraction  # mean of what is won, in units
    square: Fraction  # mean of its square
    staked: Fraction  # mean of units on the table in the end (or when folding)
    choices: tuple[Choice, ...]


def solve(game: Round) -> Staged:
    """From full hands down."""
    reachable = stakes_at(game)
    stakes = reachable[-1]
    most = max(stakes) * max(int(np.abs(game.pays).max()), game.parts)
    if most * most * perm(game.cards, game.hand - first_decision(game)) >= 1 << 63:
        raise InputError("pays are too large for exact sums")
    value, square, staked = (np.zeros((comb(game.cards, game.hand), len(stakes)), np.int64) for _ in range(3))
    for at, stake in enumerate(stakes):
        value[:, at] = stake * game.pays
        square[:, at] = (stake * game.pays) ** 2
        staked[:, at] = stake * game.parts
    choices: list[Choice] = []
    size = game.hand
    for place in range(len(game.stages) - 1, -1, -1):
        stage, before = game.stages[place], reachable[place]
        while size > stage.after:
            value, square, staked = (with_one_more(part, game.cards, size) for part in (value, square, staked))
            size -= 1
        ways = perm(game.cards - size, game.hand - size)  # orders in which the other cards come
        worth = worth_of(value, stage, before, stakes, ways * game.parts)
        best, value, square, staked = decide(value, square, staked, stage, before, stakes, ways, game.parts)
        choices.append(Choice(stage, before, best, worth, ways))
        stakes = before
    deals = comb(game.cards, size) * perm(game.cards - size, game.hand - size)
    totals = [sum(map(int, part[:, 0].tolist())) for part in (value, square, staked)]
    return Staged(
        Fraction(totals[0], deals * game.parts), Fraction(totals[1], deals * game.parts**2), Fraction(totals[2], deals * game.parts),
        tuple(reversed(choices)),
    )  # fmt: skip


def first_decision(game: Round) -> int:
    """Cards seen at the first decision; sums go down to there."""
    return min((stage.after for stage in game.stages), default=game.hand)


def stakes_at(game: Round) -> list[tuple[int, ...]]:
    """Sums that can lie on the table before each decision, and at the end."""
    found: list[tuple[int, ...]] = [(game.start,)]
    for stage in game.stages:
        found.append(tuple(sorted({stake + add for stake in found[-1] for add in stage.adds})))
    return found


def worth_of(value: Array, stage: Stage, before: Sequence[int], after: Sequence[int], unit: int) -> Array:
    """What each choice brings; folding last, where one may."""
    found = np.zeros((len(value), len(before), len(stage.adds) + stage.may_fold), np.int64)
    for at, stake in enumerate(before):
        for k, add in enumerate(stage.adds):
            found[:, at, k] = value[:, list(after).index(stake + add)]
        if stage.may_fold:
            found[:, at, -1] = -stake * unit
    return found


def decide(
    value: Array, square: Array, staked: Array, stage: Stage, before: Sequence[int], after: Sequence[int], ways: int, parts: int
) -> tuple[Array, Array, Array, Array]:
    """The best choice for each set and each sum: the first of equals, and folding only where it is better."""
    best, found = np.zeros((len(value), len(before)), np.int8), [np.zeros((len(value), len(before)), np.int64) for _ in range(3)]
    for at, stake in enumerate(before):
        columns = [list(after).index(stake + add) for add in stage.adds]
        best[:, at] = value[:, columns].argmax(axis=1)
        taken = np.array(columns)[best[:, at]]
        for part, chosen in zip((value, square, staked), found, strict=True):
            chosen[:, at] = np.take_along_axis(part, taken[:, None], axis=1)[:, 0]
        if stage.may_fold:
            lost = stake * parts
            folds = found[0][:, at] < -lost * ways
            best[folds, at] = -1
            for chosen, gone in zip(found, (-lost * ways, lost * lost * ways, lost * ways), strict=True):
                chosen[folds, at] = gone
    return best, found[0], found[1], found[2]


def with_one_more(values: Array, cards: int, size: int) -> Array:
    """Sums over the sets with one card more, for every set that has one card less."""
    found = np.zeros((comb(cards, size - 1), values.shape[1]), np.int64)
    add_up(values, cards, size, found)
    return found


@allocating
def add_up(values, cards, size, found):
    picked = np.zeros(size, np.int64)
    first_set(picked, size)
    for at in range(len(values)):
        for left_out in range(size):
            below, k = np.int64(0), 0
            for i in range(size):
                if i != left_out:
                    k += 1
                    below += CHOOSE[picked[i], k]
            for stake in range(values.shape[1]):
                found[below, stake] += values[at, stake]
        next_set(picked, size)
