"""`simlab run`: what comes out when a scenario is played? The answer, a table, a report."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.commands.line_ups import policy_list
from simlab.commands.terminal import open_page, show

if TYPE_CHECKING:
    from rich.table import Table

    from simlab.reports.result import Result


@click.command()
@options.SCENARIO
@options.ADJUST()
@options.RUN
def run(file: Path, **asked: Any) -> None:
    """Play a scenario: the answer, a table, a report. Example: simlab run scenarios/template.yaml --games 100000"""
    play_scenario(file, **asked)


def play_scenario(source: Path | dict[str, Any], as_json: bool, as_csv: bool, opened: bool, quiet: bool, full: bool,
                  **asked: Any) -> None:  # fmt: skip
    """Play a scenario, a file or plain data, and show what came out: the answer and a short table, or everything."""
    from simlab import api, jit
    from simlab.commands.progress import under_way

    if not quiet:
        jit.announce()

    def tell(result: "Result") -> None:
        if as_json:
            click.echo(json.dumps(result.as_json(), ensure_ascii=False))
        elif as_csv:
            click.echo(result.summary.write_csv(), nl=False)
        elif not quiet:
            said = result.findings if full else result.answers
            show(result.question, tables_of(result, full), said, result.report_path, result.who_plays)
        if opened:
            open_page(result.report_path)

    with under_way(quiet or as_json or as_csv) as told:
        api.run(source, progress=told, then=tell, **as_said(**asked))


def as_said(policies: str | None, metrics: str | None, **asked: Any) -> dict[str, Any]:
    """Options as a scenario takes them: lists for what stands with commas between."""
    specs = policy_list(policies) if policies is not None else []
    names = None if metrics is None else [name.strip() for name in metrics.split(",") if name.strip()]
    return {"policies": (specs[0] if len(specs) == 1 else specs) or None, "metrics": names, **asked}


def tables_of(result: "Result", full: bool) -> "list[Table]":
    """What was asked, or every headline number."""
    from rich.table import Table

    head, rows = result.table(full)
    shown = Table(*head, box=None, header_style="bold")
    for row in rows:
        shown.add_row(*row)
    return [shown] if rows else []
