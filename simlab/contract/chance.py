"""All that chance can do in a game, listed: for games that are small enough to be looked at whole.

A game's `chance.py` gives two functions. Every card that is ever seen is dealt at the start, those that are turned up later too: what
a player knows comes from views alone, so the tree of the game is one deal and then nothing but decisions.

    deals(rules)                  yields (probability, deal); a deal is any plain value, such as a tuple of cards
    set_deal(state, rules, deal)  these cards instead of those that `reset` dealt, before the first decision

Both read knobs off `rules` by their names. `deals` raises `RulesError` where chance goes on after the first deal, so that deals cannot be
listed.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.errors import GameError, InputError
from simlab.masks import members
from simlab.rng import KEY, set_key

MOST_DEALS = 1_000_000
NEAR = 1e-9  # by which probabilities may miss 1

Array = npt.NDArray[Any]  # of one state
Deal = tuple[float, Any]


def listed(game: Game, rules: Any) -> list[Deal]:
    """Every deal with its probability; refused where a game does not list its deals, or not all of them."""
    if game.chance is None:
        raise InputError(f"{game.name} does not list its deals (GAME.chance)")
    found = [(float(chance), deal) for chance, deal in islice(game.chance.deals(rules), MOST_DEALS + 1)]
    if len(found) > MOST_DEALS:
        raise InputError(f"{game.name} has more than {MOST_DEALS:,} deals under these rules")
    whole = float(sum(Fraction(chance) for chance, _ in found))
    if abs(whole - 1.0) > NEAR or any(chance <= 0.0 for chance, _ in found):
        raise GameError(f"{game.name}: the probabilities of its deals add up to {whole}")
    return found


def fresh(game: Game, rules: Any, seed: int, index: int = 0) -> Array:
    """A game as it is dealt by a seed. `rules` is the kernel record."""
    work, key = np.zeros(1, game.engine.STATE), np.zeros(1, KEY)
    set_key(key[0], seed, index)
    game.engine.reset(work[0], rules, key[0])
    return work


def dealt(game: Game, rules: Any, deal: Any, seed: int = 0) -> Array:
    """A game with this deal. `rules` is the kernel record."""
    if game.chance is None:
        raise InputError(f"{game.name} does not list its deals (GAME.chance)")
    work = fresh(game, rules, seed)
    game.chance.set_deal(work[0], rules, deal)
    return work


def actions(state: Any) -> list[int]:
    """Legal ones by number, ascending."""
    return members(state.legal)


def after(game: Game, rules: Any, work: Array, action: int) -> Array:
    """A copy of a state, one action later."""
    found = work.copy()
    game.engine.step(found[0], rules, action)
    return found


def endings(game: Game, rules: Any, work: Array, made: int = 0) -> Iterator[tuple[int, Array]]:
    """Every end that can be reached from a state: the actions to it, and the state there."""
    if work[0].over:
        yield made, work
        return
    for action in actions(work[0]):
        yield from endings(game, rules, after(game, rules, work, action), made + 1)
