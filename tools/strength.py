"""Measure how strong every policy is: one of it among players of a yardstick, every deal played in each rotation of the line-up, at
tables of two and of four; and put beside it what the best known deviator gains from it (`make exploit`, `make search-strength`).

`make strength` writes `simlab/players/strength.json`; runs put the figures of the players they use into their manifest, and the
report says them beside its claims.
"""

import json
import sys
from pathlib import Path
from typing import Any

import simlab
from simlab.contract.catalogue import load, shipped
from simlab.contract.game import Game
from simlab.errors import InputError
from simlab.players.registry import policies, probes
from simlab.players.strength import FILE
from tools.search_page import dot_of

GAMES, SLOW_GAMES = 20_000, 4_000
SLOW = ("expert", "exact_tricks", "exact_draw")  # they search
SEED = 2024
TABLES = (2, 4)
OF_THE_WIN = "points of the win"
HERE = Path(__file__).parent


def yardstick(game: Game, name: str) -> str:
    """Against whom: `basic`, and `basic` itself against `uniform`."""
    return "basic" if "basic" in policies(game) and name != "basic" else "uniform"


def measured(game: Game, name: str, players: int) -> dict[str, Any]:
    rival = yardstick(game, name)
    scenario = {
        "game": game.name,
        "players": players,
        "policies": {"default": rival, "0": name},
        "rotate_seats": True,
        "rollouts": SLOW_GAMES if name in SLOW else GAMES,
        "seed": SEED,
        "metrics": ["win"],
    }
    found = simlab.run(scenario, report=False).summary.filter(metric="win_by_player")
    row = found.row(0, named=True)
    numbers = {key: round(row[key], 4) for key in ("estimate", "ci_low", "ci_high")}
    facts = {"against": rival, "players": players, "games": row["rollouts"], "version": game.version}
    return {**facts, **numbers}


def gain(game: Game, name: str, players: int) -> dict[str, Any] | None:
    """Of the best known deviator: at two by `make exploit`, at larger tables what a searcher wins beyond its share."""
    if players == 2:
        found = read(HERE / "exploit.json").get(game.name, {}).get(name)
        if found is None:
            return None
        unit = OF_THE_WIN if found["goal"]["name"] == "win" else found["shown"]
        return shown(found["gain"], found["times"], unit, found["goal"]["per"])
    for sums in read(HERE / "search_strength.json").values():
        if (sums["game"], sums["players"], sums["rival"], sums["changed"]) == (game.name, players, name, ""):
            share = dot_of(sums)
            beyond = {"estimate": share.value - 1 / players, "ci_low": share.low - 1 / players, "ci_high": share.high - 1 / players}
            return shown(beyond, 100.0, OF_THE_WIN, "game")
    return None


def shown(found: dict[str, Any], times: float, unit: str, per: str) -> dict[str, Any]:
    numbers = {key: None if found[key] is None else float(f"{times * found[key]:.4g}") for key in ("estimate", "ci_low", "ci_high")}
    return {**numbers, "unit": unit, "per": per}


def read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def tables(game: Game) -> list[int]:
    return [players for players in TABLES if fits(game, players)]


def fits(game: Game, players: int) -> bool:
    try:
        game.Rules.of({"players": players})
    except InputError:
        return False
    return True


def able(game: Game, players: int) -> list[str]:
    """Policies that can play there and do not search, but for probes; each with a yardstick other than itself."""
    rules, left_out = game.Rules.of({"players": players}), {probe.name for probe in probes(game)}
    known = {name: policy for name, policy in policies(game).items() if name not in left_out and policy.make is None}
    return [name for name, policy in known.items() if name != yardstick(game, name) and not policy.fits(rules)]


def main(names: list[str]) -> None:
    """Measure what is missing of the games named, or of all; gains are read anew."""
    path = Path(FILE)
    known = read(path)
    for name in names or shipped():
        game, found = load(name), known.setdefault(name, {})
        for players in tables(game):
            for policy in able(game, players):
                mine = found.setdefault(policy, {})
                kept = mine.get(str(players))
                share = kept if kept and kept["version"] == game.version else measured(game, policy, players)
                mine[str(players)] = {**share, "gain": gain(game, policy, players)}
                path.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
