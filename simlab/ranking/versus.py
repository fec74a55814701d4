"""Hand against hand: how often does each win when the board is dealt out?

Every hand takes its best five of own cards and board. All boards are looked at where that is quick, otherwise boards
are sampled, and then every figure has an interval.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from simlab.bits import select
from simlab.cards import draw_hand
from simlab.errors import CardError, InputError
from simlab.jit import allocating, kernel
from simlab.ranking.batch.duel import count_winners, seven_each
from simlab.ranking.batch.rank import ranker
from simlab.ranking.hands import HAND
from simlab.ranking.orders import STANDARD, Order
from simlab.ranking.text import size
from simlab.rng import KEY, LOW_32, R32, STREAM, TWO_32, Purpose, advance, output, set_key, start
from simlab.stats.estimates import rate
from simlab.stats.means import error_from_squares

BLOCK = 16384  # boards looked at together; also what one random stream deals
EXACT_LIMIT = 50_000_000  # boards; some 15 ns each and hand
SAMPLES = 2_000_000
MOST_HANDS = 10
SEVEN = 7  # cards of a hand with its board, as in hold'em
K0, K1, K2, K3, K4 = (np.uint64(k) for k in range(HAND))


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
        share = self.shares[hand]
        if self.exact:
            return share, share
        _, _, low, high = rate(share, self.errors[hand], self.boards, self.boards)
        return (0.0, 1.0) if low is None or high is None else (low, high)


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
    own = np.array(masks, np.int64) | lying
    dealer = Enumerated(rest, to_come) if exact else Sampled(rest, to_come, seed)
    dealt = np.empty(min(BLOCK, boards), np.int64)  # used again and again: fresh memory would cost 3 ns a board
    contest = (Duel if is_duel(own, to_come, order) else Contest)(own, to_come, order, len(dealt))
    for first in range(0, boards, BLOCK):
        now = dealt[: min(BLOCK, boards - first)]
        dealer.deal(first // BLOCK, now)
        contest.settle(now)
    return summary(tuple(hands), contest.tally, boards, exact)


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
    rest = [order.deck.mask([card]) for card in order.cards if card not in cards]
    return masks[: len(hands)], masks[len(hands)], np.array(rest, np.uint64).view(np.int64)


def word(mask: int) -> np.int64:
    return np.uint64(mask).astype(np.int64)


def summary(hands: tuple[str, ...], tally: npt.NDArray[np.int64], boards: int, exact: bool) -> Equity:
    """tally[h, k]: boards on which hand h was best together with k others."""
    parts = 1.0 / np.arange(1, len(hands) + 1)
    shares = tally @ parts / boards
    errors = np.zeros(len(hands)) if exact else error_from_squares(shares, tally @ parts**2 / boards, boards)
    won, tied = tally[:, 0], tally[:, 1:].sum(axis=1)
    return Equity(hands, boards, exact, *(tuple(part.tolist()) for part in (won, tied, shares, errors)))


class Contest:
    """Any hands by any order. tally[h, k]: boards on which hand h was best together with k others."""

    def __init__(self, own: npt.NDArray[np.int64], to_come: int, order: Order, most: int) -> None:
        self.own, self.tally = own, np.zeros((len(own), len(own)), np.int64)
        self.words, self.scores = np.empty(most, np.int64), np.empty((len(own), most), np.int64)
        self.rankers = [ranker(order, size(mask) + to_come, size(mask) + to_come) for mask in own]

    def settle(self, boards: npt.NDArray[np.int64]) -> None:
        words, scores = self.words[: len(boards)], self.scores[:, : len(boards)]
        for mask, score, row in zip(self.own, self.rankers, scores, strict=True):
            np.bitwise_or(boards, mask, out=words)
            score(words, row)
        settle(scores, self.tally)


def is_duel(own: npt.NDArray[np.int64], to_come: int, order: Order) -> bool:
    """Two hands of seven cards each in the plain order, as in most questions?"""
    return len(own) == 2 and bool(order.record.fast) and all(size(mask) + to_come == SEVEN for mask in own)


class Duel:
    """As `Contest`, for these two: nothing but the winner of each board is written down."""

    def __init__(self, own: npt.NDArray[np.int64], to_come: int, order: Order, most: int) -> None:
        self.ours, self.theirs = own[:1].view(np.uint16), own[1:].view(np.uint16)
        self.tally, self.winners = np.zeros((2, 2), np.int64), np.empty(most, np.uint16)

    def settle(self, boards: npt.NDArray[np.int64]) -> None:
        winners = self.winners[: len(boards)]
        seven_each(boards.view(np.uint16), self.ours, self.theirs, winners)
        won, lost = count_winners(winners)
        tied = len(boards) - won - lost
        self.tally += np.array([[won, tied], [lost, tied]])


@allocating
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


@allocating
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

    def deal(self, block: int, out: npt.NDArray[np.int64]) -> None:
        next_boards(self.bits, self.places, out)


@allocating
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
        self.scratch = np.zeros(1, KEY), np.zeros(1, STREAM)  # arrays: handing over a record takes 8 us

    def deal(self, block: int, out: npt.NDArray[np.int64]) -> None:
        random_boards(self.bits if self.cards == HAND else self.bits.copy(), self.cards, self.seed, block, *self.scratch, out)


@allocating
def random_boards(deck, cards, seed, block, keys, streams, out):
    """The deck need not be put back in order between boards: random cards of any order are random cards."""
    stream = streams[0]
    set_key(keys[0], seed, block)
    start(stream, keys[0], Purpose.DEAL, 0, 0)
    if cards == HAND:
        five_card_boards(deck, stream.s0, stream.s1, out)
        return
    s0, s1, end = stream.s0, stream.s1, np.uint64(cards)
    for i in range(len(out)):
        out[i], s0, s1 = draw_hand(deck, K0, end, s0, s1)


@allocating
def five_card_boards(deck, s0, s1, out):
    """Two boards a random number, five cards by each half of it. One that fails the test is written over by the next, without a branch."""
    left, end, i = np.uint64(len(deck)), np.uint64(len(out)), K0
    unfair = TWO_32 % (left * (left - K1) * (left - K2) * (left - K3) * (left - K4))
    while i + K1 < end:  # room for both: asked between them, it made them wait for each other, a fifth slower
        word = output(s0, s1)
        s0, s1 = advance(s0, s1)
        out[i], fraction = five_of(deck, left, word >> R32)
        i += np.uint64(fraction >= unfair)
        out[i], fraction = five_of(deck, left, word & LOW_32)
        i += np.uint64(fraction >= unfair)
    last_board(deck, left, unfair, s0, s1, out[i:])


@kernel
def last_board(deck, left, unfair, s0, s1, out):
    """If there is room for one: the first that passes the test."""
    missing = len(out) > 0
    while missing:
        word = output(s0, s1)
        s0, s1 = advance(s0, s1)
        out[0], fraction = five_of(deck, left, word >> R32)
        if fraction < unfair:
            out[0], fraction = five_of(deck, left, word & LOW_32)
        missing = fraction < unfair


@kernel
def five_of(deck, left, fraction):
    """Five of these cards by a fraction of 2^32, and what is left of it. The deck stays as it is: no board has to wait for the last.

    Floyd's way to choose some of many.
    """
    board, fraction = one_more(deck, left - K4, np.int64(0), fraction)
    board, fraction = one_more(deck, left - K3, board, fraction)
    board, fraction = one_more(deck, left - K2, board, fraction)
    board, fraction = one_more(deck, left - K1, board, fraction)
    return one_more(deck, left, board, fraction)


@kernel
def one_more(deck, size, board, fraction):
    """A board with one more of the first `size` cards, and what is left of the fraction that chose it.

    Where the chosen one lies there already, the last of them comes instead: so every set of cards is as likely.
    """
    product = fraction * size
    card = deck[product >> R32]
    return board | select(board & card == 0, card, deck[size - K1]), product & LOW_32
