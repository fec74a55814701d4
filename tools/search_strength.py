"""Measure how strong `search` is, and write docs/strength.md: `make search-strength` (hours; what is known is not played again).

Every cell is one line-up: a searcher among players of a rival, every deal played in each rotation of the seats. All cells get a few
games first and the rest later, so that whoever stops it has a whole table. The sums lie in tools/search_strength.json, written after
every few hundred deals; a cell begins anew when its settings, those that the game has of its own, or the version of its game change.

`python -m tools.search_strength alone` takes the time of a decision again while nothing else runs (a few minutes), for the first table.
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
from simlab.contract.game import Game
from simlab.disk import write_whole
from simlab.play.drivers import roll
from simlab.players.registry import make_line_up, policies, probes
from simlab.players.search.policy import PARAMS, other_players, own_players, settings_of

FILE = Path(__file__).with_name("search_strength.json")
SEED = 2025
GAMES = ("jester", "showdown", "fortune", "arcana", "battle")
MAIN, SIDE = 2_000, 600  # games of a cell: against whom; with what changed
PASSES = (0.1, 0.3, 1.0)  # shares of those that all cells get before any gets more
PIECE, FIRST = 30.0, 10  # seconds after which what was played is written down; deals before anything is known of their time
TRIALS, TRIAL = 3, 1.0  # where time is taken alone: how many, seconds of each at least
WRONG = {
    "jester": "never_bids_above_min",
    "showdown": "uniform",
    "fortune": "never_folds",
    "arcana": "never_answers",
    "battle": "always_all_in",
}
WORLDS = (8, 32, 128, 512)
STRONG = ("search", "solved", "learned")  # players that were made, not written
STRONGEST = {"base": "exact_tricks", "worlds": 32}  # showdown's best player of tricks plays on
Settings = dict[str, Any]
Known = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Cell:
    """One searcher among rivals."""

    game: str
    players: int
    rival: str
    settings: Settings = field(default_factory=dict)
    changed: str = ""  # what, in words; nothing: the searcher as it is
    goal: int = MAIN  # games

    @property
    def key(self) -> str:
        found = load(self.game)
        return json.dumps([self.game, found.version, self.players, self.rival, settled(found, self.players, self.settings)], sort_keys=True)


def settled(game: Game, players: int, given: Settings) -> Settings:
    """All settings that a searcher with these has."""
    return {name: value for name, value in settings_of(game, players, given).items() if value not in (None, "")}


def cells() -> list[Cell]:
    """All that is measured, the most asked for first."""
    return [*against_the_usual(), *against_the_others(), *with_changes(), *with_worlds()]


def against_the_usual() -> Iterator[Cell]:
    for name in GAMES:
        yield Cell(name, 2, load(name).usual_player)
        yield Cell(name, 4, load(name).usual_player)


def against_the_others() -> Iterator[Cell]:
    """Every scripted player of the game. Showdown's own solvers are slow: they meet the searcher that plays out with one of them too."""
    for name in GAMES:
        game = load(name)
        others = {game.usual_player, *STRONG, *(probe.name for probe in probes(game))}
        yield from (Cell(name, 2, rival) for rival in policies(game) if rival not in others)
    yield Cell("showdown", 2, "expert", STRONGEST, "exact_tricks plays on")


def with_changes() -> Iterator[Cell]:
    """One thing changed."""
    for name in GAMES:
        usual = load(name).usual_player
        for changed, settings in forms(name).items():
            if differs(load(name), settings):
                yield Cell(name, 2, usual, settings, changed, SIDE)


def forms(game: str) -> dict[str, Settings]:
    usual = load(game).usual_player
    return {
        "no halving": {"halving": 0},
        "no beliefs": {"beliefs": 0},
        "to the end of the game": {"horizon": 0},
        "two rounds": {"horizon": 2},
        f"the others are taken for {usual} (right)": {"others": usual},
        f"the others are taken for {WRONG[game]} (wrong)": {"others": WRONG[game]},
        f"{usual} plays on": {"base": usual, "others": usual},
        "no guard": {"guard": 0},
        "guard of one standard error": {"guard": 1},
        "guard of two": {"guard": 2},
        "mixed": {"mixed": 1},
        "no edge": {"edge": 0},
        "worlds for each action": {"even": 0},
    }


