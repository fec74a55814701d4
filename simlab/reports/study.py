"""A study: tournaments, dials, quality and tuning all end as a title, findings, charts and tables on one page."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab import __version__
from simlab.disk import storage, write_whole
from simlab.folders import refuse_strangers
from simlab.reports import notebook
from simlab.seals import checksum, with_page_seal
from simlab.stats.claims import figures
from simlab.stats.estimates import Estimate

if TYPE_CHECKING:
    from simlab.reports.charts.kit import Chart
    from simlab.reports.page.listings import Item, Listing

LONG = 24  # letters of a text that wants a wide column


@dataclass(frozen=True)
class Block:
    """One table of a study."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


@dataclass(frozen=True)
class Scene:
    """A table as somebody saw it: lines of text, whose cards a page draws."""

    title: str
    lines: Sequence[str]
    note: str = ""

    @property
    def drawn(self) -> list[dict[str, Any]]:
        """Each line as words and cards, and whether it is about one's own."""
        from simlab.reports.playing_cards.drawn import line_html
        from simlab.reports.playing_cards.sight import drawn

        return [{"html": line_html(line["pieces"]), "own": line["own"]} for line in drawn(self.lines)]

    @property
    def note_drawn(self) -> Any:
        from simlab.reports.playing_cards.drawn import line_html
        from simlab.reports.playing_cards.sight import pieces

        return line_html(pieces(self.note))


@dataclass(frozen=True)
class Study:
    """What is said, shown and kept."""

    title: str
    lead: str
    findings: Sequence[str]
    tables: Sequence[Block]
    data: dict[str, Any]  # all of it, as plain data
    charts: Sequence["Chart"] = field(default_factory=list)
    scenes: Sequence[Scene] = ()

    def _repr_html_(self) -> str:
        """As a notebook shows it."""
        return notebook.cell(self.title, self.findings, [notebook.table(block.head, block.rows, block.title) for block in self.tables])

    def write(self, folder: Path) -> Path:
        """`report.html`, `study.json` and the charts as PNG and SVG."""
        path, data = folder / "report.html", (json.dumps(self.data, ensure_ascii=False, indent=1) + "\n").encode()
        if path.exists() or (folder / "study.json").exists():
            refuse_strangers(folder)
        with storage(folder):
            folder.mkdir(parents=True, exist_ok=True)
            drawn = [(chart, chart.save(folder / "figures")) for chart in self.charts]
            write_whole(folder / "study.json", data)
            files = [f"figures/{chart.name}.{kind}" for chart in self.charts for kind in ("svg", "png")]
            write_whole(path, with_page_seal(page(self, drawn), checksum(data), folder, files))
        return path


def page(study: Study, charts: Sequence[tuple["Chart", bytes]]) -> str:
    """The whole page as text: what was found, one picture, the others, then the tables."""
    from simlab.reports.page.template import bundle, template
    from simlab.reports.page.write import picture

    return template("study.html.j2").render(
        study=study,
        charts=[picture(chart, svg) for chart, svg in charts],
        tables=[listing(block) for block in study.tables],
        notes=[block.note for block in study.tables],
        version=__version__,
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        **bundle(cards=bool(study.scenes)),
    )


def listing(block: Block) -> "Listing":
    """A table of a study as a table of a page: numbers sort as numbers."""
    from simlab.reports.page.listings import Listing

    columns = range(len(block.head))
    numeric = [bool(block.rows) and all(row[k] in ("-", "") or number_in(row[k]) is not None for row in block.rows) for k in columns]
    rows = [[item(cell, flag) for cell, flag in zip(row, numeric, strict=True)] for row in block.rows]
    return Listing(block.title, [{"text": name, "number": flag} for name, flag in zip(block.head, numeric, strict=True)], rows)


def item(cell: str, numeric: bool) -> "Item":
    from simlab.reports.page.listings import Item

    if numeric:
        return Item(cell, number_in(cell), style="n")
    return Item(cell, style="say" if len(cell) > LONG and " " in cell else "")


def number_in(text: str) -> float | None:
    """The number that a cell is, if it is one."""
    try:
        return float(text.replace(",", "").removesuffix("%").strip())
    except ValueError:
        return None


def interval_cells(found: Estimate, scale: float = 1.0) -> list[str]:
    """Value and interval as cells of a table."""
    return list(figures(found, scale))
