"""`report.html`: the question, its answer, the charts and the tables in one file that needs no network.

Names and questions come from scenarios and may be anything: every text is escaped by the template, the numbers travel as JSON in
which no tag can start, and a content security policy lets no script run but the page's own.
"""

from base64 import b64encode
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from markupsafe import Markup

from simlab.disk import storage, write_whole
from simlab.reports.answers import answer
from simlab.reports.charts.kit import Chart
from simlab.reports.page.explorer import explorer
from simlab.reports.page.glossary import glossary
from simlab.reports.page.listings import cell_listing, chart_listing, estimate_listing, pair_listing
from simlab.reports.page.players import line_up, players
from simlab.reports.page.samples import samples
from simlab.reports.page.template import bundle, tagless, template
from simlab.reports.rundir import Row, Run
from simlab.stats.claims import in_words

MOST_PICTURES = 1_500_000  # letters of all pictures together
MOST_HEADING = 240  # letters of a question that can head a page


def page(run: Run, sentences: list[str], charts: list[tuple[Chart, bytes]], weight: int = MOST_PICTURES) -> str:
    """The whole page as text."""
    title = run.question or f"{run.manifest['game']['name']}: what {run.manifest['rollouts']:,} games say"
    claims, words = answer(run), glossary(run)
    shown = pictures(charts, {word["name"] for word in words}, weight)
    pairs = pair_listing(run)
    return template("report.html.j2").render(
        run=run,
        manifest=run.manifest,
        title=title,
        heading=title if len(title) <= MOST_HEADING else title[: MOST_HEADING - 1] + "…",
        contents=contents(bool(shown), bool(pairs.rows)),
        answer=claims,
        findings=[sentence for sentence in sentences if sentence not in claims],
        line_up=line_up(run),
        players=players(run),
        charts=shown,
        charts_left=len(charts) - len(shown),
        numbers=Markup(tagless(explorer(run))),
        headline=estimate_listing(run, "the numbers asked for", run.headline),
        rest=estimate_listing(run, "all other outcome columns", others(run)),
        pairs=pairs,
        cells=cell_listing(run),
        samples=samples(run),
        glossary=words,
        games=in_words(sum(len(c["arms"]) * c["games"] for c in run.manifest["cells"])),
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        **bundle(),
    )


def contents(charts: bool, pairs: bool) -> list[dict[str, str]]:
    links = [("answer", "Answer", True), ("explore", "Look at any number", True), ("charts", "Charts", charts)]
    links += [("pairs", "Comparisons", pairs), ("numbers-table", "Numbers", True), ("played", "What was played", True)]
    links += [("games", "Games", True), ("glossary", "Glossary", True)]
    return [{"id": name, "text": text} for name, text, wanted in links if wanted]


def pictures(charts: Iterable[tuple[Chart, bytes]], known: set[str], weight: int) -> list[Row]:
    """Charts for the page, as many as keep it light; the large ones make room for others."""
    found: list[Row] = []
    size = 0
    for chart, svg in charts:
        source = "data:image/svg+xml;base64," + b64encode(svg).decode()
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
                "table": chart_listing(chart),
            }
        )
    return found


def others(run: Run) -> list[str]:
    return [name for name in run.results["metric"].unique(maintain_order=True) if name not in run.headline]


def write(run: Run, sentences: list[str], charts: list[Chart], path: Path, weight: int = MOST_PICTURES) -> None:
    """The page and its charts as files, complete or not at all."""
    with storage(run.folder):
        drawn = [(chart, chart.save(run.folder / "figures")) for chart in charts]
        write_whole(path, page(run, sentences, drawn, weight).encode())
