"""What came out, for people in a terminal: a title, tables, findings, and where the report is."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.table import Table

WIDE = 140  # letters of a line that goes into a file


def show(title: str, tables: Iterable["Table"], findings: Iterable[str], report: Path) -> None:
    from rich.console import Console

    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
    if title:
        console.print(title, style="bold", markup=False)
    for table in tables:
        console.print(table)
    for sentence in findings:
        console.print(f"- {sentence}", markup=False)
    click.echo(f"report: {report}")
