"""`simlab conform`: does a game keep the contract, so that every number about it can be trusted?"""

import json
import sys
from pathlib import Path

import click

from simlab.commands import options
from simlab.commands.study import table
from simlab.commands.terminal import show
from simlab.folders import holding

BROKEN = 1


@click.command()
@options.GAME
@options.GAMES(40)
@options.SEED(1)
@options.OUT(without="reports/conform-GAME")
@options.JSON()
def conform(game: str, games: int, seed: int, out: Path | None, as_json: bool) -> None:
    """Watch random games for broken promises; exit 0 kept, 1 broken. Example: simlab conform template"""
    from simlab.commands.progress import under_way
    from simlab.folders import HOME
    from simlab.studies.conform.measure import measure
    from simlab.studies.conform.page import conform_study

    folder = out or HOME / f"conform-{game}"
    with under_way(as_json) as told, holding(folder):
        found = measure(game, games, seed, folder, told)
        study = conform_study(found)
        path = study.write(folder)
        if as_json:
            click.echo(json.dumps(study.data, ensure_ascii=False))
        else:
            show(study.title, map(table, study.tables), study.findings, path)
    sys.exit(BROKEN if found.faults else 0)
