"""What came out, for people in a terminal: a title, sentences, tables, and where the report is."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands.endings import NobodyReads
from simlab.printable import shown

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

WIDE = 140  # letters of a line that goes into a file


def show(title: str, tables: Iterable["Table"], findings: Iterable[str], report: Path, who: str = "") -> None:
    """A title, sentences, tables, who played, and where the report is."""
    lines = console(markup=False, emoji=False, width=None if sys.stdout.isatty() else WIDE)  # names are names
    if title:
        lines.print(shown(title), style="bold")
    for sentence in findings:
        lines.print(shown(f"- {sentence}"))
    for table in tables:
        lines.print(table)
    if who:
        click.echo(shown(f"who played: {who}"))
    click.echo(shown(f"report: {report}"))


def console(**options: Any) -> "Console":
    """Where rich writes. When nobody reads on it would end Python itself, with another exit code than every command has."""
    from rich.console import Console

    class Heard(Console):
        def on_broken_pipe(self) -> None:
            raise NobodyReads

    return Heard(highlight=False, **options)


def open_page(path: Path) -> None:
    """Show a report in the browser; where there is none, say where the report is."""
    import webbrowser

    if not webbrowser.open(path.absolute().as_uri()):
        click.echo(shown(f"simlab: no browser could be opened; the report is {path.absolute()}"), err=True)
