"""A study: tournaments, dials, quality and tuning all end as a title, findings, charts and tables on one page."""

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simlab import __version__
from simlab.disk import storage, write_whole
from simlab.stats.claims import rounded
from simlab.stats.estimates import Estimate

if TYPE_CHECKING:
    from simlab.reports.charts.kit import Chart


@dataclass(frozen=True)
class Block:
    """One table of a study."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


@dataclass(frozen=True)
class Study:
    """What is said, shown and kept."""

    title: str
    lead: str
    findings: Sequence[str]
    tables: Sequence[Block]
    data: dict[str, Any]  # all of it, as plain data
    charts: Sequence["Chart"] = field(default_factory=list)

    def write(self, folder: Path) -> Path:
        """`report.html`, `study.json` and the charts as PNG and SVG."""
        path = folder / "report.html"
        with storage(folder):
            folder.mkdir(parents=True, exist_ok=True)
            drawn = [(chart, chart.save(folder / "figures")) for chart in self.charts]
            write_whole(folder / "study.json", (json.dumps(self.data, ensure_ascii=False, indent=1) + "\n").encode())
            write_whole(path, page(self, drawn).encode())
        return path


def page(study: Study, charts: Sequence[tuple["Chart", bytes]]) -> str:
    """The whole page as text."""
    from simlab.reports.page.template import template

    return template("study.html.j2").render(
        study=study,
        charts=[
            {"title": chart.title, "note": chart.note, "source": "data:image/svg+xml;base64," + b64encode(svg).decode()}
            for chart, svg in charts
        ],
        version=__version__,
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    )


def interval_cells(found: Estimate, scale: float = 1.0) -> list[str]:
    """Value and interval as cells of a table."""
    error = scale * (found.std_error or 0.0)
    if found.value is None:
        return ["-", "-"]
    if found.low is None or found.high is None or not error:
        return [f"{scale * found.value:.6g}", "-"]
    return [rounded(scale * found.value, error), f"{rounded(scale * found.low, error)} to {rounded(scale * found.high, error)}"]
