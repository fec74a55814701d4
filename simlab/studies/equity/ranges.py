"""Ranges of hands against each other, and how strong a range is street by street: the question in words, and the answer.

Hands are ranked by any order: those with the fast kernels by these, all others by the general ranker.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from simlab.cards import Deck
from simlab.contract.orders import any_order_of
from simlab.errors import CardError, InputError
from simlab.ranking.batch.rank import ranker
from simlab.ranking.hands import CATEGORY_AT, NAMES, Category
from simlab.ranking.named import AnyOrder
from simlab.ranking.orders import Order
from simlab.ranking.range_equity import Ids, RangeEquity, Scores, Table, boards_in_blocks, deal_sample, range_equity, scores_on
from simlab.ranking.ranges import ANY_WORDS, Range, Reader, parts_of, weighed
from simlab.stats.estimates import proportion

USUAL_BOARD = 5
STREETS = {3: "flop", 4: "turn", 5: "river"}
STREET_DEALS = 4_000_000  # hands on boards that are looked at exactly, for one street
STREET_SAMPLES = 400_000
BLOCK = 65_536


class Judge(Protocol):
    """Which cards there are, and what each hand is worth."""

    name: str
    deck: Any
    cards: tuple[int, ...]  # ids that can be dealt
    own: int  # cards a player usually holds

    def score(self, own: Ids, boards: Ids) -> Scores: ...

    def categories(self, scores: Scores) -> npt.NDArray[Any]:
        """The place of each score's category among `names`."""

    names: tuple[str, ...]  # of categories, lowest first
    per_hand: float  # nanoseconds to rank one
    minds_twice: bool  # whether hands that have a card of the board must not be asked for


class FastJudge(Judge):
    """By the kernels that read a hand as one word."""

    per_hand, minds_twice = 5.0, False

    def __init__(self, order: Order) -> None:
        self.order, self.name, self.own = order, order.name, 2
        self.deck: Deck = order.deck
        self.cards = tuple(order.cards)
        self.bits = (np.uint64(1) << order.deck.place.astype(np.uint64)).view(np.int64)
        self.names = tuple(NAMES[held] for held in order.categories)
        self.places = np.zeros(len(Category), np.int64)
        self.places[list(order.categories)] = np.arange(len(order.categories))
        self.last: tuple[Ids, Any] = (np.zeros((0, 0), np.int64), None)

    def score(self, own: Ids, boards: Ids) -> Scores:
        if self.last[0] is not boards:  # the same boards come again and again
            self.last = boards, self.words(boards)
        words = self.words(own) | self.last[1]
        scores = np.empty(len(words), np.int64)
        cards = own.shape[1] + boards.shape[1]
        ranker(self.order, cards, cards)(words, scores)
        return scores

    def words(self, cards: Ids) -> Any:
        if cards.shape[1] == 0:
            return np.zeros(len(cards), np.int64)
        if cards.strides[0] == 0 and len(cards):  # one hand for all boards
            return np.int64(np.bitwise_or.reduce(self.bits[cards[0]]))
        return np.bitwise_or.reduce(self.bits[cards], axis=1)

    def categories(self, scores: Scores) -> npt.NDArray[Any]:
        return np.asarray(self.places[scores >> CATEGORY_AT & 15])


class AnyJudge(Judge):
    """By the general ranker."""

    per_hand, minds_twice = 40.0, True

    def __init__(self, order: AnyOrder) -> None:
        self.order, self.name = order, order.name
        self.deck = order.deck
        self.cards = tuple(order.deck.cards)
        self.own = 4 if order.data.use is not None else 2
        if order.data.use is not None:
            self.per_hand = 250.0  # every choice of own cards
        self.names = (*order.categories, "does not qualify")

    def score(self, own: Ids, boards: Ids) -> Scores:
        return self.order.batch(own, boards)

    def categories(self, scores: Scores) -> npt.NDArray[Any]:
        found, back = np.unique(scores, return_inverse=True)
        places = np.array([self.order.place(int(score)) for score in found])
        return np.asarray(np.where(places < 0, len(self.names) - 1, places)[back])


def judge_of(name: str, knobs: Mapping[str, Any]) -> Judge:
    """By the name of an order or a game, or a file."""
    order = any_order_of("one_joker" if name == "joker" else name, **knobs)
    return FastJudge(order) if isinstance(order, Order) else AnyJudge(order)


# ---- the question


@dataclass(frozen=True)
class Question:
    """Ranges as written, the board and what is known about it."""

    hands: tuple[str, ...]
    board: str = str(USUAL_BOARD)  # how many cards in all, or the cards that lie
    known: str = ""
    without: str = ""
    order: str = "standard"
    knobs: Mapping[str, Any] | None = None


