"""Which of two five-card poker hands is better when suits break every tie: the referee's slow ranking for showdown.

A hand's key is (place of its category, rank part, suit part); the greater key is the better hand (SH-8.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

RANKS = "23456789TJQKA"  # rank order, lowest first (SH-3.1)
SUITS = "cdhs"  # suit numbers 0..3 of the card ids (SH-2.1)
ACE = 12

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)
CATEGORIES = (  # the standard order, lowest first (SH-8.2)
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)


def rank_of(card: int) -> int:
    return card // 4  # SH-2.1: c = 4·r + s


def suit_of(card: int) -> int:
    return card % 4


def read_cards(text: str) -> list[int]:
    """Card ids of "As Td 2c", in the order written."""
    return [4 * RANKS.index(word[0]) + SUITS.index(word[1]) for word in text.split()]


def deck_cards(lowest_rank: int) -> list[int]:
    """Every card of the deck, ascending: 52, or fewer when the deck is short (`lowest_rank` > 2)."""
    return [card for card in range(52) if rank_of(card) >= lowest_rank - 2]


class Judged(NamedTuple):
    """A hand's category (standard number) and its key; keys of one ranking compare like the hands."""

    category: int
    key: tuple[int, tuple[int, ...], tuple[int, ...]]

    @property
    def ranks(self) -> tuple[int, ...]:
        return self.key[1]


class Ranking:
    """The ranking under the knobs that touch it."""

    def __init__(
        self,
        category_order: Sequence[str] = CATEGORIES,
        suit_order: Sequence[str] = SUITS,
        full_house_compare: str = "highest_rank",
        ace_low_straight: bool = True,
        lowest_rank: int = 2,
    ) -> None:
        order = [name.replace(" ", "_") for name in category_order]
        self.category_place = [order.index(name) for name in CATEGORIES]
        self.suit_place = [list(suit_order).index(letter) for letter in SUITS]  # SH-3.2
        self.trips_first = full_house_compare == "trips_first"
        self.straights = straights(ace_low_straight, lowest_rank)

    def judge(self, hand: Iterable[int]) -> Judged:
        hand = list(hand)
        category = self.category(hand)
        ordered = self.by_relevance(hand, category)
        suits = tuple(self.suit_place[suit_of(card)] for card in ordered)
        return Judged(category, (self.category_place[category], self.rank_part(ordered, category), suits))

    def category(self, hand: Sequence[int]) -> int:
        ranks = [rank_of(card) for card in hand]
        alike = sorted(Counter(ranks).values(), reverse=True)
        flush = len({suit_of(card) for card in hand}) == 1
        straight = frozenset(ranks) in self.straights
        if straight and flush:
            return STRAIGHT_FLUSH
        if alike[0] == 4:
            return FOUR
        if alike == [3, 2]:
            return FULL_HOUSE
        if flush:
            return FLUSH
        if straight:
            return STRAIGHT
        if alike[0] == 3:
            return THREE
        if alike == [2, 2, 1]:
            return TWO_PAIR
        return PAIR if alike[0] == 2 else HIGH_CARD

    def by_relevance(self, hand: Sequence[int], category: int) -> list[int]:
        """The five cards, the one that matters most first; inside a rank the higher suit first (SH-8.8)."""
        ranks = [rank_of(card) for card in hand]
        if category in (STRAIGHT, STRAIGHT_FLUSH):
            top = self.straights[frozenset(ranks)]
            # an ace above the top card is the low end: 5-4-3-2-A (SH-8.6)
            return sorted(hand, key=lambda card: -1 if rank_of(card) > top else rank_of(card), reverse=True)
        if category == FULL_HOUSE:
            # suits of the higher rank, then of the lower, whichever is the three (SH-8.12)
            return sorted(hand, key=lambda card: (rank_of(card), self.suit_place[suit_of(card)]), reverse=True)
        return sorted(hand, key=lambda card: (ranks.count(rank_of(card)), rank_of(card), self.suit_place[suit_of(card)]), reverse=True)

    def rank_part(self, ordered: Sequence[int], category: int) -> tuple[int, ...]:
        ranks = [rank_of(card) for card in ordered]
        if category in (STRAIGHT, STRAIGHT_FLUSH):
            return (ranks[0],)  # SH-8.6, SH-8.11: the top card
        if category == FULL_HOUSE:
            return self.full_house_part(ranks)
        # groups before kickers, each rank once: SH-8.3, 8.4, 8.5, 8.7, 8.10
        return tuple(dict.fromkeys(ranks))

    def full_house_part(self, ranks: Sequence[int]) -> tuple[int, ...]:
        three = next(rank for rank in ranks if ranks.count(rank) == 3)
        pair = next(rank for rank in ranks if ranks.count(rank) == 2)
        if self.trips_first:
            return (three, pair)
        # SH-8.9: the higher rank, the other rank; SH-8.12: then three of the higher rank
        return (max(three, pair), min(three, pair), int(three > pair))


def straights(ace_low_straight: bool, lowest_rank: int) -> dict[frozenset[int], int]:
    """Every set of five ranks that is a straight, with the rank of its top card."""
    lowest = lowest_rank - 2
    runs = {frozenset(range(low, low + 5)): low + 4 for low in range(lowest, ACE - 3)}
    if ace_low_straight:
        # SH-3.4: A-2-3-4-5; in a short deck the ace stands next to the lowest rank; no other wrap
        runs[frozenset([ACE, *range(lowest, lowest + 4)])] = lowest + 3
    return runs
