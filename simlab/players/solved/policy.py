"""`solved` as a policy: it looks up what it sees and draws an action with the chances that stand there, by its own dice.

A view met in the middle of a game (an imagined world, a question) comes without what the player did before: then the chances are those of
all situations with that view together, each as often as it is met.
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.contract.policy import Policy
from simlab.contract.uniform import any_of
from simlab.jit import JIT, address_of, bind, kernel, raw_bytes
from simlab.masks import count, first, nth, single
from simlab.play.seats import Player, policy_signature
from simlab.players.solved.lookup import ANY, RECALLS, chances_at, key_of, row_of, table_of
from simlab.players.solved.strategies import Strategy, kept_place, read, rules_digest
from simlab.rng import uniform
from simlab.solvers.sampling import bucket_key, classify, considered

NAME = "solved"
DOC = "Plays by a strategy that was solved before, with its frequencies: simlab solve makes it."

SELDOM = 0.01  # what is played less often is not said to be mixed

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
        u -= float(table[at + k])
        if u < 0.0:
            return np.int64(k)
    return np.int64(actions - 1)


def play_bucket(view, rules, me, table):
    """By the chances of the bucket of what is seen; the base player chooses where there is none."""
    bucket, choices = classify(view, rules), considered(view, rules)
    if bucket >= 0 and single(choices):
        return first(choices)
    place = row_of(bucket_key(bucket, choices), table, me.table) if bucket >= 0 else np.int64(-1)
    if place < 0:
        return np.int64(play_base(view, rules, me, table))
    return nth(choices, draw(table, chances_at(table, me.table) + place, count(choices), uniform(me.dice)))


def play_base(view: Any, rules: Any, me: Any, table: Any) -> Any:
    """The base player's own choice: a stand-in for readers and linters, as `classify` is."""


@cache
def bound_play(game: Game) -> Any:
    """`play_bucket` for a game; compiled when it is first asked for."""
    assert game.abstraction is not None
    bucket, choices, act = game.abstraction.bucket, game.abstraction.choices, base_of(game).act
    return bind(play_bucket, game.engine, beside=(bucket, choices, act), classify=bucket, considered=choices, play_base=act)


def base_of(game: Game) -> Policy:
    """Who makes the choices that are not solved."""
    assert game.abstraction is not None
    return next(policy for policy in game.policies if policy.name == game.abstraction.base)


def solved_policies(game: Game) -> tuple[Policy, ...]:
    """`solved`, where a game can have one."""
    if game.chance is None and game.abstraction is None:
        return ()
    act, params = (play_solved, ()) if game.chance is not None else (bound_play(game), base_of(game).params)
    return (Policy(NAME, act, DOC, params, fits=lambda rules: refusal(game, rules), table=lambda rules: table_for(game, rules),
                   data=checksum),)  # fmt: skip


def player_of(game: Game, strategy: Strategy) -> Player:
    """Who plays by a strategy in buckets that is not kept yet."""
    act, signature = bound_play(game), policy_signature(game)
    if JIT and signature.args not in act.overloads:
        act.compile(signature.args)
    params = tuple(param.default for param in base_of(game).params)
    return Player(NAME, act, params, table_of(strategy), entry=address_of(act, signature if JIT else None))


def refusal(game: Game, rules: Any) -> str:
    """A sentence where these rules have not been solved."""
    if kept_place(game, rules) is not None:
        return ""
    free = () if game.abstraction is None else game.abstraction.free
    asked = {name: value for name, value in rules.changed().items() if name not in (*free, "players")}
    seats = f" --players {rules.players}" if game.abstraction is not None else ""
    knobs = "".join(f" --rules {name}={value}" for name, value in asked.items())
    return f"they have not been solved yet (simlab solve {game.name}{seats}{knobs})"


def table_for(game: Game, rules: Any) -> Array:
    place = kept_place(game, rules)
    assert place is not None, rules_digest(game, rules)  # `fits` has been asked before
    return kept_table(place, place.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def kept_table(place: Path, changed: int) -> Array:
    return table_of(read(place))


def checksum(game: Game, rules: Any) -> str:
    """Of the strategy for these rules; nothing where there is none."""
    place = kept_place(game, rules)
    return "" if place is None else read(place).checksum


def mixed_at(game: Game, rules: Any, view: Any) -> dict[int, float]:
    """The actions among which the solved strategy mixes at a view, each with its chance; nothing where it does not, or there is none."""
    if (game.chance is None and game.abstraction is None) or kept_place(game, rules) is None:
        return {}
    table = table_for(game, rules)
    place = int(row_of(key_at(game, rules, view), table, 0))
    if place < 0:
        return {}
    first, legal, left = int(chances_at(table, 0)) + place, choices_at(game, rules, view), 1.0
    often: dict[int, float] = {}
    for k in range(int(count(legal))):
        chance = min(left, float(table[first + k]))  # rows end with their last chance: what follows is another's
        left -= chance
        if chance >= SELDOM:
            often[int(nth(legal, k))] = chance
    return often if len(often) > 1 else {}


def choices_at(game: Game, rules: Any, view: Any) -> np.int64:
    """The actions that were thought about at a view."""
    if game.chance is None and game.abstraction is not None:
        return np.int64(game.abstraction.choices(view, rules.lower()))
    return np.int64(view.legal)


def key_at(game: Game, rules: Any, view: Any) -> int:
    """Of a view, whatever was done before."""
    if game.chance is None and game.abstraction is not None:
        return int(bucket_key(game.abstraction.bucket(view, rules.lower()), choices_at(game, rules, view)))
    return int(key_of(np.frombuffer(view.tobytes(), np.uint8), ANY))
