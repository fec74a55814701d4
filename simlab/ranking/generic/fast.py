"""Many hands by tables: one key and one look for a hand, a second one where a flush may be."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.bits import ctz, select
from simlab.jit import kernel
from simlab.ranking.generic.exact import NONE
from simlab.ranking.generic.lookup import K1, Keys, Table, look
from simlab.ranking.generic.trying import BOARD_ROW, NOTES, OWN_ROW, RANK_ROW, SUIT_ROW, first_choice, next_choice

K0, THREE = np.uint64(0), np.uint64(3)
FULL_SUIT = np.uint64(0x8080808080808080)  # a byte for each suit: its top bit says that enough cards have it
EIGHT, BYTE, ENOUGH = np.uint64(8), np.uint64(255), np.uint64(128)
NO_RANK, NOWHERE = np.int64(99), np.int64(-1)  # of jokers; the lowest rank where none is wild for it
NOTED = 128  # hands at a time, those noted that need another look
HELD_ROW, LAID_ROW = RANK_ROW, SUIT_ROW  # paper that looking up does not need otherwise


class Cards(NamedTuple):
    """By card id, what sums are made of; wild cards count for every suit."""

    weight: Keys
    suits: Keys  # one byte for each suit
    shown_rank: npt.NDArray[np.int64]  # NO_RANK for jokers
    suit_of: npt.NDArray[np.int64]  # -1: wild
    wild_weight: np.uint64
    wild_suits: np.uint64
    start: np.uint64  # so that the top bit of a suit's byte says that enough cards have it


class Looks(NamedTuple):
    """Where scores are found: all cards of a hand, exactly as many as count, cards of one suit."""

    whole: Table
    exact: Table
    suited: Table


@kernel
def is_wild(card, lowest, cards):
    return (cards.suit_of[card] < 0) | (cards.shown_rank[card] == lowest)


@kernel
def weight(card, lowest, cards):
    """A card that is wild in this hand alone weighs as a wild one."""
    return select(cards.shown_rank[card] == lowest, cards.wild_weight, cards.weight[card])


@kernel
def suits(card, lowest, cards):
    return select(cards.shown_rank[card] == lowest, cards.wild_suits, cards.suits[card])


@kernel
def lowest_shown(row, own, cards):
    """The lowest rank among a player's own cards, jokers apart."""
    lowest = NO_RANK
    for k in range(own):
        lowest = min(lowest, cards.shown_rank[np.uint64(row[k])])
    return select(lowest == NO_RANK, NOWHERE, lowest)


@kernel
def rank_rows(hands, own, hand, sensible, lowest_wild, cards, looks, papers, out):
    """Hands as rows of ids, the first `own` of each the player's.

    Those with a flush are noted and ranked after some others: to guess which they are takes longer than to look at them.
    """
    for start in range(0, len(hands), NOTED):
        flushes = 0
        for i in range(start, min(start + NOTED, len(hands))):
            key, word = sums(hands[i], own, lowest_wild, cards)
            out[i] = look(looks.whole, key)
            papers[NOTES, flushes] = i
            flushes += word & FULL_SUIT != K0
        for k in range(flushes):
            i = papers[NOTES, k]
            lowest = lowest_shown(hands[i], own, cards) if lowest_wild else NOWHERE
            out[i] = with_flush(hands[i], out[i], sums(hands[i], own, lowest_wild, cards)[1], hand, sensible, lowest, cards, looks, papers)


@kernel
def sums(row, own, lowest_wild, cards):
    """The key of a hand, and how many cards of each suit it has."""
    if not lowest_wild:
        return sum_of(row, cards.weight), cards.start + sum_of(row, cards.suits)
    key, word, lowest = K0, cards.start, lowest_shown(row, own, cards)
    for k in range(len(row)):
        card = np.uint64(row[k])
        key += weight(card, lowest, cards)
        word += suits(card, lowest, cards)
    return key, word


@kernel
def sum_of(row, numbers):
    """Four, five and seven cards are written out: a loop whose end is not known takes half as long again."""
    if len(row) == 7:
        return at(row, 0, numbers) + at(row, 1, numbers) + at(row, 2, numbers) + sum_of_four(row, 3, numbers)
    if len(row) == 5:
        return at(row, 0, numbers) + sum_of_four(row, 1, numbers)
    if len(row) == 4:
        return sum_of_four(row, 0, numbers)
    total = K0
    for k in range(len(row)):
        total += at(row, k, numbers)
    return total


@kernel
def sum_of_four(row, k, numbers):
    return at(row, k, numbers) + at(row, k + 1, numbers) + at(row, k + 2, numbers) + at(row, k + 3, numbers)


@kernel
def at(row, k, numbers):
    return numbers[np.uint64(row[k])]  # unsigned: numba then asks no index whether it counts from the end


