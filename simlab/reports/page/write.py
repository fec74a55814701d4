"""`report.html`: the question, its answer, the charts and the tables in one file that needs no network.

Names and questions come from scenarios and may be anything: every text is escaped by the template, the numbers travel as JSON in
which no tag can start, and a content security policy lets no script run but the page's own.
"""

from base64 import b64encode
from collections.abc import Container, Iterable
from datetime import UTC, datetime
from pathlib import Path

from markupsafe import Markup

from simlab.disk import storage, write_whole
from simlab.reports.answers import answer
from simlab.reports.charts.kit import Chart
from simlab.reports.charts.of_run import story
from simlab.reports.page.certainty import certainty
from simlab.reports.page.explorer import explorer
from simlab.reports.page.glossary import glossary
from simlab.reports.page.listings import cell_listing, chart_listing, estimate_listing, pair_listing
from simlab.reports.page.players import players
from simlab.reports.page.samples import samples
from simlab.reports.page.template import bundle, tagless, template
from simlab.reports.rundir import Row, Run
from simlab.seals import with_page_seal
from simlab.stats.claims import in_words

MOST_PAGE = 1_480_000  # bytes of a page
LESS = 20_000  # letters of pictures that are given up at least, where a page is too large
MOST_PICTURES = 850_000  # letters of all pictures together
CHART_TABLE = 250  # letters of a row of a chart's table, about
MOST_MARKS = 160  # places of a picture that tell their numbers
MOST_HEADING = 240  # letters of a question that can head a page


def page(run: Run, sentences: list[str], charts: list[tuple[Chart, bytes]], weight: int = MOST_PICTURES) -> str:
    """The whole page as text, as light as promised: fewer pictures where the tables are long."""
    text = filled(run, sentences, charts, weight)
    while weight > 0 and (more := len(text.encode()) - MOST_PAGE) > 0:  # what a picture brings along is known when it is there
        weight = max(weight - max(more, LESS), 0)
        text = filled(run, sentences, charts, weight)
    return text


def filled(run: Run, sentences: list[str], charts: list[tuple[Chart, bytes]], weight: int) -> str:
    """The answer, one picture, what is sure, a few charts; the rest folds out."""
    title = run.question or f"{run.manifest['game']['name']}: what {run.manifest['rollouts']:,} games say"
    claims, words = answer(run), glossary(run)
    first = story(run, [chart for chart, _ in charts])
    ordered = sorted(charts, key=lambda one: first.index(one[0]) if one[0] in first else len(first))
    shown = pictures(ordered, {word["name"] for word in words}, weight)
    names = {chart.name for chart in first}
    folded = [chart for chart in shown if chart["name"] not in names]
    themes = list(dict.fromkeys(chart["theme"] for chart in folded))
    pairs = pair_listing(run)
    return template("report.html.j2").render(
        run=run,
        manifest=run.manifest,
        title=title,
        heading=title if len(title) <= MOST_HEADING else title[: MOST_HEADING - 1] + "…",
        contents=contents(len(first) > 1, bool(folded), bool(pairs.rows)),
        answer=claims,
        sure=certainty(run),
        findings=[sentence for sentence in sentences if sentence not in claims],
        baseline=run.variant_title(run.variants[0]),
        players=players(run),
        story=[chart for chart in shown if chart["name"] in names],
        charts=sorted(folded, key=lambda chart: themes.index(chart["theme"])),
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


def contents(charts: bool, folded: bool, pairs: bool) -> list[dict[str, str]]:
    links = [("answer", "Answer", True), ("sure", "What is sure", True), ("charts", "Charts", charts), ("explore", "Any number", True)]
    links += [("all-charts", "All charts", folded), ("pairs", "Comparisons", pairs), ("numbers-table", "Numbers", True)]
    links += [("played", "What was played", True), ("glossary", "Glossary", True)]
    return [{"id": name, "text": text} for name, text, wanted in links if wanted]


def pictures(charts: Iterable[tuple[Chart, bytes]], known: set[str], weight: int) -> list[Row]:
    """Charts for the page, as many as keep it light; the large ones make room for others."""
    found: list[Row] = []
    size = 0
    for chart, svg in charts:
        shown = picture(chart, svg, known)
        heavy = len(shown["source"]) + CHART_TABLE * len(shown["table"].rows)
        if size + heavy <= weight or not found:
            size += heavy
            found.append(shown)
    return found


def picture(chart: Chart, svg: bytes, known: Container[str] = ()) -> Row:
    """A chart for a page, with what it says where one points."""
    wide, tall = chart.figure.get_size_inches()
    return {
        "name": chart.name,
        "source": "data:image/svg+xml;base64," + b64encode(svg).decode(),
        "alt": f"Chart: {chart.title[:400]}. Its numbers stand in the table beneath.",
        "width": round(72 * wide),
        "height": round(72 * tall),
        "note": chart.note,
        "link": f"m-{chart.metric}" if chart.metric in known else "",
        "theme": chart.theme,
        "marks": chart.marks()[:MOST_MARKS],
        "legend": chart.legend_lines(),
        "table": chart_listing(chart),
    }


def others(run: Run) -> list[str]:
    return [name for name in run.results["metric"].unique(maintain_order=True) if name not in run.headline]


def write(run: Run, sentences: list[str], charts: list[Chart], path: Path, weight: int = MOST_PICTURES) -> None:
    """The page and its charts as files, complete or not at all."""
    with storage(run.folder):
        drawn = [(chart, chart.save(run.folder / "figures")) for chart in charts]
        files = [f"figures/{chart.name}.{kind}" for chart in charts for kind in ("svg", "png")]
        write_whole(path, with_page_seal(page(run, sentences, drawn, weight), run.seal, run.folder, files))
