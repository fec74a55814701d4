"""Pages on 22 cards that do nothing, by the thousand: rounds as those of `nothing.rounds`, of which only the p-values are worked out.

A whole page of 20,000 rounds takes a second, this a tenth of it. `python -m tests.stats.thousands [PAGES [GAMES]]` says how many claim
anything.
"""

import sys
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.games.fortune.rules import ARCANA_NAMES
from simlab.games.fortune.studies.effects import WINDOWS
from simlab.stats.adjust import is_settled
from simlab.stats.compare import p_value
from simlab.stats.estimates import proportion
from simlab.stats.ledger import Ledger

SEED = 11
SMALL = np.float32
Random = np.random.Generator
Array = npt.NDArray[Any]


class Dealt(NamedTuple):
    """Rounds of four alike."""

    winner: Array
    pot: Array
    showdown: Array
    destroyed: Array


class Stood(NamedTuple):
    """How the players stood when a card came: who had the best hand, who held Pages."""

    best: Array
    pages: Array

    def shares(self, winner: Array) -> Array:
        """Of the pot, of a player who held a Page: by how much each deal moves it, its value added."""
        held, won = self.pages.sum(axis=1).astype(SMALL), self.pages[np.arange(len(winner)), winner].astype(SMALL)
        value = won.sum() / held.sum()
        return np.asarray((won - SMALL(value) * held) / held.mean() + value)


def dealt(games: int, random: Random) -> Dealt:
    winner, pot = random.integers(0, 4, games, dtype=np.int8), random.geometric(0.1, games).astype(SMALL)
    showdown, destroyed = (random.random(games, dtype=SMALL) < often for often in (0.6, 0.05))
    return Dealt(winner, pot, showdown.astype(SMALL), destroyed * pot)


def numbers(rounds: Dealt, stood: Stood) -> Array:
    """By measure and deal: pot, variance of the chips won, showdowns, share of the dealer, of the best hand, of a Page, chips destroyed."""
    dealer = np.arange(len(rounds.pot)) % 4
    return np.array([
        rounds.pot, rounds.pot**2 * SMALL(3 / 16), rounds.showdown, rounds.winner == dealer, rounds.winner == stood.best,
        stood.shares(rounds.winner), rounds.destroyed,
    ], SMALL)  # fmt: skip


def page(games: int, random: Random) -> bool:
    """Does it claim anything but other winners, which are no false claim here: rounds are other rounds?"""
    base, chances = dealt(games, random), []
    for _ in WINDOWS:
        stood = Stood(random.integers(0, 4, games, dtype=np.int8), random.random((games, 4), dtype=SMALL) < 0.3)
        without = numbers(base, stood)
        for _ in ARCANA_NAMES:
            chances += [chance_of(values) for values in numbers(dealt(games, random), stood) - without]
    other_winners = [0.0] * len(WINDOWS) * len(ARCANA_NAMES)
    return any(is_settled(chance) for chance in Ledger(effects=1).correct("effects", [*chances, *other_winners])[: len(chances)])


def chance_of(values: Array) -> float | None:
    games, mean = len(values), values.mean(dtype=float)
    square = (values.astype(float) ** 2).sum()
    return p_value(float(mean), float(np.sqrt(max(square / games - mean**2, 0.0) / (games - 1))), games)


def main() -> None:
    pages, games = (int(word) for word in [*sys.argv[1:], *("4000", "20000")[len(sys.argv) - 1 :]])
    random = np.random.default_rng(SEED)
    found = sum(page(games, random) for _ in range(pages))
    share = proportion(found, pages)
    print(f"{found} of {pages:,} pages of {games:,} rounds: {share.value:.2%} ({share.low:.2%} to {share.high:.2%})")


if __name__ == "__main__":
    main()
