"""Rows of a run's tables as charts need them: dots, names, the table beneath a chart, and notes on what is not shown."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from simlab.reports.charts import kit
from simlab.reports.charts.kit import Data, Dot
from simlab.reports.comparing import comparisons
from simlab.reports.names import with_variant
from simlab.reports.rundir import GridPoint, Row, Run
from simlab.reports.wording import entry, rough_error, sentence, spoken
from simlab.stats.compare import may_be_first
from simlab.words.titles import readable

MOST_PANELS, MOST_ROWS = 5, 24  # panels: all table sizes from two to six
MOST_IN_DOUBT = 3  # names in a title that cannot be told apart


def dot(row: Row, scale: float = 1.0) -> Dot:
    low, high = (row[end] if row[end] is not None else row["estimate"] for end in ("ci_low", "ci_high"))
    return Dot(scale * row["estimate"], scale * low, scale * high)


def colour_of(run: Run, row: Row) -> int:
    """Its own; where there are too many, one for the first variant and one for all others."""
    place = run.variants.index(row["variant"])
    return place if len(run.variants) <= kit.SEPARATE else min(place, 1)


def dot_number(found: Dot, rate: bool = False) -> str:
    """The value of a dot, as short as a friend would say it."""
    return spoken(found.value, rough_error(found.low, found.high), rate)


def is_told(values: Mapping[str, Dot]) -> bool:
    """Can the largest be named, or the few of which it is one?"""
    return len(may_be_first(list(values.values()))) <= MOST_IN_DOUBT


def first_of(values: Mapping[str, Dot]) -> str:
    """The name of the largest: `Low`, or where these games cannot tell, `Low or High`."""
    names = list(values)
    found = [names[k] for k in may_be_first(list(values.values()))]
    return " or ".join(found) if len(found) <= MOST_IN_DOUBT else f"one of {len(found)}"


def last_of(values: Mapping[str, Dot]) -> str:
    """The name of the smallest, in the same way."""
    return first_of({name: Dot(-d.value, -d.high, -d.low) for name, d in values.items()})


def table(run: Run, rows: Iterable[Row]) -> Data:
    """The rows of a chart as a table."""
    head = (*(axis_key(name) for name in run.cell_columns), "number", "of", "estimate", "low", "high")
    found = [
        (*(r[name] for name in run.cell_columns), run.metric_name(r["metric"]), entry(r), r["estimate"], r["ci_low"], r["ci_high"])
        for r in rows
    ]
    return Data(head, found)


def row_name(run: Run, row: Row) -> str:
    """What tells a row from the others of its cell."""
    return entry(row) or run.metric_name(row["metric"])


def axis_name(run: Run, metric: str) -> str:
    """`length of a game (rounds)`"""
    unit = "%" if run.is_rate(metric) else str(run.column(metric)["unit"])
    name = run.metric_name(metric)
    return f"{name} ({unit})" if unit and unit not in name else name


def axis_key(key: str) -> str:
    """What was swept, as people say it."""
    return readable(key.removeprefix("rules."))


def number_format(run: Run, metric: str) -> Callable[[float], str]:
    """How a map writes its numbers."""
    return (lambda v: f"{v:.1%}") if run.is_rate(metric) else (lambda v: f"{v:.3g}")


@lru_cache(maxsize=8)
def few_variants(run: Run) -> list[str]:
    """Those that colours can tell apart: of many, the first and those that change what was asked for most."""
    if len(run.variants) <= kit.SEPARATE:
        return run.variants
    sizes = dict.fromkeys(run.variants[1:], 0.0)
    for one in (one for metric in run.headline if metric != "capped" for one in comparisons(run, metric)):
        sizes[str(one.row["variant"])] = max(sizes[str(one.row["variant"])], one.size)
    chosen = sorted(sizes, key=lambda name: -sizes[name])[: kit.SEPARATE - 1]
    return [name for name in run.variants if name == run.variants[0] or name in chosen]


# --- notes --------------------------------------------------------------------------------------------------------------------


def first_cell(run: Run, point: GridPoint | None = None) -> str:
    """` (with the circle rule, 4 players)`: which cell a title speaks of, where there are several; at the first point unless told."""
    parts = [with_variant(run, run.variants[0]) if len(run.variants) > 1 else "", (point or run.points[0]).label]
    words = ", ".join(part for part in parts if part)
    return f" ({words})" if words else ""


def first_variant_note(run: Run) -> str:
    """`With the circle rule; the tables have all.`, where there are other variants."""
    return f"{sentence(with_variant(run, run.variants[0]))}; the tables have all." if len(run.variants) > 1 else ""


def first_variant(run: Run) -> str:
    """The same for a title about every point."""
    return f" ({with_variant(run, run.variants[0])})" if len(run.variants) > 1 else ""


def points_note(run: Run) -> str:
    return f"The first {MOST_PANELS} of {len(run.points)} points; the tables have all." if len(run.points) > MOST_PANELS else ""


def variants_note(run: Run) -> str:
    rest = len(run.variants) - kit.SEPARATE
    return (
        f"The first and the {kit.SEPARATE - 1} that change most of {len(run.variants)} variants; the tables have all." if rest > 0 else ""
    )


def point_note(point: GridPoint) -> str:
    return f"At {point.label}." if point.label else ""
