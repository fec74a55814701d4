"""Many hands by tables: one key and one look for a hand, a second one where a flush may be."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.bits import cold, ctz, select
from simlab.jit import kernel
from simlab.ranking.generic.exact import NONE
from simlab.ranking.generic.lookup import K1, Keys, Table, look
from simlab.ranking.generic.sums import Numbers, four_sums
from simlab.ranking.generic.trying import BOARD_ROW, OWN_ROW, first_choice, next_choice

K0, THREE = np.uint64(0), np.uint64(3)
FULL_SUIT = np.uint64(0x8080808080808080)  # a byte for each suit: its top bit says that enough cards have it
NO_RANK, NOWHERE = np.int64(99), np.int64(-1)  # of jokers; the lowest rank where none is wild for it
# Hands at a time; those that need another look are noted. What is done for all of them stands apart (`cold`): among the rare cases
# the same loop took 18 ns for seven cards, apart it takes 13.
NOTED = 512


class Cards(NamedTuple):
    """By card id, what sums are made of; wild cards count for every suit."""

    weight: Keys
    suits: Keys  # one byte for each suit
    numbers: Numbers  # both, and what ties by suits need
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
def rank_rows(hands, own, hand, sensible, lowest_wild, cards, looks, papers, notes, out):
    """Hands as rows of ids, the first `own` of each the player's.

    Those with a flush are noted and ranked after some others: to guess which they are takes longer than to look at them.
    """
    for start in range(0, len(hands), NOTED):
        flushes = look_up(hands, start, min(start + NOTED, len(hands)), own, lowest_wild, cards, looks, notes, out)
        for k in range(flushes):
            i = notes[k]
            lowest = lowest_shown(hands[i], own, cards) if lowest_wild else NOWHERE
            word = sums(hands[i], own, lowest_wild, cards)[1]
            out[i] = with_flush(hands[i], out[i], word, hand, sensible, lowest, cards, looks, papers)


@kernel
def look_up(hands, start, end, own, lowest_wild, cards, looks, notes, out):
    """Scores by ranks alone; how many hands were noted."""
    cold()
    flushes = 0
    for i in range(start, end):
        key, word = sums(hands[i], own, lowest_wild, cards)
        out[i] = look(looks.whole, key)
        notes[flushes] = i
        flushes += word & FULL_SUIT != K0
    return flushes


@kernel
def sums(row, own, lowest_wild, cards):
    """The key of a hand, and how many cards of each suit it has."""
    if not lowest_wild:
        key, word, _, _ = four_sums(cards.numbers, row)
        return key, cards.start + word
    key, word, lowest = K0, cards.start, lowest_shown(row, own, cards)
    for k in range(len(row)):
        card = np.uint64(row[k])  # unsigned: numba then asks no index whether it counts from the end
        key += weight(card, lowest, cards)
        word += suits(card, lowest, cards)
    return key, word


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
