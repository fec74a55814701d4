"""A score of the standard family as battle writes it down: `place << 20 | k1 << 16 | ... | k5`, numbers 2 .. 14, missing 0."""

import numpy as np

from simlab.bits import clz
from simlab.jit import kernel
from simlab.ranking.hands import HAND, RANK_BITS, Category, category, place
from simlab.ranking.scalar import RANKS

LISTED = 1 << 15  # incomplete hands that count as a high card are lists, which start above any set of 15 ranks


@kernel
def packed(score, lowest):
    """`lowest`: the number of the lowest rank in the deck (2, or battle's `deck_low`)."""
    held, made, rest = category(score), (score >> RANK_BITS) & RANKS, score & RANKS
    word, shift = place(score) << 20, 16
    if held == Category.ROYAL_FLUSH:
        return word
    if held == Category.STRAIGHT or held == Category.STRAIGHT_FLUSH:
        return word | (63 - clz(rest) + lowest) << shift
    if held == Category.HIGH_CARD and score & 0xFFFFF >= LISTED:
        for k in range(HAND - 1):
            at = (score >> (15 - 5 * k)) & 31
            word |= (at - 1 + lowest if at > 0 else 0) << (shift - 4 * k)
        return word
    for part in (made, rest):
        while part != 0:
            top = 63 - clz(part)
            word |= (top + lowest) << shift
            shift -= 4
            part ^= np.int64(1) << top
    return word
