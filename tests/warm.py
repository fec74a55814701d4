"""Compile every game once, one process a game, before the tests share what was compiled; at once over when it is there already.

Test workers that meet a game at the same moment would wait for the one that compiles it, and leave their core idle. Showdown's strong
players take longer than the game itself, and come by themselves.
"""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from os import cpu_count
from time import perf_counter

LONGEST_FIRST = ("battle", "showdown's players", "fortune", "arcana", "jester", "showdown", "template")


def compile_part(name: str) -> str:
    return compile_players() if name == "showdown's players" else compile_game(name)


def compile_players() -> str:
    from simlab.contract.catalogue import load
    from simlab.players.registry import make_player

    began, game = perf_counter(), load("showdown")
    for policy in ("exact_tricks", "exact_draw", "expert"):
        make_player(game, policy, game.Rules(players=2))
    return f"showdown's players {perf_counter() - began:.0f} s"


def compile_game(name: str) -> str:
    from simlab.contract.catalogue import load
    from simlab.play.drivers import roll
    from simlab.players.registry import make_player

    began, game = perf_counter(), load(name)
    rules = game.Rules()
    for policy in ("uniform", game.policies[0].name):
        roll(game, [make_player(game, policy, rules)] * rules.players, rules.lower(), 1, 0, 1)
    return f"{name} {perf_counter() - began:.0f} s"


if __name__ == "__main__":
    with ProcessPoolExecutor(cpu_count(), get_context("spawn")) as processes:
        print("compiled:", ", ".join(processes.map(compile_part, LONGEST_FIRST)))
