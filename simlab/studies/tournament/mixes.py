"""The game of choosing a policy: a mix from which no single player gains by choosing otherwise.

All seats choose from the same list and are rotated, so the game is symmetric; we look for a symmetric equilibrium. With two
players (and for a balanced design) a policy's result is linear in the others' mix and the answer is exact; with more players it
is a polynomial, climbed from several starts, and the gain that is left to a deviator is stated. Nothing here needs results to add up:
chips that a table wins or loses together count as they are.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations
from math import comb, factorial

import numpy as np

from simlab.stats.estimates import Floats
from simlab.studies.line_ups import Meetings

SLACK = 1e-9
STEPS = 3000
NEARLY = 1e-4  # what a deviator may gain from a mix that was climbed to, in spreads
APART = 0.02  # of two mixes that are not the same


@dataclass
class Field:
    """What each policy ends with when all others draw theirs from a mix, in spreads of the results."""

    meetings: Meetings
    weights: Floats
    matrix: Floats | None = field(init=False, default=None)  # where that is linear: policy against policy

    def __post_init__(self) -> None:
        k, n = len(self.meetings.policies), self.meetings.players
        self.results = self.meetings.results(self.weights) / self.meetings.spread
        full = len(self.meetings.line_ups) == comb(k + n - 1, n)
        if n == 2 or not full:
            self.matrix = self.meetings.alone(self.weights) / self.meetings.spread
            return
        counts = self.meetings.counts
        self.others = [(i, counts[at] - np.eye(k)[i], self.results[at, i]) for i in range(k) for at in np.flatnonzero(counts[:, i])]
        self.who = np.array([i for i, _, _ in self.others])
        self.rest = np.array([rest for _, rest, _ in self.others])
        self.result = np.array([result for _, _, result in self.others])
        self.ways = np.array([factorial(n - 1) / np.prod([factorial(int(c)) for c in rest]) for _, rest, _ in self.others])

    def payoff(self, mix: Floats) -> Floats:
        """Of every policy against others who draw from the mix."""
        if self.matrix is not None:
            return np.asarray(self.matrix @ mix)
        likely = self.ways * np.prod(np.where(self.rest > 0, mix[None, :] ** self.rest, 1.0), axis=1)
        return np.bincount(self.who, likely * self.result, len(mix)).astype(np.float64)

    def gap(self, mix: Floats) -> float:
        """What the best deviation gains, in spreads."""
        found = self.payoff(mix)
        return float(found.max() - found @ mix)


def equilibrium(game: Field, start: Floats | None = None) -> tuple[Floats, float]:
    """A symmetric equilibrium and the gain that is left to a deviator: pure where one is, else by supports or by climbing."""
    k, spread = len(game.meetings.policies), game.meetings.spread
    for i in range(k):
        if game.gap(np.eye(k)[i]) <= SLACK:
            return np.eye(k)[i], 0.0
    mix = by_supports(game.matrix) if game.matrix is not None else None
    if mix is not None:
        return mix, spread * max(game.gap(mix), 0.0)
    starts = [start] if start is not None and start.min() > 0 else [np.full(k, 1 / k), *(0.9 * np.eye(k) + 0.1 / k)]
    found = min((climb(game, x) for x in starts), key=game.gap)
    return found, spread * max(game.gap(found), 0.0)


def equilibria(game: Field, most: int) -> list[Floats]:
    """Symmetric equilibria that differ, fewest policies first, so many at most: several answers mean that none of them is the answer.

    All that there are where results are linear in the mix; else those that are pure, or reached by climbing from several starts.
    """
    k = len(game.meetings.policies)
    pure = [np.eye(k)[i] for i in range(k) if game.gap(np.eye(k)[i]) <= SLACK]
    if game.matrix is not None:
        return distinct(chain(pure, all_by_supports(game.matrix)), most)
    climbed = (climb(game, start) for start in (np.full(k, 1 / k), *(0.9 * np.eye(k) + 0.1 / k)))
    return distinct(chain(pure, (mix for mix in climbed if game.gap(mix) <= NEARLY)), most)


def distinct(mixes: Iterable[Floats], most: int) -> list[Floats]:
    found: list[Floats] = []
    for mix in mixes:
        if all(np.abs(mix - other).sum() > APART for other in found):
            found.append(mix)
        if len(found) == most:
            break
    return found


def by_supports(matrix: Floats) -> Floats | None:
    """The equilibrium with the fewest policies."""
    return next(all_by_supports(matrix), None)


def all_by_supports(matrix: Floats) -> Iterator[Floats]:
    """Mixes of which all parts do equally well, and all outside no better; fewest policies first."""
    k = len(matrix)
    for size in range(2, k + 1):
        for support in combinations(range(k), size):
            mix = level(matrix, support)
            if mix is not None and (matrix @ mix).max() <= mix @ matrix @ mix + SLACK:
                yield mix


def level(matrix: Floats, support: tuple[int, ...]) -> Floats | None:
    """The mix over a support that makes its policies equally good; None where there is no such mix."""
    size, at = len(support), list(support)
    system = np.zeros((size + 1, size + 1))
    system[:size, :size] = matrix[np.ix_(at, at)]
    system[:size, size] = -1.0
    system[size, :size] = 1.0
    try:
        found = np.linalg.solve(system, [*[0.0] * size, 1.0])[:size]
    except np.linalg.LinAlgError:
        return None
    if found.min() < -SLACK:
        return None
    mix = np.zeros(len(matrix))
    mix[at] = np.maximum(found, 0.0)
    return np.asarray(mix / mix.sum())


def climb(game: Field, mix: Floats) -> Floats:
    """What does better is chosen more, by ever smaller steps; the best of the way and of its running mean is kept."""
    best, least, mean = mix, game.gap(mix), mix.copy()
    for step in range(1, STEPS + 1):
        found = game.payoff(mix)
        mix = mix * np.exp(20.0 / np.sqrt(step) * (found - found.max()))
        mix = mix / mix.sum()
        mean += (mix - mean) / (step + 1)
        for candidate in (mix, mean):
            gap = game.gap(candidate)
            if gap < least:
                best, least = candidate.copy(), gap
        if least <= SLACK:
            break
    return best
