"""`simlab skill`: how much of a win is luck of the cards, the seat, the player?"""

from typing import Any

import click

from simlab.commands import options
from simlab.commands.contest import hold


@click.command()
@click.argument("game")
@options.POLICIES
@options.TAKES_PART
@options.GOAL
@options.table(20_000, "line-up")
@options.STUDY
def skill(game: str, **asked: Any) -> None:
    """Say how much of a win is cards, seat, player. Example: simlab skill template --policies uniform,honest"""
    from simlab.studies.skill.page import skill_study

    hold("skill", skill_study, {}, game, **asked)
