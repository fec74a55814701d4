"""Which hand beats which in Jester's Poker phase (JE-7)."""

from collections.abc import Sequence

from simlab.cards import FRENCH
from simlab.ranking.hands import Family
from simlab.ranking.orders import WITH_ROYAL, Order, french_runs, french_strength, one_of, permutation

TIE_BREAKS = {
    "sum": Family.SUM,
    "sum_made": Family.SUM_MADE,
    "standard": Family.STANDARD,
    "sum_then_standard": Family.SUM_THEN_STANDARD,
}


def jester_order(
    category_order: Sequence[object] = WITH_ROYAL,
    poker_tie_break: str = "sum",
    wheel: bool = False,
    min_rank: int = 2,
) -> Order:
    """JE-7: the larger sum of ranks wins within a tier. `category_order` is lowest first."""
    one_of("poker_tie_break", poker_tie_break, tuple(TIE_BREAKS))
    return Order(
        "jester",
        FRENCH,
        french_strength(min_rank),
        permutation(category_order, WITH_ROYAL),
        french_runs(wheel and min_rank == 2, min_rank),  # only A-2-3-4-5 itself (JE-7.4)
        TIE_BREAKS[poker_tie_break],
    )


JESTER = jester_order()
