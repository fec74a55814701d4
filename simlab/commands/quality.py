"""`simlab quality`: what is a game like to play? Is it fair, tense, decided late, full of choices that matter?"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.commands.line_ups import player_at, who_plays
from simlab.commands.study import Workplace, conduct, usual_folder

if TYPE_CHECKING:
    from simlab.reports.study import Study


@click.command()
@options.GAME
@options.POLICIES(without=options.USUAL_PLAYER)
@click.option(
    "--watched", type=click.IntRange(2), default=300, show_default=True, metavar="N", help="Games looked into while they are played."
)
@click.option("--looks", type=click.IntRange(2, 100), default=12, show_default=True, metavar="N", help="Looks into a game.")
@options.WORLDS(64, type=click.IntRange(4, 256))
@options.POLICY_FILE()
@options.GOAL(without="what the game's players maximise")
@options.table(20_000)
@options.STUDY
def quality(game: str, policies: str | None, watched: int, looks: int, worlds: int, policy_files: Sequence[str], players: int | None,
            rules: Sequence[str], games: int, seed: int, goal: str | None, **kept: Any) -> None:  # fmt: skip
    """Measure what a game is like to play: drama, comebacks, choices that matter. Example: simlab quality template --policies honest"""
    from simlab.contract.catalogue import load
    from simlab.studies.quality.measure import QualityAsk
    from simlab.studies.quality.measure import quality as measure
    from simlab.studies.quality.page import quality_study

    found, given = load(game), knobs(rules)
    who = player_at(policies, found, [table_rules(found, given, players)], policy_files)
    ask = QualityAsk(game, who, players, given, games, seed, tuple(policy_files), watched, looks, worlds, goal=goal)

    def make(at: Workplace) -> "Study":
        return quality_study(measure(ask, at.folder, **at.playing))

    question = [who, players, list(rules), games, watched, looks, worlds, seed, goal]
    conduct(make, usual_folder("quality", game, question), who=who_plays(who, found, policies), **kept)
