"""What a searching player's time goes into, game by game: worlds a second, and each part beside the engine's own floor in the same run.

A world is imagined and played out once, as the search does it with the game's own settings. Imagining a world is compared with dealing
one (`reset`), as a whole and a random number each: an imagined world has cards in more places than a deal, and those the seat knows take
no number but must be laid there too. A playout is compared with ordinary play of
the same player, a choice seen from another seat with the engine's own look (`observe`). The bars are a ratio of 1.3.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import numpy as np

import simlab.games.template.engine as game  # a stand-in for readers and linters, as in play/kernels.py
from benchmarks.rollouts import GAMES, played
from benchmarks.timing import Row, best_time
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
from simlab.players.search.bound import addresses
from simlab.players.search.policy import settings_of
from simlab.rng import KEY, Purpose, advance, set_key, start

POSITIONS, FEW = 256, 24  # to time; to count without the JIT
AT_MOST = 1.3  # times the engine's floor
BUDGET = 0.5  # seconds of a figure


def measure() -> Iterator[Row]:
    for name in GAMES[1:]:  # not one-card poker: two decisions are over before anything is measured
        desk, dealt = Desk(load(name)), counted(name)
        deal, look = desk.time(desk.deal), desk.time(desk.observe)
        imagined, whole, ordinary = desk.time(desk.imagine), desk.playouts(), played(name, desk.base, 2)
        yield Row(f"{name}, search, worlds a second and core", 1e9 / (imagined + desk.time(desk.play_round)), "")
        yield Row(f"{name}, imagining a world", imagined)
        yield Row(f"{name}, imagining / dealing, a world", imagined / deal, "times")
        spared = imagined / desk.drawn() / (deal / dealt)
        yield Row(f"{name}, imagining / dealing, a random number each", spared, "times", bar=AT_MOST)
        yield Row(f"{name}, a decision of a playout / of ordinary play", whole / ordinary, "times", bar=AT_MOST)
        if desk.found["recast"]:
            yield Row(
                f"{name}, a choice seen from another seat / a look of the engine", desk.time(desk.recast) / look, "times", bar=AT_MOST
            )


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
        self.states, self.views, self.notes, self.worlds = positions(game, self.rules, self.base, POSITIONS)
        self.work, self.sight, self.keys = scratch(game)
        self.deals = bind(deal_all, game.engine)
        self.looks = bind(observe_all, game.engine)

    def time(self, call: Callable[[], object]) -> float:
        """Nanoseconds for one position."""
        return best_time(call, POSITIONS, budget=BUDGET)

    def deal(self) -> None:
        self.deals(self.low, self.keys, self.worlds)

    def observe(self) -> None:
        self.looks(self.low, self.states, self.sight)

    def imagine(self) -> None:
        imagine_all(self.found["imagine"], self.views, self.low, self.me, self.worlds)

    def drawn(self) -> float:
        """Random numbers of an imagined world: how far the searcher's stream went."""
        stream = self.me[0]["search"]
        before = stream.copy()
        self.imagine()
        return int(steps(before["s0"], before["s1"], stream["s0"], stream["s1"])) / POSITIONS

    def recast(self) -> None:
        recast_all(self.found["recast"], self.notes, self.low, self.sight, self.states)

    def play_round(self) -> int:
        return self.play_on(self.states, self.rounds)

    def play_on(self, states: Any, rounds: int) -> int:
        line_up, room = (self.players, self.table, self.minds), (self.work, self.sight, self.keys)
        return int(play_all(self.found["play_on"], *line_up, self.low, states, rounds, *room))

    def playouts(self) -> float:
        """Nanoseconds a decision of whole games from their deals, which cost as much as in ordinary play."""
        self.deal()
        fresh, own = self.worlds.copy(), self.worlds
        decisions = self.play_on(fresh, 0)

        def block() -> None:
            self.deals(self.low, self.keys, own)
            self.play_on(own, 0)

        return best_time(block, decisions, budget=BUDGET)


def positions(game: Game, rules: Any, base: str, size: int) -> tuple[Any, Any, Any, Any]:
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
    return states, views, notes, np.zeros(size, game.engine.STATE)


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


def deal_all(rules, keys, worlds):
    for k in range(len(worlds)):
        clear(worlds[k])
        set_key(keys[0], 1, k)
        game.reset(worlds[k], rules, keys[0])


def observe_all(rules, states, views):
    for k in range(len(states)):
        game.observe(states[k], rules, states[k].seat, views[0])


@kernel
def imagine_all(address, views, rules, me, worlds):
    for k in range(len(views)):
        call_at(address, (views[k], rules, me[0], worlds[k]))


@kernel
def recast_all(address, notes, rules, views, worlds):
    for k in range(len(notes)):
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
