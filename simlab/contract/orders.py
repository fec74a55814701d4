"""Hands by the order of a game: for whoever names a game where `ranking` wants its `Order`."""

from collections.abc import Callable, Sequence
from typing import Any

from simlab.contract.catalogue import load, sound, titles
from simlab.errors import InputError, UnknownName
from simlab.ranking import text
from simlab.ranking.orders import Order
from simlab.ranking.text import Comparison, Ranked


def order_of(name: str | Order, **knobs: Any) -> Order:
    """The order of that name (`standard`, `joker`, or a game's), with its ranking knobs set otherwise than by default."""
    return name if isinstance(name, Order) else text.built(name, builder_of(name), knobs)


def builder_of(name: str) -> Callable[..., Order]:
    builder = text.BUILDERS.get(name) or (load(name).order if name in titles() else None)
    if builder is not None:
        return builder
    known = [*text.BUILDERS, *(game.name for game in sound() if game.order)]
    if name in titles():
        raise InputError(f"{name} names no order of hands: compare hands by another ({', '.join(known)})")
    raise UnknownName("order", name, known)


def rank(cards: str | int, game: str | Order = "standard", wild: bool = False, **knobs: Any) -> Ranked:
    """The strength of a hand, in words and as a score. `wild`: a wild card goes with it."""
    return text.rank(cards, order_of(game, **knobs), wild)


def compare(hands: Sequence[str], game: str | Order = "standard", wild: bool = False, **knobs: Any) -> Comparison:
    """Hands side by side: who wins, and why."""
    return text.compare(hands, order_of(game, **knobs), wild)
