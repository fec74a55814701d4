"""Exactly so many own cards and so many of the board (Omaha): the best class of hand by board and by choice of own cards.

A board finds its row of the grid, each choice of own cards a column; flushes are looked at where both sides have enough of a suit.
"""

from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.bits import cold, ctz
from simlab.jit import kernel
from simlab.ranking.generic.exact import NONE
from simlab.ranking.generic.fast import FULL_SUIT, K0, NOTED, NOWHERE, THREE, Cards, by_choices, suited_key
from simlab.ranking.generic.lookup import K1, Keys, Table, look, table_of
from simlab.ranking.generic.sums import four_sums
from simlab.ranking.generic.tables import Counts, Ids, Tables, multisets, multisets_counted
from simlab.ranking.generic.trying import BOARD_ROW, OWN_ROW, RANK_ROW, SUIT_ROW, first_choice, next_choice

SPARE = np.uint64(127)  # of a suit's byte: cards beyond those that are enough
HELD_ROW, LAID_ROW = RANK_ROW, SUIT_ROW  # paper that looking up does not need otherwise
MOST_CLASSES = 1 << 16
MOST_CELLS = 60_000_000
MOST_OWN = 3  # own cards that count


class Grid(NamedTuple):
    """By board and by choice of own cards: the best class of hand."""

    boards: Table  # the row of a board
    classes: npt.NDArray[np.uint16]  # row by row ...
    width: np.uint64  # ... so many columns in each
    scores: Ids  # of the classes
    columns: Keys  # by the symbols of the own cards that count, the first times `step` and so on
    symbols: Keys  # by card id
    step: np.uint64
    own_start: np.uint64  # so that the top bit of a suit's byte says that enough own cards have it ...
    board_start: np.uint64  # ... and enough on the board; all 0 where flushes do not matter


@kernel
def rank_parts(own, boards, mine, others, sensible, cards, looks, grid, papers, notes, out):
    """One row of own cards a hand; one board for all, or one for each.

    Some hands at a time, each step for all of them before the next: hand by hand took 49 ns instead of 32.
    """
    for start in range(0, len(out), NOTED):
        end = min(start + NOTED, len(out))
        flushes = find_rows(own, boards, start, end, cards, grid, notes, out)
        find_scores(own, start, end, mine, grid, papers, out)
        for k in range(flushes):
            i = notes[k]
            hole, board = own[place(own, i)], boards[place(boards, i)]
            out[i] = with_flush(hole, board, mine, others, out[i], sensible, cards, looks, grid, papers)


@kernel
def place(rows, i):
    """One row for all, or one for each."""
    return i if len(rows) > 1 else 0


@kernel
def find_rows(own, boards, start, end, cards, grid, notes, out):
    """The row of each board, -1 for one that cannot be dealt; hands that may have a flush are noted."""
    cold()
    flushes = 0
    for i in range(start, end):
        hole, board = own[place(own, i)], boards[place(boards, i)]
        key, laid, _, _ = four_sums(cards.numbers, board)
        out[i] = look(grid.boards, key)
        notes[flushes] = i
        flushes += (enough_held(hole, cards, grid) & (grid.board_start + laid) & FULL_SUIT != K0) & (out[i] >= 0)
    return flushes


@kernel
def enough_held(hole, cards, grid):
    return grid.own_start + four_sums(cards.numbers, hole)[1]


@kernel
def enough_laid(board, cards, grid):
    return grid.board_start + four_sums(cards.numbers, board)[1]


@kernel
def find_scores(own, start, end, mine, grid, papers, out):
    """From rows to scores."""
    cold()
    for i in range(start, end):
        if out[i] >= 0:
            hole = own[place(own, i)]
            out[i] = grid.scores[best_two(hole, out[i], grid) if mine == 2 else best_few(hole, out[i], mine, grid, papers)]


@kernel
def best_two(hole, row, grid):
    """Four own cards, the common case, are written out: a third faster."""
    best, base = K0, np.uint64(row) * grid.width
    if len(hole) == 4:
        a, b, c, d = symbol(hole[0], grid), symbol(hole[1], grid), symbol(hole[2], grid), symbol(hole[3], grid)
        best = max(max(of_two(a, b, base, grid), of_two(a, c, base, grid)), max(of_two(a, d, base, grid), of_two(b, c, base, grid)))
        return np.int64(max(best, max(of_two(b, d, base, grid), of_two(c, d, base, grid))))
    for i in range(len(hole) - 1):
        first = symbol(hole[i], grid)
        for j in range(i + 1, len(hole)):
            best = max(best, of_two(first, symbol(hole[j], grid), base, grid))
    return np.int64(best)


@kernel
def symbol(card, grid):
    return grid.symbols[np.uint64(card)]


@kernel
def of_two(first, second, base, grid):
    return np.uint64(grid.classes[base + grid.columns[first * grid.step + second]])


