"""What a searching player's time goes into, game by game: worlds a second, and each part beside the engine's own floor in the same run.

A world is imagined and played out once, as the search does it with the game's own settings. What is compared is timed in turn. Imagining
a world is compared with dealing one (`reset`): its floor is a deal, or, where it settles more cards than a deal, as many random numbers
at the pace of the deal. A playout is compared with ordinary play of the same player, a choice seen from another seat with the engine's
own look (`observe`), called in the same way. The bars are a ratio of 1.3.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import numba
import numpy as np
from numba import types as nt

import simlab.games.template.engine as game  # a stand-in for readers and linters, as in play/kernels.py
from benchmarks.rollouts import GAMES, block_of
from benchmarks.timing import Row, best_times
from simlab.contract.catalogue import load
from simlab.contract.game import Game
from simlab.contract.minds import forget
from simlab.contract.records import MIND
from simlab.jit import bind, call_at, clear, kernel
from simlab.masks import first
from simlab.play.drivers import scratch
from simlab.play.notes import note_record
from simlab.play.seats import seated
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.players.search.bound import addresses, own
from simlab.players.search.policy import settings_of
from simlab.rng import KEY, Purpose, advance, set_key, start

POSITIONS, FEW = 256, 24  # to time; to count without the JIT
WORLDS = 8  # imagined for each position, one after another
AT_HAND, PASSES = 8, 64  # notes of a round; worlds in which each of them is seen again
AT_MOST = 1.3  # times the engine's floor
BUDGET = 0.5  # seconds of a figure


def measure() -> Iterator[Row]:
    for name in GAMES[1:]:  # not one-card poker: two decisions are over before anything is measured
        desk, dealt = Desk(load(name)), counted(name)
        deal, imagined, look, seen, on = desk.times()
        whole, ordinary = best_times([desk.playouts(), block_of(name, desk.base, 2)], budget=BUDGET)
        yield Row(f"{name}, search, worlds a second and core", 1e9 / (imagined + on), "")
        yield Row(f"{name}, imagining a world", imagined)
        world, number = imagined / deal, imagined / desk.drawn() / (deal / dealt)
        yield Row(f"{name}, imagining / dealing, a world", world, "times")
        yield Row(f"{name}, imagining / dealing, a random number each", number, "times")
        yield Row(f"{name}, imagining / its floor", min(world, number), "times", bar=AT_MOST)
        yield Row(f"{name}, a decision of a playout / of ordinary play", whole / ordinary, "times", bar=AT_MOST)
        if desk.found["recast"]:
            yield Row(f"{name}, a choice seen from another seat / a look of the engine", seen / look, "times", bar=AT_MOST)


class Desk:
    """Positions of real games, and the compiled functions a searcher would call there."""

    def __init__(self, game: Game) -> None:
        self.game, self.rules = game, game.Rules(players=2)
        self.low, self.found = self.rules.lower(), addresses(game)
        asked = settings_of(game, 2, {})
        self.base, self.rounds = str(asked.get("base") or game.usual_player), int(asked["horizon"]) if game.standing else 0
        self.players, self.table, self.minds = seated([make_player(game, self.base, self.rules)] * 2)
        self.me = np.zeros(1, MIND)
        start(self.me[0]["search"], np.zeros(1, KEY)[0], Purpose.SEARCH, 0, 0)
        self.states, self.views, self.notes = positions(game, self.rules, self.base, POSITIONS)
        self.work, self.sight, self.keys = scratch(game)
        self.deals = bind(deal_all, game.engine)
        state, view, low = (numba.from_dtype(kind) for kind in (game.engine.STATE, game.engine.VIEW, game.engine.RULES))
        self.look = own(look, game.engine, nt.int64(state, low, view))

    def times(self) -> list[float]:
        """Nanoseconds: to deal a world, to imagine one, to look, to see a choice from another seat, to play on to the horizon."""
        worlds, looks = POSITIONS * WORLDS, POSITIONS * PASSES
        timed = [(self.deal, worlds), (self.imagine, worlds), (self.observe, looks), (self.recast, looks)]
        return best_times([*timed, (self.play_round, POSITIONS)], budget=BUDGET)

    def deal(self) -> None:
        self.deals(self.low, self.keys, self.work, POSITIONS * WORLDS)

    def observe(self) -> None:
        look_all(self.look, self.low, self.states, self.sight)

    def imagine(self) -> None:
        imagine_all(self.found["imagine"], self.views, self.low, self.me, self.work)

    def drawn(self) -> float:
        """Random numbers of an imagined world: how far the searcher's stream went."""
        stream = self.me[0]["search"]
        before = stream.copy()
        self.imagine()
        return int(steps(before["s0"], before["s1"], stream["s0"], stream["s1"])) / (POSITIONS * WORLDS)

    def recast(self) -> None:
        """Nothing where the game has no `recast`."""
        if self.found["recast"]:
            recast_all(self.found["recast"], self.notes, self.low, self.sight, self.states)

    def play_round(self) -> int:
        return self.play_on(self.states, self.rounds)

    def play_on(self, states: Any, rounds: int) -> int:
        line_up, room = (self.players, self.table, self.minds), (self.work, self.sight, self.keys)
        return int(play_all(self.found["play_on"], *line_up, self.low, states, rounds, *room))

    def playouts(self) -> tuple[Callable[[], object], int]:
        """Whole games from their deals, which cost as much as in ordinary play, and how many decisions they have."""
        dealt = np.zeros(POSITIONS, self.game.engine.STATE)

        def block() -> int:
            self.deals(self.low, self.keys, dealt, POSITIONS)
            return self.play_on(dealt, 0)

        return block, block()


