"""The games. A game is a folder here with an engine; `contract.load(name)` gives it whole.

This module is light: listing the games imports none of them.
"""

from functools import cache
from pathlib import Path

HOME = Path(__file__).parent


@cache
def titles() -> dict[str, str]:
    """Every game's name and one-line description, read from its folder without importing it."""
    found = {}
    for folder in sorted(HOME.iterdir()):
        if (folder / "engine.py").exists():
            first = (folder / "__init__.py").read_text(encoding="utf-8").strip().strip('"').splitlines()[0]
            found[folder.name] = first.rstrip(".")
    return found
