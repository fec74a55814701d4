"""What is sure on a page and what is not: who played, what is settled, what other players make of it, what was cut short."""

from collections.abc import Iterator

from simlab.reports.answers import answers
from simlab.reports.comparing import State, comparisons
from simlab.reports.gained import gained
from simlab.reports.others import has_turned, listed
from simlab.reports.page.players import line_up, players
from simlab.reports.rundir import Run
from simlab.reports.sentences import finish
from simlab.reports.stops import stops
from simlab.stats.claims import in_words


def certainty(run: Run) -> list[str]:
    """A few sentences beneath the answer."""
    parts = [*settled(run), *who_played(run), *other_players(run), *cut_short(run), *stops(run), *gained(run)]
    return [finish(part) for part in parts]


def settled(run: Run) -> Iterator[str]:
    """How much of what was asked is settled; and what intervals mean."""
    found = [one for metric in dict.fromkeys(answer.metric for answer in answers(run) if answer.metric) for one in comparisons(run, metric)]
    if found:
        known = sum(one.state is State.SETTLED for one in found)
        none = sum(one.state in (State.SAME, State.NONE) for one in found)
        rest = len(found) - known - none
        parts = [
            f"{known} differ for certain" if known else "",
            f"{none} hardly or not at all" if none else "",
            f"{rest} are open" if rest else "",
        ]
        yield f"of {len(found)} comparisons of what was asked, {listed([part for part in parts if part])}"
    games = in_words(min(cell["games"] for cell in run.manifest["cells"]))
    yield f"{games} {run.unit}s for each cell; an interval holds the truth 19 times in 20, and all claims of this page together do"


def who_played(run: Run) -> Iterator[str]:
    """Whose games these are, and how strong they are known to be."""
    known = players(run)
    strength = f": {known[0]['strength'][:1].lower()}{known[0]['strength'][1:]}" if len(known) == 1 else "."
    yield f"played by {line_up(run)}{strength.removesuffix('.')}; stronger players may find more"


def other_players(run: Run) -> Iterator[str]:
    """Does it hold for others?"""
    if not run.also:
        return
    names = listed([run.words.policies.get(name, name) for name in run.also])
    rows = [row for name in run.headline for row in run.differences(name)]
    turned = sum(has_turned(run, row) for row in rows)
    yield f"{names} played it again: {f'{turned} differences turn round' if turned else 'no settled difference turns round'}"


def cut_short(run: Run) -> Iterator[str]:
    """Games that were stopped by the cap."""
    rows = [row for row in run.rows("capped") if row["estimate"]]
    if rows:
        most = max(rows, key=lambda row: row["estimate"])
        yield f"up to {100 * most['estimate']:.2g} % of the games are stopped by the cap and count as they stood"
