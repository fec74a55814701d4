"""Tables of a run for a terminal: short, of what was asked; or every headline number. As many digits as the errors are worth."""

from collections.abc import Iterable

from simlab.reports.answers import answers, asked, is_about_everything
from simlab.reports.comparing import Compared, State, comparisons, value_rows
from simlab.reports.names import variant_title
from simlab.reports.rundir import Row, Run
from simlab.reports.sentences import gap_words
from simlab.reports.wording import entry, sentence, with_interval

SHORT = 16  # rows of the short table
Table = tuple[list[str], list[list[str]]]


def short_table(run: Run) -> Table:
    """What the answer is about: each number with its interval, and how far it is from the first variant's."""
    found = answers(run)
    rows = [row for one in dict.fromkeys(answer.metric for answer in found if answer.metric) for row in wanted_rows(run, one)]
    return table(run, rows[:SHORT])


def full_table(run: Run) -> Table:
    """Every headline number; what never occurred is left out."""
    return table(run, [row for name in run.headline for row in run.rows(name)])


def wanted_rows(run: Run, metric: str) -> list[Row]:
    """The rows of a metric that the question names; of an unnamed entry, those of the entry that changes most."""
    asks = [ask for ask in asked(run) if ask.metric == metric] if not is_about_everything(run) else []
    rows = run.rows(metric)
    if asks and all(ask.only for ask in asks):
        keys = [{key: value for key, value in ask.only.items() if key != "variant"} for ask in asks]
        return [row for row in rows if any(all(str(row[key]) == value for key, value in only.items()) for only in keys)]
    pairs = [one for one in comparisons(run, metric) if one.state is State.SETTLED]
    if len({(row["seat"], row["level"]) for row in rows}) > 1 and pairs:
        best = max(pairs, key=lambda one: one.size).row
        return [row for row in rows if (row["seat"], row["level"]) == (best["seat"], best["level"])]
    return rows


def table(run: Run, rows: Iterable[Row]) -> Table:
    compared = len(run.variants) > 1
    where = [name for name in run.cell_columns if name != "variant"]
    head = [*(["variant"] if compared else []), *(["with"] if where else []), "number", "of", "value (95 % interval)"]
    lines = []
    for row in rows:
        line = [variant_title(run, row["variant"])] if compared else []
        line += [run.where(row)] if where else []
        line += [run.metric_name(row["metric"]), entry(row), value_words(run, row)]
        lines.append([*line, difference_words(run, row)] if compared else line)
    return [sentence(name) for name in [*head, *(["difference"] if compared else [])]], lines


def value_words(run: Run, row: Row) -> str:
    """`47.2 % (47.1 to 47.3)`, `16.60 rounds (16.55 to 16.65)`"""
    unit = "" if run.is_rate(row["metric"]) else str(run.column(row["metric"])["unit"])
    number, _, ends = with_interval(row, run.is_rate(row["metric"])).partition(" (")
    return " ".join(part for part in (number, unit, f"({ends}" if ends else "") if part)


def difference_words(run: Run, row: Row) -> str:
    """Of a variant against the first: how much more or less, or that it is not settled."""
    if row["variant"] == run.variants[0]:
        return ""
    same = [one for one in run.differences(row["metric"]) if same_number(run, one, row)]
    if not same or same[0]["ci_low"] is None or same[0]["verdict"].startswith("nothing"):
        return "-"
    found = Compared(run, same[0])
    return gap_words(found) if found.state is State.SETTLED else str(same[0]["verdict"].partition(":")[0])


def same_number(run: Run, one: Row, other: Row) -> bool:
    keys = ("variant", "players", "seat", "level", *run.manifest["swept"])
    return all(one[key] == other[key] for key in keys)


def numbers_of(run: Run) -> int:
    """How many numbers a run has."""
    return len(value_rows(run))
