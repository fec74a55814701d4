"""Runs with less luck (`adjust:`): what it was worth, in games, and where it does not help."""

from collections.abc import Iterator

from simlab.reports.rundir import Run

HELPS = 1.05  # times the games, from which on it is worth saying so


def gained(run: Run) -> Iterator[str]:
    """For each number shown first, how many times the games it would have taken without; those that it does not help are named."""
    gains: dict[str, float] = run.manifest.get("gains", {})
    helped = [f"{run.metric_name(name)} {as_good_as(gain)}" for name, gain in gains.items() if helps(gain)]
    in_vain = [f"{run.metric_name(name)} ({as_good_as(gain)})" for name, gain in gains.items() if not helps(gain)]
    if helped:
        yield f"Each deal was played once for every seat its cards can go to: {', '.join(helped)}."
    if in_vain:
        yield f"`adjust` does not help {' or '.join(in_vain)}: leave it out for that."


def helps(gain: float) -> bool:
    """A gain of 0 stands for one without end."""
    return gain == 0 or gain >= HELPS


def as_good_as(gain: float) -> str:
    """`as good as 7.3 times the games`"""
    return "free of the luck of the deal" if gain == 0 else f"as good as {gain:.2g} times the games"
