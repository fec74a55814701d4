"""What beats what in Fortune: five cards of a 56-card tarot deck, found by trying every hand that can be played.

Nothing here is clever. A run is looked up in a written-out ladder, the best five are found by trying every five, and the Fool by
letting it stand for every card in turn. Keys of hands compare with `<` and `==`: the larger key is the better hand.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from tests.games.fortune.referee.names import (
    ACE,
    CARDS,
    EMPEROR,
    FIVE,
    FLUSH,
    FOUR,
    FULL_HOUSE,
    HIGH_CARD,
    KING,
    PAGE,
    PAIR,
    QUEEN,
    RANKS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    STRENGTH,
    THREE,
    TWO,
    TWO_PAIRS,
    rank_of,
    suit_of,
)

Key = tuple[int, ...]


class Ranking:
    """The order of hands under given rules with a given Arcana in force (-1: none)."""

    def __init__(self, rules: dict[str, object], arcana: int) -> None:
        self.values = card_values(arcana)
        self.runs = [frozenset(run) for run in runs_low_to_high(rules, arcana)]
        self.place = category_places(rules)
        self.fifth_of_a_kind = rules["five_of_a_kind"] != "off"
        self._known: dict[tuple[int, ...], tuple[int, Key]] = {}

    def value(self, card: int) -> int:
        """0..13 in the card order in force, the Page 0."""
        return self.values[rank_of(card)]

    def best(self, own: Iterable[int], fool: bool = False, flops: Iterable[int] = ()) -> tuple[Key, int]:
        """The key and the category of the best hand playable."""
        key, category = max(self._key_of(five) for five in self._playable(list(own), fool, list(flops)))
        return key, category

    def five_cards(self, five: Iterable[int]) -> tuple[int, Key]:
        """The one category of five given cards (FO-5.9) and what breaks ties within it (FO-5.4)."""
        five = tuple(sorted(five))
        if five not in self._known:
            self._known[five] = self._classify(five)
        return self._known[five]

    def run_value(self, ranks: Iterable[int]) -> int | None:
        held = frozenset(ranks)
        return self.runs.index(held) if held in self.runs else None

    def _key_of(self, five: tuple[int, ...]) -> tuple[Key, int]:
        category, ties = self.five_cards(five)
        return (self.place[category], *ties), category

    def _playable(self, own: list[int], fool: bool, flops: list[int]) -> Iterator[tuple[int, ...]]:
        if flops:  # FO-5.8: four own and exactly one flop
            for four in combinations(own, 4):
                for flop in flops:
                    yield (*four, flop)
            return
        yield from combinations(own, 5)
        if fool:
            for four in combinations(own, 4):
                for stand_in in self._fool_stands_for(four):
                    yield (*four, stand_in)

    def _fool_stands_for(self, four: tuple[int, ...]) -> Iterator[int]:
        """FO-5.7: any card not among the other four, or a fifth of a kind (a card of that rank once more)."""
        yield from (card for card in CARDS if card not in four)
        if self.fifth_of_a_kind and len({rank_of(card) for card in four}) == 1:
            yield four[0]

    def _classify(self, five: tuple[int, ...]) -> tuple[int, Key]:
        ranks = [rank_of(card) for card in five]
        flush = len({suit_of(card) for card in five}) == 1
        run = self.run_value(ranks)
        # The ranks by how often they are held, then by value: exactly the order in which FO-5.4 compares them.
        counted = sorted(((ranks.count(rank), self.values[rank]) for rank in set(ranks)), reverse=True)
        pattern = [count for count, _ in counted]
        by_rank = tuple(value for _, value in counted)
        if pattern == [5]:
            return FIVE, by_rank
        if flush and run is not None:
            return STRAIGHT_FLUSH, (run,)
        if pattern == [4, 1]:
            return FOUR, by_rank
        if pattern == [3, 2]:
            return FULL_HOUSE, by_rank
        if flush:
            return FLUSH, by_rank
        if run is not None:
            return STRAIGHT, (run,)
        return {3: THREE, 2: TWO_PAIRS if pattern == [2, 2, 1] else PAIR, 1: HIGH_CARD}[pattern[0]], by_rank


def card_values(arcana: int) -> list[int]:
    """The value 0..13 of each rank index."""
    values = list(range(RANKS))  # FO-5.2
    if arcana == EMPEROR:  # FO-5.5: K A Q ... Page
        values[KING], values[ACE] = 13, 12
    if arcana == STRENGTH:  # FO-5.6: 2 3 4 ... Q K A Page
        values = [PAGE] + [RANKS - rank for rank in range(TWO, RANKS)]
    return values


def category_places(rules: dict[str, object]) -> dict[int, int]:
    """How high each category stands: 9 on top."""
    order = list(rules["category_order"])  # type: ignore[call-overload]
    if rules["five_of_a_kind"] == "below_straight_flush":
        order[0], order[1] = order[1], order[0]
    return {category: 9 - place for place, category in enumerate(order)}


def runs_low_to_high(rules: dict[str, object], arcana: int) -> list[list[int]]:
    """Five neighbours of the ladder make a run (FO-5.3)."""
    page_rule = rules["page_in_straights"]
    reversed_order = arcana == STRENGTH and rules["strength_runs"] == "same"
    ladder = ladder_low_to_high(rules, arcana)
    if page_rule == "none":  # FO-5.10
        ladder = [rank for rank in ladder if rank != PAGE]
    if page_rule == "below_two":  # FO-5.10: the rank that stands twice loses its place by the Page, or (mirror) the one above the 2
        ladder = once_each(ladder, keep_first=arcana == STRENGTH and rules["strength_runs"] == "mirror")
    runs = [ladder[i : i + 5] for i in range(len(ladder) - 4)]
    if not reversed_order:
        return runs
    # FO-5.6: the same sets in reversed order, but the Page's run stays lowest
    return [run for run in runs if PAGE in run] + [run for run in reversed(runs) if PAGE not in run]


def ladder_low_to_high(rules: dict[str, object], arcana: int) -> list[int]:
    two_to_queen = list(range(TWO, QUEEN + 1))
    if arcana == EMPEROR and rules["emperor_runs"] == "swap":
        return [PAGE, KING, *two_to_queen, ACE, KING]
    if arcana == STRENGTH and rules["strength_runs"] != "same":
        downward = [PAGE, ACE, KING, *reversed(two_to_queen)]
        return [*downward, ACE] if rules["strength_runs"] == "mirror" else downward
    return [PAGE, ACE, *two_to_queen, KING, ACE]  # FO-5.3


def once_each(ladder: list[int], keep_first: bool) -> list[int]:
    twice = [rank for rank in ladder if ladder.count(rank) == 2]
    if not twice:
        return ladder
    gone = len(ladder) - 1 - ladder[::-1].index(twice[0]) if keep_first else ladder.index(twice[0])
    return ladder[:gone] + ladder[gone + 1 :]
