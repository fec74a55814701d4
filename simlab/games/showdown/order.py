"""Which hand beats which in showdown (SH-8)."""

from collections.abc import Sequence

from simlab.cards import FRENCH
from simlab.errors import RulesError
from simlab.ranking.hands import Family
from simlab.ranking.orders import STANDARD_CATEGORIES, Order, french_runs, french_strength, one_of, permutation


def showdown_order(
    category_order: Sequence[object] = STANDARD_CATEGORIES,
    full_house_compare: str = "highest_rank",
    suit_order: Sequence[str] | str = "cdhs",
    ace_low_straight: bool = True,
    lowest_rank: int = 2,
) -> Order:
    """SH-8: suits break every tie, a full house compares its highest rank first. `category_order` is lowest first."""
    one_of("full_house_compare", full_house_compare, ("highest_rank", "trips_first"))
    if sorted(suit_order) != sorted("cdhs"):
        raise RulesError(f"suit_order must name c, d, h and s once each, not {suit_order!r}")
    return Order(
        "showdown",
        FRENCH,
        french_strength(lowest_rank),
        permutation(category_order, STANDARD_CATEGORIES),
        french_runs(ace_low_straight, lowest_rank),
        Family.SUITS,
        full_house_high=full_house_compare == "highest_rank",
        suit_order=tuple("cdhs".index(suit) for suit in suit_order),
    )


SHOWDOWN = showdown_order()
