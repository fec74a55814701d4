"""Which hand beats which in battle (BA-9)."""

from collections.abc import Sequence

from simlab.cards import FRENCH_BY_SUIT
from simlab.ranking.orders import WITH_ROYAL, Order, french_runs, french_strength, one_of, permutation


def battle_order(
    category_order: Sequence[object] = WITH_ROYAL[::-1],
    ace_low_straight: bool = True,
    incomplete_hands: str = "count",
    deck_low: int = 2,
) -> Order:
    """BA-9: from one card up, a royal flush on top. `category_order` is highest first (BA-9.3)."""
    one_of("incomplete_hands", incomplete_hands, ("count", "dead"))
    return Order(
        "battle",
        FRENCH_BY_SUIT,
        french_strength(deck_low),
        permutation(category_order, WITH_ROYAL)[::-1],
        french_runs(ace_low_straight, deck_low),
        dead=incomplete_hands == "dead",
    )


BATTLE = battle_order()
