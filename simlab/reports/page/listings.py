"""The tables of the page: each item with what it shows, what it sorts and copies as, where it leads."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simlab.reports.charts.kit import Chart
from simlab.reports.page.players import named_seats
from simlab.reports.rundir import Row, Run, is_settled, player_words
from simlab.reports.wording import entry, error_of, number, with_interval
from simlab.stats.digits import rounded, worth
from simlab.words.titles import knob_words, readable

MOST_ROWS = 300  # of a table on the page; the parquet files have all
MOST_CHART_ROWS = 100  # ... and of the table beneath a chart
LONG = 24  # letters of a text that wants a wide column
ENDLESS = 1e308  # what a gain without end sorts as


@dataclass(frozen=True)
class Item:
    """What stands in one field of a table."""

    text: str
    value: Any = None  # what it sorts and copies as
    link: str = ""
    style: str = ""


@dataclass(frozen=True)
class Listing:
    """A table of the page."""

    label: str
    head: list[dict[str, Any]]
    rows: list[list[Item]]
    left: str = ""  # a note on rows that are left out


def estimate_listing(run: Run, label: str, metrics: Sequence[str]) -> Listing:
    """Estimates for the page; entries that never could occur are left out."""
    rows = [row for name in metrics for row in run.rows(name)]
    names = [*run.cell_columns, "number", "of", "estimate", "95 % interval", "games"]
    shown = [estimate_items(run, row) for row in rows[:MOST_ROWS]]
    return Listing(label, heads(names, ("estimate", "95 % interval", "games", "players")), shown, rest_note(len(rows), MOST_ROWS))


def estimate_items(run: Run, row: Row) -> list[Item]:
    rate, link = run.is_rate(row["metric"]), f"m-{row['metric']}"
    return [
        *where_items(run, row),
        Item(run.metric_name(row["metric"]), link=link),
        Item(entry(row)),
        Item(number(row["estimate"], error_of(row), rate), row["estimate"], link, "n"),
        Item(interval(row, rate), row["ci_low"], style="n"),
        Item(f"{row['rollouts']:,}", row["rollouts"], f"g-{run.cell_number(row)}", "n"),
    ]


def pair_listing(run: Run) -> Listing:
    """Comparisons for the page: what was asked for first, then what is settled."""
    rows = [row for row in run.pairs.to_dicts() if row["estimate"] is not None]
    wanted = [row for row in rows if row["family"] == "headline" or is_settled(row)]
    wanted.sort(key=lambda row: row["family"] != "headline")
    names = [*run.cell_columns, "number", "of", "difference", "95 % interval", "gain", "verdict"]
    shown = [pair_items(run, row) for row in wanted[:MOST_ROWS]]
    label = "differences to the first variant"
    return Listing(label, heads(names, ("difference", "95 % interval", "gain", "players")), shown, rest_note(len(wanted), MOST_ROWS))


def pair_items(run: Run, row: Row) -> list[Item]:
    rate, factor, link = run.is_rate(row["metric"]), row["variance_factor"], f"m-{row['metric']}"
    endless = factor == float("inf")
    return [
        *where_items(run, row),
        Item(run.metric_name(row["metric"]), link=link),
        Item(entry(row)),
        Item(number(row["estimate"], error_of(row), rate), row["estimate"], link, "n"),
        Item(interval(row, rate), row["ci_low"], style="n"),
        Item("-" if factor is None else "all" if endless else f"{factor:,.1f}", ENDLESS if endless else factor, style="n"),
        Item(row["verdict"], style="say"),
    ]


def cell_listing(run: Run) -> Listing:
    """What was played: rules and players of each cell."""
    rows: list[list[Item]] = []
    for point, cell in zip(run.points, run.manifest["cells"], strict=True):
        for arm in cell["arms"]:
            rules = ", ".join(knob_words(run.words, key, value) for key, value in arm["rules"].items() if key != "players")
            names = [player_words(run.words, spec) for spec in run.specs(arm["variant"], point)]
            who = f"{names[0]} at every seat" if len(set(names)) == 1 else named_seats(names)
            rules, link = rules or "the default rules", f"g-{len(rows) + 1}"
            rows.append(
                [
                    Item(run.variant_title(arm["variant"]), link=link),
                    plain_item(cell["players"]),
                    Item(rules, style="say"),
                    Item(who, style="say"),
                ]
            )
    head = heads(["variant", "players", "rules", "who plays"], ("players",))
    return Listing("what was played", head, rows[:MOST_ROWS], rest_note(len(rows), MOST_ROWS))


def chart_listing(chart: Chart) -> Listing:
    ends = ends_in(chart.data.head)
    rows = [chart_items(row, ends) for row in chart.data.rows[:MOST_CHART_ROWS]]
    numeric = [bool(rows) and all(row[k].value is not None or row[k].text == "-" for row in rows) for k in range(len(chart.data.head))]
    head = [{"text": name, "number": flag} for name, flag in zip(chart.data.head, numeric, strict=True)]
    return Listing(f"numbers of the chart: {chart.title[:100]}", head, rows, rest_note(len(chart.data.rows), MOST_CHART_ROWS))


def ends_in(head: Sequence[str]) -> list[int]:
    """Where value, low and high stand in a table that has them, in this order."""
    low = head.index("low") if "low" in head and "high" in head else 0
    return [low - 1, low, low + 1] if low and head[low + 1] == "high" else []


def chart_items(row: Sequence[Any], ends: Sequence[int]) -> list[Item]:
    """A row as items; what has an interval with as many digits as that is worth."""
    items = [plain_item(value) for value in row]
    if ends and all(isinstance(row[k], float | int) for k in ends):
        error = worth(None, *(row[k] for k in ends[1:]))
        for k in ends if error > 0.0 else ():
            items[k] = Item(rounded(row[k], error), row[k], style="n")
    return items


def where_items(run: Run, row: Row) -> list[Item]:
    return [Item(run.variant_title(row[name])) if name == "variant" else plain_item(row[name]) for name in run.cell_columns]


def plain_item(value: Any) -> Item:
    if value is None:
        return Item("-", None, style="n")
    if isinstance(value, float | int) and not isinstance(value, bool):
        return Item(f"{value:,.5g}" if isinstance(value, float) else f"{value:,}", value, style="n")
    return Item(str(value), style="say" if len(str(value)) > LONG and " " in str(value) else "")


def interval(row: Row, rate: bool) -> str:
    if row["ci_low"] is None:
        return "-"
    return with_interval(row, rate).partition("(")[2].removesuffix(")")


def heads(names: Sequence[str], numeric: Sequence[str] = ()) -> list[dict[str, Any]]:
    return [{"text": readable(name.removeprefix("rules.")), "number": name in numeric} for name in names]


def rest_note(rows: int, most: int) -> str:
    return f"The first {most} of {rows:,} rows; the run's parquet files have all." if rows > most else ""
