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
    stand = nt.int64(state, rules, nt.Array(nt.float64, 1, "C"))
    found = {
        "imagine": placed(bind(game_functions.imagine_anew, engine, imagine if JIT else None), imagine),
        "play_on": placed(bind(game_functions.play_on, engine, play_on if JIT else None, choose=drivers(game)._choose), play_on),
        "stand": placed(bound_stand(game), stand),
        "recast": 0,
        "exchange": 0,
        "effort": 0,
    }
    if game.searching.recast is not None:
        found["recast"] = own(game_functions.recast_note, engine, nt.int64(view, rules, note, state), recast=game.searching.recast)
    if game.searching.exchange is not None:
        takes = nt.int64(view, rules, nt.int64, mind, state)
        found["exchange"] = own(game_functions.exchange_cards, engine, takes, exchange=game.searching.exchange)
    if game.searching.effort is not None:
        found["effort"] = own(game_functions.effort_for, engine, nt.int64(view, rules), effort=game.searching.effort)
    return found


def own(template: Any, engine: Any, signature: Any, **given: Any) -> int:
    """Where a function begins that calls one of the game's own."""
    beside = tuple(unwrap(getattr(function, "py_func", function)) for function in given.values())
    return placed(bind(template, engine, signature if JIT else None, beside=beside, **given), signature)


def placed(function: Any, signature: Any) -> int:
    return address_of(function, signature if JIT else None)
