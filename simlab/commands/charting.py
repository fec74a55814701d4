"""`simlab chart equity`: maps over hand classes as pictures, and the strategy card."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from simlab import jit
from simlab.api import HOME
from simlab.contract.catalogue import load
from simlab.errors import InputError
from simlab.ranking.commands import knobs
from simlab.studies.equity.classes import ClassChart, chart_of


def chart_equity(
    game: str, out: Path | None, policy: str | None, worlds: int, players: int | None, settings: Sequence[str], seed: int, as_json: bool
) -> None:
    """Draw the maps, print the card."""
    jit.announce()
    found = load(game)
    rules = found.Rules.of({**knobs(tuple(settings)), **({} if players is None else {"players": players})})
    chart = chart_of(found, rules, policy, worlds, seed)
    folder = out or HOME / f"equity-{game}"
    files = write(chart, folder)
    if as_json:
        click.echo(json.dumps({**asdict(chart), "files": [str(path) for path in files]}, indent=2, ensure_ascii=False))
        return
    click.echo(chart.card())
    for path in files:
        click.echo(str(path))


def write(chart: ClassChart, folder: Path) -> list[Path]:
    """Every map as PNG and PDF, and the card as text."""
    from simlab.studies.equity.page import heat, save

    files: list[Any] = []
    for grid in chart.grids:
        figure = heat(grid)
        files += [save(figure, folder / f"{grid.name}{kind}") for kind in (".png", ".pdf")]
    card = folder / "card.txt"
    try:
        card.write_text(chart.card(), encoding="utf-8")
    except OSError as wrong:
        raise InputError(f"cannot write {card}: {wrong.strerror}") from None
    return [*files, card]
