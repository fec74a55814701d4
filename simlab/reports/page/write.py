"""`report.html`: the question, its answer, the charts and the tables in one file that needs no network.

Names and questions come from scenarios and may be anything: every text is escaped by the template, the numbers travel as JSON in
which no tag can start, and a content security policy lets no script run but the page's own.
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from simlab.reports.answers import answer
from simlab.reports.charts.kit import Chart
from simlab.reports.page.explorer import explorer
from simlab.reports.page.glossary import glossary
from simlab.reports.page.players import line_up, players
from simlab.reports.page.samples import samples
from simlab.reports.rundir import Row, Run, entry, number, with_interval
from simlab.stats.claims import in_words

TEMPLATES = Path(__file__).parent / "templates"
MOST_TABLE = 400  # rows of a table on the page; the parquet files have all
MOST_CHART_ROWS = 150  # ... and of the table beneath a chart
MOST_PICTURES = 1_500_000  # letters of all pictures together
MOST_HEADING = 240  # letters of a question that can head a page
BREAKABLE = re.compile(r"_|\S{25}")
PIECE = re.compile(r"\s*(?:[^\s_]{1,24}_*|_+)|\s+$")
LONG = 24  # letters of a text that wants a wide column


@dataclass(frozen=True)
class Cell:
    """A cell of a table: what it shows, what it sorts and copies as, where it leads."""

    text: str
    value: Any = None
    link: str = ""
    style: str = ""


@dataclass(frozen=True)
class Table:
    label: str
    head: list[dict[str, Any]]
    rows: list[list[Cell]]
    left: str = ""


def page(run: Run, sentences: list[str], charts: list[tuple[Chart, bytes]], weight: int = MOST_PICTURES) -> str:
    """The whole page as text."""
    title = run.question or f"{run.manifest['game']['name']}: what {run.manifest['rollouts']:,} games say"
    said, words = answer(run), glossary(run)
    shown = pictures(charts, {word["name"] for word in words}, weight)
    pairs = pair_table(run)
    return template("report.html.j2").render(
        run=run,
        manifest=run.manifest,
        title=title,
        heading=title if len(title) <= MOST_HEADING else title[: MOST_HEADING - 1] + "…",
        contents=contents(bool(shown), bool(pairs.rows)),
        answer=said,
        findings=[sentence for sentence in sentences if sentence not in said],
        line_up=line_up(run),
        players=players(run),
        charts=shown,
        charts_left=len(charts) - len(shown),
        numbers=Markup(tagless(explorer(run))),
        headline=estimate_table(run, "the numbers asked for", run.headline),
        rest=estimate_table(run, "all other outcome columns", others(run)),
        pairs=pairs,
        cells=cell_table(run),
        samples=samples(run),
        glossary=words,
        games=in_words(sum(len(c["arms"]) * c["games"] for c in run.manifest["cells"])),
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        **bundle(),
    )


def template(name: str) -> Template:
    """A page to be filled in; whatever goes into it is escaped."""
    pages = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    pages.filters |= {"soft": soft, "tied": tied}
    return pages.get_template(name)


def tied(text: str) -> str:
    """A number and its `%` stay on one line."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def soft(text: str) -> Markup:
    """Places where a long name may break: after underscores, and within what has no end."""
    if not BREAKABLE.search(text):
        return escape(text)
    return Markup("<wbr>").join(PIECE.findall(text))


def bundle() -> dict[str, Any]:
    """Style and script, with the script's hash for the content security policy."""
    style, script = ((TEMPLATES / name).read_text(encoding="utf-8") for name in ("style.css", "report.js"))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return {"style": Markup(style), "script": Markup(script), "script_hash": f"sha256-{digest}"}


