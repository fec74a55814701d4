"""What the deal alone gives: how much less luck a win has once the cards of the opening hands are taken out of it (control variates).

Every seat's opening view is read bit by bit (cards in hand are bits), so no game declares anything. A win is fitted by least squares on the
bits of all seats in one half of the games and corrected in the other: coefficients known beforehand keep the mean what it is. `make luck`
writes the table of docs/statistics.md.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from simlab.contract.catalogue import load
from simlab.contract.duplicate import duplicate
from simlab.contract.game import Game
from simlab.play.drivers import roll
from simlab.play.table import Table
from simlab.players.registry import make_line_up
from simlab.stats.estimates import Floats

SEED = 78
CALM = (10.0, 100.0, 1_000.0, 10_000.0, 1e9)  # games' worth of doubt about each bit, the last enough to leave all as it is


class Dealt(NamedTuple):
    """How many times the games it would take without: by the deal alone, by duplicates, and by the deal on top of duplicates."""

    game: str
    players: int
    deal: float
    duplicates: float
    both: float


def opening(game: Game, rules: Any, index: int) -> bytes:
    """What all seats may know before anybody acts, on end."""
    table = Table(game, rules, SEED, index)
    return b"".join(table.view(seat).tobytes() for seat in range(int(table.rules.players)))


def bits(game: Game, rules: Any, indices: range) -> Floats:
    """By game: the bits of all opening views that are not the same in every game, less their means."""
    raw = np.array([np.frombuffer(opening(game, rules, index), np.uint8) for index in indices])
    found = np.unpackbits(raw[:, np.ptp(raw, axis=0) > 0], axis=1)
    found = np.unique(found[:, found.std(axis=0) > 0], axis=1).astype(np.float64)
    return np.asarray(found - found.mean(axis=0))


def corrected(values: Floats, given: Floats) -> Floats:
    """Values by game and seat, each half without what the other half says the bits are worth."""
    off = values - values.mean(axis=0)
    half = np.arange(len(values)) < len(values) // 2
    parts = [off[use] - given[use] @ worth(given[fit], off[fit]) for fit, use in ((~half, half), (half, ~half))]
    return np.concatenate(parts)


def worth(given: Floats, values: Floats) -> Floats:
    """What each bit adds, by least squares; as much doubt about it as foretells the second half of these games best from the first."""
    half = len(values) // 2
    off = [spread(values[half:] - given[half:] @ least_squares(given[:half], values[:half], calm)) for calm in CALM]
    return least_squares(given, values, 2 * CALM[int(np.argmin(off))])


def least_squares(given: Floats, values: Floats, calm: float) -> Floats:
    return np.asarray(np.linalg.solve(given.T @ given + calm * np.eye(given.shape[1]), given.T @ values))


def spread(values: Floats) -> float:
    """The variance of a game, or of a deal's mean, all seats together."""
    return float(values.var(axis=0).sum())


def measured(name: str, players: int, deals: int) -> Dealt:
    """By wins under the usual player."""
    game = load(name)
    rules = game.Rules.of({"players": players})
    line_up = make_line_up(game, [game.usual_player] * players, rules, ())
    wins = [roll(game, line_up, rules.lower(), SEED, duplicate(0, by), deals)["win"][:, :players] / 60 for by in range(players)]
    first, given = np.asarray(wins[0], np.float64), bits(game, rules, range(deals))
    mean, plain = np.mean(wins, axis=0), float(np.mean([spread(win) for win in wins])) / players
    alone, both = corrected(first, given), corrected(mean, given)
    return Dealt(name, players, spread(first) / spread(alone), plain / spread(mean), plain / spread(both))


def measure(deals: dict[tuple[str, int], int]) -> Iterator[Dealt]:
    return (measured(name, players, n) for (name, players), n in deals.items())


SIZES = {
    ("template", 2): 20_000, ("showdown", 2): 10_000, ("showdown", 4): 10_000, ("arcana", 2): 10_000, ("arcana", 4): 10_000,
    ("battle", 2): 10_000, ("battle", 4): 10_000, ("fortune", 2): 10_000, ("fortune", 4): 10_000, ("jester", 2): 20_000,
    ("jester", 4): 20_000,
}  # fmt: skip


def table() -> str:
    lines = ["| game | players | the deal alone | duplicates alone | the deal on top of duplicates |", "| --- | --- | --- | --- | --- |"]
    for row in measure(SIZES):
        lines.append(f"| {row.game} | {row.players} | {row.deal:.2f} | {row.duplicates:.2f} | {row.both:.2f} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)
