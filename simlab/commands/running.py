"""`simlab run` and `simlab compare`: play, then say what came out."""

import json
import re
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab import api, jit
from simlab.commands.progress import Bar, progress
from simlab.errors import InputError

if TYPE_CHECKING:
    from simlab.reports.result import Result

WIDE = 140  # letters of a line that goes into a file
SHOWN = 40  # lines of a table for people; the rest is in the report


def run(source: Path | dict[str, Any], out: Path | None, as_json: bool, quiet: bool, **options: Any) -> None:
    """Play a scenario and print its table, its findings and where the report is."""
    if not quiet:
        jit.announce()
    told = progress(quiet or as_json)
    try:
        result = api.run(source, out=out, progress=told, **options)
    except KeyboardInterrupt:
        click.echo("\nsimlab: stopped; what was played is kept: the same command goes on from there", err=True)
        sys.exit(130)
    finally:
        if isinstance(told, Bar):
            told.stop()
    if as_json:
        click.echo(json.dumps(result.as_json(), ensure_ascii=False))
    elif not quiet:
        show(result)


def compare(game: str, changes: Sequence[str], players: int | None, policy: str, rollouts: int, seed: int, **options: Any) -> None:
    """The default rules against one or more changes of them."""
    variants: dict[str, Any] = {"base": {}}
    for change in changes:
        variants[change.replace("rules.", "")] = variant(change)
    source: dict[str, Any] = {"question": f"{game}: what does {' or '.join(list(variants)[1:])} change?", "game": game, "policies": policy}
    source |= {"variants": variants, "rollouts": rollouts, "seed": seed}
    if players is not None:
        source["players"] = players
    if options.get("out") is None:
        options["out"] = api.HOME / f"compare-{game}-{sha256(json.dumps([changes, players, policy, seed]).encode()).hexdigest()[:8]}"
    run(source, **options)


def variant(change: str) -> dict[str, Any]:
    """`rules.bet=2` or several at once, `rules.bet=2,rules.ante=2`, as a variant."""
    found: dict[str, Any] = {}
    for part in re.split(r",(?=rules\.|policies)", change):
        place, value = api.assignment(part, change)
        if place == ("policies",):
            found["policies"] = value
        elif len(place) == 2 and place[0] == "rules":
            found.setdefault("rules", {})[place[1]] = value
        else:
            raise InputError(f"{change}: write rules.KNOB=VALUE or policies=NAME")
    return found


def show(result: "Result") -> None:
    """For people: the question, the table, the findings, the report's path."""
    from rich.console import Console

    console = Console(highlight=False, width=None if sys.stdout.isatty() else WIDE)
    if result.question:
        console.print(result.question, style="bold", markup=False)
    console.print(table(result))
    for sentence in result.findings:
        console.print(f"- {sentence}", markup=False)
    click.echo(f"report: {result.report_path}")


def table(result: "Result") -> Any:
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
