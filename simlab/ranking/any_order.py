"""One way to rank hands of one deck, made from its data: see `named` for how to get one and what it promises."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.errors import CardError, InputError, RulesError
from simlab.ranking.generic.law import BY_SUITS, KICKERS, Law, Pattern, Terms, compiled_law
from simlab.ranking.generic.ranker import Ranker
from simlab.ranking.generic.trying import BUG, NATURAL, WILD
from simlab.ranking.packs import Pack
from simlab.ranking.patterns import patterns_of, tie_codes
from simlab.ranking.sayings import Sayings
from simlab.ranking.schema import MOST_DEALT, OrderData

Scores = npt.NDArray[np.int64]
Ids = npt.NDArray[np.int64]
Cards = str | Sequence[int] | npt.NDArray[Any]
BARS = "|/"
MOST_UNLIKE = 7  # cards, of which every choice is tried


@dataclass(frozen=True)
class Hand:
    """Cards of one hand: a player's own, and the board's."""

    own: tuple[int, ...]
    board: tuple[int, ...] = ()


class AnyOrder:
    """One way to rank hands of one deck; `named` says what is promised."""

    def __init__(self, data: OrderData) -> None:
        self.data = data
        self.name = data.name or "order"
        self.deck = pack_of(data)
        self.patterns: tuple[Pattern, ...] = patterns_of(data)
        self.ties = tie_codes(data.ties, self.name)
        check(data, self.deck, self.ties)
        self.law: Law = compiled_law(terms(data, self.deck, self.patterns, self.ties))
        use = data.use.own if data.use else 0
        self.ranker = Ranker(self.law, self.deck.rank_of, self.deck.suit_of, kinds_of(data, self.deck), use, data.wild.lowest)
        self.sayings = Sayings(self.law, self.patterns, self.deck.ranks, self.ties)
        if data.at_least:
            self.law.record.floor = self.worst_that_qualifies(data.at_least)

    def __repr__(self) -> str:
        return f"AnyOrder({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return AnyOrder, (self.data,)

    def worst_that_qualifies(self, text: str) -> int:
        cards = self.deck.read(text)
        if len(cards) != self.data.hand:
            raise RulesError(f"{self.name}: at_least is a hand of {self.data.hand} cards, not of {len(cards)}")
        return int(replace(self.ranker, own_used=0).scores(np.array([cards]), np.zeros((1, 0), np.int64))[0])

    @property
    def categories(self) -> tuple[str, ...]:
        """Names of the categories, lowest first."""
        found = tuple(pattern.name for pattern in self.patterns)
        return found[::-1] if self.data.low and not self.data.unlike else found

    # ---- one hand

    def parse(self, text: str) -> Hand:
        """A hand as it is written: own cards, and behind a bar the board."""
        parts = split_at_bars(text)
        if len(parts) > 2:
            raise CardError(f"a hand is own cards, a bar and the board; there are {len(parts)} parts in {text.strip()!r}")
        sizes = [len(self.deck.read(part)) for part in parts]
        cards = tuple(self.deck.read(" ".join(parts)))
        return Hand(cards[: sizes[0]], cards[sizes[0] :])

    def rank(self, cards: Cards | Hand, board: Cards = ()) -> int:
        """The score of one hand; cards as text or ids."""
        hand = self.hand(cards, board)
        every = (*hand.own, *hand.board)
        for card in every:
            if not 0 <= card < self.deck.size or card in self.deck.gone:
                raise CardError(f"there is no card {card} in the {self.deck.name} deck: ids run from 0 to {self.deck.size - 1}")
            if every.count(card) > 1:
                raise CardError(f"{self.deck.write([card])} stands twice")
        return int(self.batch(np.array([hand.own], np.int64), np.array([hand.board], np.int64))[0])

    def hand(self, cards: Cards | Hand, board: Cards = ()) -> Hand:
        if isinstance(cards, Hand):
            return cards
        if isinstance(cards, str):
            return self.parse(f"{cards} | {board}" if isinstance(board, str) and board else cards)
        if isinstance(board, str):
            board = self.deck.read(board)
        return Hand(tuple(int(card) for card in cards), tuple(int(card) for card in board))

    # ---- many hands

    def batch(self, cards: npt.ArrayLike, board: npt.ArrayLike | None = None) -> Scores:
        """Scores of many hands: rows of ids (different ids in each); `board`: one row for all hands, or one for each."""
        own = np.atleast_2d(np.asarray(cards))
        lying = np.zeros((1, 0), np.int64) if board is None else np.atleast_2d(np.asarray(board))
        if not all(np.issubdtype(part.dtype, np.integer) or part.size == 0 for part in (own, lying)) or own.ndim > 2 or lying.ndim > 2:
            raise InputError("hands are rows of card ids, which are whole numbers")
        self.check_sizes(own.shape[1], lying.shape[1])
        for part in (own, lying):
            if part.size and int(part.astype(np.int64, copy=False).view(np.uint64).max()) >= self.deck.size:  # below 0 is above all
                raise CardError(f"a card id outside 0 to {self.deck.size - 1}")
        return self.ranker.scores(own, lying)

    def check_sizes(self, own: int, board: int) -> None:
        """Refuse numbers of cards that this order does not rank."""
        data, cards = self.data, own + board
        if data.use is not None and (own < data.use.own or board < data.use.board):
            raise InputError(
                f"{self.name} counts {data.use.own} own cards and {data.use.board} of the board: "
                f"{own} and {board} are too few; write own cards, a bar, the board"
            )
        allowed = data.dealt or range(1 if data.fewer else data.hand, MOST_DEALT + 1)
        if cards not in allowed:
            known = f"{min(allowed)} to {max(allowed)}" if len(allowed) > 3 else " or ".join(map(str, allowed))
            raise InputError(f"{self.name} ranks hands of {known} cards, not of {cards}{self.other_size(cards)}")

    def other_size(self, cards: int) -> str:
        fitting = {1: "one_card", 2: "two_card", 3: "three_card", 4: "four_card"}.get(cards, "")
        return f" (for hands of {cards} there is {fitting})" if fitting and fitting != self.name else ""

    # ---- what a score says

    def place(self, score: int) -> int:
        """The category's place by strength, the lowest 0; -1 for what does not qualify."""
        place = self.sayings.place(int(score))
        return len(self.patterns) - 1 - place if place >= 0 and self.data.low and not self.data.unlike else place

    def category(self, score: int) -> str:
        place = self.sayings.place(int(score))
        return self.patterns[place].name if place >= 0 else "does not qualify"

    def words(self, score: int) -> str:
        """A hand of this score in words."""
        return self.sayings.say(int(score))

    def ranks_of(self, score: int) -> tuple[int, ...]:
        """Ranks that a score holds, the most relevant first: groups, a run from its last card down, other cards. Needs ties by kickers."""
        if KICKERS not in self.ties:
            raise RulesError(f"{self.name} breaks no ties by kickers: a score holds no ranks")
        found = self.sayings.read(int(score))
        return (*found.made, *found.run[::-1], *found.rest)


