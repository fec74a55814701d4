"""Leduc poker beside other libraries, uniform play on one thread: nanoseconds a decision, all in one run.

Ours is the package of `examples/leduc`, brought by its entry point. OpenSpiel plays a whole game by one call into C++ (its own
uniform bots), and as its tutorials do, move by move from Python. pgx plays 8,192 tables at once, compiled by XLA, and is measured
where it is installed (`make bench` does): CPU time of all its threads.
"""

import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from benchmarks.rollouts import REFERENCE, played, probe
from benchmarks.timing import Row, best_time

GAMES = 200  # of a timed block
TABLES, LONGEST = 8192, 8  # of pgx: games at once; decisions of the longest
CALLS = 30  # of pgx in a timed block


def measure() -> Iterator[Row]:
    scale = probe() / REFERENCE["probe"]
    ours = played("leduc", "uniform", 2)
    yield Row("leduc (examples/leduc), uniform, a decision", ours, bar=25.0 * scale, moonshot=15.0 * scale)
    yield from beside("OpenSpiel, a game by one call", open_spiel_bots(), ours)
    yield from beside("OpenSpiel, from Python", open_spiel_loop(), ours)
    if find_spec("pgx"):
        yield from beside(f"pgx, {TABLES:,} tables at once, CPU time", pgx_batch(), ours)


def beside(who: str, spent: float, ours: float) -> Iterator[Row]:
    yield Row(f"peer: leduc, {who}, a decision", spent)
    yield Row(f"leduc: {who} / ours", spent / ours, "times", higher_is_better=True)


def open_spiel_bots() -> float:
    import pyspiel

    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(2)]
    root = pyspiel.load_game("leduc_poker").new_initial_state()

    def block() -> int:
        """Decisions of some games: two moves of each are chance, or three with the open card."""
        decisions = 0
        for seed in range(GAMES):
            state = root.clone()
            pyspiel.evaluate_bots(state, bots, seed)
            decisions += sum(move.player >= 0 for move in state.full_history())
        return decisions

    decisions = block()
    return best_time(lambda: [pyspiel.evaluate_bots(root.clone(), bots, seed) for seed in range(GAMES)], decisions)


def open_spiel_loop() -> float:
    import pyspiel

    game = pyspiel.load_game("leduc_poker")

    def block() -> int:
        dice, decisions = random.Random(1), 0
        for _ in range(GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                decisions += not state.is_chance_node()
                state.apply_action(dice.choice(state.legal_actions()))
        return decisions

    return best_time(block, block())


def pgx_batch() -> float:
    """Whole games, every table a random legal action at every step; a table that is over waits for the others."""
    import jax
    import jax.numpy as jnp
    import pgx

    env = pgx.make("leduc_holdem")

    def act(carried: tuple[Any, Any], key: Any) -> tuple[tuple[Any, Any], None]:
        state, decisions = carried
        wish = jnp.where(state.legal_action_mask, jax.random.uniform(key, state.legal_action_mask.shape), -1.0)
        return (jax.vmap(env.step)(state, jnp.argmax(wish, axis=-1)), decisions + (~state.terminated).sum()), None

    def play(key: Any) -> Any:
        deal, choose = jax.random.split(key)
        state = jax.vmap(env.init)(jax.random.split(deal, TABLES))
        return jax.lax.scan(act, (state, 0), jax.random.split(choose, LONGEST))[0][1]

    compiled, key = jax.jit(play), jax.random.PRNGKey(1)
    return cpu_time(lambda: compiled(key).block_until_ready(), int(compiled(key)))


def cpu_time(call: Callable[[], object], items: int) -> float:
    """As `best_time`, of all threads of this process; of many calls together, as what other threads did may be told a call too late."""
    call()
    best = float("inf")
    for _ in range(10):
        begun = time.process_time_ns()
        for _ in range(CALLS):
            call()
        best = min(best, time.process_time_ns() - begun)
    return best / (CALLS * items)
