"""Solved strategies as files: rows of chances found by a key, where they come from, and a checksum. Data, never code.

A key is a number made of what a player sees (`lookup.py`). Files lie in the user's data folder, one for each game and set of rules; a
game may bring one along in its own folder. A file that was changed by a single byte is refused.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.data_folder import data_root
from simlab.disk import storage, write_whole
from simlab.errors import RunError
from simlab.printable import one_line

SHIPPED = "solved.npz"  # in a game's own folder
ARRAYS = ("keys", "first", "odds")

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Strategy:
    """Row r: the chances odds[first[r] : first[r + 1]] of the legal actions, in their order, where the key is keys[r]."""

    keys: Array
    first: Array
    odds: Array
    recalls: bool  # keys need what the player did before, not only what it sees
    about: Mapping[str, Any]  # game, rules, method, what it is worth

    @property
    def checksum(self) -> str:
        digest = hashlib.sha256(json.dumps([self.recalls, self.about], sort_keys=True).encode())
        for name in ARRAYS:
            digest.update(getattr(self, name).tobytes())
        return digest.hexdigest()

    def write(self, path: Path) -> None:
        """The same strategy, the same bytes."""
        text = json.dumps({"recalls": self.recalls, "about": dict(self.about), "checksum": self.checksum}, sort_keys=True)
        content = BytesIO()
        arrays = {name: getattr(self, name) for name in ARRAYS}
        np.savez_compressed(content, head=np.frombuffer(text.encode(), np.uint8), **arrays)
        with storage(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content.getvalue())


def strategy_of(keys: Array, first: Array, odds: Array, recalls: bool, about: Mapping[str, Any]) -> Strategy:
    """With the types that files have."""
    return Strategy(keys.astype("<i8"), first.astype("<i8"), odds.astype("<f4"), recalls, about)


def rules_digest(game: Game, rules: Rules) -> str:
    """Twelve letters for a game, its version, its rules and what its views hold."""
    told = json.dumps([game.name, game.version, rules.plain(), str(game.engine.VIEW.descr)], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def place_for(game: Game, rules: Rules) -> Path:
    """Where the user's own solution for these rules is, or would be."""
    return data_root() / "solved" / f"{game.name}-{rules_digest(game, rules)}.npz"


def shipped_place(game: Game) -> Path:
    """Where the strategy that comes with a game is, or would be."""
    return Path(str(import_module(game.package).__file__)).parent / SHIPPED


def kept_place(game: Game, rules: Rules) -> Path | None:
    """The strategy for these rules: the user's own, else the one that comes with the game; nothing where there is none."""
    own = place_for(game, rules)
    if own.is_file():
        return own
    brought = shipped_place(game)
    if game.abstraction is not None and brought.is_file() and game.abstraction.covers(rules, read(brought).about["rules"]):
        return brought
    return None


def read(path: Path) -> Strategy:
    return kept(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def kept(path: Path, changed: int) -> Strategy:
    """From a file, checked."""
    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as file:
            head = json.loads(file["head"].tobytes())
            found = Strategy(file["keys"], file["first"], file["odds"], head["recalls"], dict(head["about"]))
            whole = found.checksum == head["checksum"] and in_bounds(found)
    except Exception as wrong:  # what is no archive of arrays fails in many ways
        raise RunError(one_line(f"{path}: not a solved strategy: {wrong}", 200)) from None
    if not whole:
        game = one_line(str(found.about.get("game")), 60)
        raise RunError(f"{path}: the strategy is not what was written: solve the game again (simlab solve {game})")
    return found


def in_bounds(found: Strategy) -> bool:
    """Can a kernel, which checks nothing, use these numbers?"""
    keys, first, odds = found.keys, found.first, found.odds
    kinds = keys.dtype == np.int64 and first.dtype == np.int64 and odds.dtype == np.float32
    shapes = keys.ndim == first.ndim == odds.ndim == 1 and len(first) == len(keys) + 1
    return bool(kinds and shapes and first[0] == 0 and first[-1] == len(odds) and (np.diff(first) >= 0).all())