def table_of(question: Question) -> tuple[Table, Judge]:
    judge = judge_of(question.order, question.knobs or {})
    lying, total = board_of(question, judge)
    gone = judge.deck.read(question.without)
    seen = [*lying, *gone]
    for card in seen:
        if seen.count(card) > 1:
            raise CardError(f"{judge.deck.write([card])} stands twice")
    rest = tuple(card for card in judge.cards if card not in seen)
    size = hand_size(question.hands, judge)
    ranges = tuple(Reader(judge.deck, rest, size).read(text) for text in question.hands)
    if total - len(lying) + size * len(ranges) > len(rest):
        raise InputError(f"{len(ranges)} hands of {size} cards and a board of {total} cannot be dealt from {len(rest) + len(lying)}")
    return Table(ranges, tuple(lying), rest, total - len(lying), judge.score, judge.per_hand, judge.minds_twice), judge


def board_of(question: Question, judge: Judge) -> tuple[list[int], int]:
    """Cards that lie, and how many lie in the end."""
    text = question.board.strip()
    number = int(text) if text.isascii() and text.isdigit() else None
    lying = judge.deck.read(question.known if number is not None else f"{text} {question.known}")
    total = number if number is not None else max(USUAL_BOARD, len(lying))
    if len(lying) > total:
        raise InputError(f"{len(lying)} cards lie, and the board has {total}")
    return list(lying), total


def hand_size(hands: Sequence[str], judge: Judge) -> int:
    """Cards in a hand: as the first range that names any says it."""
    for text in hands:
        for part in parts_of(text):
            words, _ = weighed(part)
            if words.lower() in ANY_WORDS:
                continue
            try:
                return len(judge.deck.read(words))
            except CardError:
                return named_ranks(words, judge)
    return judge.own


def named_ranks(words: str, judge: Judge) -> int:
    """How many ranks (or x) a pattern begins with."""
    reader = Reader(judge.deck, judge.cards, judge.own)
    count = 0
    for symbol in reader.symbols(words):
        if symbol.lower() != "x" and reader.rank_of(symbol) is None:
            break
        count += 1
    return max(count, 2)


def compare_ranges(question: Question, samples: int | None = None, precision: float | None = None, seed: int = 1) -> RangeEquity:
    """What each range wins."""
    return range_equity(table_of(question)[0], samples, precision, seed)


# ---- how strong a range is, street by street


@dataclass(frozen=True)
class Street:
    """How often a range holds each category when so many cards lie."""

    name: str
    cards: int
    exact: bool
    shares: tuple[float, ...]  # by category, lowest first
    intervals: tuple[tuple[float, float], ...]
    deals: int


@dataclass(frozen=True)
class Strength:
    """A range through the streets."""

    held: Range
    categories: tuple[str, ...]
    streets: tuple[Street, ...]


def strengths(question: Question, seed: int = 1) -> list[Strength]:
    """Of each range by itself: other ranges take no cards from it."""
    table, judge = table_of(question)
    found = []
    for held in table.ranges:
        alone = Table((held,), table.lying, table.rest, table.to_come, table.score)
        streets = tuple(street_of(alone, judge, cards, seed) for cards in street_sizes(len(table.lying), len(table.lying) + table.to_come))
        found.append(Strength(held, judge.names, streets))
    return found


def street_sizes(lying: int, total: int) -> list[int]:
    sizes = sorted({lying, *(size for size in STREETS if lying <= size <= total), total})
    return [size for size in sizes if size > 0] or [total]


def street_of(alone: Table, judge: Judge, cards: int, seed: int) -> Street:
    to_come = cards - len(alone.lying)
    table = Table(alone.ranges, alone.lying, alone.rest, to_come, alone.score)
    (held,) = table.ranges
    name = STREETS.get(cards, f"{cards} cards")
    if held.combinations * table.boards <= STREET_DEALS:
        weights, deals = street_exactly(table, judge)
        shares = tuple(float(w) for w in weights / weights.sum())
        return Street(name, cards, True, shares, tuple((share, share) for share in shares), deals)
    counts = np.zeros(len(judge.names), np.int64)
    for block in range(-(-STREET_SAMPLES // BLOCK)):
        hands, come = deal_sample(table, seed, block, BLOCK)
        lying = np.broadcast_to(np.array(table.lying, np.int64), (len(come), len(table.lying)))
        scores = judge.score(held.cards[hands[:, 0]], np.hstack([lying, come]))
        counts += np.bincount(judge.categories(scores), minlength=len(judge.names))
    deals = int(counts.sum())
    found = [proportion(int(count), deals) for count in counts]
    ends = tuple((0.0 if one.low is None else one.low, 1.0 if one.high is None else one.high) for one in found)
    return Street(name, cards, False, tuple(float(count) / deals for count in counts), ends, deals)


def street_exactly(table: Table, judge: Judge) -> tuple[npt.NDArray[np.float64], int]:
    """Weight of each category over all hands of the range and all boards without their cards."""
    (held,) = table.ranges
    weights, deals = np.zeros(len(judge.names)), 0
    for come in boards_in_blocks(table, BLOCK):
        for row, weight in zip(scores_on(table, held, come, -1), held.weights, strict=True):
            possible = row[row != -1]
            weights += weight * np.bincount(judge.categories(possible), minlength=len(judge.names))
            deals += len(possible)
    return weights, deals
