"""How Jester counts cards: Blackjack totals, and who holds the better poker hand.

A card is a number: 4 * (rank - 2) + suit, ranks 2..14 with jack 11, queen 12, king 13 and ace 14, suits c d h s.
Everything here is done the long way round, straight from the words of the rules.
"""

from collections import Counter
from itertools import combinations, product

ACE = 14
TEN = 10
BLACKJACK = 21

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, ROYAL_FLUSH = range(10)

# Classes of Blackjack pairs, best first (section 7.2): S when an ace counts 11, H otherwise, then the total.
PAIR_CLASSES = [
    "S21", "H11", "S20", "H10", "H20", "S19", "S18", "H19", "H9", "S17", "S16", "S15", "S12", "S14",
    "H18", "S13", "H8", "H17", "H7", "H16", "H12", "H13", "H15", "H14", "H6", "H5", "H4",
]  # fmt: skip


def rank(card: int) -> int:
    return card // 4 + 2


def suit(card: int) -> int:
    return card % 4


# --- Blackjack ---------------------------------------------------------------------------------------------------------


def values(card: int) -> list[int]:
    """What a card may count in Blackjack (JE-5.3)."""
    if rank(card) == ACE:
        return [1, 11]
    return [min(rank(card), TEN)]


def total(cards: list[int]) -> int:
    """Best total: the largest up to 21, else the smallest (JE-5.4 for players, JE-5.12 for the deck)."""
    totals = [sum(choice) for choice in product(*(values(card) for card in cards))]
    good = [t for t in totals if t <= BLACKJACK]
    return max(good) if good else min(totals)


def soft(cards: list[int]) -> bool:
    """Does an ace count 11 in the best total?"""
    return total(cards) != sum(min(values(card)) for card in cards)


def pair_class(pair: list[int]) -> str:
    return ("S" if soft(pair) else "H") + str(total(pair))


def natural(pair: list[int]) -> bool:
    """An ace with a ten-valued card (JE-5.18)."""
    return len(pair) == 2 and total(pair) == BLACKJACK


# --- Poker -------------------------------------------------------------------------------------------------------------


def straight_ranks(cards: list[int], wheel: bool) -> list[int] | None:
    """The five ranks of a straight, highest first, or None (JE-7.3, JE-7.4); in a wheel the ace counts 1."""
    ranks = sorted((rank(card) for card in cards), reverse=True)
    if len(ranks) != 5:
        return None  # JE-7.9
    if ranks == [ranks[0] - i for i in range(5)]:
        return ranks
    if wheel and ranks == [ACE, 5, 4, 3, 2]:
        return [5, 4, 3, 2, 1]
    return None


def tiers(cards: list[int], wheel: bool) -> set[int]:
    """Every tier the cards satisfy (JE-7.2 to JE-7.5)."""
    ranks = [rank(card) for card in cards]
    alike = {size: any(len(set(group)) == 1 for group in combinations(ranks, size)) for size in (2, 3, 4)}
    pairs = {r for r in ranks if ranks.count(r) >= 2}
    trips = {r for r in ranks if ranks.count(r) >= 3}
    straight = straight_ranks(cards, wheel)
    flush = len(cards) == 5 and len({suit(card) for card in cards}) == 1
    met = {
        HIGH_CARD: True,
        PAIR: alike[2],
        TWO_PAIR: len(pairs) >= 2,
        THREE: alike[3],
        STRAIGHT: straight is not None,
        FLUSH: flush,
        FULL_HOUSE: len(trips) == 1 and len(pairs) == 2,
        FOUR: alike[4],
        STRAIGHT_FLUSH: flush and straight is not None,
        ROYAL_FLUSH: flush and straight == [ACE, 13, 12, 11, TEN],
    }
    return {tier for tier, yes in met.items() if yes}


def tier(cards: list[int], wheel: bool) -> int:
    """A hand belongs to its best tier (JE-7.6)."""
    return max(tiers(cards, wheel))


def counted_ranks(cards: list[int], wheel: bool) -> list[int]:
    """Ranks as the tie-break counts them, the most numerous first, then the highest."""
    straight = straight_ranks(cards, wheel)
    if straight is not None:
        return straight
    ranks = [rank(card) for card in cards]
    often = Counter(ranks)
    return sorted(ranks, key=lambda r: (often[r], r), reverse=True)


def made_sum(cards: list[int], wheel: bool) -> int:
    """Sum over the cards that form the tier (JE-7.7, `sum_made`)."""
    forming = {HIGH_CARD: 1, PAIR: 2, TWO_PAIR: 4, THREE: 3, FOUR: 4}
    # counted_ranks puts the cards of the pair, pairs, trips or quads first
    return sum(counted_ranks(cards, wheel)[: forming.get(tier(cards, wheel), 5)])


def hand_key(cards: list[int], wheel: bool, category_order: list[int], tie_break: str) -> tuple[int, ...]:
    """Larger is better, equal is a full tie (JE-7.1, JE-7.7, JE-7.8)."""
    strength = category_order.index(tier(cards, wheel))
    ranks = counted_ranks(cards, wheel)
    if len(cards) < 5 or tie_break == "sum":  # short hands know the sum only (JE-7.9)
        return (strength, sum(ranks))
    if tie_break == "sum_made":
        return (strength, made_sum(cards, wheel), sum(ranks))
    if tie_break == "standard":
        return (strength, *ranks)
    if tie_break == "sum_then_standard":
        return (strength, sum(ranks), *ranks)
    raise ValueError(f"no such poker_tie_break: {tie_break}")
