"""`solved` as a policy: it looks up what it sees and draws an action with the chances that stand there, by its own dice.

A view met in the middle of a game (an imagined world, a question) comes without what the player did before: then the chances are those of
all situations with that view together, each as often as it is met.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.contract.policy import Policy
from simlab.contract.uniform import any_of
from simlab.jit import kernel, raw_bytes
from simlab.masks import count, nth
from simlab.players.solved.lookup import ANY, RECALLS, chances_at, key_of, row_of, table_of
from simlab.players.solved.strategies import kept_place, read, rules_digest
from simlab.rng import uniform

NAME = "solved"
DOC = "Plays by a strategy that was solved before, with its frequencies: simlab solve makes it."

Array = npt.NDArray[Any]


@kernel
def play_solved(view, rules, me, table):
    """By the chances that stand there for what is seen; any action where nothing does."""
    place = find_row(view, me, table)
    if place < 0:
        return any_of(view.legal, me.dice)
    k = draw(table, chances_at(table, me.table) + place, count(view.legal), uniform(me.dice))
    me.memory[0] = 1.0 + place + k
    return nth(view.legal, k)


@kernel
def find_row(view, me, table):
    """The row of this view after what was done before, else of this view alone."""
    if table[me.table + RECALLS] != 0.0:
        place = row_of(key_of(raw_bytes(view), np.int64(me.memory[0]) - 1), table, me.table)
        if place >= 0:
            return place
    return row_of(key_of(raw_bytes(view), ANY), table, me.table)


@kernel
def draw(table, at, actions, u):
    """One of so many chances."""
    for k in range(actions - 1):
        u -= table[at + k]
        if u < 0.0:
            return np.int64(k)
    return np.int64(actions - 1)


def solved_policies(game: Game) -> tuple[Policy, ...]:
    """`solved`, where a game can have one."""
    if game.chance is None:
        return ()
    return (Policy(NAME, play_solved, DOC, fits=lambda rules: refusal(game, rules), table=lambda rules: table_for(game, rules),
                   data=lambda rules: checksum(game, rules)),)  # fmt: skip


def refusal(game: Game, rules: Any) -> str:
    """A sentence where these rules have not been solved."""
    if kept_place(game, rules) is not None:
        return ""
    knobs = "".join(f" --rules {name}={value}" for name, value in rules.changed().items())
    return f"they have not been solved yet (simlab solve {game.name}{knobs})"


def table_for(game: Game, rules: Any) -> Array:
    place = kept_place(game, rules)
    assert place is not None, rules_digest(game, rules)  # `fits` has been asked before
    return table_of(read(place))


def checksum(game: Game, rules: Any) -> str:
    """Of the strategy for these rules; nothing where there is none."""
    place = kept_place(game, rules)
    return "" if place is None else read(place).checksum
