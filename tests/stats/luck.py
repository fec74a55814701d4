"""What duplicates gain: variances of the win, the payoff and a paired difference of a knob, with plain games and with duplicates.

`make luck` measures it for every game with its usual player and writes the table of docs/statistics.md.
"""

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.contract.catalogue import load
from simlab.contract.duplicate import duplicate
from simlab.contract.game import Game
from simlab.play.drivers import roll
from simlab.players.registry import make_line_up
from tests.stats import dealt, power
from tests.stats.coverage import fill

SEED = 77
DEALS = 20_000
KNOBS: dict[str, dict[str, Any]] = {  # what is compared with the rules as they are
    "template": {"deals": 3},
    "showdown": {"target": 48},
    "arcana": {"extra_draws": 1},
    "battle": {"draw_rounds": 4},
    "fortune": {"page_prize": 3},
    "jester": {"target": 30},
}
Floats = npt.NDArray[np.float64]


class Gain(NamedTuple):
    """How many times the games it would take without."""

    game: str
    players: int
    win: float
    payoff: float
    column: str
    knob: str
    difference: float


def played(game: Game, players: int, knobs: dict[str, Any], deals: int, column: str) -> Floats:
    """By duplicate, deal and seat."""
    rules = game.Rules.of({"players": players, **knobs})
    line_up = make_line_up(game, [game.usual_player] * players, rules, ())
    parts = [roll(game, line_up, rules.lower(), SEED, duplicate(0, by), deals)[column] for by in range(players)]
    return np.stack(parts)[..., :players].astype(np.float64)


def gain(values: Floats) -> float:
    """All seats together: the variance of a mean of single games over that of the deals' means."""
    games, deals = values.shape[0], values.mean(axis=0)
    return float(values.var(axis=(0, 1)).sum() / games / max(deals.var(axis=0).sum(), 1e-12))


def measured(name: str, players: int, deals: int) -> Gain:
    game = load(name)
    column = game.goal("payoff", game.Rules.of({"players": players})).column
    knobs = KNOBS[name]
    win = played(game, players, {}, deals, "win")
    changed = played(game, players, knobs, deals, "win")
    payoff = win if column == "win" else played(game, players, {}, deals, column)
    knob = ", ".join(f"{key} {value}" for key, value in knobs.items())
    return Gain(name, players, gain(win), gain(payoff), column, knob, gain(changed - win))


def measure(deals: int) -> Iterator[Gain]:
    for name in KNOBS:
        for players in (2, 4) if name != "template" else (2,):
            yield measured(name, players, deals if name in ("template", "jester", "showdown") else deals // 4)


def table(deals: int) -> str:
    lines = ["| game | players | win | payoff | win, difference of a knob |", "| --- | --- | --- | --- | --- |"]
    found = []
    for row in measure(deals):
        found.append(row)
        payoff = f"{row.payoff:.1f}" + ("" if row.column == "win" else f" ({row.column})")
        lines.append(f"| {row.game} | {row.players} | {row.win:.1f} | {payoff} | {row.difference:.1f} ({row.knob}) |")
        print(lines[-1], flush=True)
    usual = [row.win for row in found if row.players == 4 or row.game == "template"]
    pairs = [row.win for row in found if row.players == 2]
    lines.append(f"| **median** | 4 (one-card poker 2) | {np.median(usual):.1f} | | |")
    lines.append(f"| **median** | 2 | {np.median(pairs):.1f} | | |")
    return "\n".join(lines)


def main() -> None:
    """What duplicates gain, what the deal alone gives, what the ledger costs: all tables, or those that are named. `DEALS [TABLE ...]`"""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    tables = {"luck": lambda: table(deals), "dealt": dealt.table, "claimed": power.measured_table, "leaning": power.leaning_table}
    for name in sys.argv[2:] or tables:
        fill(name, tables[name]())


if __name__ == "__main__":
    main()