def positions(game: Game, rules: Any, base: str, size: int) -> tuple[Any, Any, Any]:
    """Decisions of games of base against itself: states, views of the seat to act, notes of what it did as the other saw it."""
    states, views = np.zeros(size, game.engine.STATE), np.zeros(size, game.engine.VIEW)
    notes = np.zeros(size, note_record(game))
    player, n, index = make_player(game, base, rules), 0, 0
    _, solved, minds = seated([player] * 2)
    while n < size:
        table = Table(game, rules, 1, index)
        forget(minds, table.key, 2)
        while not table.over and n < size:
            action = table.ask([player.act] * 2, solved, minds)
            if len(table.legal()) > 1:
                states[n], views[n] = table.state, table.view()
                notes[n]["action"], notes[n]["legal"], notes[n]["seat"] = action, table.state.legal, table.seat
                notes[n]["sight"] = table.view(1 - table.seat)
                n += 1
            table.apply(action)
        index += 1
    return states, views, notes


# ---- how many random numbers


def counted(name: str) -> float:
    """Random numbers of a deal, counted in a process without the JIT."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-m", "benchmarks.search", name], capture_output=True, text=True, check=True, env=environment)
    return float(done.stdout)


def count(name: str) -> float:
    found = load(name)
    low, worlds, keys = found.Rules(players=2).lower(), np.zeros(FEW, found.engine.STATE), np.zeros(1, KEY)
    return drawn_by(lambda k: found.engine.reset(worlds[k], low, keys[0]))


def drawn_by(call: Callable[[int], object]) -> float:
    """Random numbers of one call, on average; one at least, that nothing is divided by none."""
    drawn = 0

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal drawn
        drawn += event == "call" and frame.f_code.co_filename.endswith("rng.py") and frame.f_code.co_name == "output"

    sys.setprofile(watch)
    try:
        for k in range(FEW):
            call(k)
    finally:
        sys.setprofile(None)
    return max(drawn / FEW, 1.0)


@kernel
def steps(s0, s1, to0, to1):
    """From one state of a stream to another."""
    n = 0
    while s0 != to0 or s1 != to1:
        s0, s1 = advance(s0, s1)
        n += 1
    return n


# ---- the loops


def deal_all(rules, keys, worlds, deals):
    """One deal in the place of the other, or each in its own; the places are a power of two."""
    for k in range(deals):
        world = worlds[k & (len(worlds) - 1)]
        clear(world)
        set_key(keys[0], 1, k)
        game.reset(world, rules, keys[0])


def look(state, rules, view):
    """The engine's own, called as the search calls functions of the game."""
    game.observe(state, rules, state.seat, view)
    return 0


@kernel
def look_all(address, rules, states, views):
    for step in range(len(states) * PASSES):
        call_at(address, (states[in_passes(step)], rules, views[0]))


@kernel
def in_passes(step):
    """Which position is next: a few are gone through again and again, then the next few, as a searcher does with the notes of a round."""
    return step // (PASSES * AT_HAND) * AT_HAND + step % AT_HAND


@kernel
def imagine_all(address, views, rules, me, work):
    """Several worlds of each view, one in the place of the other, as a searcher does."""
    for k in range(len(views)):
        for _ in range(WORLDS):
            call_at(address, (views[k], rules, me[0], work[0]))


@kernel
def recast_all(address, notes, rules, views, worlds):
    for step in range(len(notes) * PASSES):
        k = in_passes(step)
        views[0] = notes[k].sight
        call_at(address, (views[0], rules, notes[k], worlds[k]))


@kernel
def play_all(address, players, table, minds, rules, states, rounds, work, views, keys):
    """Every position from its first legal action on. Returns decisions made."""
    decisions = 0
    for k in range(len(states)):
        work[0] = states[k]
        before = work[0].tally.decisions
        call_at(address, (players, table, minds, rules, first(states[k].legal), rounds, work, views, keys))
        decisions += work[0].tally.decisions - before
    return decisions


if __name__ == "__main__":
    print(count(sys.argv[1]))
