"""Arcana's sixteen kinds of hand, read straight from the rule book: try every category, every reading, every five cards."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations, permutations
from operator import itemgetter

COINS, SWORDS, WANDS, CUPS = range(4)
TEN, ACE = 10, 15
TYPES = 56
HAND = 5

# AR-12.1 .. AR-12.16, best first; the code of section 5 counts down from 15.
CATEGORIES = [
    "quintuplet",
    "quadruplet",
    "full_family",
    "five_of_a_kind",
    "straight_flush",
    "triplet",
    "four_of_a_kind",
    "two_twin",
    "full_house",
    "straight",
    "flush",
    "three_of_a_kind",
    "one_twin",
    "two_pair",
    "one_pair",
    "high_card",
]
CODE = {name: 15 - place for place, name in enumerate(CATEGORIES)}

# Collections that make a category: of identical cards (same rank and suit), or of cards of one rank.
IDENTICAL = {"quintuplet": (5,), "quadruplet": (4,), "full_family": (3, 2), "triplet": (3,), "two_twin": (2, 2), "one_twin": (2,)}
OF_A_RANK = {
    "five_of_a_kind": (5,),
    "four_of_a_kind": (4,),
    "full_house": (3, 2),
    "three_of_a_kind": (3,),
    "two_pair": (2, 2),
    "one_pair": (2,),
}

NO_HAND = -1  # fewer than five cards rank below everything
REMEMBERED = 300_000  # hands kept in memory before we start afresh
ONE_OF = [8 ** (card % 14) for card in range(TYPES)]  # how many of each rank, three bits a rank: adds one of this card's
FITS: dict[tuple[bool, bool, bool], dict[tuple[int, ...], list[tuple[str, int]]]] = {}  # by kickers and straights, then by hand


def suit_of(card: int) -> int:
    return card // 14


def rank_of(card: int) -> int:
    return card % 14 + 2


def card(text: str) -> int:
    """'10W' -> the id of the Ten of Wands."""
    rank, suit = text[:-1], text[-1]
    return 14 * "CSWU".index(suit) + (int(rank) if rank.isdigit() else 11 + "PNQKA".index(rank)) - 2


def cards(text: str) -> list[int]:
    return [card(word) for word in text.split()]


def name_of(card: int) -> str:
    rank = rank_of(card)
    return (str(rank) if rank <= TEN else "PNQKA"[rank - 11]) + "CSWU"[suit_of(card)]


def category_places(order: object) -> list[str]:
    """The knob `category_order` written out: sixteen names, best first (AR-13.10)."""
    if isinstance(order, dict):
        names = list(CATEGORIES)
        one, other = (names.index(name) for name in order["swap"])
        names[one], names[other] = names[other], names[one]
    else:
        names = list(order)  # type: ignore[call-overload]
    if sorted(names) != sorted(CATEGORIES):
        raise ValueError("category_order must name each of the sixteen categories once")
    if names[-1] != "high_card":
        raise ValueError("high_card stays last (AR-13.10)")
    return names


def straights(ace_low: bool, wrap: bool) -> dict[frozenset[int], int]:
    """The rank sets that are straights, each with its highest card (AR-13.4, AR-13.5)."""
    runs = {frozenset(range(low, low + 5)): low + 4 for low in range(2, 12)}
    if ace_low:
        runs[frozenset({ACE, 2, 3, 4, 5})] = 5
    if ace_low and wrap:
        runs[frozenset({14, ACE, 2, 3, 4})] = 4  # KA234, high = its last card
        runs[frozenset({13, 14, ACE, 2, 3})] = 3
        runs[frozenset({12, 13, 14, ACE, 2})] = 2
    return runs


class Ranking:
    """One way to rank hands: category order, kickers and straights as the knobs say."""

    def __init__(
        self, order: object = CATEGORIES, kickers: str = "contributing", ace_low_straight: bool = True, wrap_straights: bool = False
    ) -> None:
        self.names = category_places(order)
        self.places = {name: 15 - place for place, name in enumerate(self.names)}
        self.natural = kickers == "natural"
        self.runs = straights(ace_low_straight, wrap_straights)
        self.fits = FITS.setdefault((self.natural, ace_low_straight, wrap_straights), {})
        self.values: dict[tuple[int, ...], int] = {}
        self.bests: dict[tuple[int, ...], tuple[int, tuple[int, ...]]] = {}

    def value(self, five: Iterable[int]) -> int:
        """A number that is higher for the better hand and equal for equal hands (AR-13.9)."""
        return self._remembered(tuple(sorted(five)))

    def name(self, value: int) -> str:
        return self.names[15 - value // 16**5]

    def code(self, value: int) -> int:
        """The category of a value by the codes of section 5, whatever `category_order` says."""
        return CODE[self.name(value)]

    def place(self, name: str) -> int:
        """15 for the best category of this order, 0 for the last."""
        return self.places[name]

    def best(self, held: Iterable[int]) -> tuple[int, tuple[int, ...]]:
        """Value and cards of the best five of `held`; ties go to the lexicographically smallest ids (AR-13.8)."""
        held = tuple(sorted(held))
        if held not in self.bests:
            make_room(self.bests)
            fives = sorted(set(combinations(held, HAND)))
            value, five = max(((self._remembered(five), five) for five in fives), key=itemgetter(0))  # max keeps the first of equals
            self.bests[held] = value, five
        return self.bests[held]

    def _remembered(self, five: tuple[int, ...]) -> int:
        """Hands that differ only in the names of the suits have one value (AR-13.7): each is worked out once."""
        by_suit = [0, 0, 0, 0]
        for card in five:
            by_suit[card // 14] += ONE_OF[card]
        by_suit.sort()
        key = tuple(by_suit)
        if key not in self.values:
            make_room(self.values)
            self.values[key] = self._value(key, five)
        return self.values[key]

    def _value(self, key: tuple[int, ...], five: tuple[int, ...]) -> int:
        """A hand is the highest category it fits (AR-12.17). What it fits does not depend on the order of the categories."""
        if key not in self.fits:
            make_room(self.fits)
            self.fits[key] = self._fitting(five)
        return max(self.places[name] * 16**5 + vector for name, vector in self.fits[key])

    def _fitting(self, five: tuple[int, ...]) -> list[tuple[str, int]]:
        """Every category this hand can be read as, each with its tie-break vector as a number."""
        types, ranks = counted(five), counted([rank_of(card) for card in five])
        names = possible(max(types.values()), max(ranks.values()))
        readings = ((name, self._readings(name, types, ranks)) for name in names)
        # AR-13.10: of several readings the highest counts
        return [(name, sum(entry * 16 ** (4 - i) for i, entry in enumerate(max(vectors)))) for name, vectors in readings if vectors]

    def _readings(self, name: str, types: dict[int, int], ranks: dict[int, int]) -> list[list[int]]:
        """Every tie-break vector this hand has as a `name`; empty when it is none."""
        if name in IDENTICAL:
            return self._collections(IDENTICAL[name], types, rank_of, ranks)
        if name in OF_A_RANK:
            return self._collections(OF_A_RANK[name], ranks, int, ranks)
        if name == "high_card":
            return [self._singly(ranks)]
        one_suit = len({suit_of(card) for card in types}) == 1
        if name == "flush":
            return [self._singly(ranks)] if one_suit else []
        if name == "straight_flush" and not one_suit:
            return []
        high = self.runs.get(frozenset(ranks)) if len(ranks) == HAND else None
        return [[high]] if high else []

    def _collections(
        self, sizes: tuple[int, ...], counts: dict[int, int], rank: Callable[[int], int], ranks: dict[int, int]
    ) -> list[list[int]]:
        """Readings as collections of these sizes, each of another type (or rank), the other cards following (AR-13.1 to AR-13.3)."""
        repeated = [key for key in counts if counts[key] >= min(sizes)]
        vectors = []
        for chosen in permutations(repeated, len(sizes)):
            if any(counts[key] < size for key, size in zip(chosen, sizes, strict=True)):
                continue
            left = dict(ranks)
            for key, size in zip(chosen, sizes, strict=True):
                left[rank(key)] -= size
            vectors.append([rank(key) for key in chosen] + self._singly(left))
        return vectors

    def _singly(self, left: dict[int, int]) -> list[int]:
        """The cards outside the collections, high first; `natural` groups them by rank, larger groups first, each written once."""
        if self.natural:
            return sorted((rank for rank in left if left[rank] > 0), key=lambda rank: (left[rank], rank), reverse=True)
        return sorted((rank for rank in left for _ in range(left[rank])), reverse=True)


@cache
def possible(identical: int, of_a_rank: int) -> list[str]:
    """Categories without a larger collection than these: saves the search for readings."""
    return [name for name in CATEGORIES if IDENTICAL.get(name, (0,))[0] <= identical and OF_A_RANK.get(name, (0,))[0] <= of_a_rank]


def counted(things: Iterable[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for thing in things:
        counts[thing] = counts.get(thing, 0) + 1
    return counts


def make_room(memory: dict) -> None:
    if len(memory) >= REMEMBERED:
        memory.clear()