def differs(game: Game, settings: Settings) -> bool:
    """Would the game not play so anyway?"""
    if whole(game, settings) == whole(game, {}):
        return False
    if settings.get("beliefs") == 0:
        return game.searching.recast is not None
    return "horizon" not in settings or game.standing is not None


def whole(game: Game, settings: Settings) -> Settings:
    """Numbers, and who plays on for whom."""
    found, rules = settled(game, 2, settings), game.Rules(players=2)
    numbers = {param.name: found[param.name] for param in PARAMS}
    return {**numbers, "own": own_players(game, rules, found), "others": other_players(game, rules, found)}


def with_worlds() -> Iterator[Cell]:
    for name in GAMES:
        yield from (Cell(name, 2, load(name).usual_player, {"worlds": worlds}, f"{worlds} worlds", SIDE) for worlds in WORLDS)


# ---- measuring


def main(names: list[str]) -> None:
    """Measure what is not known, of the games named or of all, then write the page."""
    from tools.search_page import write

    known: Known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    if names == ["alone"]:
        for cell in [*against_the_usual(), *against_the_others()]:
            time_alone(known, cell)
    else:
        wanted = [cell for cell in cells() if not names or cell.game in names]
        for share in PASSES:
            for cell in wanted:
                play(known, cell, share * cell.goal)
    write(known)


def play(known: Known, cell: Cell, games: float) -> None:
    """Go on with a cell until it has so many games."""
    sums = known.get(cell.key) or nothing_of(cell)
    if sums["deals"] * cell.players >= games:
        return
    line_up = seat(cell)
    while sums["deals"] * cell.players < games:
        left = -(-games // cell.players) - sums["deals"]
        add(sums, cell, line_up, int(min(left, max(PIECE * sums["deals"] / max(sums["seconds"], 1.0), FIRST))))
        known[cell.key] = sums
        keep(known)
    print(
        cell.game, cell.players, cell.rival, cell.changed, f"{sums['total'] / sums['deals']:.3f}", sums["deals"] * cell.players, flush=True
    )


def time_alone(known: Known, cell: Cell) -> None:
    """Milliseconds of a decision of the searcher, the least of a few trials."""
    line_up, found = seat(cell), []
    for _ in range(TRIALS):
        sums = nothing_of(cell)
        while sums["seconds"] < TRIAL:
            add(sums, cell, line_up, 1)
        found.append(time_of(sums))
    known[cell.key]["alone"] = round(min(found), 3)
    keep(known)
    print(cell.game, cell.players, cell.rival, cell.changed, *(f"{ms:.2f}" for ms in found), flush=True)


def nothing_of(cell: Cell) -> dict[str, Any]:
    """Sums of a cell before its first game."""
    return {**asdict(cell), "deals": 0, "total": 0.0, "squares": 0.0, "seconds": 0.0, "decisions": 0}


def time_of(sums: dict[str, Any]) -> float:
    """Milliseconds a decision of the searcher: everybody decides equally often, and the others think for nothing."""
    return float(1000.0 * sums["seconds"] * sums["players"] / sums["decisions"])


def seat(cell: Cell) -> list[Any]:
    """The searcher and its rivals, everything compiled."""
    line_up = make_line_up(load(cell.game), [{"name": "search", **cell.settings}, *[cell.rival] * (cell.players - 1)], rules_of(cell))
    roll(load(cell.game), line_up, rules_of(cell).lower(), SEED, 0, 1)
    return line_up


def keep(known: Known) -> None:
    write_whole(FILE, (json.dumps(known, indent=1, sort_keys=True) + "\n").encode())


def rules_of(cell: Cell) -> Any:
    return load(cell.game).Rules(players=cell.players)


def add(sums: dict[str, Any], cell: Cell, line_up: list[Any], deals: int) -> None:
    """So many deals more, each in every rotation: the searcher's share of the win, and the time."""
    began, rules = process_time(), rules_of(cell).lower()
    played = [roll(load(cell.game), line_up, rules, SEED, sums["deals"], deals, turn) for turn in range(cell.players)]
    won = np.mean([tallies["win"][:, turn] / SIXTIETHS for turn, tallies in enumerate(played)], axis=0)
    sums["seconds"] = round(sums["seconds"] + process_time() - began, 3)
    sums["deals"] += deals
    sums["total"] += float(won.sum())
    sums["squares"] += float((won * won).sum())
    sums["decisions"] += sum(int(tallies["decisions"].sum()) for tallies in played)


if __name__ == "__main__":
    main(sys.argv[1:])