def split_at_bars(text: str) -> list[str]:
    for bar in BARS:
        text = text.replace(bar, "|")
    return text.split("|")


def pack_of(data: OrderData) -> Pack:
    deck = data.deck
    pack = Pack(data.name or "home-made", deck.ranks, deck.suits, deck.copies, deck.jokers)
    if not deck.without:
        return pack
    removed = tuple(pack.write([card]) for card in pack.read(deck.without))
    return Pack(pack.name, deck.ranks, deck.suits, deck.copies, deck.jokers, removed)


def kinds_of(data: OrderData, deck: Pack) -> Ids:
    """By card id: natural, wild or bug."""
    kinds = np.full(deck.size, NATURAL, np.int64)
    for rank in data.wild.ranks:
        if rank not in deck.ranks:
            raise RulesError(f"{data.name}: wild ranks are ranks of the deck, not {rank!r}")
        kinds[deck.rank_of == deck.ranks.index(rank)] = WILD
    for card in deck.read(data.wild.cards):
        kinds[[other for other in range(deck.size) if deck.write([other]) == deck.write([card])]] = WILD
    kinds[deck.kinds * deck.copies :] = BUG if data.wild.jokers == "bug" else WILD
    return kinds


def terms(data: OrderData, deck: Pack, patterns: tuple[Pattern, ...], ties: tuple[int, ...]) -> Terms:
    runs = data.straights
    return Terms(
        data.hand, len(deck.ranks), len(deck.suits), deck.copies, patterns, runs.wheel, runs.corner, runs.gaps, ties,
        points_of(data), data.low, bug_rank(data), data.unlike,
    )  # fmt: skip


