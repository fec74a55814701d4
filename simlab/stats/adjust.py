"""Several comparisons at once: p-values corrected by Holm's method over their family (docs/statistics.md)."""

from collections.abc import Sequence


def holm(values: Sequence[float | None]) -> list[float | None]:
    """P-values corrected for how many there are: the least times m, the next times m - 1, ..., never falling."""
    order = sorted((p, i) for i, p in enumerate(values) if p is not None)
    corrected: list[float | None] = [None] * len(values)
    worst = 0.0
    for rank, (p, i) in enumerate(order):
        worst = max(worst, min(1.0, p * (len(order) - rank)))
        corrected[i] = worst
    return corrected
