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
from simlab.players.search.policy import settings_of
from simlab.stats import estimates, means
from tools.docs import table

FILE = Path(__file__).with_name("search_strength.json")
PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
SEED = 2025
GAMES = {"jester": 2_000, "showdown": 600, "fortune": 1_000, "arcana": 400, "battle": 200}  # of a cell, by their cost
FORMS = {  # one thing changed
    "no halving": {"halving": 0},
    "no beliefs": {"beliefs": 0},
    "to the end of the game": {"horizon": 0},
    "others play as basic": {"others": "basic"},
    "playouts by basic": {"base": "basic"},
    "no guard": {"guard": 0},
    "guard of one standard error": {"guard": 1},
    "guard of two": {"guard": 2},
}
WORLDS = (8, 32, 128)
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
        forms = [*FORMS.values(), *({"worlds": worlds} for worlds in WORLDS)]
        yield from (Cell(game, 2, usual, settings, games // 2) for settings in forms if suits(game, settings))
    yield Cell("showdown", 2, "expert", {}, 200)
    yield Cell("showdown", 2, "expert", {"base": "exact_tricks", "worlds": 16}, 200)


def suits(game: str, settings: Settings) -> bool:
    """Would the game not play so anyway?"""
    found = load(game)
    if all(settings_of(found, {}).get(name) == value for name, value in settings.items()):
        return False
    if settings.get("beliefs") == 0 or "others" in settings:
        return found.searching.recast is not None
    if settings.get("horizon") == 0:
        return found.standing is not None
    return True


def measured(cell: Cell) -> dict[str, Any]:
    """The searcher's share of the win, and the time of a decision."""
    game = load(cell.game)
    rules = game.Rules(players=cell.players)
    line_up = make_line_up(game, [{"name": "search", **cell.settings}, *[cell.rival] * (cell.players - 1)], rules)
    roll(game, line_up, rules.lower(), SEED, 0, 1)
    deals = -(-cell.games // cell.players)
    began = process_time()
    played = [roll(game, line_up, rules.lower(), SEED, 0, deals, turn) for turn in range(cell.players)]
    spent = process_time() - began
    won = np.mean([tallies["win"][:, turn] / SIXTIETHS for turn, tallies in enumerate(played)], axis=0)
    share, low, high = estimates.around(float(won.mean()), means.standard_error(won))
    decisions = sum(int(tallies["decisions"].sum()) for tallies in played) / cell.players
    numbers = {"share": share, "low": low, "high": high, "ms": 1000 * spent / decisions}
    return {**asdict(cell), "games": deals * cell.players, **{name: round(float(x), 4) for name, x in numbers.items()}}


Known = dict[str, dict[str, Any]]


def main(names: list[str]) -> None:
    """Measure what is not known, of the games named or of all, then write the page."""
    known: Known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for cell in cells():
        if cell.key not in known and (not names or cell.game in names):
            known[cell.key] = measured(cell)
            FILE.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
            print(known[cell.key], flush=True)
    write(known)


# ---- the page


def write(known: Known) -> None:
    """The tables, between the marks of the page."""
    text = PAGE.read_text(encoding="utf-8")
    begin, end = "<!-- strength -->\n", "<!-- /strength -->"
    head, tail = text.split(begin)[0], text.split(end)[1]
    PAGE.write_text(head + begin + tables(known) + "\n" + end + tail, encoding="utf-8")


def tables(known: Known) -> str:
    """Against whom, with what left out, with how many worlds: what has been measured of it."""
    parts = [
        ("Against every rule of thumb", ("game", "players", "against", "share of the win", "games", "ms"), against(known)),
        (
            "One thing changed, against the usual player, two players",
            ("game", "changed", "share of the win", "games", "ms"),
            changed(known),
        ),
    ]
    return "\n".join(f"### {title}\n\n{table(head, rows)}\n" for title, head, rows in parts).rstrip("\n")


def against(known: Known) -> Iterator[tuple[str, ...]]:
    for cell in known_cells(known):
        found = known[cell.key]
        if not cell.settings or cell.rival != load(cell.game).usual_player:
            told = "".join(f", {name}: {value}" for name, value in cell.settings.items())
            yield cell.game, str(cell.players), f"`{cell.rival}`{told}", share(found), f"{found['games']:,}", f"{found['ms']:.2f}"


def changed(known: Known) -> Iterator[tuple[str, ...]]:
    names = {json.dumps(settings): name for name, settings in FORMS.items()}
    for cell in known_cells(known):
        found = known[cell.key]
        if cell.players == 2 and cell.rival == load(cell.game).usual_player:
            told = names.get(json.dumps(cell.settings)) or ", ".join(f"{v} {k}" for k, v in cell.settings.items()) or "nothing"
            yield cell.game, told, share(found), f"{found['games']:,}", f"{found['ms']:.2f}"


def known_cells(known: Known) -> list[Cell]:
    """By game, in the order in which they are measured."""
    order = list(GAMES)
    found = [cell for cell in cells() if cell.key in known]
    return sorted(found, key=lambda cell: order.index(cell.game))


def share(found: dict[str, Any]) -> str:
    return f"{found['share']:.3f} ({found['low']:.3f} to {found['high']:.3f})"


if __name__ == "__main__":
    main(sys.argv[1:])
