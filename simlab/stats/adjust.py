"""Several comparisons at once: p-values corrected over their family, and when one is settled (docs/statistics.md)."""

from collections.abc import Sequence

from simlab.stats.looks import ALPHA


def holm(values: Sequence[float | None]) -> list[float | None]:
    """P-values corrected for how many there are: the least times m, the next times m - 1, ..., never falling."""
    order = sorted((p, i) for i, p in enumerate(values) if p is not None)
    corrected: list[float | None] = [None] * len(values)
    worst = 0.0
    for rank, (p, i) in enumerate(order):
        worst = max(worst, min(1.0, p * (len(order) - rank)))
        corrected[i] = worst
    return corrected


def bonferroni(p: float, family: float) -> float:
    """One p-value of a family whose others are not known yet: stricter than Holm's, and right whatever they turn out to be."""
    return min(1.0, p * family)


def is_settled(p: float | None) -> bool:
    """Whether a (corrected) p-value says that there is a difference."""
    return p is not None and p < ALPHA