@kernel
def best_few(hole, row, mine, grid, papers):
    best = np.int64(0)
    picked = papers[OWN_ROW]
    first_choice(picked, mine)
    while True:
        at = K0
        for k in range(mine):
            at = at * grid.step + symbol(hole[picked[k]], grid)
        best = max(best, np.int64(grid.classes[np.uint64(row) * grid.width + grid.columns[at]]))
        if not next_choice(picked, mine, len(hole)):
            return best


@kernel
def with_flush(hole, board, mine, others, score, sensible, cards, looks, grid, papers):
    """The better of this score and of all flushes."""
    if not sensible:
        return by_choices(hole, board, mine, others, NOWHERE, cards, looks, papers)
    held, laid = enough_held(hole, cards, grid), enough_laid(board, cards, grid)
    full = held & laid & FULL_SUIT
    while full != K0:
        suit = ctz(full) >> THREE
        if ((held | laid) >> (suit << THREE)) & SPARE == K0:  # exactly the cards that are needed: no choice
            key = suited_key(hole, np.int64(suit), NOWHERE, cards) + suited_key(board, np.int64(suit), NOWHERE, cards)
            score = max(score, look(looks.suited, key))
        else:
            score = max(score, best_suited(hole, board, np.int64(suit), mine, others, cards, looks, papers))
        full &= full - K1
    return score


@kernel
def best_suited(hole, board, suit, mine, others, cards, looks, papers):
    """The best choice of the cards of one suit."""
    held, laid = of_suit(hole, suit, cards, papers[HELD_ROW]), of_suit(board, suit, cards, papers[LAID_ROW])
    best = NONE
    first_choice(papers[OWN_ROW], mine)
    while True:
        key = key_of(papers[HELD_ROW], papers[OWN_ROW], mine, cards)
        first_choice(papers[BOARD_ROW], others)
        while True:
            best = max(best, look(looks.suited, key + key_of(papers[LAID_ROW], papers[BOARD_ROW], others, cards)))
            if not next_choice(papers[BOARD_ROW], others, laid):
                break
        if not next_choice(papers[OWN_ROW], mine, held):
            return best


@kernel
def of_suit(row, suit, cards, out):
    """The cards of a suit, and wild ones; how many."""
    found = 0
    for card in row:
        if cards.suit_of[card] < 0 or cards.suit_of[card] == suit:
            out[found] = card
            found += 1
    return found


@kernel
def key_of(row, picked, size, cards):
    key = K0
    for k in range(size):
        key += cards.weight[row[picked[k]]]
    return key


# ---- the grid


def grid_of(tables: Tables, cards: Cards, own_used: int, board: int) -> Grid | None:
    """For boards of so many cards; None where there would be too many cells or classes."""
    others = tables.hand - own_used
    chosen = multisets(own_used, tables.caps)
    if multisets_counted(board, tables.caps) * len(chosen) > MOST_CELLS:
        return None
    sets = multisets(others, tables.caps)
    keys = tables.keys(sets)
    cells = np.empty((len(sets), len(chosen)), np.int64)
    fill_cells(sets, keys, chosen, tables.keys(chosen), np.array(tables.caps, np.int64), tables.by_rank(tables.hand), cells)
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
    step, every = tables.ranks + 2, int(cards.wild_suits)
    starts = [np.uint64(every * (128 - size)) for size in (own_used, others)]
    symbols, places = tables.symbols.astype(np.uint64), table_of(keys, np.arange(len(sets)))
    return Grid(places, rows.reshape(-1), np.uint64(rows.shape[1]), scores, columns(chosen, step), symbols, np.uint64(step), *starts)


@kernel
def fill_cells(boards, board_keys, chosen, own_keys, caps, exact, cells):
    """The score of every choice from the board with every choice of own cards; -1 where the deck has not so many of a rank."""
    for i in range(len(boards)):
        for j in range(len(chosen)):
            possible = True
            for symbol in range(len(caps)):
                possible &= np.int64(boards[i, symbol]) + np.int64(chosen[j, symbol]) <= caps[symbol]
            cells[i, j] = look(exact, board_keys[i] + own_keys[j]) if possible else NONE


@kernel
def grow_cells(boards, keys, weights, below, before, cells):
    """One card more on the board: the best of the boards without one of its cards."""
    for i in range(len(boards)):
        for symbol in range(boards.shape[1]):
            if boards[i, symbol] > 0:
                row = look(below, keys[i] - weights[symbol])
                for j in range(cells.shape[1]):
                    cells[i, j] = max(cells[i, j], before[row, j])


def columns(chosen: Counts, step: int) -> Keys:
    """By symbols of cards in any order, as one number: the row of `chosen` that holds them."""
    size = int(chosen[0].sum())
    out = np.zeros(step**size, np.uint64)
    for row, counts in enumerate(chosen):
        symbols = np.repeat(np.arange(len(counts)), counts).tolist()
        for order in permutations(symbols):
            out[sum(symbol * step ** (size - 1 - k) for k, symbol in enumerate(order))] = row
    return out
