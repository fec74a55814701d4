"""`simlab tournament`: who beats whom when policies meet in all line-ups?"""

from typing import Any

import click

from simlab.commands import options
from simlab.commands.contest import hold


@click.command()
@options.GAME
@options.POLICIES(without="all that can play")
@options.POLICY_FILE()
@click.option(
    "--base",
    metavar="NAME",
    help="The policy the others are measured against; the game's usual player where it takes part, else the first.",
)
@click.option("--design", type=click.Choice(["auto", "all", "balanced"]), default="auto", show_default=True, help="Which line-ups.")
@options.GOAL(without="what the game's players maximise")
@options.table(20_000)
@options.STUDY
def tournament(game: str, base: str | None, design: str, **asked: Any) -> None:
    """Let policies meet in all line-ups: who beats whom, ratings, the best mix. Example: simlab tournament template --players 2"""
    from simlab.studies.tournament.page import tournament_study

    hold("tournament", tournament_study, {"base": base, "design": design}, game, **asked)
