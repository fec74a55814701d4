"""What a learned player has before it: a view, and behind it what the game tells of it (`Gist` in contract/searching.py), if it does.

Templates, bound to one game as those of play/kernels.py.
"""

from functools import cache
from inspect import unwrap
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types as nt

from simlab.contract.game import Game
from simlab.contract.searching import MARKS
from simlab.jit import JIT, bind, kernel, record
from simlab.players.search import game_functions

Array = npt.NDArray[Any]

WORD = 4  # bytes of an element of `table`, where a sight is laid out
NOTHING = record(("nothing", "i4"))
effort = gist = None  # stand-ins: functions of the game that `look_back` is bound to


def gist_record(game: Game) -> np.dtype[Any]:
    """What the game tells; a stand-in where it tells nothing."""
    return NOTHING if game.searching.gist is None else game.searching.gist.record


def marks_of(game: Game) -> int:
    """How many masks of actions the game tells."""
    gist = game.searching.gist
    return 0 if gist is None or MARKS not in (gist.record.names or ()) else int(gist.record[MARKS].shape[0])


def gist_at(game: Game) -> int:
    """Words from the beginning of a view to what is told of it."""
    return -(-int(game.engine.VIEW.itemsize) // WORD)


@cache
def sight_record(game: Game) -> np.dtype[Any]:
    """The numbers of a view and those told of it, as one record; masks of actions are not looked at as numbers."""
    view: np.dtype[Any] = np.dtype(game.engine.VIEW)
    gist, begin = game.searching.gist, WORD * gist_at(game)
    if gist is None:
        return view
    told = {name: place[:2] for name, place in (gist.record.fields or {}).items() if name != MARKS}
    fields: dict[str, Any] = {"view": (view, 0)} | {name: (kind, begin + at) for name, (kind, at) in told.items()}
    kinds, places = zip(*fields.values(), strict=True)
    parts: Any = {"names": list(fields), "formats": kinds, "offsets": places, "itemsize": begin + gist.record.itemsize}
    whole: np.dtype[Any] = np.dtype(parts)
    return whole


def told_functions(game: Game) -> dict[str, Any]:
    """`effort` and `gist` of the game, or stand-ins: helpers for `bind`."""
    own, told = game.searching.effort, game.searching.gist
    return {"effort": own or kernel(game_functions.effort), "gist": kernel(tell_nothing) if told is None else told.tell}


def told_sources(game: Game) -> tuple[Any, ...]:
    """The game's own of those, as written."""
    own, told = game.searching.effort, game.searching.gist
    functions = (own, None if told is None else told.tell)
    return tuple(unwrap(getattr(function, "py_func", function)) for function in functions if function is not None)


def tell_nothing(view: Any, rules: Any, told: Any) -> None:
    """A stand-in."""


def look_back(views, rules, told, thought):
    """Of each view: what the game tells of it, and whether it asks for thought at all."""
    for k in range(len(views)):
        gist(views[k], rules, told[k])
        thought[k] = effort(views[k], rules) != 0


@cache
def bound_look_back(game: Game) -> Any:
    engine = game.engine
    view, told, rules = (numba.from_dtype(kind) for kind in (engine.VIEW, gist_record(game), engine.RULES))
    signature = nt.void(nt.Array(view, 1, "C"), rules, nt.Array(told, 1, "C"), nt.Array(nt.boolean, 1, "C")) if JIT else None
    return bind(look_back, engine, signature, beside=told_sources(game), **told_functions(game))


def sights_of(game: Game, rules: Any, views: Array) -> tuple[Array, Array]:
    """The bytes of the sights that come of these views, and which of them ask for thought."""
    n, whole, own = len(views), sight_record(game), gist_record(game)
    told, thought = np.zeros(n, own), np.zeros(n, np.bool_)
    bound_look_back(game)(views, rules, told, thought)
    raw = np.zeros((n, whole.itemsize), np.uint8)
    raw[:, : views.itemsize] = views.view(np.uint8).reshape(n, -1)
    if game.searching.gist is not None:
        raw[:, WORD * gist_at(game) :] = told.view(np.uint8).reshape(n, -1)
    return raw, thought
