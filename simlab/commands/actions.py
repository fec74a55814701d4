"""`simlab actions`: which kinds of action are worth taking, against doing nothing on the same deals?"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.commands.line_ups import player_at, who_plays
from simlab.commands.study import Workplace, conduct, usual_folder
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.reports.study import Study


@click.command()
@options.GAME
@options.AT(without="the game's first")
@click.option(
    "--against", metavar="KIND", help="The kind the others are measured against; what does nothing, or is legal most often, without it."
)
@options.POLICIES(without=options.USUAL_PLAYER)
@options.POLICY_FILE()
@options.GOAL(without="what the game's players maximise")
@options.SIZES()
@options.table(4_000)
@options.STUDY
def actions(game: str, at: str | None, against: str | None, policies: str | None, policy_files: Sequence[str], players: int | None,
            sizes: str | None, rules: Sequence[str], games: int, seed: int, goal: str | None, **kept: Any) -> None:  # fmt: skip
    """Try every kind of action against doing nothing, on the same deals. Example: simlab actions template --policies honest"""
    from simlab.contract.catalogue import load
    from simlab.studies.actions.measure import ActionsAsk
    from simlab.studies.actions.measure import actions as measure
    from simlab.studies.actions.page import actions_study

    found, given, tables = load(game), knobs(rules), table_sizes(players, sizes)
    who = player_at(policies, found, [table_rules(found, given, size) for size in tables], policy_files)
    asks = [ActionsAsk(game, who, size, given, games, seed, tuple(policy_files), at, against, goal=goal) for size in tables]

    def make(place: Workplace) -> "Study":
        homes = [place.folder] if len(asks) == 1 else [place.folder / f"{ask.players}-players" for ask in asks]
        return actions_study([measure(ask, home, **place.playing) for ask, home in zip(asks, homes, strict=True)])

    question = [at, against, who, players, sizes, list(rules), games, seed, goal]
    conduct(make, usual_folder("actions", game, question), who=who_plays(who, found, policies), **kept)


def table_sizes(players: int | None, text: str | None) -> list[int | None]:
    """One table, or several: `2,4,6`."""
    if text is None:
        return [players]
    if players is not None:
        raise InputError("--players is one table size, --sizes are several: give one of them")
    sizes = [part.strip() for part in text.split(",")]
    if not all(part.isdigit() for part in sizes):
        raise InputError(f"--sizes {text}: write table sizes with commas between")
    return list(dict.fromkeys(int(part) for part in sizes))
