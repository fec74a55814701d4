"""`simlab actions`: which kinds of action are worth taking, against doing nothing on the same deals?"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import rule_changes, table_rules
from simlab.commands.line_ups import player_at
from simlab.commands.study import Workplace, conduct, usual_folder
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.reports.study import Study


@click.command()
@click.argument("game")
@click.option("--at", help="The decision, as kind, hide, allin of battle; the game's first without it (wrong names list them).")
@click.option("--against", help="The kind the others are measured against; what does nothing, or is legal most often, without it.")
@options.POLICY
@options.TAKES_PART
@options.GOAL
@click.option("--players", metavar="N,...", help="Seats at the table, or several sizes; the game's default without it.")
@options.RULES
@options.rollouts(4_000, "table size")
@options.SAME_BYTES
@options.STUDY
def actions(game: str, at: str | None, against: str | None, policy: str | None, policy_files: Sequence[str], players: str | None,
            rules: Sequence[str], rollouts: int, seed: int, goal: str | None, **kept: Any) -> None:  # fmt: skip
    """Try every kind of action against doing nothing, on the same deals. Example: simlab actions battle --players 3"""
    from simlab.contract.catalogue import load
    from simlab.studies.actions.measure import ActionsAsk
    from simlab.studies.actions.measure import actions as measure
    from simlab.studies.actions.page import actions_study

    found, given, sizes = load(game), rule_changes(rules), table_sizes(players)
    who = player_at(policy, found, [table_rules(found, given, size) for size in sizes])
    asks = [ActionsAsk(game, who, size, given, rollouts, seed, tuple(policy_files), at, against, goal=goal) for size in sizes]

    def make(place: Workplace) -> "Study":
        homes = [place.folder] if len(asks) == 1 else [place.folder / f"{ask.players}-players" for ask in asks]
        return actions_study([measure(ask, home, **place.playing) for ask, home in zip(asks, homes, strict=True)])

    question = [at, against, who, players, list(rules), rollouts, seed, goal]
    conduct(make, usual_folder("actions", game, question), **kept)


def table_sizes(text: str | None) -> list[int | None]:
    """`2,4,6` as table sizes."""
    if text is None:
        return [None]
    sizes = [part.strip() for part in text.split(",")]
    if not all(part.isdigit() for part in sizes):
        raise InputError(f"--players {text}: write a table size, or several with commas between")
    return list(dict.fromkeys(int(part) for part in sizes))
