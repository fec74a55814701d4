"""Measure how strong every policy is: one of it among players of a yardstick, every deal played in each rotation of the line-up.

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
from simlab.players.registry import policies
from simlab.players.strength import FILE
from simlab.studies.tournament.measure import entrants

GAMES, SLOW_GAMES = 20_000, 4_000
SLOW = ("expert", "exact_tricks", "exact_draw")  # they search
SEED = 2024


def yardstick(game: Game, name: str) -> str:
    """Against whom: `basic`, and `basic` itself against `uniform`."""
    return "basic" if "basic" in policies(game) and name != "basic" else "uniform"


def measured(game: Game, name: str) -> dict[str, Any]:
    rival = yardstick(game, name)
    scenario = {
        "game": game.name,
        "policies": {"default": rival, "0": name},
        "rotate_seats": True,
        "rollouts": SLOW_GAMES if name in SLOW else GAMES,
        "seed": SEED,
        "metrics": ["win"],
    }
    found = simlab.run(scenario, report=False).summary.filter(metric="win_by_player")
    row = found.row(0, named=True)
    numbers = {key: round(row[key], 4) for key in ("estimate", "ci_low", "ci_high")}
    return {"against": rival, "players": row["players"], "games": row["rollouts"], "version": game.version, **numbers}


def main(names: list[str]) -> None:
    """Measure the games named, or all, and keep the rest."""
    path = Path(FILE)
    known: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for name in names or shipped():
        game = load(name)
        known[name] = {policy: measured(game, policy) for policy in entrants(game) if policy != yardstick(game, policy)}
        path.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
