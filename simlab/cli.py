"""The command line. Heavy modules are imported inside the commands, so that `simlab --help` answers at once."""

import sys
from pathlib import Path
from typing import Any

import click

from simlab import __version__
from simlab.commands.asking import STUDIES
from simlab.commands.table_commands import COMMANDS as TABLE
from simlab.errors import SimlabError
from simlab.ranking.commands import COMMANDS as RANKING


class OneLine(click.Group):
    """Errors of the user's are one line and exit code 2."""

    def main(self, *args: Any, **extra: Any) -> Any:
        try:
            return super().main(*args, **extra)
        except SimlabError as error:
            click.echo(f"simlab: {error}", err=True)
            sys.exit(error.exit_code)


@click.group(cls=OneLine, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="simlab")
def main() -> None:
    """Monte Carlo strategy analysis for home-brew card games: is it fair, how should it be played, did the tweak help?"""


def run_options(command: Any) -> Any:
    """Options of every command that plays."""
    options = (
        click.option("--threads", type=click.IntRange(1, 1024), help="Threads, or processes of this machine; all cores without it."),
        click.option(
            "--backend", type=click.Choice(["threads", "processes", "dask"]), default="threads", show_default=True, help="Who plays."
        ),
        click.option("--scheduler", metavar="ADDRESS", help="Of a dask cluster, such as tcp://10.0.0.1:8786; a local one without it."),
        click.option("--out", type=click.Path(path_type=Path), help="Run directory; reports/NAME without it."),
        click.option("--fresh", is_flag=True, help="Throw away what was played before."),
        click.option("--json", "as_json", is_flag=True, help="Print the results as JSON."),
        click.option("--quiet", is_flag=True, help="Print nothing but errors."),
    )
    for option in reversed(options):
        command = option(command)
    return command


@main.command()
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def games(game: str | None, as_json: bool) -> None:
    """List the games, or show the knobs, policies and columns of one. Example: simlab games template"""
    from simlab.commands import showing

    showing.games(game, as_json)


@main.command()
def schema() -> None:
    """Print the JSON schema of scenarios, for editors. Example: simlab schema > scenario.schema.json"""
    from simlab.commands import showing

    showing.schema()


def file_options(command: Any) -> Any:
    """Options of every command that plays a scenario file."""
    own = "A policy of your own, by its function's name."
    options = (
        click.argument("file", type=click.Path(path_type=Path)),
        click.option("--rollouts", type=click.IntRange(1), help="Games for each cell, instead of the scenario's."),
        click.option("--seed", type=click.IntRange(0), help="Seed, instead of the scenario's."),
        click.option("--set", "sets", multiple=True, metavar="KEY=VALUE", help="Change the scenario, for example rules.target=40."),
        click.option("--policy-file", "policy_files", multiple=True, metavar="FILE:FUNCTION", help=own),
    )
    for option in reversed(options):
        command = option(command)
    return command


@main.command()
@file_options
@run_options
def run(file: Path, **options: Any) -> None:
    """Play a scenario: table, findings, report. Example: simlab run scenarios/template.yaml --rollouts 100000"""
    from simlab.commands import running

    running.run(file, **options)


@main.command()
@file_options
@run_options
@click.option("--junit", type=click.Path(path_type=Path), help="Write a test report for build servers into this file.")
def check(file: Path, **options: Any) -> None:
    """Play until a scenario's checks are settled; exit 0 holds, 1 broken, 3 not settled. Example: simlab check scenarios/template.yaml"""
    from simlab.commands import checking

    checking.check(file, **options)


@main.command()
@click.argument("game")
@click.argument("changes", nargs=-1, required=True, metavar="RULES.KNOB=VALUE...")
@click.option("--players", type=int, help="Seats at the table; the game's default without it.")
@click.option("--policy", default="uniform", show_default=True, help="Who plays, at all seats.")
@click.option("--rollouts", type=click.IntRange(1), default=200_000, show_default=True, help="Games for each variant.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="The same seed gives the same bytes.")
@run_options
def compare(game: str, changes: tuple[str, ...], **options: Any) -> None:
    """Compare the default rules with changed ones, without a file. Example: simlab compare template rules.bet=2 --policy honest"""
    from simlab.commands import running

    running.compare(game, changes, **options)


for command in (*RANKING, *TABLE, *STUDIES):
    main.add_command(command)
