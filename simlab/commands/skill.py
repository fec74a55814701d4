"""`simlab skill`: how much of a win is luck of the cards, the seat, the player?"""

from typing import Any

import click

from simlab.commands import options
from simlab.commands.contest import hold


@click.command()
@options.GAME
@options.POLICIES(without="all that can play")
@options.POLICY_FILE()
@options.GOAL(without="what the game's players maximise")
@options.table(20_000)
@options.STUDY
def skill(game: str, **asked: Any) -> None:
    """Say how much of a win is cards, seat, player. Example: simlab skill template --policies uniform,honest"""
    from simlab.studies.skill.page import skill_study

    hold("skill", skill_study, {}, game, **asked)
