"""The strength of many hands: `rank_batch(masks, order)` takes the fastest way that serves these cards and this order."""

from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.bits import popcount, wide
from simlab.jit import kernel
from simlab.ranking import batch_any, batch_five, batch_standard
from simlab.ranking.hands import HAND, Family
from simlab.ranking.orders import STANDARD, Order
from simlab.ranking.scalar import rank_placed
from simlab.ranking.wild import rank_wild

Scores = npt.NDArray[np.int64]
Masks = npt.NDArray[np.int64]

BLOCK = 1024  # hands
PLAIN = {5: batch_standard.five_cards, 6: batch_standard.six_cards, 7: batch_standard.seven_cards}
FIVE = {Family.SUITS: batch_five.by_suits, Family.SUM: batch_five.by_sum, Family.SUM_THEN_STANDARD: batch_five.by_sum}


def rank_batch(masks: npt.ArrayLike, order: Order = STANDARD, cards: int | None = None, wild: bool = False) -> Scores:
    """Scores of all hands, equal to `rank` of each (`rank_wild` with `wild`: every hand has a wild card besides).

    `cards`: the number of cards, if every hand has it; saves a look at all hands.
    """
    hands = as_words(masks)
    out = np.empty(hands.size, np.int64)
    if wild:
        each_wild(hands.reshape(-1), order.record, out)
    else:
        rank_into(out, hands.reshape(-1), order, cards)
    return out.reshape(hands.shape)


def rank_into(out: Scores, hands: Masks, order: Order, cards: int | None = None) -> None:
    """Write the scores of `hands` to `out`; both contiguous."""
    fewest, most = (cards, cards) if cards is not None else sizes(hands)
    vectorised = fastest(order, fewest, most)
    placed = by_strength(hands, order.record)
    if vectorised is None:
        each(placed, order.record, out)
    else:
        vectorised(placed.view(np.uint16), order.record, out.view(np.uint16))


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
        return batch_any.any_cards
    return None


def by_strength(hands: Masks, rules: Any) -> Masks:
    """The hands with their ranks in order of strength; a copy only where the order moves any."""
    if rules.swaps == 0:
        return hands
    placed = hands.copy()
    exchange_all(placed, rules)
    return placed


@kernel
def exchange_all(hands, order):
    """`permute` of every hand: one exchange at a time vectorises, a few hands at a time stay in the nearest cache."""
    wide()
    for start in range(0, len(hands), BLOCK):
        block = hands[start : start + BLOCK]
        for k in range(order.swaps):
            shift, mask = order.swap_shift[k], order.swap_mask[k]
            for i in range(len(block)):
                moved = ((block[i] >> shift) ^ block[i]) & mask
                block[i] ^= moved ^ (moved << shift)


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
