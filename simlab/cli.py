"""The command line. Heavy modules are imported inside the commands, so that `simlab --help` answers at once."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab import __version__
from simlab.errors import SimlabError
from simlab.ranking.commands import COMMANDS

if TYPE_CHECKING:
    import polars as pl


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


@main.command()
@click.argument("game", required=False)
def games(game: str | None) -> None:
    """List the games, or show the knobs, policies and columns of one. Example: simlab games template"""
    if game is None:
        from simlab.games import titles

        for name, title in titles().items():
            click.echo(f"{name:10} {title}")
        return
    from simlab.games.contract import load
    from simlab.players.registry import policies

    found = load(game)
    click.echo(f"{found.name}: {found.title}\n\nKnobs (rules:)")
    for name, bounds, default, doc in found.Rules.table():
        click.echo(f"  {name:24} {doc} [{bounds}; default {default}]")
    click.echo("\nPolicies (policies:)")
    for policy in policies(found).values():
        knobs = "".join(f"; {p.name}: {p.doc} [{p.low:g}..{p.high:g}; default {p.default:g}]" for p in policy.params)
        click.echo(f"  {policy.name:24} {policy.doc}{knobs}")
    click.echo("\nOutcome columns (metrics:)")
    for column in found.columns:
        click.echo(f"  {column.name:24} {column.doc}")


@main.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--rollouts", type=click.IntRange(1), help="Games, instead of the scenario's.")
@click.option("--seed", type=click.IntRange(0), help="Seed, instead of the scenario's.")
@click.option("--threads", type=click.IntRange(1), help="Threads; all cores without it.")
@click.option("--out", type=click.Path(path_type=Path), help="Run directory; reports/NAME without it.")
@click.option("--policy-file", "policy_files", multiple=True, metavar="FILE:FUNCTION", help="A policy of your own, by its function's name.")
def run(file: Path, rollouts: int | None, seed: int | None, threads: int | None, out: Path | None, policy_files: tuple[str, ...]) -> None:
    """Play a scenario and print its table. Example: simlab run scenarios/template.yaml --rollouts 100000"""
    from simlab import jit
    from simlab.experiments import run as runner
    from simlab.experiments import scenario as scenarios
    from simlab.games.contract import load
    from simlab.players.registry import from_file

    jit.announce()
    scenario = scenarios.read(file)
    changes = {name: value for name, value in (("rollouts", rollouts), ("seed", seed)) if value is not None}
    scenario = scenario.model_copy(update=changes)
    own = [from_file(load(scenario.game), spec) for spec in policy_files]
    with click.progressbar(length=scenario.rollouts, label="games", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        table = runner.run(scenario, own, threads, progress=bar.update)
    path = runner.write(table, out or Path("reports") / file.stem)
    if scenario.question:
        click.echo(scenario.question)
    print_table(table)
    click.echo(f"results: {path}")


def print_table(table: "pl.DataFrame") -> None:
    """The results for people; entries that never occurred are left out."""
    from rich.console import Console
    from rich.table import Table

    shown = Table("metric", "seat", "level", "estimate", "95 % interval", "rollouts", box=None, header_style="bold")
    for row in table.iter_rows(named=True):
        if row["estimate"] is None or row["estimate"] != row["estimate"]:
            continue
        seat = "" if row["seat"] is None else str(row["seat"])
        interval = f"{row['ci_low']:.5g} to {row['ci_high']:.5g}"
        shown.add_row(row["metric"], seat, row["level"] or "", f"{row['estimate']:.5g}", interval, f"{row['rollouts']:,}")
    Console().print(shown)


@main.command()
@click.argument("game")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the deals and the players.")
@click.option("--index", type=click.IntRange(0), default=0, show_default=True, help="Which game of that seed.")
@click.option("--policy", "names", multiple=True, help="By seat; one for all; `uniform` without it.")
@click.option("--players", type=int, help="Seats at the table.")
def replay(game: str, seed: int, index: int, names: tuple[str, ...], players: int | None) -> None:
    """Tell one game line by line. Example: simlab replay template --seed 1 --index 5 --policy equilibrium"""
    from simlab import jit
    from simlab.games.contract import load
    from simlab.play.drivers import record_game
    from simlab.play.transcript import Transcript, story
    from simlab.players.registry import make_player

    jit.announce()
    found = load(game)
    rules = found.Rules.of({} if players is None else {"players": players})
    specs = names if len(names) == rules.players else [*(names or ("uniform",))[:1]] * rules.players
    if len(names) not in (0, 1, rules.players):
        raise click.UsageError(f"{len(names)} policies for {rules.players} players")
    actions, _ = record_game(found, [make_player(found, spec, rules) for spec in specs], rules.lower(), seed, index)
    for line in story(Transcript(game, found.version, rules.changed(), seed, index, tuple(actions))):
        click.echo(line)


for command in COMMANDS:
    main.add_command(command)


if __name__ == "__main__":
    main()
