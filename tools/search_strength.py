"""Measure how strong `search` is, and write docs/strength.md: `make search-strength` (an hour or two; what is known is not played again).

Every cell is one line-up: a searcher among players of a rival, every deal played in each rotation of the seats. The figures lie in
tools/search_strength.json; a cell is measured anew when its settings or the version of its game change.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from simlab.contract.catalogue import load
from simlab.contract.columns import SIXTIETHS
from simlab.play.drivers import roll
from simlab.players.registry import make_line_up
from simlab.stats import estimates, means

FILE = Path(__file__).with_name("search_strength.json")
SEED = 2025
GAMES = {"template": 4_000, "jester": 2_000, "showdown": 600, "fortune": 1_000, "arcana": 400, "battle": 200}  # of a cell, by what they cost
FORMS = {  # one thing changed
    "no halving": {"halving": 0},
    "no beliefs": {"beliefs": 0},
    "to the end of the game": {"horizon": 0},
    "others play as base": {"others": "basic"},
    "no guard": {"guard": 0},
    "guard of one standard error": {"guard": 1},
    "guard of two": {"guard": 2},
}
WORLDS = (8, 128)
Settings = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """One searcher among rivals."""

    game: str
    players: int
    rival: str
    settings: Settings = field(default_factory=dict)
    games: int = 400

    @property
    def key(self) -> str:
        return json.dumps([self.game, load(self.game).version, self.players, self.rival, self.settings], sort_keys=True)


def cells() -> Iterator[Cell]:
    """All that is measured, the most asked for first."""
    for game, games in GAMES.items():
        yield Cell(game, 2, load(game).usual_player, games=games)
        if 4 in load(game).table_sizes():
            yield Cell(game, 4, load(game).usual_player, games=games // 2)
    for game, games in GAMES.items():
        rivals = [policy.name for policy in load(game).policies if policy.name != load(game).usual_player]
        yield from (Cell(game, 2, rival, games=games // 2) for rival in rivals)
    for game, games in GAMES.items():
        usual = load(game).usual_player
        yield from (Cell(game, 2, usual, settings, games // 2) for settings in FORMS.values() if suits(game, settings))
        yield from (Cell(game, 2, usual, {"worlds": worlds}, games // 2) for worlds in WORLDS)
    yield Cell("showdown", 2, "expert", {}, 200)
    yield Cell("showdown", 2, "expert", {"base": "exact_tricks", "worlds": 16}, 200)


def suits(game: str, settings: Settings) -> bool:
    """Would the game not play so anyway?"""
    found = load(game)
    if settings.get("beliefs") == 0 or "others" in settings:
        return found.searching.recast is not None
    if settings.get("horizon") == 0:
        return found.standing is not None and game != "template"
    return True


def measured(cell: Cell) -> dict[str, Any]:
    """The searcher's share of the win (of one-card poker: chips), and the time of a decision."""
    game = load(cell.game)
    rules = game.Rules(players=cell.players)
    line_up = make_line_up(game, [{"name": "search", **cell.settings}, *[cell.rival] * (cell.players - 1)], rules)
    roll(game, line_up, rules.lower(), SEED, 0, 1)
    deals = -(-cell.games // cell.players)
    began = process_time()
    played = [roll(game, line_up, rules.lower(), SEED, 0, deals, turn) for turn in range(cell.players)]
    spent = process_time() - began
    won = np.mean([tallies["win"][:, turn] / SIXTIETHS for turn, tallies in enumerate(played)], axis=0)
    found = estimates.normal(float(won.mean()), means.standard_error(won))
    decisions = sum(int(tallies["decisions"].sum()) for tallies in played) / cell.players
    numbers = {"share": won.mean(), "low": found.low, "high": found.high, "ms": 1000 * spent / decisions}
    return {**asdict(cell), "games": deals * cell.players, **{name: round(float(x), 4) for name, x in numbers.items()}}


def main(names: list[str]) -> None:
    """Measure what is not known, of the games named or of all, then write the page."""
    known: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for cell in cells():
        if cell.key not in known and (not names or cell.game in names):
            known[cell.key] = measured(cell)
            FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            print(known[cell.key], flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
