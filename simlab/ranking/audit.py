"""Exact counts of categories, and what they say about the order: does every hand beat those that come more often?"""

from functools import cached_property
from itertools import pairwise
from typing import Any


class Audit:
    """Counts by category, lowest first. Who counts says how many cards, how many hands of each kind, and what a kind is called."""

    name: str  # of the order
    cards: int
    counts: dict[Any, int]

    def title(self, kind: Any) -> str:
        return str(kind)

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def share(self, kind: Any) -> float:
        return self.counts[kind] / self.total

    @property
    def seen(self) -> list[Any]:
        """Categories that come at all, lowest first."""
        return [kind for kind, hands in self.counts.items() if hands > 0]

    @cached_property
    def swaps(self) -> list[tuple[Any, Any]]:
        """Neighbours that stand the wrong way round: (the higher, which comes more often; the lower). Most telling first."""
        wrong = [(high, low) for low, high in pairwise(self.seen) if self.counts[high] > self.counts[low]]
        return sorted(wrong, key=lambda pair: self.counts[pair[0]] / self.counts[pair[1]], reverse=True)

    @property
    def finding(self) -> str:
        """The rarity audit in one sentence."""
        if not self.swaps:
            return "the order agrees with rarity: every hand beats those that come more often"
        high, low = self.swaps[0]
        more = f" ({len(self.swaps)} pairs of neighbours disagree)" if len(self.swaps) > 1 else ""
        ratio, above, below = self.counts[high] / self.counts[low], self.title(high), self.title(low)
        return f"swap {above} and {below}: {above} ranks higher but comes {ratio:.2f} times as often{more}"

    def table(self) -> list[dict[str, object]]:
        """One row a category, highest first, with its place by rarity (1 = rarest)."""
        rarity = sorted(self.seen, key=lambda kind: self.counts[kind])
        return [
            {
                "category": self.title(kind),
                "place": len(self.counts) - i,
                "hands": self.counts[kind],
                "share": self.share(kind),
                "rarity": rarity.index(kind) + 1 if kind in rarity else None,
            }
            for i, kind in reversed(list(enumerate(self.counts)))
        ]
