"""The command line: all commands under one name, and errors of the user's in one line.

Heavy modules are imported inside the commands, so that `simlab --help` answers at once.
"""

import sys
from typing import Any

import click

from simlab import __version__, leave
from simlab.commands import options
from simlab.commands.actions import actions
from simlab.commands.chart import chart
from simlab.commands.check import check
from simlab.commands.coach import coach
from simlab.commands.compare import compare
from simlab.commands.conform import conform
from simlab.commands.dials import dials
from simlab.commands.draw import draw
from simlab.commands.effects import effects
from simlab.commands.endings import ended, somebody_reads, with_room
from simlab.commands.equity import equity
from simlab.commands.exploit import exploit
from simlab.commands.games import games
from simlab.commands.lab import lab
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
from simlab.commands.table import table
from simlab.commands.tournament import tournament
from simlab.commands.train import train
from simlab.commands.tune import tune
from simlab.commands.verify import verify
from simlab.commands.wrong_words import one_line, refuse_options_without_value
from simlab.errors import InputError

QUESTIONS: dict[str, tuple[click.Command, ...]] = {  # every command once, under what one would ask
    "Start here": (games, play, lab, new),
    "What happens, and did a change help?": (run, compare, check, replay, verify),
    "Is it fair, and is it fun?": (skill, quality, dials, tune, effects),
    "How should it be played?": (tournament, equity, actions, coach, chart, solve, exploit, train),
    "Which hands win, and how often do they come?": (rank, odds, draw, table),
    "Your own game": (conform, schema),
}
COMMANDS = tuple(command for commands in QUESTIONS.values() for command in commands)
FIRST = """simlab: is a card game fair, how should it be played, did the tweak help?

  simlab games                                which games there are
  simlab play showdown                        play one yourself, with hints
  simlab compare showdown target=40           did the tweak help? A verdict and a page
  simlab lab                                  turn knobs and play in the browser
  simlab new game my_game                     begin a game of your own

The first start of a game compiles it, some 10 to 40 seconds. simlab --help lists all commands;
simlab COMMAND --help explains one, with an example. A ten-minute tutorial:
docs/tutorial.md of the clone or the source archive."""


class OneLine(click.Group):
    """Errors of the user's are one line and exit code 2."""

    def main(self, *args: Any, **extra: Any) -> Any:
        leave.listen()
        return ended(lambda: super(OneLine, self).main(*args, **extra))

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Help is said while words are read."""
        with somebody_reads():
            return super().make_context(*args, **extra)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:  # a shell that completes a line is in the middle of it
            refuse_options_without_value(click.Context(command, ctx, name), rest)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """A wrong word is one line too. Stopped from the keyboard, or by another process: one line, exit code 130 or 143."""
        try:
            with somebody_reads():
                return super().invoke(ctx)
        except click.UsageError as wrong:
            raise InputError(one_line(wrong)) from None
        except KeyboardInterrupt as stop:
            click.echo(f"\n{leave.last_line()}", err=True)
            sys.exit(leave.exit_code(stop))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """By question, each with its whole first sentence."""
        for question, commands in QUESTIONS.items():
            formatter.write(f"\n{question}\n")
            with formatter.indentation():
                formatter.write_dl([(str(command.name), first_sentence(command)) for command in commands])


def first_sentence(command: click.Command) -> str:
    """What a command does, without its examples."""
    return " ".join((command.help or "").split()).partition(" Example:")[0]


@click.group(
    "simlab",
    cls=OneLine,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="simlab COMMAND --help explains one, with an example.",
)
@click.version_option(__version__, prog_name="simlab")
@click.pass_context
def main(context: click.Context) -> None:
    """Monte Carlo strategy analysis for home-brew card games: is it fair, how should it be played, did the tweak help?"""
    if context.invoked_subcommand is None:
        click.echo(FIRST)


for command in COMMANDS:
    main.add_command(with_room(options.GAME_DIR(command)))