def bug_rank(data: OrderData) -> int:
    ranks = data.deck.ranks
    if data.wild.bug_rank and data.wild.bug_rank not in ranks:
        raise RulesError(f"{data.name}: bug_rank is a rank of the deck, not {data.wild.bug_rank!r}")
    return ranks.index(data.wild.bug_rank or ("A" if "A" in ranks else ranks[-1]))


def points_of(data: OrderData) -> tuple[int, ...]:
    """What each rank counts: as it is said, or its place, which begins with the number on the lowest card."""
    ranks = data.deck.ranks
    for rank, points in data.points.items():
        if rank not in ranks or not 0 <= points <= 99:
            raise RulesError(f"{data.name}: points are 0 to 99 for ranks of the deck, not {points} for {rank!r}")
    first = int(ranks[0]) if ranks[0].isdigit() else 1
    return tuple(data.points.get(rank, first + place) for place, rank in enumerate(ranks))


def check(data: OrderData, deck: Pack, ties: Iterable[int]) -> None:
    """Refuse what cannot be ranked rightly, with the reason."""
    wilds = bool((kinds_of(data, deck) != NATURAL).any()) or data.wild.lowest
    rules: list[tuple[bool, str]] = [
        (data.use is not None and data.use.own + data.use.board != data.hand, "use: own and board together must be the cards that count"),
        (data.use is not None and data.fewer, "use and fewer do not go together: exactly so many cards count"),
        (data.low and data.fewer, "low and fewer do not go together: nobody knows whether a missing card is low"),
        (wilds and BY_SUITS in ties, "ties by suits and wild cards do not go together: a wild card has no suit"),
        (
            wilds and deck.kinds * deck.copies < data.hand,
            "with fewer different cards than count in a hand, a wild card has nothing to stand for",
        ),
        (data.unlike and wilds, "unlike and wild cards do not go together"),
        (data.unlike and (data.use is not None or bool(data.categories) or data.fewer), "unlike needs no categories, no use and no fewer"),
        (data.unlike and tuple(ties) != (KICKERS,), "unlike compares by kickers alone"),
        (any(not 1 <= size <= MOST_DEALT for size in data.dealt), f"dealt: a hand has 1 to {MOST_DEALT} cards"),
        (
            not (data.fewer or data.unlike) and any(size < data.hand for size in data.dealt),
            f"dealt: {data.hand} cards count, and a hand of fewer needs `fewer: true`",
        ),
        (data.unlike and (not data.dealt or max(data.dealt) > MOST_UNLIKE), f"unlike needs dealt: numbers of cards up to {MOST_UNLIKE}"),
        (data.wild.lowest and data.unlike, "wild.lowest and unlike do not go together"),
        (len(deck.cards) < data.hand, f"a deck of {len(deck.cards)} cards is too small for a hand of {data.hand}"),
    ]
    for wrong, sentence in rules:
        if wrong:
            raise RulesError(f"{data.name}: {sentence}")
