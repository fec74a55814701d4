"""How strong the players are known to be, as measured by `make strength`."""

import json
from pathlib import Path
from typing import Any

from simlab.contract.game import Game

FILE = Path(__file__).parent / "strength.json"


def strength(game: Game, name: str) -> dict[str, Any] | None:
    """One such player among others: its share of the wins with interval, against whom, at how large a table; nothing when unmeasured."""
    if not FILE.exists():
        return None
    found = json.loads(FILE.read_text(encoding="utf-8")).get(game.name, {}).get(name)
    return found if found and found["version"] == game.version else None
