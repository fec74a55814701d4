"""The command line: all commands under one name, and errors of the user's in one line.

Heavy modules are imported inside the commands, so that `simlab --help` answers at once.
"""

import sys
from typing import Any

import click

from simlab import __version__
from simlab.commands import options
from simlab.commands.actions import actions
from simlab.commands.chart import chart
from simlab.commands.check import check
from simlab.commands.coach import coach
from simlab.commands.compare import compare
from simlab.commands.conform import conform
from simlab.commands.dials import dials
from simlab.commands.effects import effects
from simlab.commands.equity import equity
from simlab.commands.exploit import exploit
from simlab.commands.games import games
from simlab.commands.new import new
from simlab.commands.odds import odds
from simlab.commands.play import play
from simlab.commands.quality import quality
from simlab.commands.rank import rank
from simlab.commands.replay import replay
from simlab.commands.run import run
from simlab.commands.schema import schema
from simlab.commands.skill import skill
from simlab.commands.solve import solve
from simlab.commands.tournament import tournament
from simlab.commands.train import train
from simlab.commands.tune import tune
from simlab.errors import SimlabError
from simlab.leave import listen

COMMANDS = (
    games, new, schema, run, check, compare, rank, odds, equity, chart, coach, replay, play, tournament, skill, dials, effects, tune,
    quality, actions, solve, exploit, train, conform,
)  # fmt: skip


class OneLine(click.Group):
    """Errors of the user's are one line and exit code 2."""

    def main(self, *args: Any, **extra: Any) -> Any:
        listen()
        try:
            return super().main(*args, **extra)
        except SimlabError as error:
            click.echo(f"simlab: {error}", err=True)
            sys.exit(error.exit_code)


@click.group(cls=OneLine, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="simlab")
def main() -> None:
    """Monte Carlo strategy analysis for home-brew card games: is it fair, how should it be played, did the tweak help?"""


for command in COMMANDS:
    main.add_command(options.GAME_DIR(command))
