"""`simlab verify`: does this machine come to what is published? With a directory: is that run whole, from its code to its page?"""

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands import options
from simlab.errors import InputError
from simlab.printable import shown

if TYPE_CHECKING:
    from simlab.studies.verify.measure import Row

BROKEN = 1  # exit code


@click.command()
@click.argument("folder", metavar="[DIR]", type=options.ANY_PATH, required=False)
@click.option("--all", "every", is_flag=True, help="Without DIR: the long checks too, minutes instead of seconds.")
@options.POLICY_FILE()
@options.JSON()
@options.QUIET()
def verify(folder: Path | None, every: bool, policy_files: Sequence[str], as_json: bool, quiet: bool) -> None:
    """Compute what is published and compare; with DIR, check a run from end to end. Exit 0 right, 1 not.

    Example: simlab verify. Example: simlab verify reports/template.
    """
    if folder is None:
        verify_numbers(every, policy_files, as_json, quiet)
    elif every:
        raise InputError("--all is for published numbers, without a directory")
    else:
        verify_run(folder, policy_files, as_json, quiet)


# ---- a run


def verify_run(folder: Path, policy_files: Sequence[str], as_json: bool, quiet: bool) -> None:
    from simlab.runs.verify import verify as look

    found = look(folder, policy_files)
    if as_json:
        click.echo(json.dumps({**asdict(found), "folder": str(folder), "whole": found.whole}, ensure_ascii=False))
    elif not quiet or not found.whole:
        click.echo(shown(found.sentence() if found.whole else f"simlab: {found.sentence()}"), err=not found.whole)
        for note in found.notes:
            click.echo(shown(f"note: {note}"), err=not found.whole)
    sys.exit(0 if found.whole else BROKEN)


# ---- published numbers


def verify_numbers(every: bool, policy_files: Sequence[str], as_json: bool, quiet: bool) -> None:
    """A table of published, ours and source; the last line says how many agree."""
    from simlab import jit
    from simlab.studies.verify.measure import verify as compute

    if policy_files:
        raise InputError("--policy-file is for a run: name its directory")
    if not quiet:
        jit.announce()
    rows = compute(every)
    wrong = [row for row in rows if row.found.agrees is False]
    if as_json:
        click.echo(json.dumps({"agree": not wrong, "checks": [row_data(row) for row in rows]}, indent=2, ensure_ascii=False))
    elif not quiet or wrong:
        click.echo("\n".join(table_lines(wrong if quiet else rows)))
        click.echo(sentence(rows))
    sys.exit(BROKEN if wrong else 0)


def row_data(row: "Row") -> dict[str, Any]:
    check, found = row.check, row.found
    return {
        "group": check.group, "what": check.what, "published": check.published, "ours": found.text, "agrees": found.agrees,
        "source": check.source, "seconds": round(row.seconds, 3),
    }  # fmt: skip


def table_lines(rows: "Sequence[Row]") -> list[str]:
    wide = [max(len(text) for text in column) for column in zip(*(cells(row) for row in rows), strict=True)]
    heads = ("", "published", "ours", "source")
    wide = [max(width, len(head)) for width, head in zip(wide, heads, strict=True)]
    lines = [f"     {heads[0]:{wide[0]}}  {heads[1]:>{wide[1]}}  {heads[2]:>{wide[2]}}  {heads[3]}"]
    group = ""
    for row in rows:
        if row.check.group != group:
            group = row.check.group
            lines.append(f"{group[:1].upper()}{group[1:]}")
        what, published, ours, source = cells(row)
        lines.append(f"{mark(row)} {what:{wide[0]}}  {published:>{wide[1]}}  {ours:>{wide[2]}}  {source}")
    return lines


def cells(row: "Row") -> tuple[str, str, str, str]:
    return row.check.what, row.check.published, row.found.text, row.check.source


def mark(row: "Row") -> str:
    return {True: "  ok", False: "  NO", None: "   -"}[row.found.agrees]


def sentence(rows: "Sequence[Row]") -> str:
    wrong, missing = (sum(row.found.agrees is kind for row in rows) for kind in (False, None))
    seconds, made = sum(row.seconds for row in rows), len(rows) - missing
    said = f"all {made} agree" if not wrong else f"{wrong} of {made} do NOT agree"
    return f"{said} with what is published{f'; {missing} could not be computed' if missing else ''} ({seconds:.0f} seconds)"
