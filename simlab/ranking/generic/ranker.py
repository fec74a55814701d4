"""Scores of many hands by the fastest way that serves the order and the number of cards: tables where suits allow, else every choice."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from simlab.errors import InputError, RulesError
from simlab.ranking.generic.by_suits import SuitTables, rank_by_suits
from simlab.ranking.generic.fast import NO_RANK, Cards, Grid, Looks, choose_rows, fill_cells, grow_cells, rank_parts, rank_rows
from simlab.ranking.generic.law import Law
from simlab.ranking.generic.lookup import Keys, table_of
from simlab.ranking.generic.short_flush import ShortFlushes, rank_short
from simlab.ranking.generic.tables import Tables, multisets, multisets_counted, tries
from simlab.ranking.generic.trying import NATURAL, PAPERS, try_each
from simlab.ranking.generic.unlike import MOST_SUITS, Steps, rank_unlike, steps_of

Ids = npt.NDArray[np.int64]
Scores = npt.NDArray[np.int64]
MOST_CLASSES = 1 << 16
MOST_CELLS = 60_000_000  # of a grid
MOST_OWN = 3  # own cards that count, for a grid
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
            out[out < floor] = 0
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
        return SuitTables(self.tables) if self.tables.whole_flushes and self.tables.break_ties else None

    def by_suits(self, own: Ids, board: Ids, by: SuitTables, out: Scores) -> None:
        cards = own.shape[1] + board.shape[1]

        def rank(hands: Ids, found: Scores) -> None:
            patterns, papers = by.patterns(hands.shape[1]), np.zeros(PAPERS, np.int64)
            suited = self.tables.by_suit(max(cards, self.hand)) if self.tables.flushes_matter else self.tables.by_rank(hands.shape[1])
            rank_by_suits(hands, self.hand, self.cards, by.suits, patterns, suited, self.law.record, papers, found)

        if not self.own_used and by.direct(cards):
            rank(joined(own, board), out)
        else:
            self.best_choice(own, board, rank, out)

    @cached_property
    def short_flushes(self) -> ShortFlushes | None:
        found = ShortFlushes(self.tables)
        return found if not self.tables.whole_flushes and found.serve else None

    def by_short_flushes(self, own: Ids, board: Ids, by: ShortFlushes, out: Scores) -> None:
        cards = own.shape[1] + board.shape[1]
        if not self.own_used and by.direct(cards):
            rank_short(joined(own, board), by.looks(cards), out)
        else:
            self.best_choice(own, board, lambda hands, found: rank_short(hands, by.looks(self.hand), found), out)

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
        return Cards(
            tables.weights[tables.symbols],
            np.array(own_byte, np.uint64),
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
        cards, papers = hands.shape[1], np.zeros(PAPERS, np.int64)
        if self.tables.fit(cards):
            looks = self.looks(cards)
            rank_rows(hands, own, self.hand, self.tables.sensible, self.lowest_wild, self.cards, looks, papers, out)
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
            rank_parts(hole, laid, mine, others, self.tables.sensible, self.cards, looks, grid, papers, out)

    def grid(self, board: int) -> Grid | None:
        """The best class by board and own cards that count; None where there would be too many."""
        if board not in self.grids:
            self.grids[board] = None if self.lowest_wild or self.own_used > MOST_OWN else self.built_grid(board)
        return self.grids[board]

    @cached_property
    def grids(self) -> dict[int, Grid | None]:
        return {}

    def built_grid(self, board: int) -> Grid | None:
        tables, others = self.tables, self.hand - self.own_used
        chosen = multisets(self.own_used, tables.caps)
        if multisets_counted(board, tables.caps) * len(chosen) > MOST_CELLS:
            return None
        caps, exact = np.array(tables.caps, np.int64), tables.by_rank(self.hand)
        sets = multisets(others, tables.caps)
        keys = tables.keys(sets)
        cells = np.empty((len(sets), len(chosen)), np.int64)
        fill_cells(sets, keys, chosen, tables.keys(chosen), caps, exact, cells)
        scores, classes = np.unique(cells, return_inverse=True)
        if len(scores) > MOST_CLASSES:
            return None
        rows = classes.reshape(cells.shape).astype(np.uint16)
        for size in range(others + 1, board + 1):
            before, below = rows, table_of(keys, np.arange(len(sets)))
            sets = multisets(size, tables.caps)
            keys = tables.keys(sets)
            rows = np.zeros((len(sets), len(chosen)), np.uint16)
            grow_cells(sets, keys, tables.weights, below, before, rows)
        step = tables.ranks + 2
        every = int(self.cards.wild_suits)
        starts = [np.uint64(every * (128 - size)) for size in (self.own_used, others)]
        symbols, by_symbols = tables.symbols.astype(np.uint64), columns(chosen, step)
        places = table_of(keys, np.arange(len(sets)))
        return Grid(places, rows.reshape(-1), np.uint64(rows.shape[1]), scores, by_symbols, symbols, np.uint64(step), *starts)


def columns(chosen: npt.NDArray[np.uint8], step: int) -> Keys:
    """By symbols of cards in any order, as one number: the row of `chosen` that holds them."""
    size = int(chosen[0].sum())
    out = np.zeros(step**size, np.uint64)
    for row, counts in enumerate(chosen):
        symbols = np.repeat(np.arange(len(counts)), counts).tolist()
        for order in permutations(symbols):
            out[sum(symbol * step ** (size - 1 - k) for k, symbol in enumerate(order))] = row
    return out


def joined(own: Ids, board: Ids) -> Ids:
    """One row a hand: own cards, then the board's."""
    rows = max(len(own), len(board)) if len(own) and len(board) else 0
    if board.shape[1] == 0 and len(own) == rows:
        return np.ascontiguousarray(own, np.int64)
    parts = [np.broadcast_to(part, (rows, part.shape[1])) for part in (own, board)]
    return np.ascontiguousarray(np.concatenate(parts, axis=1), np.int64)
