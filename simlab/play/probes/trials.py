"""What is each action worth? Worlds are imagined from a view, and every action is tried in each of them.

World w of a seed is the same for every action, and so is all luck in it: the players' streams and the deals to come are keyed by
the imagined state. Differences between actions are therefore paired. Tallies come out; what they are worth to whom is for others to
say.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types as nt

import simlab.games.template.engine as game  # a stand-in for readers and linters, as in kernels.py
from simlab.contract.game import Game
from simlab.contract.minds import forget
from simlab.contract.records import MIND
from simlab.errors import PolicyError
from simlab.jit import JIT, bind, clear
from simlab.play.drivers import drivers
from simlab.play.faults import in_worlds
from simlab.play.kernels import MOST_DECISIONS, choose
from simlab.play.seats import Player, seated
from simlab.rng import KEY, Purpose, set_key, start

WORLD = 1  # work[WORLD]: the world as imagined, before any action

Array = npt.NDArray[Any]


def try_actions(players, table, minds, rules, seed, begin, seats_of, actions, work, scratch, keys, me, tallies):
    """Worlds begin, begin + 1, ...: imagine each from its view, try all actions in it. Returns how many were finished.

    World w belongs to view w modulo their number: what a question leaves open is settled differently in each view.
    """
    state, view, key = work[0], scratch[0], keys[0]
    for w in range(tallies.shape[0]):
        set_key(key, seed, begin + w)
        start(me[0].search, key, Purpose.WORLD, 0, 0)
        clear(work[WORLD])
        game.imagine(seats_of[(begin + w) % len(seats_of)], rules, me[0], work[WORLD])
        for a in range(len(actions)):
            work[0] = work[WORLD]
            key.k0 = state.key.k0
            key.k1 = state.key.k1
            forget(minds, key, rules.players)
            game.step(state, rules, actions[a])
            ply = 0
            while not state.over:
                ply += 1
                action = choose(players, table, minds, rules, 0, state, view)
                if action < 0 or ply >= MOST_DECISIONS:
                    return w
                game.step(state, rules, action)
            tallies[w, a] = state.tally
    return tallies.shape[0]


@cache
def compiled_trial(found: Game) -> Any:
    """`try_actions` for one game."""
    helper = drivers(found)._choose
    if not JIT:
        return bind(try_actions, found.engine, None, choose=helper)
    kinds = drivers(found)._types
    states, views, keys = kinds["scratch"]
    minds = nt.Array(numba.from_dtype(MIND), 1, "C")
    out = nt.Array(kinds["OUTCOME"], 2, "C")
    args = (*kinds["line_up"], kinds["RULES"], nt.int64, nt.int64, views, kinds["longs"], states, views, keys, minds, out)
    return bind(try_actions, found.engine, nt.int64(*args), choose=helper)


@dataclass(frozen=True)
class Trial:
    """A decision to be tried out: the views it may be seen in, who plays on, under which (kernel) rules."""

    game: Game
    rules: Any
    views: Array
    line_up: Sequence[Player]  # by seat
    seed: int

    @cached_property
    def sitting(self) -> tuple[Array, Array, Array]:
        return seated(self.line_up)

    def play(self, first: int, worlds: int, actions: Sequence[int]) -> Array:
        """Tallies (world, action) of worlds first, first + 1, ..."""
        engine = self.game.engine
        tallies = np.zeros((worlds, len(actions)), engine.OUTCOME)
        working = np.zeros(2, engine.STATE), np.zeros(1, engine.VIEW), np.zeros(1, KEY), np.zeros(1, MIND)
        tried = np.array(actions, np.int64)
        run = compiled_trial(self.game)
        entries, solved, minds = self.sitting
        with in_worlds(self.game):
            done = run(entries, solved, minds.copy(), self.rules, self.seed, first, self.views, tried, *working, tallies)
        if done < worlds:
            names = ", ".join(player.name for player in self.line_up)
            raise PolicyError(
                f"{self.game.name}: in an imagined world a policy of {names} chose an illegal action, or the game did not end"
            )
        return tallies
