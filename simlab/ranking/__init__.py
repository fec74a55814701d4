"""Which hand wins: rankers for one hand and for many, in words, with exact odds and equities.

For players and analysts, from here: `rank`, `compare`, `describe`, `order_of`, `rank_batch`, `odds`, `equity`.
For engines: `from simlab.ranking.orders import ORDER, showdown_order` and `from simlab.ranking.scalar import rank`, whose
kernel `rank(mask, rules.order)` takes the order from the rules record.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simlab.ranking.batch import rank_batch
    from simlab.ranking.counting import Odds, odds
    from simlab.ranking.hands import Category, Family
    from simlab.ranking.orders import Order
    from simlab.ranking.text import Comparison, Ranked, compare, describe, order_of, rank
    from simlab.ranking.versus import Equity, equity

__all__ = [
    "Category", "Comparison", "Equity", "Family", "Odds", "Order", "Ranked", "compare", "describe", "equity", "odds", "order_of",
    "rank", "rank_batch",
]  # fmt: skip

# loaded when first asked for: engines need neither the words nor the batch kernels
HOMES = {
    "batch": ("rank_batch",),
    "counting": ("Odds", "odds"),
    "hands": ("Category", "Family"),
    "orders": ("Order",),
    "text": ("Comparison", "Ranked", "compare", "describe", "order_of", "rank"),
    "versus": ("Equity", "equity"),
}


def __getattr__(name: str) -> Any:
    for module, names in HOMES.items():
        if name in names:
            return getattr(import_module(f"simlab.ranking.{module}"), name)
    raise AttributeError(f"module 'simlab.ranking' has no attribute {name!r}")
