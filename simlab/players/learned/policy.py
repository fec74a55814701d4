"""`learned` as a policy: the player made of a stored net, for one game and set of rules."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.contract.policy import Policy
from simlab.jit import JIT, address_of, bind
from simlab.play.seats import Player, policy_signature
from simlab.players.learned import net
from simlab.players.learned.brain import Brain
from simlab.players.learned.sight import WORD, gist_at, gist_record, sight_record, told_functions, told_sources
from simlab.players.learned.stored import digest_for, find_brain

Array = npt.NDArray[Any]
Make = Callable[[str], Player]  # a player of that name, by default settings


@cache
def bound_learned(game: Game) -> Any:
    """The policy compiled for one game."""
    records = {"VIEW": game.engine.VIEW, "GIST": gist_record(game)}
    signature = policy_signature(game) if JIT else None
    return bind(net.learned, game.engine, signature, beside=told_sources(game), **records, **told_functions(game))


def make_learned(game: Game, rules: Rules, given: Mapping[str, Any], make: Make) -> Player:
    """The player of the net that is stored for these rules."""
    stored = find_brain(game, rules)
    return player_of(game, stored.brain, make(stored.base), stored.digest)


def player_of(game: Game, brain: Brain, base: Player, told: str = "") -> Player:
    """A player with this net, on top of a base player."""
    act = bound_learned(game)
    entry = address_of(act, policy_signature(game) if JIT else None)
    return Player("learned", act, base.params, lay_out(game, brain, base), entry=entry, told=told)


def lay_out(game: Game, brain: Brain, base: Player) -> Array:
    """The table: head, slots, weights, room to work in, the base player's own table."""
    looks, (features, wide, narrow, actions, shared) = brain.looks, brain.sizes
    sight = gist_at(game) + -(-gist_record(game).itemsize // WORD)
    split = (features + 1) * wide, (wide + 1) * narrow
    blocks: dict[str, Array] = {
        "slots_at": as_words(looks.slots),
        "listed_at": as_words(looks.listed),
        "bounds_at": as_words(looks.bounds),
        "inner_at": brain.weights[: split[0]],
        "middle_at": brain.weights[split[0] : sum(split)],
        "outer_at": brain.weights[sum(split) :],
        "found_at": np.zeros(features + 1, np.float32),
        "amount_at": np.zeros(features + 1, np.float32),
        "layers_at": np.zeros(wide + narrow + actions + shared, np.float32),
        "view_at": np.zeros(sight, np.float32),
        "base_table": np.asarray(base.table, np.float32),
    }
    whole = np.concatenate([as_words(np.zeros(1, net.HEAD)), *blocks.values()])
    head, end = whole[: net.HEAD.itemsize // WORD].view(net.HEAD)[0], net.HEAD.itemsize // WORD
    for name, block in blocks.items():
        head[name] = end
        end += len(block)
    head["base"], head["margin"], head["view_bytes"] = base.entry, brain.margin, sight_record(game).itemsize
    head["gist_at"], head["marks"] = head["view_at"] + gist_at(game), brain.marks
    head["slots"], head["listed"], head["bounds"] = len(looks.slots), len(looks.listed), len(looks.bounds)
    head["features"], head["wide"], head["narrow"], head["actions"] = features, wide, narrow, actions
    return whole


def as_words(block: Array) -> Array:
    """The bytes of an array as elements of a table."""
    raw = np.ascontiguousarray(block).view(np.uint8).ravel()
    return np.concatenate([raw, np.zeros(-len(raw) % WORD, np.uint8)]).view(np.float32)


LEARNED = Policy(
    "learned",
    make_learned,
    "Plays as search taught it, by a small net: nearly as strong, and a thousand times as fast; `simlab train` makes it.",
    make=make_learned,
    data=digest_for,
)

assert net.HEAD.itemsize % WORD == 0
