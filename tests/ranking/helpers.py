"""Cards as text to what kernels take, for the tests of rankings."""

import numpy as np

from simlab.ranking.orders import Order
from simlab.ranking.scalar import rank
from simlab.ranking.wild import rank_wild


def signed(mask: int) -> int:
    return mask - (1 << 64) if mask >> 63 else mask


def hand(text: str, order: Order) -> int:
    return signed(order.deck.mask(order.deck.read(text)))


def score(text: str, order: Order) -> int:
    return int(rank(np.int64(hand(text, order)), order.record))


def wild_score(text: str, order: Order) -> int:
    return int(rank_wild(np.int64(hand(text, order)), order.record))


def winner(a: int, b: int) -> str:
    return "A" if a > b else "B" if b > a else "tie"


def bits_of(order: Order) -> np.ndarray:
    """One bit for each card that the order ranks."""
    return np.array([signed(order.deck.mask([card])) for card in order.cards], np.int64)
