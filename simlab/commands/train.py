"""`simlab train`: a player that is nearly as strong as search, and as fast as a rule of thumb."""

from collections.abc import Sequence
from pathlib import Path

import click

from simlab.commands import options
from simlab.commands.knobs import rule_changes, table_rules


@click.command()
@click.argument("game")
@options.PLAYERS
@options.RULES
@click.option("--rounds", type=click.IntRange(1, 20), default=3, show_default=True, help="At most; it ends when a round brings nothing.")
@click.option("--games", type=click.IntRange(1), help="Games of a round; enough for 60,000 decisions without it.")
@click.option("--worlds", type=click.IntRange(2, 10_000), default=16, show_default=True, help="Worlds in which search tries each action.")
@click.option("--base", help="The player to improve on; the game's usual one without it.")
@click.option("--search-base", help="Who plays on in those worlds; as search does without it. `learned` improves on what was learned.")
@options.SAME_BYTES
@click.option("--threads", type=click.IntRange(1, 1024), help="Threads; all cores without it.")
@click.option("--out", type=options.FILE, help="File to write; without it the place where `learned` looks for it.")
@options.FRESH
@options.QUIET
def train(game: str, players: int | None, rules: Sequence[str], out: Path | None, fresh: bool, quiet: bool, rounds: int, games: int | None,
          worlds: int, base: str | None, search_base: str | None, seed: int, threads: int | None) -> None:  # fmt: skip
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
    table = table_rules(found, rule_changes(rules), players)
    course = Course(found, table, rounds, games, seed, worlds, base, search_base, threads)
    with under_way(quiet) as told:
        trained = learn(course, out or home_of(found, table), told, fresh)
    if not quiet:
        for line in trained.lines():
            click.echo(line)
