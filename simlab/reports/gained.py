"""Runs with less luck (`adjust:`): what it was worth, in games."""

from collections.abc import Iterator

from simlab.reports.rundir import Run


def gained(run: Run) -> Iterator[str]:
    """One sentence: for each number shown first, how many times the games it would have taken without."""
    gains: dict[str, float] = run.manifest.get("gains", {})
    parts = [f"{run.metric_name(name)} {as_good_as(gain)}" for name, gain in gains.items()]
    if parts:
        yield f"Each deal was played once for every seat its cards can go to: {', '.join(parts)}."


def as_good_as(gain: float) -> str:
    """`as good as 7.3 times the games`; a gain of 0 stands for one without end."""
    return "free of the luck of the deal" if gain == 0 else f"as good as {gain:.2g} times the games"
