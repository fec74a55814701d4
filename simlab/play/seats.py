"""Who sits where, as the drivers take it: players made ready, and a line-up of them as arrays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types as nt

from simlab.contract.columns import SEATS
from simlab.contract.game import Game
from simlab.contract.records import MIND
from simlab.contract.uniform import uniform

TABLE = nt.Array(nt.float32, 1, "C")
NO_TABLE = np.zeros(0, np.float32)

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Player:
    """One place of a line-up, ready for the drivers: compiled function (or a Python one), parameters, solved table."""

    name: str
    act: Callable[..., Any]
    params: tuple[float, ...] = ()
    table: Array = field(default_factory=lambda: NO_TABLE)
    python: bool = False  # an uncompiled policy: works too, slower
    entry: int = 0  # how drivers call it: `jit.address_of`
    searches: bool = False  # tries out every action before it chooses: a thousand times slower than others
    notes: int = -1  # where in its table a notebook begins, of one that watches the others (`notes.py`); -1 none
    told: str = ""  # tells it from others of its name and parameters: a digest of what it learned

    @property
    def watches(self) -> bool:
        return self.notes >= 0


def policy_signature(game: Game) -> Any:
    """policy(view, rules, me, table) -> int64, the same for every player of a game."""
    view, rules, mind = (numba.from_dtype(d) for d in (game.engine.VIEW, game.engine.RULES, MIND))
    return nt.int64(view, rules, mind, TABLE)


def seated(line_up: Sequence[Player]) -> tuple[Array, Array, Array]:
    """Entries, tables and minds of a line-up, padded to six places.

    The solved tables of all players lie in one array, each found from `me.table` on: a tuple of arrays, indexed by place,
    cost 40 ns a decision in reference counts.
    """
    padded = [*line_up, *[line_up[-1]] * (SEATS - len(line_up))]
    minds = np.zeros(SEATS, MIND)
    laid: dict[int, int] = {}  # each different table lies there once
    parts: list[Array] = []
    minds["place"] = range(SEATS)
    minds["notes"] = -1
    for mind, player in zip(minds, padded, strict=True):
        mind["params"][: len(player.params)] = player.params
        mind["uniform"] = player.act is uniform
        if id(player.table) not in laid or player.watches:  # everybody has a notebook of his own
            laid[id(player.table)] = sum(map(len, parts))
            parts.append(np.asarray(player.table, np.float32).ravel())
        mind["table"] = laid[id(player.table)]
        mind["notes"] = mind["table"] + player.notes if player.watches else -1
    return np.array([player.entry for player in padded], np.int64), np.concatenate(parts), minds
