"""`simlab chart equity`: what is each class of hands worth, as maps to print and a strategy card?"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.studies.equity.classes import ClassChart

FOLDER = click.Path(path_type=Path, file_okay=False)


@click.group()
def chart() -> None:
    """Draw charts that need no run. Example: simlab chart equity showdown"""


@chart.command("equity")
@click.argument("game")
@click.option("--out", type=FOLDER, help="Folder for pictures and card; reports/equity-GAME without it.")
@click.option("--policy", help="Who plays on at all seats, where values are not exact.")
@options.worlds(2_400, "Imagined worlds for each class, where values are not exact.")
@options.PLAYERS
@options.RULES_SET
@options.SAME_WORLDS
@options.as_json()
def equity_maps(
    game: str, out: Path | None, policy: str | None, worlds: int, players: int | None, settings: Sequence[str], seed: int, as_json: bool
) -> None:
    """What hand classes are worth by action, as maps to print, and a strategy card. Example: simlab chart equity jester"""
    from simlab import jit
    from simlab.api import HOME
    from simlab.contract.catalogue import load
    from simlab.studies.equity.classes import chart_of

    jit.announce()
    found = load(game)
    maps = chart_of(found, table_rules(found, knobs(settings), players), policy, worlds, seed)
    files = write(maps, out or HOME / f"equity-{game}")
    if as_json:
        click.echo(json.dumps({**asdict(maps), "files": [str(path) for path in files]}, indent=2, ensure_ascii=False))
        return
    click.echo(maps.card())
    for path in files:
        click.echo(str(path))


def write(maps: "ClassChart", folder: Path) -> list[Path]:
    """Every map as PNG and PDF, and the card as text."""
    from simlab.studies.equity.page import heat, save

    files: list[Path] = []
    for grid in maps.grids:
        figure = heat(grid)
        files += [save(figure, folder / f"{grid.name}{kind}") for kind in (".png", ".pdf")]
    card = folder / "card.txt"
    try:
        card.write_text(maps.card(), encoding="utf-8")
    except OSError as wrong:
        raise InputError(f"cannot write {card}: {wrong.strerror}") from None
    return [*files, card]
