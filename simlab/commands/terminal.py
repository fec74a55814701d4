"""What came out, for people in a terminal: a title, sentences, tables, and where the report is."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simlab.printable import shown

if TYPE_CHECKING:
    from rich.table import Table

WIDE = 140  # letters of a line that goes into a file


def show(title: str, tables: Iterable["Table"], findings: Iterable[str], report: Path, who: str = "") -> None:
    """A title, sentences, tables, who played, and where the report is."""
    from rich.console import Console

    console = Console(highlight=False, markup=False, emoji=False, width=None if sys.stdout.isatty() else WIDE)  # names are names
    if title:
        console.print(shown(title), style="bold")
    for sentence in findings:
        console.print(shown(f"- {sentence}"))
    for table in tables:
        console.print(table)
    if who:
        click.echo(shown(f"who played: {who}"))
    click.echo(shown(f"report: {report}"))


def open_page(path: Path) -> None:
    """Show a report in the browser; where there is none, say where the report is."""
    import webbrowser

    if not webbrowser.open(path.absolute().as_uri()):
        click.echo(f"simlab: no browser could be opened; the report is {path.absolute()}", err=True)
