"""How often does each hand of a game come, and does its order agree with rarity? Exact counts over all hands.

Whatever compares hands by an order is counted in the same way. A game with hands or a deck of its own declares `OwnOdds` as its
study `odds`: it is asked the same question, and may answer otherwise.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simlab.contract.orders import any_order_of
from simlab.errors import InputError
from simlab.ranking.any_counts import count_any
from simlab.ranking.audit import Audit
from simlab.ranking.counting import odds
from simlab.ranking.hands import HAND
from simlab.ranking.named import AnyOrder
from simlab.ranking.schema import key_of
from simlab.studies.odds.page import rarity_chart


@dataclass(frozen=True)
class Sampling:
    """Games that show what becomes of a planted card: who sits there, how many are played."""

    players: int | None = None
    left: int = 0  # draws the planter still makes
    policy: str | None = None
    games: int = 20_000
    seed: int = 1


@dataclass(frozen=True)
class OddsQuestion:
    """Hands of which game, of how many cards, out of which deck."""

    game: str
    knobs: Mapping[str, Any]
    cards: int | None = None
    wild: bool = False
    jokers: int = 0
    without: str = ""
    arcana: str | None = None  # `--arcana`: one of the Major Arcana in force
    plant: int | None = None  # `--plant`: instead, who draws a card at this depth ...
    sample: Sampling = Sampling()  # ... in these games


@dataclass(frozen=True)
class OddsAnswer:
    """What is said, the same as plain data, and what draws it."""

    lines: Sequence[str]
    data: dict[str, Any]
    draw: Callable[[Path], None] | None = None  # nothing where there is no chart of it


@dataclass(frozen=True)
class OwnOdds:
    """A game's own way to answer, and which of the options `--arcana` and `--plant` it knows."""

    options: tuple[str, ...]
    answer: Callable[[OddsQuestion], OddsAnswer]


def general_answer(question: OddsQuestion) -> OddsAnswer:
    """By the order of that name, a game's or one without a game."""
    order = any_order_of(question.game, **question.knobs)
    if isinstance(order, AnyOrder):
        return any_answer(question, order)
    found = odds(order, question.cards or HAND, wild=question.wild, jokers=question.jokers, without=question.without)
    return audit(question.game, found)


def any_answer(question: OddsQuestion, order: AnyOrder) -> OddsAnswer:
    """By an order that is data, which says itself how many cards count and which are wild."""
    if question.wild or question.jokers:
        raise InputError(f"{order.name} says itself which cards are wild: write a file with `like: {order.name}` (--wild, --jokers)")
    return audit(order.name, count_any(order, question.cards, question.without))


def audit(game: str, found: Audit, head: Sequence[str] = (), more: Mapping[str, Any] | None = None) -> OddsAnswer:
    """Counts and rarity of every category; `head` and `more`: what else there is to say about them."""
    wide = max(16, *(len(found.title(kind)) for kind in found.counts))
    lines = [*head, f"{'category':{wide}} {'hands':>15} {'share':>11}  rarity"]
    lines += [f"{row['category']:{wide}} {row['hands']:>15,} {row['share']:>11.7f}  {row['rarity'] or '-'}" for row in found.table()]
    swaps = [[key_of(found.title(high)), key_of(found.title(low))] for high, low in found.swaps]
    data = {"game": game, "cards": found.cards, **(more or {}), "total": found.total, "categories": found.table(), "swaps": swaps}
    return OddsAnswer(
        [*lines, f"{'total':{wide}} {found.total:>15,}", found.finding],
        {**data, "finding": found.finding},
        lambda file: rarity_chart(found, file),
    )