def tagless(data: Any) -> str:
    """JSON in which no tag, comment or entity can start."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def contents(charts: bool, pairs: bool) -> list[dict[str, str]]:
    links = [("answer", "Answer", True), ("explore", "Look at any number", True), ("charts", "Charts", charts)]
    links += [("pairs", "Comparisons", pairs), ("numbers-table", "Numbers", True), ("played", "What was played", True)]
    links += [("games", "Games", True), ("glossary", "Glossary", True)]
    return [{"id": name, "text": text} for name, text, wanted in links if wanted]


# --- charts -------------------------------------------------------------------------------------------------------------------


def pictures(charts: Iterable[tuple[Chart, bytes]], known: set[str], weight: int) -> list[Row]:
    """Charts for the page, as many as keep it light; the large ones make room for others."""
    found: list[Row] = []
    size = 0
    for chart, svg in charts:
        source = "data:image/svg+xml;base64," + base64.b64encode(svg).decode()
        if size + len(source) > weight and found:
            continue
        size += len(source)
        wide, tall = chart.figure.get_size_inches()
        link = f"m-{chart.metric}" if chart.metric in known else ""
        found.append(
            {
                "name": chart.name,
                "source": source,
                "alt": f"Chart: {chart.title[:400]}. Its numbers stand in the table beneath.",
                "width": round(72 * wide),
                "height": round(72 * tall),
                "note": chart.note,
                "link": link,
                "metric": chart.metric,
                "table": chart_table(chart),
            }
        )
    return found


def chart_table(chart: Chart) -> Table:
    rows = [[plain_cell(value) for value in row] for row in chart.data.rows[:MOST_CHART_ROWS]]
    numeric = [bool(rows) and all(row[k].value is not None or row[k].text == "-" for row in rows) for k in range(len(chart.data.head))]
    head = [{"text": name, "number": flag} for name, flag in zip(chart.data.head, numeric, strict=True)]
    return Table(f"numbers of the chart {chart.name}", head, rows, left_over(len(chart.data.rows), MOST_CHART_ROWS))


def plain_cell(value: Any) -> Cell:
    if value is None:
        return Cell("-", None, style="n")
    if isinstance(value, float | int) and not isinstance(value, bool):
        return Cell(f"{value:,.5g}" if isinstance(value, float) else f"{value:,}", value, style="n")
    return Cell(str(value), style="say" if len(str(value)) > LONG and " " in str(value) else "")


def left_over(rows: int, most: int) -> str:
    return f"The first {most} of {rows:,} rows; the run's parquet files have all." if rows > most else ""


# --- tables -------------------------------------------------------------------------------------------------------------------


def heads(names: Sequence[str], numeric: Sequence[str] = ()) -> list[dict[str, Any]]:
    return [{"text": name.removeprefix("rules."), "number": name in numeric} for name in names]


def others(run: Run) -> list[str]:
    return [name for name in run.results["metric"].unique(maintain_order=True) if name not in run.headline]


def where_cells(run: Run, row: Row) -> list[Cell]:
    return [plain_cell(row[name]) for name in run.cell_columns]


def estimate_table(run: Run, label: str, metrics: Sequence[str]) -> Table:
    """Estimates for the page; entries that never could occur are left out."""
    rows = [row for name in metrics for row in run.rows(name)]
    names = [*run.cell_columns, "metric", "of", "estimate", "95 % interval", "games"]
    shown = [estimate_cells(run, row) for row in rows[:MOST_TABLE]]
    return Table(label, heads(names, ("estimate", "95 % interval", "games", "players")), shown, left_over(len(rows), MOST_TABLE))


def estimate_cells(run: Run, row: Row) -> list[Cell]:
    rate, link = run.is_rate(row["metric"]), f"m-{row['metric']}"
    return [
        *where_cells(run, row),
        Cell(row["metric"], link=link),
        Cell(entry(row)),
        Cell(number(row["estimate"], error_of(row), rate), row["estimate"], link, "n"),
        Cell(interval(row, rate), row["ci_low"], style="n"),
        Cell(f"{row['rollouts']:,}", row["rollouts"], f"g-{run.cell_number(row)}", "n"),
    ]


def error_of(row: Row) -> float:
    """The standard error, or a quarter of the interval where none was seen."""
    if row["std_error"] or row["ci_low"] is None:
        return float(row["std_error"] or 0.0)
    return float(row["ci_high"] - row["ci_low"]) / 4


def interval(row: Row, rate: bool) -> str:
    if row["ci_low"] is None:
        return "-"
    return with_interval(row, rate).partition("(")[2].removesuffix(")")


def pair_table(run: Run) -> Table:
    """Comparisons for the page: what was asked for first, then what is settled."""
    rows = [row for row in run.pairs.to_dicts() if row["estimate"] is not None]
    wanted = [row for row in rows if row["family"] == "headline" or (row["p_holm"] is not None and row["p_holm"] < 0.05)]
    wanted.sort(key=lambda row: row["family"] != "headline")
    names = [*run.cell_columns, "metric", "of", "difference", "95 % interval", "gain", "verdict"]
    shown = [pair_cells(run, row) for row in wanted[:MOST_TABLE]]
    label = "differences to the first variant"
    return Table(label, heads(names, ("difference", "95 % interval", "gain", "players")), shown, left_over(len(wanted), MOST_TABLE))


def pair_cells(run: Run, row: Row) -> list[Cell]:
    rate, factor, link = run.is_rate(row["metric"]), row["variance_factor"], f"m-{row['metric']}"
    endless = factor == float("inf")
    return [
        *where_cells(run, row),
        Cell(row["metric"], link=link),
        Cell(entry(row)),
        Cell(number(row["estimate"], error_of(row), rate), row["estimate"], link, "n"),
        Cell(interval(row, rate), row["ci_low"], style="n"),
        Cell("-" if factor is None else "all" if endless else f"{factor:,.1f}", 1e308 if endless else factor, style="n"),
        Cell(row["verdict"], style="say"),
    ]


def cell_table(run: Run) -> Table:
    """What was played: rules and players of each cell."""
    rows: list[list[Cell]] = []
    for point, cell in zip(run.points, run.manifest["cells"], strict=True):
        for arm in cell["arms"]:
            rules = ", ".join(f"{key}: {value}" for key, value in arm["rules"].items() if key != "players") or "the default rules"
            policies = run.policies(arm["variant"], point)
            who = policies[0] if len(set(policies)) == 1 else ", ".join(policies)
            link = f"g-{len(rows) + 1}"
            rows.append([Cell(arm["variant"], link=link), plain_cell(cell["players"]), Cell(rules, style="say"), Cell(who, style="say")])
    head = heads(["variant", "players", "rules", "policies"], ("players",))
    return Table("what was played", head, rows[:MOST_TABLE], left_over(len(rows), MOST_TABLE))


def write(run: Run, sentences: list[str], charts: list[Chart], path: Path, weight: int = MOST_PICTURES) -> None:
    """The page and its charts as files, complete or not at all."""
    from simlab.runs.store import storage, write_whole

    with storage(run.folder):
        drawn = [(chart, chart.save(run.folder / "figures")) for chart in charts]
        write_whole(path, page(run, sentences, drawn, weight).encode())