@kernel
def with_flush(row, score, word, hand, sensible, lowest, cards, looks, papers):
    """A hand in which as many cards as count may be of one suit."""
    found, full = NONE, word & FULL_SUIT
    while full != K0:
        found = max(found, look(looks.suited, suited_key(row, np.int64(ctz(full) >> THREE), lowest, cards)))
        full &= full - K1
    if len(row) == hand and wild_cards(row, lowest, cards) == 0:
        return found
    if len(row) == hand or sensible:
        return max(score, found)
    return by_choices(row, row[:0], hand, 0, lowest, cards, looks, papers)


@kernel
def wild_cards(row, lowest, cards):
    wilds = 0
    for k in range(len(row)):
        wilds += is_wild(np.uint64(row[k]), lowest, cards)
    return wilds


@kernel
def suited_key(row, suit, lowest, cards):
    key = K0
    for k in range(len(row)):
        card = np.uint64(row[k])
        fits = (cards.suit_of[card] == suit) | is_wild(card, lowest, cards)
        key += select(fits, weight(card, lowest, cards), K0)
    return key


@kernel
def choose_rows(hands, boards, own, mine, others, lowest_wild, cards, looks, papers, out):
    """Every choice of cards of each hand; one board for all, or one for each."""
    for i in range(len(out)):
        row = hands[i if len(hands) > 1 else 0]
        lowest = lowest_shown(row, own, cards) if lowest_wild else NOWHERE
        out[i] = by_choices(row, boards[i if len(boards) > 1 else 0], mine, others, lowest, cards, looks, papers)


@kernel
def by_choices(own, board, mine, others, lowest, cards, looks, papers):
    """The best of every choice of so many own cards and so many of the board, each looked up."""
    best = NONE
    first_choice(papers[OWN_ROW], mine)
    while True:
        first_choice(papers[BOARD_ROW], others)
        while True:
            best = max(best, of_choice(own, papers[OWN_ROW], mine, board, papers[BOARD_ROW], others, lowest, cards, looks))
            if not next_choice(papers[BOARD_ROW], others, len(board)):
                break
        if not next_choice(papers[OWN_ROW], mine, len(own)):
            return best


@kernel
def of_choice(own, picked, mine, board, laid, others, lowest, cards, looks):
    key, word, wilds = K0, cards.start, 0
    for k in range(mine + others):
        card = own[picked[k]] if k < mine else board[laid[k - mine]]
        wilds += is_wild(card, lowest, cards)
        key += weight(card, lowest, cards)
        word += suits(card, lowest, cards)
    if word & FULL_SUIT == K0:
        return look(looks.exact, key)
    suited = look(looks.suited, key)
    return suited if wilds == 0 else max(suited, look(looks.exact, key))


# ---- exactly so many own cards and so many of the board


class Grid(NamedTuple):
    """By board and by choice of own cards: the best class of hand."""

    boards: Table  # the row of a board
    classes: npt.NDArray[np.uint16]  # row by row ...
    width: np.uint64  # ... so many columns in each
    scores: npt.NDArray[np.int64]  # of the classes
    columns: npt.NDArray[np.uint64]  # by the symbols of the own cards that count, the first times `step` and so on
    symbols: npt.NDArray[np.uint64]  # by card id
    step: np.uint64
    own_start: np.uint64  # so that the top bit of a suit's byte says that enough own cards have it ...
    board_start: np.uint64  # ... and enough on the board; all 0 where flushes do not matter


@kernel
def rank_parts(own, boards, mine, others, sensible, cards, looks, grid, papers, out):
    """One row of own cards a hand; one board for all, or one for each."""
    for i in range(len(out)):
        board, hole = boards[i if len(boards) > 1 else 0], own[i if len(own) > 1 else 0]
        row = look(grid.boards, sum_of(board, cards.weight))
        if row < 0:  # no such board can be dealt
            out[i] = NONE
            continue
        best = best_two(hole, row, grid) if mine == 2 else best_few(hole, row, mine, grid, papers)
        score = grid.scores[best]
        word = (grid.own_start + sum_of(hole, cards.suits)) & (grid.board_start + sum_of(board, cards.suits)) & FULL_SUIT
        if word != K0:
            score = parts_flush(hole, board, word, mine, others, score, sensible, cards, looks, papers)
        out[i] = score


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
def parts_flush(hole, board, word, mine, others, score, sensible, cards, looks, papers):
    """A suit (its byte in `word` is set) has enough own cards and enough on the board."""
    if not sensible:
        return by_choices(hole, board, mine, others, NOWHERE, cards, looks, papers)
    suit = 0
    while word != K0:
        if word & BYTE != K0:
            held, laid = of_suit(hole, suit, cards, papers[HELD_ROW]), of_suit(board, suit, cards, papers[LAID_ROW])
            score = max(score, best_suited(held, laid, mine, others, cards, looks, papers))
        word >>= EIGHT
        suit += 1
    return score


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
def best_suited(held, laid, mine, others, cards, looks, papers):
    """The best choice of the cards of one suit that lie on the paper."""
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
def key_of(row, picked, size, cards):
    key = K0
    for k in range(size):
        key += cards.weight[row[picked[k]]]
    return key


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
