"""Who holds the better hand in battle: at most five cards, some of them perhaps borrowed from another row.

Every hand is judged by brute force: all subsets of five cards, all loans that the rules allow.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations

NUMBERS = "23456789TJQKA"
SUITS = "cdhs"
ACE = 14
HAND = 5
CATEGORIES = (
    "high_card",
    "one_pair",
    "two_pair",
    "three_kind",
    "straight",
    "flush",
    "full_house",
    "four_kind",
    "straight_flush",
    "royal_flush",
)
HIGH_CARD, ONE_PAIR, TWO_PAIR, THREE_KIND, STRAIGHT, FLUSH, FULL_HOUSE, FOUR_KIND, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)


def number(card: int) -> int:
    return card % 13 + 2  # ace 14, high in every comparison (BA-1.3, BA-1.4)


def suit(card: int) -> int:
    return card // 13


def red(card: int) -> bool:
    return suit(card) in (1, 2)


def read(text: str) -> list[int]:
    """Card ids of a text such as "As Td 2c"."""
    return [13 * SUITS.index(word[1]) + NUMBERS.index(word[0]) for word in text.split()]


def write(card: int) -> str:
    return NUMBERS[number(card) - 2] + SUITS[suit(card)]


class Ranking:
    """The order of hands under one set of rules."""

    def __init__(self, rules: dict[str, object]) -> None:
        best_first = list(rules["category_order"])
        if sorted(best_first) != sorted(CATEGORIES):
            raise ValueError("category_order must name each of the ten categories once, best first")
        self.place = [9 - best_first.index(name) for name in CATEGORIES]
        # The ace may stand below the lowest number of the deck (BA-9.4, deck_low); 0: it may not.
        self.below = rules["deck_low"] if rules["ace_low_straight"] else 0
        self.dead = rules["incomplete_hands"] == "dead"
        self.borrow_max = rules["borrow_max"]
        self._known: dict[frozenset[int], tuple[int, int]] = {}  # hands judged before
        self._values: dict[tuple[tuple[int, ...], bool], tuple[int, int]] = {}

    def hand(self, cards: Iterable[int]) -> tuple[int, int]:
        """Packed value and category code of the best hand that these cards alone make."""
        held = frozenset(cards)
        if held not in self._known:
            cards = tuple(sorted(held, key=number, reverse=True))
            hands = combinations(cards, HAND) if len(cards) > HAND else [cards]
            self._known[held] = max(map(self._whole, hands))
        return self._known[held]

    def best(self, own: Iterable[int], pool: Iterable[int]) -> tuple[int, int, tuple[int, ...]]:
        """Value, category and loan of the best hand from `own` and at most `borrow_max` cards of `pool` (BA-2.3).

        No loan unless it improves the value; among equally good loans the fewest cards, then the lowest ids.
        """
        own, pool = tuple(own), sorted(pool)
        value, category = self.hand(own)
        loan: tuple[int, ...] = ()
        for size in range(1, self.borrow_max + 1):
            for lent in combinations(pool, size):
                reached = self.hand(own + lent)
                if reached[0] > value:
                    (value, category), loan = reached, lent
        return value, category, loan

    def value(self, own: Iterable[int], pool: Iterable[int]) -> int:
        """V(X, B) of section 7."""
        return self.best(own, pool)[0]

    def _whole(self, cards: tuple[int, ...]) -> tuple[int, int]:
        """The same for one to five cards, highest number first."""
        if not cards:
            return 0, HIGH_CARD  # BA-9.2
        numbers = tuple([card % 13 + 2 for card in cards])  # spelled out: most of the referee's time goes here
        one_suit = cards[0] // 13 == cards[-1] // 13 and len({suit(card) for card in cards}) == 1
        if (numbers, one_suit) not in self._values:
            self._values[numbers, one_suit] = self._judge(numbers, one_suit)
        return self._values[numbers, one_suit]

    def _judge(self, numbers: tuple[int, ...], one_suit: bool) -> tuple[int, int]:
        if self.dead and len(numbers) < HAND:
            return pack(self.place[HIGH_CARD], numbers), HIGH_CARD
        category, ties = classify(numbers, one_suit, self.below)
        return pack(self.place[category], ties), category


@cache
def classify(numbers: tuple[int, ...], one_suit: bool, below: int) -> tuple[int, tuple[int, ...]]:
    """Category and tie-break numbers (section 5) of one to five cards, their numbers given highest first."""
    # The most frequent numbers first, then the higher ones: just the order in which every category compares them.
    groups = sorted(Counter(numbers).items(), key=lambda group: (-group[1], -group[0]))
    ties = tuple(found for found, _ in groups)
    pattern = tuple(count for _, count in groups)
    top = straight_top(numbers, below)
    flush = one_suit and len(numbers) == HAND
    if flush and top:
        return (ROYAL_FLUSH, ()) if top == ACE else (STRAIGHT_FLUSH, (top,))
    if pattern[0] == 4:
        return FOUR_KIND, ties
    if pattern == (3, 2):
        return FULL_HOUSE, ties
    if flush:
        return FLUSH, ties
    if top:
        return STRAIGHT, (top,)
    if pattern[0] == 3:
        return THREE_KIND, ties
    if pattern[:2] == (2, 2):
        return TWO_PAIR, ties
    return (ONE_PAIR, ties) if pattern[0] == 2 else (HIGH_CARD, ties)


def straight_top(numbers: tuple[int, ...], below: int) -> int:
    """Top number of a five-card straight, 0 if there is none; `below`: the number an ace may stand under."""
    if numbers == tuple(range(numbers[0], numbers[0] - HAND, -1)):
        return numbers[0]
    if below and numbers == (ACE, below + 3, below + 2, below + 1, below):
        return below + 3
    return 0


def pack(place: int, ties: Sequence[int]) -> int:
    value = place
    for tie in (*ties, 0, 0, 0, 0, 0)[:HAND]:  # a missing kicker counts 0 (BA-9.2)
        value = value << 4 | tie
    return value
