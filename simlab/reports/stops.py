"""Runs that stop by themselves (`precision:`): whether all that was asked is known, and what else such a run must take care of."""

from collections.abc import Iterator

from simlab.reports.rundir import Row, Run
from simlab.stats.claims import in_words

NAMED = 3  # numbers that are named in the sentence


def stops(run: Run) -> Iterator[str]:
    """One sentence: everything is known well enough, or what is not."""
    goals: list[Row] = run.manifest.get("goals", [])
    if not goals:
        return
    games = sorted({cell["games"] for cell in run.manifest["cells"]})
    played = in_words(games[0]) if len(games) == 1 else f"{in_words(games[0])} to {in_words(games[-1])}"
    unmet = [goal for goal in goals if not goal["met"]]
    if not unmet:
        yield f"all that was asked is known well enough, with {played} games for each cell."
        return
    names = list(dict.fromkeys(goal["metric"] if goal["seat"] is None else f"{goal['metric']} of seat {goal['seat']}" for goal in unmet))
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    yield f"not known well enough after the most games allowed ({played}): {', '.join(names[:NAMED])}{more}."
