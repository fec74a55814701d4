"""How often does each hand of any order come? Every hand of the deck is looked at."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from simlab.errors import InputError, RulesError
from simlab.jit import kernel
from simlab.ranking.any_order import AnyOrder
from simlab.ranking.audit import Audit
from simlab.ranking.generic.trying import next_choice
from simlab.ranking.schema import OrderData

Scores = npt.NDArray[np.int64]
BLOCK = 1 << 16
FEW_SCORES = 1 << 10
MOST_HANDS = 1_500_000_000  # some 20 ns each
MOST_TRIED = 100_000_000  # choices of cards, where each is tried
ROUNDS = 12  # of putting categories in order of rarity


@dataclass(frozen=True)
class AnyOdds(Audit):
    """Exact counts of the categories of any order, lowest first; hands that do not qualify before them all."""

    order: AnyOrder
    cards: int
    counts: dict[str, int]

    @property
    def name(self) -> str:  # type: ignore[override]
        return self.order.name


def count_any(order: AnyOrder, cards: int | None = None, without: str | Iterable[int] = ()) -> AnyOdds:
    """Count every hand of `cards` cards (as many as count, without it), `without` some that are out of the deck."""
    if order.data.use is not None:
        raise InputError(
            f"{order.name} takes {order.data.use.own} own cards and {order.data.use.board} of a board: its deals are too many to count"
        )
    cards = order.data.hand if cards is None else cards
    order.check_sizes(cards, 0)
    gone = set(order.deck.read(without) if isinstance(without, str) else without)
    deck = np.array([card for card in order.deck.cards if card not in gone], np.int64)
    plain = by_category_alone(order)
    check_effort(plain, len(deck), cards)
    found = counted(plain, deck, cards)
    return AnyOdds(order, cards, found)


def by_category_alone(order: AnyOrder) -> AnyOrder:
    """The same order without ties, which counts need not tell apart; where a hand must be reached, with them."""
    data = order.data
    return order if data.at_least or data.unlike else AnyOrder(data.model_copy(update={"ties": (), "by_rarity": False}))


def check_effort(order: AnyOrder, deck: int, cards: int) -> None:
    if not 1 <= cards <= deck:
        raise InputError(f"{cards} cards cannot be dealt from {deck}")
    hands = comb(deck, cards)
    tried = hands * (comb(cards, order.data.hand) if not order.ranker.tables.serve and cards > order.data.hand else 1)
    if hands > MOST_HANDS or (not order.ranker.tables.serve and tried > MOST_TRIED):
        raise InputError(f"{hands:,} hands of {cards} cards are too many to look at one by one: ask for fewer cards")


def counted(order: AnyOrder, deck: Scores, cards: int) -> dict[str, int]:
    """By category, lowest first."""
    choice, left = np.arange(cards), comb(len(deck), cards)
    hands = np.empty((min(BLOCK, left), cards), np.int64)
    totals: dict[int, int] = {}
    nothing = np.zeros((1, 0), np.int64)
    while left > 0:
        now = min(BLOCK, left)
        next_hands(deck, choice, hands[:now])
        for score, number in numbers(order.ranker.scores(hands[:now], nothing)):
            place = order.place(score)
            totals[place] = totals.get(place, 0) + number
        left -= now
    named = {name: totals.get(place, 0) for place, name in enumerate(order.categories)}
    return {"does not qualify": totals[-1], **named} if -1 in totals else named


def numbers(scores: Scores) -> list[tuple[int, int]]:
    """(score, how often) of each; scores of categories alone are small, and counting them is quicker than sorting."""
    if int(scores.max()) < FEW_SCORES:
        return [(score, number) for score, number in enumerate(np.bincount(scores).tolist()) if number]
    found, times = np.unique(scores, return_counts=True)
    return list(zip(found.tolist(), times.tolist(), strict=True))


@kernel
def next_hands(deck, choice, hands):
    """The next hands of the deck, one row each, going on from `choice`."""
    for i in range(len(hands)):
        for k in range(len(choice)):
            hands[i, k] = deck[choice[k]]
        next_choice(choice, len(choice), len(deck))


# ---- categories in order of rarity


def by_rarity(data: OrderData) -> OrderData:
    """The same order with its categories by rarity, the rarest on top.

    With wild cards the order decides what a hand is, and so how often it comes: it is counted and put in order until nothing changes.
    """
    categories = data.categories
    seen = []
    for _ in range(ROUNDS):
        now = data.model_copy(update={"categories": categories, "by_rarity": False})
        order = AnyOrder(now)
        counts = count_any(order).counts
        names = dict(zip((pattern.name for pattern in order.patterns), categories, strict=True))
        ranked = tuple(sorted(names, key=lambda name: -counts[name]))
        if data.low:
            ranked = ranked[::-1]
        if tuple(names[name] for name in ranked) == categories:
            return now
        seen.append(categories)
        categories = tuple(names[name] for name in ranked)
        if categories in seen:
            break
    raise RulesError(
        f"{data.name}: no order of these categories agrees with rarity: with wild cards, whatever ranks higher comes more often"
    )
