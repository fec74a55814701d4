"""`simlab new`: how do I begin a game, a policy or a scenario of my own?"""

from pathlib import Path

import click

from simlab.commands import options


@click.group()
def new() -> None:
    """Begin a game, a policy or a scenario of your own. Example: simlab new game my_game --like betting"""


@new.command()
@click.argument("name")
@click.option("--like", default="", metavar="KIND", help="What to begin from: template (without it), betting, tricks or draw.")
@options.OUT(without="a folder here")
def game(name: str, like: str, out: Path | None) -> None:
    """Write a package with a game that plays: sources, tests, project file. Example: simlab new game my_game --like tricks"""
    from simlab.scaffold.packages import kits, new_game

    kind = like or next(iter(kits()))
    into = out or Path()
    written, home = new_game(name, kind, into), into / name
    click.echo(f"{len(written)} files in {home}, begun from {kits()[kind].about}. Next:")
    for line in (f"pip install -e {home}", f"pytest {home}", f"simlab conform {name}", f"simlab play {name}"):
        click.echo(f"  {line}")


@new.command()
@options.GAME
@click.argument("name")
@options.OUT(without="NAME.py")
def policy(game: str, name: str, out: Path | None) -> None:
    """Write a policy of a game to fill in. Example: simlab new policy template cautious"""
    from simlab.contract.catalogue import load
    from simlab.scaffold.pieces import new_policy

    file = out or Path(f"{name}.py")
    new_policy(load(game), name, file)
    click.echo(f"{file} is written. Try it:\n  simlab tournament {game} --policy-file {file}:{name}")


@new.command()
@options.GAME
@options.OUT(without="scenarios/GAME.yaml")
def scenario(game: str, out: Path | None) -> None:
    """Write a scenario of a game to change. Example: simlab new scenario template --out first.yaml"""
    from simlab.contract.catalogue import load
    from simlab.scaffold.pieces import SCHEMA, new_scenario

    file = out or Path("scenarios") / f"{game}.yaml"
    new_scenario(load(game), file)
    click.echo(f"{file} is written. Next:\n  simlab run {file}")
    click.echo(f"  simlab schema > {file.parent / SCHEMA}    # your editor then completes and checks what you type")
