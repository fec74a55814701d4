"""How likely is it to lose a bankroll, one bet after the other? Exact for what a game pays; no normal law is assumed.

A game costs one bet and brings back a whole number of bets, so a bankroll shrinks by single steps: with a mean above one bet the chance to
lose it ever is a power of one number, the chance to lose a single bet ever. Within a number of games it follows step by step.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from simlab.errors import InputError
from simlab.studies.draw.measure import Paid

MOST_GAMES = 100_000
HALVINGS = 200


def steps(paid: Sequence[Paid]) -> list[tuple[int, float]]:
    """Gain in bets and chance of each thing that can happen in a game."""
    chances: dict[int, Fraction] = {}
    for line in paid:
        if line.pay.denominator != 1:
            raise InputError(f"risk of ruin needs pays in whole bets; {line.name} pays {line.pay}")
        gain = int(line.pay) - 1
        chances[gain] = chances.get(gain, Fraction(0)) + line.chance
    return [(gain, float(chance)) for gain, chance in sorted(chances.items()) if chance > 0]


def one_bet_ever(paid: Sequence[Paid]) -> float:
    """The chance to be one bet down at some time, however long one plays: the lowest root of  mean of x^gain = 1."""
    found = steps(paid)
    if sum(gain * chance for gain, chance in found) <= 0:
        return 1.0
    low, high = 0.0, below_one(found)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if ruin_after_one_game(found, middle) > middle else (low, middle)
    return high


def ruin_after_one_game(found: Sequence[tuple[int, float]], x: float) -> float:
    """The chance to lose a single bet ever, seen from after the first game, if x is the chance to lose any one bet ever."""
    return sum(chance * x ** (gain + 1) for gain, chance in found)


def below_one(found: Sequence[tuple[int, float]]) -> float:
    """A number between the root and one, which is a root too: the smaller the gain of a game, the nearer to one it lies."""
    gap = 0.5
    while ruin_after_one_game(found, 1 - gap) > 1 - gap and gap > 1e-15:
        gap /= 2
    return 1 - gap


def ever(paid: Sequence[Paid], bankroll: int) -> float:
    """The chance to lose so many bets, however long one plays."""
    return float(one_bet_ever(paid) ** bankroll)


def within(paid: Sequence[Paid], bankroll: int, games: int) -> float:
    """The chance to lose so many bets within so many games. Who has more bets than games to come cannot lose them all."""
    if not 1 <= games <= MOST_GAMES:
        raise InputError(f"ruin is followed through 1 to {MOST_GAMES:,} games, not {games:,}")
    if bankroll > games:
        return 0.0
    found = steps(paid)
    held, lost = np.zeros(games + 2), 0.0
    held[bankroll] = 1.0
    for left in range(games, 0, -1):
        after = np.zeros(left + 1)  # with `left - 1` games to come nobody with `left` bets or more can be ruined
        for gain, chance in found:
            low, high = max(0, gain), min(left + 1, len(held) + gain)
            if high > low:
                after[low:high] += chance * held[low - gain : high - gain]
        lost += after[0]
        after[0] = 0.0
        held = after
    return float(min(lost, 1.0))
