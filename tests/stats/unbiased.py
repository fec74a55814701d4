"""Is everything the same on average with less luck? Ten million plain games of every game, and ten million duplicates.

`python -m tests.stats.unbiased [GAME ...]` plays them in pieces that are kept, goes on where it stopped, and with all six games writes the
table of docs/statistics.md. Sums are of whole numbers, so nothing is rounded on the way.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.contract.catalogue import load
from simlab.contract.duplicate import duplicate
from simlab.disk import write_whole
from simlab.play.drivers import roll
from simlab.players.registry import make_line_up
from tests.stats.coverage import fill
from tests.stats.nothing import KEPT, code_state

GAMES = ("template", "showdown", "arcana", "battle", "fortune", "jester")
PLAYERS = 2
MANY = 10_000_000  # games, each way
PIECE = 100_000  # deals
SEED = 31
ELSEWHERE = 10**9  # where the plain games begin: they share no deal with the duplicates
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Both:
    """One game with its usual players, played both ways."""

    name: str
    players: int = PLAYERS
    seed: int = SEED

    @cached_property
    def columns(self) -> tuple[str, ...]:
        payoff = load(self.name).goal("payoff", self.rules).column
        return tuple(dict.fromkeys(("win", payoff, "rounds")))

    @cached_property
    def rules(self) -> Any:
        return load(self.name).Rules.of({"players": self.players})

    def piece(self, at: int, deals: int) -> Ints:
        """Sums and sums of squares of every number, of plain games and of deals with all their duplicates; piece `at` of so many deals."""
        plain = self.numbers(ELSEWHERE + self.players * deals * at, self.players * deals)
        moved = sum(self.numbers(duplicate(deals * at, by), deals) for by in range(self.players))
        return np.array([[part.sum(axis=0), (part**2).sum(axis=0)] for part in (plain, moved)])

    def numbers(self, first: int, games: int) -> Ints:
        """By game: the columns, one after the other, those of seats by seat."""
        game = load(self.name)
        line_up = make_line_up(game, [game.usual_player] * self.players, self.rules, ())
        rows = roll(game, line_up, self.rules.lower(), self.seed, first, games)
        return np.column_stack([rows[column].reshape(games, -1)[:, : self.players] for column in self.columns]).astype(np.int64)

    def apart(self, sums: Ints, deals: int) -> "Apart":
        """What the sums of so many deals, and of as many plain games, say."""
        (plain, alone), (moved, together) = moments(sums[0], self.players * deals), moments(sums[1], deals)
        error = np.sqrt(alone / (self.players * deals) + together / deals / self.players**2)
        far = (moved / self.players - plain) / np.maximum(error, 1e-12)
        names = [column for column in self.columns for _ in range(self.players if load(self.name).column(column).seats else 1)]
        return Apart(
            self.name,
            self.players * deals,
            {column: max((float(z) for name, z in zip(names, far, strict=True) if name == column), key=abs) for column in self.columns},
            float(alone[: self.players].sum() * self.players / max(together[: self.players].sum(), 1e-12)),
        )


class Apart(NamedTuple):
    """How far the means of duplicates lie from those of plain games."""

    game: str
    games: int  # each way
    errors: dict[str, float]  # standard errors, by column; of the seat that lies farthest off
    gain: float  # in games, for the win


def moments(sums: Ints, units: int) -> tuple[Floats, Floats]:
    """Means and variances of so many units."""
    mean = sums[0] / units
    return mean, sums[1] / units - mean**2


def compared(name: str, deals: int, seed: int) -> Apart:
    """All in one piece."""
    both = Both(name, seed=seed)
    return both.apart(both.piece(0, deals), deals)


def go_on(name: str, games: int = MANY) -> Apart:
    """The pieces that are not kept yet, then what all of them say."""
    both, path = Both(name), KEPT / f"unbiased-{name}-{code_state((f'games/{name}', 'contract', 'play'), __file__)}.json"
    kept: list[Any] = json.loads(path.read_text()) if path.is_file() else []
    wanted = games // PLAYERS // PIECE
    for at in range(len(kept), wanted):
        kept.append(both.piece(at, PIECE).tolist())
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(kept).encode())
    return both.apart(np.array(kept[:wanted]).sum(axis=0), wanted * PIECE)


def lines(found: list[Apart]) -> Iterator[str]:
    yield "| game | games, each way | win | payoff | rounds | gain for the win |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for row in found:
        payoff = [f"{error:+.2f} ({column})" for column, error in row.errors.items() if column not in ("win", "rounds")]
        cells = [f"{row.errors['win']:+.2f}", *(payoff or ["is the win"]), f"{row.errors['rounds']:+.2f}"]
        yield f"| {row.game} | {row.games:,} | {' | '.join(cells)} | {row.gain:.2f} |"


def main() -> None:
    found = [go_on(name) for name in sys.argv[1:] or GAMES]
    print("\n".join(lines(found)), flush=True)
    if len(found) == len(GAMES):
        fill("unbiased", "\n".join(lines(found)))


if __name__ == "__main__":
    main()
