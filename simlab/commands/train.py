"""`simlab train`: a player that is nearly as strong as search, and as fast as a rule of thumb."""

from collections.abc import Sequence
from pathlib import Path

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules


@click.command()
@options.GAME
@options.PLAYERS(without=options.USUAL_SEATS)
@options.RULES()
@options.ROUNDS(3, type=click.IntRange(1, 20))
@options.GAMES(without="enough for 200,000 decisions")
@options.WORLDS(16, type=click.IntRange(2, 10_000))
@click.option("--improve", metavar="NAME", help="The player to improve on; the game names one without it.")
@click.option(
    "--search-base", metavar="NAME", help="Who plays on in those worlds; as search does without it. `learned` improves on what was learned."
)
@options.SEED(1)
@options.THREADS(without="all")
@options.OUT(without="where `learned` looks for it")
@options.FRESH()
@options.QUIET()
def train(game: str, players: int | None, rules: Sequence[str], out: Path | None, fresh: bool, quiet: bool, rounds: int, games: int | None,
          worlds: int, improve: str | None, search_base: str | None, seed: int, threads: int | None) -> None:  # fmt: skip
    """Let search teach a fast player, the policy `learned`. Example: simlab train template"""
    from simlab import jit
    from simlab.commands.progress import under_way
    from simlab.contract.catalogue import load
    from simlab.players.learned.stored import home_of
    from simlab.studies.train.measure import Course
    from simlab.studies.train.measure import train as learn

    if not quiet:
        jit.announce()
    found = load(game)
    table = table_rules(found, knobs(rules), players)
    course = Course(found, table, rounds, games, seed, worlds, improve, search_base, threads)
    with under_way(quiet) as told:
        trained = learn(course, out or home_of(found, table), told, fresh)
    if not quiet:
        for line in trained.lines():
            click.echo(line)
