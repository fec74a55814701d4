"""`simlab chart`: pictures that need no run.

`equity`: what is each class of hands worth, as maps to print and a strategy card. `rarity`: how often does each hand of a game or an
order come, and does the order agree?
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simlab.commands import options
from simlab.commands.knobs import knobs, table_rules
from simlab.commands.line_ups import the_one
from simlab.commands.odds import answered, draw, one_name
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.studies.equity.classes import ClassChart


@click.group()
def chart() -> None:
    """Draw charts that need no run. Example: simlab chart equity showdown"""


@chart.command("equity")
@options.GAME
@options.POLICIES(without=options.USUAL_PLAYER)
@options.WORLDS(2_400)
@options.PLAYERS(without=options.USUAL_SEATS)
@options.RULES()
@options.SEED(1)
@options.OUT(without="reports/equity-GAME")
@options.JSON()
def equity_maps(
    game: str, out: Path | None, policies: str | None, worlds: int, players: int | None, rules: Sequence[str], seed: int, as_json: bool
) -> None:
    """What hand classes are worth by action, as maps to print, and a strategy card. Example: simlab chart equity jester"""
    from simlab import jit
    from simlab.contract.catalogue import load
    from simlab.folders import HOME
    from simlab.studies.equity.classes import chart_of

    jit.announce()
    found = load(game)
    maps = chart_of(found, table_rules(found, knobs(rules), players), policies and the_one(policies), worlds, seed)
    files = write(maps, out or HOME / f"equity-{game}")
    if as_json:
        click.echo(json.dumps({**asdict(maps), "files": [str(path) for path in files]}, indent=2, ensure_ascii=False))
        return
    click.echo(maps.card())
    for path in files:
        click.echo(str(path))


@chart.command("rarity")
@options.game_argument(required=False)
@options.ORDER(without="the game's")
@options.HAND_SIZE()
@options.WITHOUT()
@options.RULES()
@options.OUT(without="reports/rarity-NAME.png")
@options.JSON()
def rarity_audit(
    game: str | None, order: str | None, hand_size: int | None, without: str, rules: Sequence[str], out: Path | None, as_json: bool
) -> None:
    """How often every hand comes, the highest on top, as a picture. Example: simlab chart rarity --order short_deck"""
    from simlab.folders import HOME
    from simlab.studies.odds.measure import OddsQuestion

    name = one_name(game, order)
    answer = answered(OddsQuestion(name, knobs(rules), hand_size, without=without))
    file = out or HOME / f"rarity-{Path(name).stem}.png"
    if out is None:
        file.parent.mkdir(parents=True, exist_ok=True)
    draw(answer, file)
    click.echo(json.dumps({**answer.data, "file": str(file)}, indent=2) if as_json else f"{answer.lines[-1]}\n{file}")


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
