"""The searcher's functions compiled for one game, each by itself; `addresses` says where they are."""

from functools import cache
from inspect import unwrap
from typing import Any

import numba
import numpy as np
from numba import types as nt

from simlab.contract.game import Game
from simlab.contract.records import MIND
from simlab.jit import JIT, address_of, bind
from simlab.play.drivers import drivers
from simlab.play.notes import note_record
from simlab.play.seats import policy_signature
from simlab.players.search import game_functions, kernels
from simlab.players.search.standings import bound_stand


@cache
def bound_search(game: Game) -> Any:
    """The policy itself."""
    engine = game.engine
    records: dict[str, Any] = {"STATE": engine.STATE, "VIEW": engine.VIEW, "NOTE": note_record(game), "MIND": MIND}
    records |= {"LONG": np.dtype(np.int64), "REAL": np.dtype(np.float64)}
    return bind(kernels.search, engine, policy_signature(game) if JIT else None, **records)


@cache
def addresses(game: Game) -> dict[str, int]:
    """Where the functions of the game begin, by their names in `DESK`."""
    engine = game.engine
    state, view, rules, mind, note = (numba.from_dtype(d) for d in (engine.STATE, engine.VIEW, engine.RULES, MIND, note_record(game)))
    kinds = drivers(game)._types
    imagine = nt.int64(view, rules, mind, state)
    play_on = nt.int64(*kinds["line_up"], rules, nt.int64, nt.int64, *kinds["scratch"])
    stand = nt.int64(state, nt.Array(nt.float64, 1, "C"))
    found = {
        "imagine": placed(bind(game_functions.imagine_anew, engine, imagine if JIT else None), imagine),
        "play_on": placed(bind(game_functions.play_on, engine, play_on if JIT else None, choose=drivers(game)._choose), play_on),
        "stand": placed(bound_stand(game), stand),
        "recast": 0,
    }
    if game.searching.recast is not None:
        recast = nt.int64(view, rules, note, state)
        own = game.searching.recast
        beside = (unwrap(getattr(own, "py_func", own)),)
        found["recast"] = placed(bind(game_functions.recast_note, engine, recast if JIT else None, beside=beside, recast=own), recast)
    return found


def placed(function: Any, signature: Any) -> int:
    return address_of(function, signature if JIT else None)
