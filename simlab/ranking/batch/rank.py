"""The strength of many hands: `rank_batch(masks, order)` takes the fastest way that serves these cards and this order."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.bits import popcount, wide
from simlab.errors import InputError
from simlab.jit import kernel
from simlab.ranking.batch import five, standard
from simlab.ranking.batch.any import any_cards
from simlab.ranking.hands import HAND, Family
from simlab.ranking.orders import STANDARD, Order
from simlab.ranking.scalar import rank_placed
from simlab.ranking.wild import rank_wild

Scores = npt.NDArray[np.int64]
Masks = npt.NDArray[np.int64]

BLOCK = 2048  # hands
PLAIN = {5: standard.five_cards, 6: standard.six_cards, 7: standard.seven_cards}
FIVE = {Family.SUITS: five.by_suits, Family.SUM: five.by_sum, Family.SUM_THEN_STANDARD: five.by_sum}


def rank_batch(
    masks: npt.ArrayLike, order: Order = STANDARD, cards: int | None = None, wild: bool = False, out: Scores | None = None
) -> Scores:
    """Scores of all hands, equal to `rank` of each (`rank_wild` with `wild`: every hand has a wild card besides).

    `cards`: the number of cards, if every hand has it; saves a look at all hands. `out`: where to write, in the shape of the
    masks; fresh memory costs half a nanosecond a hand.
    """
    hands = as_words(masks)
    scores = np.empty(hands.shape, np.int64) if out is None else out
    if scores.shape != hands.shape or scores.dtype != np.int64 or not scores.flags.c_contiguous:
        raise InputError(f"out must be a contiguous int64 array of shape {hands.shape}")
    if wild:
        each_wild(hands.reshape(-1), order.record, scores.reshape(-1))
    else:
        fewest, most = (cards, cards) if cards is not None else sizes(hands.reshape(-1))
        ranker(order, fewest, most)(hands.reshape(-1), scores.reshape(-1))
    return scores


def ranker(order: Order, fewest: int, most: int) -> Callable[[Masks, Scores], None]:
    """What ranks hands of `fewest` to `most` cards by this order, for many calls: write scores of `hands` to `out`."""
    rules = order.record
    found = fastest(order, fewest, most)
    if found in PLAIN.values():  # these need no order; handing over a record takes 8 us a call
        return lambda hands, out: found(hands.view(np.uint16), out.view(np.uint16))
    if rules.swaps > 0:
        words = np.empty(BLOCK, np.uint64)  # unsigned, because AVX2 cannot shift signed words
        if found is any_cards:
            return lambda hands, out: any_cards_moved(hands.view(np.uint64), rules, words, words.view(np.uint16), out.view(np.uint16))
        return lambda hands, out: each_moved(hands.view(np.uint64), rules, words, words.view(np.int64), out)
    if found is None:
        return lambda hands, out: each(hands, rules, out)
    return lambda hands, out: found(hands.view(np.uint16), rules, out.view(np.uint16))


def as_words(masks: npt.ArrayLike) -> Masks:
    """Masks as contiguous int64, whatever integers they came as (uint64 is reinterpreted, not copied)."""
    words = np.ascontiguousarray(masks)
    return words.view(np.int64) if words.dtype == np.uint64 else words.astype(np.int64, copy=False)


def fastest(order: Order, fewest: int, most: int) -> Any:
    """The vectorised kernel for hands of `fewest` to `most` cards, None where each hand has to be ranked on its own."""
    if order.record.fast and fewest == most and most in PLAIN:
        return PLAIN[most]
    if fewest == most == HAND and order.family in FIVE:
        return FIVE[order.family]
    if order.family == Family.STANDARD and order.record.direct and fewest >= (HAND if order.dead else 1):
        return any_cards
    return None


@kernel
def by_strength(hands, order, words):
    """`permute` of a block of hands: one exchange after the other over all of them vectorises."""
    wide()
    for i in range(len(hands)):
        words[i] = hands[i]
    for k in range(order.swaps):
        shift, mask = np.uint64(order.swap_shift[k]), np.uint64(order.swap_mask[k])
        for i in range(len(hands)):
            moved = ((words[i] >> shift) ^ words[i]) & mask
            words[i] ^= moved ^ (moved << shift)


@kernel
def any_cards_moved(hands, order, words, lanes, out):
    """`any_cards` for orders that move ranks, block by block in the nearest cache; `lanes` is another view of `words`."""
    for start in range(0, len(hands), len(words)):
        now = min(len(words), len(hands) - start)
        by_strength(hands[start : start + now], order, words)
        any_cards(lanes[: 4 * now], order, out[4 * start : 4 * (start + now)])


@kernel
def each_moved(hands, order, words, signed, out):
    for start in range(0, len(hands), len(words)):
        now = min(len(words), len(hands) - start)
        by_strength(hands[start : start + now], order, words)
        each(signed[:now], order, out[start : start + now])


@kernel
def sizes(hands):
    """The fewest and the most cards in a hand."""
    fewest, most = 64, 0
    for i in range(len(hands)):
        cards = popcount(hands[i])
        fewest, most = min(fewest, cards), max(most, cards)
    return fewest, most


@kernel
def each(hands, order, out):
    for i in range(len(hands)):
        out[i] = rank_placed(hands[i], order)


@kernel
def each_wild(hands, order, out):
    for i in range(len(hands)):
        out[i] = rank_wild(hands[i], order)
