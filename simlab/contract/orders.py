"""Hands by an order, wherever one is named: a game's own, one that belongs to no game, a known name or a file of the user's."""

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from simlab.contract.catalogue import load, sound, titles
from simlab.contract.game import Game
from simlab.errors import InputError, UnknownName
from simlab.ranking import any_text, named, text
from simlab.ranking.hands import HAND
from simlab.ranking.named import AnyOrder
from simlab.ranking.orders import Order
from simlab.ranking.text import Comparison, Ranked

AnyName = str | Path | Order | AnyOrder


def order_of(name: str | Order, **knobs: Any) -> Order:
    """The order of that name (`standard`, `joker`, or a game's), with its ranking knobs set otherwise than by default."""
    return name if isinstance(name, Order) else text.built(name, builder_of(name), knobs)


def builder_of(name: str) -> Callable[..., Order]:
    builder = text.BUILDERS.get(name) or (load(name).order if name in titles() else None)
    if builder is not None and not isinstance(builder, str | Path):
        return builder
    known = [*text.BUILDERS, *(game.name for game in sound() if callable(game.order))]
    if name in titles():
        raise InputError(f"{name} names no order of hands: compare hands by another ({', '.join(known)})")
    raise UnknownName("order", name, [*known, *named.names()])


def any_order_of(name: AnyName, **knobs: Any) -> Order | AnyOrder:
    """The same, and orders that are data: those a game names, known ones, files."""
    if isinstance(name, Order | AnyOrder):
        return name
    given = data_of(name)
    if given is None:
        return order_of(str(name), **knobs)
    if knobs:
        raise InputError(f"{name} has no ranking knobs: write an order file with `like: {name}` and what differs")
    return named.load(given)


def data_of(name: str | Path) -> str | Path | None:
    """What `named.load` takes, where an order is data; games and the two old orders go first."""
    if name in text.BUILDERS:
        return None
    if name in titles():
        return declared(load(str(name)))
    return name if name in named.names() or Path(name).suffix or Path(name).is_file() else None


def declared(game: Game) -> str | Path | None:
    """The order that a game names as data: a known name, or a file in its folder."""
    if not isinstance(game.order, str | Path):
        return None
    beside = Path(str(import_module(game.package).__file__)).parent / game.order
    return beside if beside.is_file() else game.order


def rank(cards: str | int, game: AnyName = "standard", wild: bool = False, **knobs: Any) -> Ranked:
    """The strength of a hand, in words and as a score. `wild`: a wild card goes with it."""
    order = any_order_of(game, **knobs)
    if isinstance(order, AnyOrder):
        return any_text.rank(named_hand(cards, wild, order), order)
    refuse_few(cards, game, order, wild)
    return text.rank(cards, order, wild)


def compare(hands: Sequence[str], game: AnyName = "standard", wild: bool = False, **knobs: Any) -> Comparison:
    """Hands side by side: who wins, and why."""
    order = any_order_of(game, **knobs)
    if isinstance(order, AnyOrder):
        return any_text.compare([named_hand(hand, wild, order) for hand in hands], order)
    for hand in hands:
        refuse_few(hand, game, order, wild)
    return text.compare(hands, order, wild)


def named_hand(cards: str | int, wild: bool, order: AnyOrder) -> str:
    if wild:
        raise InputError(f"{order.name} says itself which cards are wild; --wild is for fortune and joker")
    if isinstance(cards, int):
        raise InputError(f"{order.name} takes hands as text or card ids, not as a mask")
    return cards


def refuse_few(cards: str | int, game: AnyName, order: Order, wild: bool) -> None:
    """Ordinary poker is played with five cards: three suited ones in a row are no straight flush of it, and no high card either."""
    if game not in text.BUILDERS:
        return
    held = text.size(text.read_hand(cards, order)) + wild
    if 0 < held < HAND:
        other = {1: "one_card", 2: "two_card", 3: "three_card", 4: "four_card"}[held]
        raise InputError(f"{game} ranks hands of five cards or more, not of {held} (for hands of {held} there is the order {other})")
