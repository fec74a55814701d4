"""Scores of many hands by the fastest way that serves the order and the number of cards: tables where suits allow, else every choice."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from simlab.errors import InputError, RulesError
from simlab.ranking.generic.by_suits import SuitTables, rank_by_suits
from simlab.ranking.generic.fast import NO_RANK, NOTED, Cards, Looks, choose_rows, rank_rows
from simlab.ranking.generic.grid import MOST_OWN, Grid, grid_of, rank_parts
from simlab.ranking.generic.law import Law
from simlab.ranking.generic.short_flush import ShortFlushes, notepad, rank_short
from simlab.ranking.generic.sums import side_by_side
from simlab.ranking.generic.tables import Tables, tries
from simlab.ranking.generic.trying import NATURAL, PAPERS, try_each
from simlab.ranking.generic.unlike import MOST_SUITS, Steps, rank_unlike, steps_of

Ids = npt.NDArray[np.int64]
Scores = npt.NDArray[np.int64]
MOST_TRIED = 2  # wild cards in a deck whose suits matter one by one: more would take seconds a hand
MOST_TRIES = 300_000_000


@dataclass(frozen=True)
class Ranker:
    """An order in numbers, and its cards: rank, suit and kind (natural, wild, bug) by id."""

    law: Law
    rank_of: Ids
    suit_of: Ids
    kind_of: Ids
    own_used: int  # own cards that count, where a rule says so; else 0
    lowest_wild: bool

    def __post_init__(self) -> None:
        wilds = int((self.kind_of != NATURAL).sum())
        if not self.tables.serve and (wilds > MOST_TRIED or self.lowest_wild):
            raise RulesError(
                f"with more than {MOST_TRIED} wild cards a flush must be of all cards that count: trying every suit takes too long"
            )
        if self.tables.serve and tries(self.hand, self.tables.caps, self.tables.ranks) > MOST_TRIES:
            raise RulesError("with so many ranks and wild cards there are too many hands to look at: let fewer cards count or be wild")

    @property
    def hand(self) -> int:
        return int(self.law.record.hand)

    def scores(self, own: Ids, board: Ids) -> Scores:
        """By row: the score; 0 for what does not qualify."""
        out = np.empty(max(len(own), len(board)) if len(own) and len(board) else 0, np.int64)
        if self.steps is not None:
            rank_unlike(joined(own, board), self.steps, out)
        elif self.suit_tables is not None:
            self.by_suits(own, board, self.suit_tables, out)
        elif self.short_flushes is not None and own.shape[1] + board.shape[1] >= self.hand:
            self.by_short_flushes(own, board, self.short_flushes, out)
        elif not self.tables.serve:
            self.tried(joined(own, board), own.shape[1], out)
        elif self.own_used:
            self.of_parts(own, board, out)
        else:
            self.looked_up(joined(own, board), own.shape[1], out)
        if len(out) and out.min() < 0:  # nothing leads here; a wrong rank would be worse than a stop
            raise InputError(
                "a hand among these cannot be ranked: the deck has not all its cards, or its wild cards have nothing to stand for"
            )
        floor = int(self.law.record.floor)
        if floor > 0:
            out *= out >= floor  # choosing those below by a mask took 4 ns a hand more
        return out

    # ---- every choice of cards, one after the other

    def tried(self, hands: Ids, own: int, out: Scores) -> None:
        cards = self.rank_of, self.suit_of, self.kind_of
        papers = np.zeros(PAPERS, np.int64)
        try_each(hands, own, self.own_used, self.hand, *cards, self.lowest_wild, *self.law.parts, papers, out)

    # ---- cards that must be unlike, and ties that suits break

    @cached_property
    def steps(self) -> Steps | None:
        rules = self.law.record
        return steps_of(self.law, self.rank_of, self.suit_of) if rules.unlike and rules.suits <= MOST_SUITS else None

    @cached_property
    def suit_tables(self) -> SuitTables | None:
        return SuitTables(self.tables, self.cards) if self.tables.whole_flushes and self.tables.break_ties else None

    def by_suits(self, own: Ids, board: Ids, by: SuitTables, out: Scores) -> None:
        cards = own.shape[1] + board.shape[1]

        def rank(hands: Ids, found: Scores) -> None:
            patterns, papers = by.patterns(hands.shape[1]), np.zeros(PAPERS, np.int64)
            notes, held = np.empty(NOTED, np.int64), np.empty((2, NOTED), np.uint64)
            suited = self.tables.by_suit(max(cards, self.hand)) if self.tables.flushes_matter else self.tables.by_rank(hands.shape[1])
            rank_by_suits(hands, self.hand, self.cards, by.suits, patterns, suited, self.law.record, papers, notes, held, found)

        if not self.own_used and by.direct(cards):
            rank(joined(own, board), out)
        else:
            self.best_choice(own, board, rank, out)

    @cached_property
    def short_flushes(self) -> ShortFlushes | None:
        found = ShortFlushes(self.tables)
        return found if not self.tables.whole_flushes and found.serve else None

    def by_short_flushes(self, own: Ids, board: Ids, by: ShortFlushes, out: Scores) -> None:
        cards, noted = own.shape[1] + board.shape[1], notepad()
        if not self.own_used and by.direct(cards):
            rank_short(joined(own, board), by.looks(cards), noted, out)
        else:
            self.best_choice(own, board, lambda hands, found: rank_short(hands, by.looks(self.hand), noted, found), out)

    def best_choice(self, own: Ids, board: Ids, rank: Callable[[Ids, Scores], None], out: Scores) -> None:
        """The best of every choice of the cards that count, all hands at once."""
        hands, choices = joined(own, board), list(self.choices(own.shape[1], board.shape[1]))
        if len(choices) == 1:
            rank(hands, out)
            return
        whole, found = np.ascontiguousarray(hands.T), np.empty_like(out)
        out[:] = -1
        for chosen in choices:
            rank(np.ascontiguousarray(whole[chosen].T), found)
            np.maximum(out, found, out=out)

    def choices(self, own: int, board: int) -> Iterator[list[int]]:
        """Places of the cards that count, in a row of own cards and the board's."""
        if not self.own_used:
            yield from map(list, combinations(range(own + board), min(self.hand, own + board)))
            return
        for mine in combinations(range(own), self.own_used):
            yield from ([*mine, *theirs] for theirs in combinations(range(own, own + board), self.hand - self.own_used))

    # ---- tables

    @cached_property
    def tables(self) -> Tables:
        return Tables(self.law, self.rank_of, self.suit_of, self.kind_of, self.lowest_wild)

    @cached_property
    def cards(self) -> Cards:
        """What sums are made of; suits only where flushes matter."""
        tables, suits = self.tables, int(self.law.record.suits)
        wild = self.kind_of != NATURAL
        every = sum(1 << 8 * suit for suit in range(suits)) if tables.flushes_matter else 0
        own_byte = [0 if every == 0 else every if joker else 1 << 8 * int(suit) for suit, joker in zip(self.suit_of, wild, strict=True)]
        weight, bytes_of = tables.weights[tables.symbols], np.array(own_byte, np.uint64)
        return Cards(
            weight,
            bytes_of,
            side_by_side(weight, bytes_of),
            np.where(self.rank_of < 0, NO_RANK, self.rank_of),
            np.where(wild, -1, self.suit_of),
            tables.weights[tables.ranks],
            np.uint64(every),
            np.uint64(every * (128 - self.hand)),
        )

    def looks(self, cards: int) -> Looks:
        tables = self.tables
        whole, exact = tables.by_rank(cards), tables.by_rank(min(self.hand, cards))
        return Looks(whole, exact, tables.by_suit(max(cards, self.hand)) if tables.flushes_matter else exact)

    def looked_up(self, hands: Ids, own: int, out: Scores) -> None:
        cards, papers, notes = hands.shape[1], np.zeros(PAPERS, np.int64), np.empty(NOTED, np.int64)
        if self.tables.fit(cards):
            looks = self.looks(cards)
            rank_rows(hands, own, self.hand, self.tables.sensible, self.lowest_wild, self.cards, looks, papers, notes, out)
        else:
            nothing = np.zeros((1, 0), np.int64)
            choose_rows(hands, nothing, own, self.hand, 0, self.lowest_wild, self.cards, self.looks(self.hand), papers, out)

    # ---- exactly so many own cards and so many of the board

    def of_parts(self, own: Ids, board: Ids, out: Scores) -> None:
        mine, others, papers = self.own_used, self.hand - self.own_used, np.zeros(PAPERS, np.int64)
        hole, laid = (np.ascontiguousarray(part, np.int64) for part in (own, board))
        grid = self.grid(board.shape[1])
        looks = self.looks(self.hand)
        if grid is None:
            choose_rows(hole, laid, own.shape[1], mine, others, self.lowest_wild, self.cards, looks, papers, out)
        else:
            rank_parts(hole, laid, mine, others, self.tables.sensible, self.cards, looks, grid, papers, np.empty(NOTED, np.int64), out)

    def grid(self, board: int) -> Grid | None:
        if board not in self.grids:
            too_many = self.lowest_wild or self.own_used > MOST_OWN
            self.grids[board] = None if too_many else grid_of(self.tables, self.cards, self.own_used, board)
        return self.grids[board]

    @cached_property
    def grids(self) -> dict[int, Grid | None]:
        return {}


def joined(own: Ids, board: Ids) -> Ids:
    """One row a hand: own cards, then the board's."""
    rows = max(len(own), len(board)) if len(own) and len(board) else 0
    if board.shape[1] == 0 and len(own) == rows:
        return np.ascontiguousarray(own, np.int64)
    parts = [np.broadcast_to(part, (rows, part.shape[1])) for part in (own, board)]
    return np.ascontiguousarray(np.concatenate(parts, axis=1), np.int64)
