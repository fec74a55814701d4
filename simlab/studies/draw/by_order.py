"""Draw poker by any order of hands: its deck is dealt, and the pay table names its categories.

    title: Tarot draw
    order: tarot56
    pays:
      - {hand: straight flush, pay: 40}
      - {hand: pair, of: [Q, K, A], pay: 1}

A hand is what the order says it is, so it is paid by the line of its own category; wild cards stand for what the order ranks highest.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import numpy as np
from pydantic import BeforeValidator, Field

from simlab.errors import InputError, nearest
from simlab.ranking.hands import HAND
from simlab.ranking.named import AnyOrder, load
from simlab.ranking.schema import key_of
from simlab.scenarios.document import read
from simlab.scenarios.shapes import Shape, shape_of, shaped
from simlab.solvers.dealer import all_sets
from simlab.solvers.draw import OtherDeck
from simlab.solvers.pays import NONE
from simlab.studies.draw.measure import Array, DrawGame, pay_file, pay_table
from simlab.studies.pay_lines import MOST_LINES, Pay, common_parts

CHUNK = 200_000  # hands ranked at a time

Words = Annotated[tuple[str, ...], BeforeValidator(lambda value: tuple(map(str, value if isinstance(value, list) else [value])))]


class OrderLine(Shape):
    """One line: a category of the order, perhaps only of some ranks."""

    hand: str = Field(max_length=60, description="a category of the order")
    pay: Pay = Field(description="what it pays")
    of: Words = Field(
        (), description="only of these ranks of the deck, as K, J+ or 2-4: of the pair, the three ...; of a straight its highest"
    )
    name: str = Field("", max_length=60, description="what people call it")

    @property
    def title(self) -> str:
        return self.name or (f"{self.hand}, {' '.join(self.of)}" if self.of else self.hand)


class OrderTable(Shape):
    """A pay table over the categories of an order."""

    title: str = Field("pay table", max_length=120, description="heads what is printed")
    order: str = Field(max_length=200, description="a known order, or a file that states one")
    pays: list[OrderLine] = Field(min_length=1, max_length=MOST_LINES, description="lines; the first that fits pays")


@dataclass(frozen=True)
class OrderPays:
    """Lines with whole pays in parts of a bet."""

    lines: tuple[OrderLine, ...]

    @cached_property
    def parts(self) -> int:
        return common_parts(line.pay for line in self.lines)

    @property
    def whole(self) -> list[int]:
        return [int(line.pay * self.parts) for line in self.lines]


@dataclass(frozen=True)
class OrderDrawGame(DrawGame):
    """As a game by a pay table of poker; what differs is whose hands these are."""

    table: Any  # OrderTable

    @cached_property
    def order(self) -> AnyOrder:
        found = load(self.table.order)
        for line in self.table.pays:
            names = {key_of(name): name for name in found.categories}
            if key_of(line.hand) not in names:
                raise InputError(f"{self.table.title}: {found.name} has no category {line.hand!r}{nearest(line.hand, names.values())}")
            for word in line.of:
                self.ranks_named(word, found.deck.ranks)
        return found

    def ranks_named(self, word: str, ranks: Sequence[str]) -> Sequence[str]:
        """Those that a word says: one, `J+` for it and all above, `2-4` from one to another."""
        first, dash, last = word.removesuffix("+").partition("-")
        low = self.place_of(first, ranks)
        high = len(ranks) - 1 if word.endswith("+") else self.place_of(last, ranks) if dash else low
        return ranks[low : high + 1]

    def place_of(self, word: str, ranks: Sequence[str]) -> int:
        known = [rank.upper() for rank in ranks]
        name = "T" if word == "10" and "10" not in known else word.upper()
        if name not in known:
            raise InputError(f"{self.table.title}: no rank {word!r} in this deck{nearest(word, ranks)}")
        return known.index(name)

    @property
    def dealt(self) -> OtherDeck:
        deck, wild = self.order.deck, self.order.data.wild
        if deck.gone:
            raise InputError("the draw optimiser needs a whole deck: state its ranks and suits instead of taking cards out")
        alike = len(deck.suits) == 4 and deck.copies == 1 and not wild.cards
        return OtherDeck(deck.size, deck.kinds * deck.copies, alike)

    @cached_property
    def pays(self) -> Any:
        return OrderPays(tuple(self.table.pays))

    @cached_property
    def lines(self) -> Array:
        """The line of every hand, by the category of its score."""
        hands = all_sets(self.dealt.cards, HAND)
        scores = np.concatenate([self.order.batch(hands[at : at + CHUNK].astype(np.int64)) for at in range(0, len(hands), CHUNK)])
        different, back = np.unique(scores, return_inverse=True)
        return np.array([self.line_of(int(score)) for score in different], np.uint8)[back]

    def line_of(self, score: int) -> int:
        held = key_of(self.order.category(score))
        for at, line in enumerate(self.table.pays):
            if key_of(line.hand) == held and self.ranks_fit(line, score):
                return at
        return NONE

    def ranks_fit(self, line: OrderLine, score: int) -> bool:
        if not line.of:
            return True
        names = self.order.deck.ranks
        first = names[self.order.ranks_of(score)[0]]
        return any(first in self.ranks_named(word, names) for word in line.of)

    def read(self, text: str) -> list[int]:
        return self.order.deck.read(text)

    def write(self, cards: list[int]) -> str:
        return self.order.deck.write(cards)


def draw_game(name: str, order: str | None = None) -> DrawGame:
    """The game of a pay table that comes along, or of a file, by the order given or the one it names."""
    file = read(pay_file(name))
    if order is not None:
        file.data["order"] = order
    return OrderDrawGame(shaped(file, OrderTable, (OrderLine,))) if "order" in file.data else DrawGame(pay_table(name))


def order_game_of(data: Mapping[str, Any]) -> OrderDrawGame:
    """From plain data, for notebooks."""
    return OrderDrawGame(shape_of(data, OrderTable, (OrderLine,)))
