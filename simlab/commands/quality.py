"""`simlab quality`: what is a game like to play? Is it fair, tense, decided late, full of choices that matter?"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.knobs import rule_changes, table_rules
from simlab.commands.line_ups import player_at
from simlab.commands.study import Workplace, conduct, usual_folder

if TYPE_CHECKING:
    from simlab.reports.study import Study


@click.command()
@click.argument("game")
@options.POLICY
@click.option("--games", type=click.IntRange(2), default=300, show_default=True, help="Games looked into.")
@click.option("--looks", type=click.IntRange(2, 100), default=12, show_default=True, help="Looks into a game.")
@click.option("--worlds", type=click.IntRange(4, 256), default=64, show_default=True, help="Worlds imagined at a look.")
@options.TAKES_PART
@options.GOAL
@options.table(20_000, "measure that needs no look")
@options.STUDY
def quality(game: str, policy: str | None, games: int, looks: int, worlds: int, policy_files: Sequence[str], players: int | None,
            rules: Sequence[str], rollouts: int, seed: int, goal: str | None, **kept: Any) -> None:  # fmt: skip
    """Measure what a game is like to play: drama, comebacks, choices that matter. Example: simlab quality template --policy honest"""
    from simlab.contract.catalogue import load
    from simlab.studies.quality.measure import QualityAsk
    from simlab.studies.quality.measure import quality as measure
    from simlab.studies.quality.page import quality_study

    found, given = load(game), rule_changes(rules)
    who = player_at(policy, found, [table_rules(found, given, players)])
    ask = QualityAsk(game, who, players, given, rollouts, seed, tuple(policy_files), games, looks, worlds, goal=goal)

    def make(at: Workplace) -> "Study":
        return quality_study(measure(ask, at.folder, **at.playing))

    question = [who, players, list(rules), games, looks, worlds, seed, goal]
    conduct(make, usual_folder("quality", game, question), **kept)
