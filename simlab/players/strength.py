"""How strong the players are known to be, as `make strength` put it together: what one of them wins, and what is gained from them."""

import json
from pathlib import Path
from typing import Any

from simlab.contract.game import Game

FILE = Path(__file__).parent / "strength.json"


def strength(game: Game, name: str, players: int | None = None) -> dict[str, Any] | None:
    """One such player among others at a table of so many, or of nearly so many: its share of the wins with interval, against whom.

    Under `gain` what the best known deviator takes from them there, where that is known. Nothing when unmeasured.
    """
    tables = [found for found in measured(game.name, name) if found["version"] == game.version]
    if not tables:
        return None
    wanted = game.Rules().players if players is None else players
    return dict(min(tables, key=lambda found: abs(found["players"] - wanted)))


def measured(game: str, name: str) -> list[dict[str, Any]]:
    """By the size of the table, the smallest first."""
    if not FILE.exists():
        return []
    found = json.loads(FILE.read_text(encoding="utf-8")).get(game, {}).get(name, {})
    return [found[players] for players in sorted(found, key=int)]
