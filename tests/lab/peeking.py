"""A person who watches a tweak that changes nothing: how often does the lab call it settled?

Both columns draw games of one-card poker, played by the same rules, from one pool, each for itself: only chance differs. The watcher looks
after every hundred games, ten thousand times. What the page says at a look is `standing`; looking at it four million times would take
hours, so the p-values of all looks are worked out at once by the same formula, and the page itself is asked at those that come near to
settled, and at some others. `python -m tests.lab.peeking FIRST LAST` watches trials FIRST to LAST - 1 and prints a line for each.
"""

import sys
from dataclasses import dataclass
from functools import cache
from math import log
from typing import Any

import numpy as np

from simlab.contract.catalogue import load
from simlab.lab.standing import LOOK, standing
from simlab.lab.tweak import Tweak
from simlab.play.drivers import roll
from simlab.players.registry import make_player
from simlab.runs.sums import Adder, Sums
from simlab.scenarios.plan import Plan
from simlab.scenarios.recipe import Layout
from simlab.stats.ledger import grid_ledger
from simlab.stats.looks import ALPHA, FIRST, SPREAD

GAMES, EVERY = 1_000_000, 100
NEAR = 0.1  # in logarithms of a p-value: as near as this the page itself is asked
ASKED = {"game": "template", "policies": ["uniform"], "metrics": ["pot", "win", "decisions"], "tweak": {}}
POOL, SEED = 400_000, 24

Array = Any


@dataclass(frozen=True)
class Bench:
    plan: Plan
    adder: Adder

    @property
    def layout(self) -> Layout:
        return self.adder.layout


@cache
def bench() -> Bench:
    plan = Tweak.read(ASKED).plan()
    return Bench(plan, Adder(Layout(plan.recipes[2], 2)))


@cache
def pool(bet: int) -> Array:
    """Games of one-card poker that columns draw from."""
    game = load("template")
    rules = game.Rules.of({"bet": bet})
    return roll(game, [make_player(game, "uniform", rules)] * 2, rules.lower(), SEED, 0, POOL)


@cache
def shown(bet: int) -> list[Array]:
    """What the page shows of each game: both shares of the win, the pot, the decisions."""
    games = pool(bet)
    return [
        games["win"][:, 0] / np.float32(60),
        games["win"][:, 1] / np.float32(60),
        games["pot"].astype("f4"),
        games["decisions"].astype("f4"),
    ]


@dataclass(frozen=True)
class Columns:
    """Two columns of games, each drawn for itself; `bet` is the tweak's."""

    games: Array  # places in the pool, by column
    bet: int

    @classmethod
    def of(cls, trial: int, games: int, bet: int = 1) -> "Columns":
        return cls(np.random.default_rng([SEED, trial]).integers(0, POOL, (2, games), dtype=np.int32), bet)

    def differences(self) -> list[Array]:
        pairs = zip(shown(1), shown(self.bet), strict=True)
        return [(theirs[self.games[1]] - mine[self.games[0]]).astype(float) for mine, theirs in pairs]

    def records(self, games: int) -> Array:
        return np.stack([pool(1)[self.games[0, :games]], pool(self.bet)[self.games[1, :games]]])


def least_p(columns: Columns) -> Array:
    """At every look: the logarithm of the smallest p-value, as the page corrects it."""
    n = np.arange(EVERY, columns.games.shape[1] + 1, EVERY, dtype=float)
    found = [log_p(difference, n) for difference in columns.differences()]
    share = grid_ledger(2, 1, True).share("comparisons")
    return np.min(found, axis=0) + log(len(found) / share)


def log_p(difference: Array, n: Array) -> Array:
    """One over the mixture (`Always.p_value`), at every look."""
    total, squares = (np.add.reduceat(x, np.arange(0, len(x), EVERY)).cumsum() for x in (difference, difference**2))
    spread = np.maximum(squares - total * total / n, 1e-9) / (n - 1)
    z2, grown = total * total / n / spread, n * SPREAD
    return 0.5 * np.log1p(grown) - np.minimum(z2, 1400.0) * grown / (2 * (1 + grown))


def page_at(columns: Columns, look: int) -> list[dict[str, Any]]:
    """What the lab shows after that look."""
    tool = bench().adder
    sums = Sums.empty(tool.layout)
    tool.add(sums, np.ascontiguousarray(columns.records((look + 1) * EVERY)[:, None]))
    return standing(bench().plan, tool.layout, sums)


def is_settled(rows: list[dict[str, Any]]) -> bool:
    return any(row["settled"] for row in rows)


def watch(trial: int, games: int = GAMES, bet: int = 1) -> int | None:
    """The first look at which the page says "settled"; none where it never does."""
    columns = Columns.of(trial, games, bet)
    chances = least_p(columns)
    chances[: -(-FIRST // EVERY) - 1] = 0.0  # before the first thousand games the page claims nothing
    for look in np.flatnonzero(chances < log(ALPHA) + NEAR):
        if is_settled(page_at(columns, int(look))):
            return int(look)
    return None


if __name__ == "__main__":
    assert LOOK.alpha == ALPHA
    for trial in range(int(sys.argv[1]), int(sys.argv[2])):
        print(trial, watch(trial), flush=True)
