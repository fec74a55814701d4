"""The net of `horizon.py` for one game, base player and set of rules: fitted when it is first asked for, then read from the cache."""

import hashlib
from contextlib import suppress
from functools import cache
from inspect import unwrap
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types as nt

from simlab.contract.columns import SEATS, SIXTIETHS
from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.errors import PolicyError
from simlab.jit import JIT, bind, compiled, kernel, new
from simlab.kept import keep_arrays, kept_arrays
from simlab.kernel_cache import cache_root, source_digest
from simlab.play.drivers import drivers, scratch
from simlab.play.seats import Player, seated
from simlab.players.search import horizon
from simlab.rng import KEY, STREAM, Purpose, set_key, start, uniform
from simlab.sources import source_of

GAMES = 20_000
SEED = 4711
MOST_ROWS = 40_000  # standings that the net is fitted to
ROOM = 30  # rows of a game, on average

Array = npt.NDArray[Any]


def standing_of(game: Game) -> Any:
    """`Game.standing`, compiled; the stand-in for a game without."""
    return compiled(inline="always", _nrt=False)(game.standing or nobody_stands)  # an array cannot be returned without counting references


def nobody_stands(state: Any) -> Any:
    return state.payoff


def own_parts(game: Game) -> tuple[Any, ...]:
    """What the game itself says of standings, as written."""
    carried = game.searching.carried
    return (game.standing or nobody_stands, *(() if carried is None else (unwrap(getattr(carried, "py_func", carried)),)))


@cache
def bound_stand(game: Game) -> Any:
    """`stand` for one game."""
    engine = game.engine
    state, rules, stands = numba.from_dtype(engine.STATE), numba.from_dtype(engine.RULES), nt.Array(nt.float64, 1, "C")
    carried = game.searching.carried or kernel(horizon.carried)
    signature = nt.int64(state, rules, stands) if JIT else None
    return bind(horizon.stand, engine, signature, beside=own_parts(game), standing=standing_of(game), carried=carried)


def value_net(game: Game, base: Player, rules: Rules) -> Array:
    """The net, from memory, from the cache, or from games."""
    path = file_of(game, base, rules.lower().tobytes())
    if path not in nets:
        nets[path] = kept_net(path, game, base, rules)
    return nets[path]


nets: dict[Path, Array] = {}  # of this process


def kept_net(path: Path, game: Game, base: Player, rules: Rules) -> Array:
    kept = (kept_arrays(path) or {}).get("net")
    if kept is not None and kept.shape == (horizon.NET,) and kept.dtype == np.float64:
        return kept
    found = fitted(game, base, rules)
    with suppress(OSError):  # not kept where nothing can be written: it is fitted again then
        keep_arrays(path, net=found)
    return found


def file_of(game: Game, base: Player, lowered: bytes) -> Path:
    """Named by all that decides the numbers."""
    act = unwrap(getattr(base.act, "py_func", base.act))
    parts = game.engine, act, horizon, nobody_stands, *own_parts(game)
    code = source_digest(*(file for file in map(source_of, parts) if file))
    told = hashlib.sha256(repr((code, base.name, base.params)).encode() + base.told.encode() + lowered)
    return cache_root() / "standings" / f"{game.name}-{told.hexdigest()[:16]}.kept"


def fitted(game: Game, base: Player, rules: Rules) -> Array:
    """Fit it to games of the base player against itself."""
    rows, payoffs = played(game, base, rules)
    players = int(rules.players)
    net = np.zeros(horizon.NET)
    if len(rows) < 2 * horizon.BATCH:  # rounds are never followed by another: nothing will be asked
        net[horizon.SPREADS : horizon.INNER] = 1.0
        return net
    if game.searching.carried is not None:
        horizon.weigh_levels(net, rows, payoffs, players, np.zeros(horizon.LEVELS), np.zeros(horizon.LEVELS))
        horizon.count_carried_in(net, rows, players)
    chosen = rows[np.linspace(0, len(rows) - 1, min(MOST_ROWS, len(rows))).astype(np.int64)]
    paid = payoffs[chosen[:, 0].astype(np.int64), :players].astype(np.float64)
    is_share = bool((payoffs >= 0).all() and np.isin(payoffs.sum(axis=1), (0, SIXTIETHS)).all())
    set_scales(net, chosen, paid, players, is_share)
    xs = np.zeros((len(chosen), players, horizon.FEATURES))
    horizon.look_at_rows(net, chosen, players, xs)
    ys = paid / SIXTIETHS if is_share else (paid - net[horizon.PAY_MEAN]) / net[horizon.PAY_SPREAD]
    scramble(net)
    order = np.argsort((np.arange(len(xs)) * 0.6180339887498949) % 1.0, kind="stable")  # rows of a game apart
    horizon.fit(net, xs[order], ys[order], np.zeros(horizon.NET), np.zeros(horizon.NET), np.zeros(horizon.NET), np.zeros(SEATS))
    return net


def played(game: Game, base: Player, rules: Rules) -> tuple[Array, Array]:
    """Standings at the ends of rounds, and payoffs by game."""
    kinds = drivers(game)._types
    tables = nt.Array(nt.float64, 1, "C"), nt.Array(nt.float64, 2, "C"), nt.Array(nt.int64, 2, "C")
    signature = nt.int64(*kinds["line_up"], kinds["RULES"], nt.int64, nt.int64, *kinds["scratch"], *tables) if JIT else None
    helpers: dict[str, Any] = {"choose": drivers(game)._choose, "stand": bound_stand(game)}
    run = bind(horizon.sample, game.engine, signature, beside=own_parts(game), **helpers)
    rows, payoffs = np.zeros((GAMES * ROOM, 3 + horizon.STANDS)), np.zeros((GAMES, SEATS), np.int64)
    n = run(*seated([base] * rules.players), rules.lower(), SEED, 0, *scratch(game), np.zeros(horizon.STANDS), rows, payoffs)
    if n < 0:
        raise PolicyError(f"{game.name}: policy {base.name!r} chose an illegal action")
    return rows[:n], payoffs


def set_scales(net: Array, rows: Array, paid: Array, players: int, is_share: bool) -> None:
    """Means and spreads of features and payoffs."""
    net[horizon.SPREADS : horizon.INNER] = 1.0
    raw = np.zeros((len(rows), players, horizon.FEATURES))
    horizon.look_at_rows(net, rows, players, raw)
    flat = raw.reshape(-1, horizon.FEATURES)
    net[horizon.MEANS : horizon.SPREADS] = flat.mean(axis=0)
    net[horizon.SPREADS : horizon.INNER] = np.maximum(flat.std(axis=0), 1e-9)
    net[horizon.PAY_MEAN], net[horizon.PAY_SPREAD] = paid.mean(), max(paid.std(), 1e-9)
    net[horizon.SHARES] = is_share


def scramble(net: Array) -> None:
    """Small weights to begin with, the same ones always."""
    stream, key = new(STREAM), new(KEY)
    set_key(key, SEED, 0)
    start(stream, key, Purpose.AUX, 0, 0)
    for k in range(*horizon.LEARNED):
        net[k] = uniform(stream) - 0.5
