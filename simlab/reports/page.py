"""`report.html`: the question, the findings, the charts and the tables in one file that needs no network."""

import base64
from datetime import UTC, datetime
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from simlab.experiments.compare import in_words
from simlab.reports.figures import Chart
from simlab.reports.rundir import Row, Run, entry, number, with_interval

TEMPLATES = Path(__file__).parent / "templates"
MOST_TABLE = 400  # rows of a table on the page; the parquet files have all


def page(run: Run, sentences: list[str], charts: list[tuple[Chart, bytes]]) -> str:
    """The whole page as text."""
    pages = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return pages.get_template("report.html.j2").render(
        run=run,
        manifest=run.manifest,
        title=run.question or f"{run.manifest['game']['name']}: what {run.manifest['rollouts']:,} games say",
        findings=sentences,
        charts=[{"title": chart.title, "note": chart.note, "source": embedded(svg)} for chart, svg in charts],
        headline=[shown for name in run.headline for shown in table_rows(run, name)][:MOST_TABLE],
        rest=[shown for name in others(run) for shown in table_rows(run, name)][:MOST_TABLE],
        pairs=pair_rows(run),
        cells=cells(run),
        glossary=glossary(run),
        games=in_words(sum(len(c["arms"]) * c["games"] for c in run.manifest["cells"])),
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
    )


def embedded(svg: bytes) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg).decode()


def others(run: Run) -> list[str]:
    return [name for name in run.results["metric"].unique(maintain_order=True) if name not in run.headline]


def table_rows(run: Run, metric: str) -> list[Row]:
    """Estimates for the page; entries that never could occur are left out."""
    rate = run.is_rate(metric)
    return [
        {
            "cell": [str(row[name]) for name in run.cell_columns],
            "metric": metric,
            "entry": entry(row),
            "value": number(row["estimate"], error_of(row), rate),
            "interval": interval(row, rate),
            "rollouts": f"{row['rollouts']:,}",
        }
        for row in run.rows(metric)
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


def pair_rows(run: Run) -> list[Row]:
    """Comparisons for the page: what was asked for first, then what is settled."""
    found = []
    for row in run.pairs.to_dicts():
        if row["estimate"] is None or (row["family"] == "other" and (row["p_holm"] is None or row["p_holm"] >= 0.05)):
            continue
        rate, error = run.is_rate(row["metric"]), error_of(row)
        factor = row["variance_factor"]
        found.append(
            {
                "cell": [str(row[name]) for name in run.cell_columns],
                "metric": row["metric"],
                "entry": entry(row),
                "value": number(row["estimate"], error, rate),
                "interval": interval(row, rate),
                "factor": "-" if factor is None else ("all" if factor == float("inf") else f"{factor:,.1f}"),
                "verdict": row["verdict"],
                "headline": row["family"] == "headline",
            }
        )
    return sorted(found, key=lambda row: not row["headline"])[:MOST_TABLE]


def cells(run: Run) -> list[Row]:
    """What was played: rules and players of each cell."""
    found = []
    for point, cell in zip(run.points, run.manifest["cells"], strict=True):
        for arm in cell["arms"]:
            rules = ", ".join(f"{key}: {value}" for key, value in arm["rules"].items() if key != "players") or "the default rules"
            policies = run.policies(arm["variant"], point)
            who = policies[0] if len(set(policies)) == 1 else ", ".join(policies)
            found.append({"variant": arm["variant"], "players": cell["players"], "rules": rules, "policies": who})
    return found[:MOST_TABLE]


def glossary(run: Run) -> list[Row]:
    words = {
        "rate": "",
        "count": "mean",
        "share": "share of games",
        "flag": "share of games",
        "code": "share of games",
        "defined": "defined",
    }
    return [
        {"name": name, "doc": column["doc"], "unit": column.get("unit") or words.get(column["kind"], ""), "over": column.get("over", "")}
        for name, column in run.manifest["columns"].items()
    ]


def write(run: Run, sentences: list[str], charts: list[Chart], path: Path) -> None:
    """The page and its charts as files, complete or not at all."""
    from simlab.experiments.store import storage, write_whole

    with storage(run.folder):
        drawn = [(chart, chart.save(run.folder / "figures")) for chart in charts]
        write_whole(path, page(run, sentences, drawn).encode())
