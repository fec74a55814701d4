"""Engine and referee side by side: the same chance, the same actions, and agreement on everything at every step."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

from simlab.contract.game import Game
from simlab.contract.knobs import Rules, sample
from simlab.jit import new
from simlab.play.table import Table
from simlab.rng import STREAM, shuffle, start

Chooser = Callable[[Table, Any], int]


def shuffled(key: Any, size: int, purpose: int, a: int, b: int) -> list[int]:
    """The order of cards 0 .. size-1 that the stream (key, purpose, a, b) gives: how an engine's deck is shuffled."""
    stream, cards = new(STREAM), np.arange(size, dtype=np.int8)
    start(stream, key, purpose, a, b)
    shuffle(cards, stream)
    return [int(card) for card in cards]


def at_random(random: Random) -> Chooser:
    return lambda table, referee: random.choice(table.legal())


def lockstep(game: Game, rules: Rules, referee: Any, seed: int, index: int, choose: Chooser, watch: Callable[..., None]) -> int:
    """One game on both sides; `watch(table, referee)` compares states at each point. Returns the points visited."""
    table = Table(game, rules, seed, index)
    referee = referee(table)
    where = f"{game.name}, seed {seed}, game {index}, rules {rules.changed()}, actions "
    while not table.over:
        assert not referee.over, f"{where}{table.actions}: only the referee has ended the game"
        assert table.seat == referee.seat, f"{where}{table.actions}: seat {table.seat}, referee {referee.seat}"
        assert table.legal() == sorted(referee.legal()), f"{where}{table.actions}: {table.legal()}, referee {referee.legal()}"
        watch(table, referee)
        action = choose(table, referee)
        table.apply(action)
        referee.step(action)
    assert referee.over, f"{where}{table.actions}: only the engine has ended the game"
    for name, mine, theirs in differing(game, table, referee.outcome()):
        raise AssertionError(f"{where}{table.actions}: column {name} is {mine}, referee {theirs}")
    return len(table.actions)


def differing(game: Game, table: Table, outcome: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """Outcome columns on which the two disagree; each must know every column of the other."""
    names = {column.name for column in game.columns}
    yield from ((name, "missing", value) for name, value in outcome.items() if name not in names)
    for column in game.columns:
        mine = np.asarray(table.tally[column.name]).tolist()
        if column.name not in outcome:
            if column.name not in DERIVED:
                yield column.name, mine, "missing"
            continue
        theirs = outcome[column.name]
        theirs = [int(x) for x in theirs] if isinstance(theirs, list | tuple) else int(theirs)
        if mine != theirs:
            yield column.name, mine, theirs


DERIVED = {"capped", "rounds", "win"}  # common names that a referee may call by its specification's own


def many(
    game: Game, games: int, seed: int, referee: Callable[..., Any], choosers: Callable[[Random], Chooser], watch: Callable[..., None],
    repair: Callable[[Rules, Random], Rules] = lambda rules, random: rules,
) -> int:  # fmt: skip
    """Lockstep over random rules. `referee(rules, table)` builds one; `choosers(random)` gives who plays this game."""
    points = 0
    for index in range(games):
        random = Random(f"{seed}/{index}")
        rules = repair(game.Rules() if index < 10 else sample(game.Rules, random), random)
        points += lockstep(game, rules, lambda table, r=rules: referee(r, table), seed, index, choosers(random), watch)
    return points
