"""Hand against hand: how often does each win when the board is dealt out?

Every hand takes its best five of own cards and board. All boards are looked at where that is quick, otherwise boards
are sampled, and then every figure has an interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, sqrt

import numpy as np
import numpy.typing as npt

from simlab.cards import draw_hand
from simlab.errors import CardError, InputError
from simlab.jit import kernel, new
from simlab.ranking.batch import rank_into
from simlab.ranking.orders import STANDARD, Order
from simlab.ranking.text import size
from simlab.rng import KEY, STREAM, Purpose, set_key, start

BLOCK = 16384  # boards looked at together; also what one random stream deals
EXACT_LIMIT = 50_000_000  # boards; some 15 ns each and hand
SAMPLES = 2_000_000
Z_95 = 1.959963984540054
MOST_HANDS = 10
NONE = np.uint64(0)


@dataclass(frozen=True)
class Equity:
    """Results per hand: boards won alone, shared (with so many others) and lost."""

    hands: tuple[str, ...]
    boards: int
    exact: bool
    won: tuple[int, ...]
    tied: tuple[int, ...]
    shares: tuple[float, ...]  # mean share of the pot
    errors: tuple[float, ...]  # standard errors; 0 where exact

    @property
    def lost(self) -> tuple[int, ...]:
        return tuple(self.boards - won - tied for won, tied in zip(self.won, self.tied, strict=True))

    def interval(self, hand: int) -> tuple[float, float]:
        """95 % interval of the share; a point where exact."""
        reach = Z_95 * self.errors[hand]
        return max(0.0, self.shares[hand] - reach), min(1.0, self.shares[hand] + reach)


def equity(
    hands: Sequence[str],
    board: int = 5,
    order: Order = STANDARD,
    *,
    known: str = "",
    without: str = "",
    samples: int | None = None,
    seed: int = 1,
) -> Equity:
    """Share of the pot of each hand over the boards of `board` cards.

    `known`: board cards already lying; `without`: other cards that cannot come. `samples` asks for that many random boards
    even where all could be looked at.
    """
    masks, lying, rest = split_deck(hands, order, known, without)
    to_come = board - size(lying)
    if not 0 <= to_come <= len(rest):
        raise InputError(f"a board of {board} cards cannot be dealt: {len(rest)} cards are left and {board - to_come} lie there")
    every = comb(len(rest), to_come)
    if samples is not None and samples < 1:
        raise InputError(f"samples must be at least 1, not {samples}")
    exact = samples is None and every <= EXACT_LIMIT
    boards = every if exact else samples or SAMPLES
    tally = np.zeros((len(masks), len(masks)), np.int64)
    own = np.array(masks, np.int64) | lying
    dealer = Enumerated(rest, to_come) if exact else Sampled(rest, to_come, seed)
    for first in range(0, boards, BLOCK):
        dealt = dealer.deal(first // BLOCK, min(BLOCK, boards - first))
        scores = np.empty((len(own), len(dealt)), np.int64)
        for mask, row in zip(own, scores, strict=True):
            rank_into(row, dealt | mask, order, size(mask) + to_come)
        settle(scores, tally)
    return summary(tuple(hands), tally, boards, exact)


def split_deck(hands: Sequence[str], order: Order, known: str, without: str) -> tuple[list[np.int64], np.int64, npt.NDArray[np.int64]]:
    """Masks of the hands, mask of the known board, and the bits of the cards that may come."""
    if not 2 <= len(hands) <= MOST_HANDS:
        raise InputError(f"equity compares 2 to {MOST_HANDS} hands, not {len(hands)}")
    read = [order.deck.read(text) for text in (*hands, known, without)]
    cards = [card for part in read for card in part]
    for card in cards:
        if cards.count(card) > 1:
            raise CardError(f"{order.deck.write([card])} stands twice")
        if order.deck.rank(card) not in order.strength:
            raise CardError(f"{order.deck.write([card])} is not in the deck of this order")
    masks = [word(order.deck.mask(part)) for part in read]
    rest = [word(order.deck.mask([card])) for card in order.cards if card not in cards]
    return masks[: len(hands)], masks[len(hands)], np.array(rest, np.int64)


def word(mask: int) -> np.int64:
    return np.uint64(mask).astype(np.int64)


def summary(hands: tuple[str, ...], tally: npt.NDArray[np.int64], boards: int, exact: bool) -> Equity:
    """tally[h, k]: boards on which hand h was best together with k others."""
    parts = 1.0 / np.arange(1, len(hands) + 1)
    shares = tally @ parts / boards
    variances = np.maximum(tally @ parts**2 / boards - shares**2, 0.0)
    errors = [0.0 if exact else sqrt(v / boards) for v in variances]
    tied = tally[:, 1:].sum(axis=1)
    return Equity(hands, boards, exact, tuple(map(int, tally[:, 0])), tuple(map(int, tied)), tuple(map(float, shares)), tuple(errors))


@kernel
def settle(scores, tally):
    if len(scores) == 2:
        settle_two(scores[0], scores[1], tally)
        return
    for i in range(scores.shape[1]):
        best = scores[0, i]
        for hand in range(1, scores.shape[0]):
            best = max(best, scores[hand, i])
        sharers = -1
        for hand in range(scores.shape[0]):
            sharers += scores[hand, i] == best
        for hand in range(scores.shape[0]):
            tally[hand, sharers] += scores[hand, i] == best


@kernel
def settle_two(ours, theirs, tally):
    """The same for two hands: plain counters vectorise."""
    won, lost = 0, 0
    for i in range(len(ours)):
        won += ours[i] > theirs[i]
        lost += ours[i] < theirs[i]
    tally[0, 0] += won
    tally[1, 0] += lost
    tally[0, 1] += len(ours) - won - lost
    tally[1, 1] += len(ours) - won - lost


class Enumerated:
    """All boards in a fixed order."""

    def __init__(self, bits: npt.NDArray[np.int64], cards: int) -> None:
        self.bits = bits
        self.places = np.arange(cards)

    def deal(self, block: int, boards: int) -> npt.NDArray[np.int64]:
        out = np.empty(boards, np.int64)
        next_boards(self.bits, self.places, out)
        return out


@kernel
def next_boards(bits, places, out):
    """Combinations in lexical order, going on from `places`, which end at the first that was not dealt."""
    cards, size = len(places), len(bits)
    for i in range(len(out)):
        mask = np.int64(0)
        for k in range(cards):
            mask |= bits[places[k]]
        out[i] = mask
        k = cards - 1
        while k >= 0 and places[k] == size - cards + k:
            k -= 1
        if k >= 0:
            places[k] += 1
            for later in range(k + 1, cards):
                places[later] = places[later - 1] + 1


class Sampled:
    """Random boards: block b is dealt from its own stream of the seed, so any slice can be dealt again."""

    def __init__(self, bits: npt.NDArray[np.int64], cards: int, seed: int) -> None:
        self.bits = bits
        self.cards = cards
        self.seed = seed

    def deal(self, block: int, boards: int) -> npt.NDArray[np.int64]:
        out = np.empty(boards, np.int64)
        random_boards(self.bits.copy(), self.cards, self.seed, block, new(KEY), new(STREAM), out)
        return out


@kernel
def random_boards(deck, cards, seed, block, key, stream, out):
    """The deck need not be put back in order between boards: random cards of any order are random cards."""
    set_key(key, seed, block)
    start(stream, key, Purpose.DEAL, 0, 0)
    s0, s1, cards = stream.s0, stream.s1, np.uint64(cards)
    for i in range(len(out)):
        out[i], s0, s1 = draw_hand(deck, NONE, cards, s0, s1)
