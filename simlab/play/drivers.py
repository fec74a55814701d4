"""The drivers of `kernels.py`, compiled for one game, behind plain Python calls."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types as nt

from simlab.contract.game import Game
from simlab.contract.minds import forget
from simlab.contract.records import MIND
from simlab.jit import JIT, bind
from simlab.play import kernels, notes
from simlab.play.faults import NOTED, compiling, illegal_move, located
from simlab.play.kernels import MOST_DECISIONS
from simlab.play.seats import TABLE, Player, seated
from simlab.play.table import Table
from simlab.rng import KEY

MOST_ACTIONS = 1 << 16  # of one recorded game

Array = npt.NDArray[Any]


class Drivers:
    """All drivers of one game, each compiled (or loaded from the cache) when first used. `watched`: for line-ups with a watcher."""

    def __init__(self, game: Game, watched: bool) -> None:
        self.game, self.watched = game, watched

    def _bind(self, template: Callable[..., Any], result: Any, *args: Any, quick: bool = False) -> Any:
        signature = result(*args) if JIT else None
        with compiling(self.game):
            if not self.watched:
                return bind(template, self.game.engine, signature, quick=quick, choose=self._choose)
            told = {"choose": self._choose, "greet": notes.greet_only}
            return bind(template, self.game.engine, signature, form="watched", quick=quick, beside=(notes,), **told)

    @cached_property
    def _choose(self) -> Any:
        plain = bind(kernels.choose, self.game.engine, whole=True)
        return watching(self.game, plain) if self.watched else plain

    @cached_property
    def _types(self) -> dict[str, Any]:
        engine = self.game.engine
        kinds = {name: numba.from_dtype(getattr(engine, name)) for name in ("STATE", "RULES", "OUTCOME")}
        line_up = (
            nt.Array(nt.int64, 1, "C"),
            TABLE,
            nt.Array(numba.from_dtype(MIND), 1, "C"),
        )
        scratch = tuple(nt.Array(numba.from_dtype(d), 1, "C") for d in (engine.STATE, engine.VIEW, KEY))
        lists = {"longs": nt.Array(nt.int64, 1, "C"), "outs": nt.Array(kinds["OUTCOME"], 1, "C")}
        return {**kinds, **lists, "line_up": line_up, "scratch": scratch}

    @cached_property
    def rollout(self) -> Any:
        t = self._types
        args = (*t["line_up"], t["RULES"], nt.int64, nt.int64, nt.int64, *t["scratch"], t["outs"], t["longs"])
        return self._bind(kernels.rollout, nt.int64, *args)

    @cached_property
    def rollout_rounds(self) -> Any:
        t = self._types
        rows = nt.Array(numba.from_dtype(self.game.engine.ROUND), 1, "C")
        args = (*t["line_up"], t["RULES"], nt.int64, nt.int64, nt.int64, *t["scratch"], t["outs"], rows, t["longs"], t["longs"])
        return self._bind(kernels.rollout_rounds, nt.UniTuple(nt.int64, 2), *args)

    @cached_property
    def record_game(self) -> Any:
        t = self._types
        args = (*t["line_up"], t["RULES"], nt.int64, nt.int64, nt.int64, *t["scratch"], t["longs"], t["longs"])
        return self._bind(kernels.record_game, nt.int64, *args, quick=True)

    @cached_property
    def replay(self) -> Any:
        t = self._types
        states, _, keys = t["scratch"]
        return self._bind(kernels.replay, nt.int64, t["RULES"], nt.int64, nt.int64, t["longs"], states, keys, quick=True)

    @cached_property
    def playout(self) -> Any:
        t = self._types
        return self._bind(kernels.playout, nt.boolean, *t["line_up"], t["RULES"], nt.int64, *t["scratch"])


def scratch(game: Game) -> tuple[Array, Array, Array]:
    """Working records of one driver call: the state and a blank one, a view, a key."""
    return np.zeros(1, game.engine.STATE), np.zeros(1, game.engine.VIEW), np.zeros(1, KEY)


def watching(game: Game, choose: Any) -> Any:
    """`choose` that lets watchers write down what was chosen."""
    engine, note = game.engine, notes.note_record(game)
    written = bind(notes.write_down, engine, NOTE=note)
    return bind(notes.choose_and_tell, engine, choose=choose, turn_pages=bind(notes.turn_pages, engine), write_down=written)


@cache
def drivers(game: Game, watched: bool = False) -> Drivers:
    return Drivers(game, watched)


def drivers_of(game: Game, line_up: Sequence[Player]) -> Drivers:
    """The drivers for a line-up."""
    return drivers(game, any(player.watches for player in line_up))


def roll(game: Game, line_up: Sequence[Player], rules: Any, seed: int, first: int, games: int, rotation: int = 0) -> Array:
    """Tallies of games first .. first + games - 1. `rules` is the kernel record."""
    if any(player.python for player in line_up):
        return roll_in_python(game, line_up, rules, seed, first, games, rotation)
    out = np.zeros(games, game.engine.OUTCOME)
    fault, run = np.zeros(NOTED, np.int64), drivers_of(game, line_up).rollout
    with located(game, line_up, rules, seed, rotation, fault) as own:
        played = run(*seated(line_up), own, seed, first, rotation, *scratch(game), out, fault)
    if played < games:
        raise illegal_move(game, line_up, rules, seed, rotation, fault)
    return out


def roll_rounds(
    game: Game, line_up: Sequence[Player], rules: Any, seed: int, first: int, games: int, rotation: int = 0
) -> tuple[Array, Array, Array]:
    """Tallies, round rows, and the game index of each row."""
    size, run = max(64, games * 4), drivers_of(game, line_up).rollout_rounds
    while True:
        out, rows, owner = np.zeros(games, game.engine.OUTCOME), np.zeros(size, game.engine.ROUND), np.zeros(size, np.int64)
        fault = np.zeros(NOTED, np.int64)
        with located(game, line_up, rules, seed, rotation, fault) as own:
            played, n = run(*seated(line_up), own, seed, first, rotation, *scratch(game), out, rows, owner, fault)
        if played == games:
            return out, rows[:n], owner[:n]
        if fault[4] > 0:
            raise illegal_move(game, line_up, rules, seed, rotation, fault)
        size *= 2


def record_game(game: Game, line_up: Sequence[Player], rules: Any, seed: int, index: int, rotation: int = 0) -> tuple[list[int], Any]:
    """The actions of one game, forced ones included, and its final state."""
    actions, fault, run = np.zeros(MOST_ACTIONS, np.int64), np.zeros(NOTED, np.int64), drivers_of(game, line_up).record_game
    work, views, keys = scratch(game)
    with located(game, line_up, rules, seed, rotation, fault) as own:
        n = run(*seated(line_up), own, seed, index, rotation, work, views, keys, actions, fault)
    if n < 0:
        raise illegal_move(game, line_up, rules, seed, rotation, fault)
    return actions[:n].tolist(), work[0]


def replay(game: Game, rules: Any, seed: int, index: int, actions: Sequence[int]) -> tuple[int, Any]:
    """How many actions could be applied, and the state they lead to."""
    work, _, keys = scratch(game)
    applied = drivers(game).replay(rules, seed, index, np.array(actions, np.int64), work, keys)
    return int(applied), work[0]


def roll_in_python(game: Game, line_up: Sequence[Player], rules: Any, seed: int, first: int, games: int, rotation: int) -> Array:
    """The same loop at Python speed, for line-ups with an uncompiled policy. Same games, same bytes."""
    out = np.zeros(games, game.engine.OUTCOME)
    policies = [player.act for player in line_up]
    _, solved, minds = seated(line_up)
    for g in range(games):
        with located(game, line_up, rules, seed, rotation, [first + g]) as own:
            table = Table(game, own, seed, first + g)
            forget(minds, table.key, int(rules.players))
            while not table.over:
                action, decision = table.ask(policies, solved, minds, rotation), len(table.actions) + 1
                if not table.allows(action) or decision >= MOST_DECISIONS:
                    noted = (first + g, table.seat, action, table.state.legal, decision)
                    raise illegal_move(game, line_up, rules, seed, rotation, noted)
                table.apply(action)
        out[g] = table.state.tally
    return out
