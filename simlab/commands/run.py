"""`simlab run`: what comes out when a scenario is played? A table, findings in words, a report."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.terminal import show

if TYPE_CHECKING:
    from rich.table import Table

    from simlab.reports.result import Result

SHOWN = 40  # lines of a table for people; the rest is in the report


@click.command()
@options.SCENARIO
@options.RUN
def run(file: Path, **asked: Any) -> None:
    """Play a scenario: table, findings, report. Example: simlab run scenarios/template.yaml --rollouts 100000"""
    play_scenario(file, **asked)


def play_scenario(source: Path | dict[str, Any], as_json: bool, quiet: bool, **asked: Any) -> None:
    """Play a scenario, a file or plain data, and show what came out."""
    from simlab import api, jit
    from simlab.commands.progress import under_way

    if not quiet:
        jit.announce()
    with under_way(quiet or as_json) as told:
        result = api.run(source, progress=told, **asked)
    if as_json:
        click.echo(json.dumps(result.as_json(), ensure_ascii=False))
    elif not quiet:
        show(result.question, [headline_table(result)], result.findings, result.report_path)


def headline_table(result: "Result") -> "Table":
    """The headline metrics; what never occurred is left out."""
    from rich.table import Table

    rows = result.headline_rows()
    where = result.cell_columns
    shown = Table(*where, "metric", "seat", "level", "estimate", "95 % interval", box=None, header_style="bold")
    for row in rows[:SHOWN]:
        interval = "" if row["ci_low"] is None else f"{row['ci_low']:.5g} to {row['ci_high']:.5g}"
        cells = [str(row[name]) for name in where]
        seat = "" if row["seat"] is None else str(row["seat"])
        shown.add_row(*cells, row["metric"], seat, row["level"] or "", f"{row['estimate']:.5g}", interval)
    if len(rows) > SHOWN:
        shown.caption = f"{len(rows) - SHOWN} more rows in the report"
    return shown
