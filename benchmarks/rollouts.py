"""Whole games: nanoseconds a decision for `uniform` and `basic` in every game, against the bars of each.

The bar of `uniform` is 40 ns, or four times the floor of the game's own mix if that is more: what its streams, random numbers
and rankings alone would cost. The mix is counted without the JIT. Prices and bars are those of a reference machine on which
the probe, a keyed deal of 20 cards, takes 42 ns; all are scaled by the probe timed in the same run.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import numpy as np

from benchmarks.timing import Row, best_time
from simlab.jit import kernel
from simlab.rng import KEY, STREAM, Purpose, set_key, shuffle_front, start

GAMES = ("template", "showdown", "arcana", "battle", "fortune", "jester")
BASIC = {"showdown": 120.0, "jester": 120.0, "fortune": 120.0, "arcana": 250.0, "battle": 1000.0}
BASIC_MOONSHOT = {"battle": 250.0}
REFERENCE = {"probe": 42.0, "start": 3.5, "draw": 1.6, "rank": 3.5, "multiset": 10.0}  # ns each on the reference machine
TABLES = (2, 4)
DECISIONS = 40_000  # of a timed block


def measure() -> Iterator[Row]:
    spent = probe()
    scale = spent / REFERENCE["probe"]
    yield Row("probe: keyed deal of 20 cards", spent)
    for game in GAMES:
        for players in TABLES if game != "template" else (2,):
            mix = counted(game, players)
            least = sum(mix[what] * REFERENCE[what] for what in ("start", "draw", "rank", "multiset"))
            bar = 25.0 if game == "template" else max(40.0, 4 * least)
            name = f"{game}, {players} players"
            yield Row(f"{name}, uniform, a decision", played(game, "uniform", players), bar=bar * scale, moonshot=15.0 * scale)
            if game in BASIC:
                far = BASIC_MOONSHOT.get(game, 40.0)
                yield Row(f"{name}, basic, a decision", played(game, "basic", players), bar=BASIC[game] * scale, moonshot=far * scale)


@kernel
def keyed_deals(deals, keys, streams, deck):
    for index in range(deals):
        start(streams[0], keys[0], Purpose.DEAL, 1, index)
        for card in range(len(deck)):
            deck[card] = card
        shuffle_front(deck, 20, streams[0])


def probe() -> float:
    keys, streams, deck = np.zeros(1, KEY), np.zeros(1, STREAM), np.zeros(52, np.int8)
    set_key(keys[0], 1, 0)
    return best_time(lambda: keyed_deals(2000, keys, streams, deck), 2000, budget=0.5)


def played(name: str, policy: str, players: int) -> float:
    """CPU nanoseconds a decision, the best of short blocks of games."""
    block, decisions = block_of(name, policy, players)
    return best_time(block, decisions, budget=1.5)


def block_of(name: str, policy: str, players: int) -> tuple[Callable[[], object], int]:
    """A short block of games, their records kept in one place as a run does, and how many decisions it has."""
    from simlab.contract.catalogue import load
    from simlab.play.drivers import drivers, roll, scratch
    from simlab.play.seats import seated
    from simlab.players.registry import make_player

    game = load(name)
    model = game.Rules(players=players)
    line_up, rules = [make_player(game, policy, model)] * players, model.lower()
    games = max(200, DECISIONS // int(roll(game, line_up, rules, 1, 0, 200)["decisions"].mean()))
    seats, work, fault = seated(line_up), scratch(game), np.zeros(4, np.int64)
    tallies = roll(game, line_up, rules, 1, 0, games)
    rollout = drivers(game).rollout
    return lambda: rollout(*seats, rules, 1, 0, 0, *work, tallies, fault), int(tallies["decisions"].sum())


def counted(game: str, players: int, games: int = 100) -> dict[str, float]:
    """Streams, random numbers and rankings a decision under `uniform`, counted in a process without the JIT."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.rollouts", game, str(players), str(games)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    return dict(json.loads(done.stdout))


def count(name: str, players: int, games: int) -> dict[str, float]:
    """In this process, which must run without the JIT: calls of the primitives, by the calling code's file."""
    from simlab.contract.catalogue import load
    from simlab.play.drivers import roll
    from simlab.players.registry import make_player

    game = load(name)
    rules = game.Rules(players=players)
    line_up = [make_player(game, "uniform", rules)] * players
    calls = {"start": 0, "draw": 0, "rank": 0, "multiset": 0}

    def watch(frame: FrameType, event: str, argument: Any) -> None:
        if event != "call":
            return
        where, what = frame.f_code.co_filename, frame.f_code.co_name
        if where.endswith("rng.py"):
            if what in ("start", "output"):
                calls["start" if what == "start" else "draw"] += 1
        elif "/ranking/" in where and what.startswith("rank") and frame.f_back and "/ranking/" not in outside(frame.f_back):
            calls["multiset" if "multiset" in where else "rank"] += 1

    sys.setprofile(watch)
    try:
        tallies = roll(game, line_up, rules.lower(), 1, 0, games)
    finally:
        sys.setprofile(None)
    decisions = float(np.sum(tallies["decisions"]))
    return {what: n / decisions for what, n in calls.items()}


def outside(frame: FrameType | None) -> str:
    """The file of the nearest caller that is not numpy's wrapper of a kernel without the JIT."""
    while frame and "contextlib" in frame.f_code.co_filename:
        frame = frame.f_back
    return frame.f_code.co_filename if frame else ""


if __name__ == "__main__":
    print(json.dumps(count(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
