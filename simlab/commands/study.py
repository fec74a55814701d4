"""How a study is made and shown, whatever it is about: progress, its page, its tables in the terminal."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands.terminal import open_page, show
from simlab.folders import holding

if TYPE_CHECKING:
    from rich.table import Table

    from simlab.reports.study import Block, Study
    from simlab.runs.backends import Crew, Kind
    from simlab.runs.progress import Progress

SHOWN = 30  # lines of a table for people; the rest is in the report


@dataclass(frozen=True)
class Workplace:
    """What a study is made with: its folder, whom to tell how far it is, who plays, and whether to begin anew."""

    folder: Path
    progress: "Progress"
    crew: "Crew"
    fresh: bool
    quiet: bool

    @property
    def playing(self) -> dict[str, Any]:
        """As every study's measure takes it."""
        return {"crew": self.crew, "fresh": self.fresh, "progress": self.progress}


def usual_folder(kind: str, name: str, question: Any) -> Path:
    """Where a study goes that was not told where: the same question, the same place."""
    from hashlib import sha256

    from simlab.folders import HOME

    return HOME / f"{kind}-{name}-{sha256(json.dumps(question).encode()).hexdigest()[:8]}"


def conduct(make: Callable[[Workplace], "Study"], usual: Path, out: Path | None, as_json: bool, as_csv: bool, opened: bool, quiet: bool,
            fresh: bool, threads: int | None, backend: "Kind", scheduler: str | None, who: str = "") -> None:  # fmt: skip
    """Make a study, write its page and show it."""
    from simlab import jit
    from simlab.commands.progress import under_way
    from simlab.runs.backends import Crew

    if not quiet:
        jit.announce()
    folder = out or usual
    crew = Crew(backend, threads, scheduler)
    silent = quiet or as_json or as_csv
    with under_way(silent) as told, holding(folder):
        study = make(Workplace(folder, told, crew, fresh, silent))
        path = study.write(folder)
        if as_json:
            click.echo(json.dumps(study.data, ensure_ascii=False))
        elif as_csv:
            click.echo(comma_separated(study.tables[0]), nl=False)
        elif not quiet:
            show(study.title, map(table, study.tables), study.findings, path, who)
        if opened:
            open_page(path)


def write_page(study: "Study", folder: Path, opened: bool) -> None:
    """The page of what a command has told in the terminal already."""
    with holding(folder):
        path = study.write(folder)
    if opened:
        open_page(path)


def comma_separated(block: "Block") -> str:
    """A table as other programs read it."""
    import csv
    from io import StringIO

    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows([block.head, *block.rows])
    return text.getvalue()


def table(block: "Block") -> "Table":
    from rich.table import Table

    shown = Table(*block.head, box=None, header_style="bold", title=block.title, title_justify="left")
    for row in block.rows[:SHOWN]:
        shown.add_row(*row)
    if len(block.rows) > SHOWN:
        shown.caption = f"{len(block.rows) - SHOWN} more rows in the report"
    return shown
