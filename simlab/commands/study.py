"""How a study is made and shown, whatever it is about: progress, its page, its tables in the terminal."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simlab.commands.terminal import show

if TYPE_CHECKING:
    from rich.table import Table

    from simlab.reports.study import Block, Study
    from simlab.runs.backends import Crew, Kind
    from simlab.runs.progress import Progress

SHOWN = 30  # lines of a table for people; the rest is in the report


@dataclass(frozen=True)
class Workplace:
    """What a study is made with: its folder, who plays, whether to begin anew, and whom to tell how far it is."""

    folder: Path
    crew: "Crew"
    fresh: bool
    progress: "Progress"
    quiet: bool

    @property
    def how(self) -> dict[str, Any]:
        """What every study takes besides its question and its folder."""
        return {"crew": self.crew, "fresh": self.fresh, "progress": self.progress}


def usual_folder(kind: str, name: str, question: Any) -> Path:
    """Where a study goes that was not told where: the same question, the same place."""
    from simlab.api import HOME

    return HOME / f"{kind}-{name}-{sha256(json.dumps(question).encode()).hexdigest()[:8]}"


def conduct(make: Callable[[Workplace], "Study"], usual: Path, out: Path | None, as_json: bool, quiet: bool, threads: int | None,
            backend: "Kind", scheduler: str | None, fresh: bool) -> None:  # fmt: skip
    """Make a study, write its page and show it."""
    from simlab import jit
    from simlab.commands.progress import under_way
    from simlab.runs.backends import Crew

    if not quiet:
        jit.announce()
    folder = out or usual
    with under_way(quiet or as_json) as told:
        study = make(Workplace(folder, Crew(backend, threads, scheduler), fresh, told, quiet or as_json))
    path = study.write(folder)
    if as_json:
        click.echo(json.dumps(study.data, ensure_ascii=False))
    elif not quiet:
        show(study.title, map(table, study.tables), study.findings, path)


def table(block: "Block") -> "Table":
    from rich.table import Table

    shown = Table(*block.head, box=None, header_style="bold", title=block.title, title_justify="left")
    for row in block.rows[:SHOWN]:
        shown.add_row(*row)
    if len(block.rows) > SHOWN:
        shown.caption = f"{len(block.rows) - SHOWN} more rows in the report"
    return shown
