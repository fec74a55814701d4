"""What each metric means: its formula, its unit, and the formula worked out with numbers of the run."""

from simlab.reports.rundir import Row, Run
from simlab.reports.wording import entry, number

SHOWN_AS = {"flag": "share of games", "code": "share of games", "share": "share of the win", "defined": "as its formula says"}


def glossary(run: Run) -> list[Row]:
    """One entry for each metric that has numbers, what was asked for first."""
    present = list(dict.fromkeys([*run.headline, *run.results["metric"].unique(maintain_order=True)]))
    return [definition(run, metric) for metric in present if metric in run.manifest["columns"]]


def definition(run: Run, metric: str) -> Row:
    column = run.column(metric)
    unit = column["unit"] or SHOWN_AS.get(column["kind"], "a number")
    per = f" for each of {column['over']}" if column.get("over") else ""
    return {
        "name": metric,
        "title": run.metric_name(metric),
        "doc": column["doc"],
        "formula": formula(metric, column),
        "unit": unit + per,
        "example": example(run, metric),
    }


def formula(metric: str, column: Row) -> str:
    """In words a designer can follow."""
    each = ", for each seat" if column.get("seats") else ", for each level" if column.get("levels") and column["kind"] != "code" else ""
    if column["kind"] == "defined":
        return str(column["doc"])
    if column.get("over"):
        return f"sum of {metric} ÷ sum of {column['over']}, over all games{each}"
    if column["kind"] == "code":
        return f"games with that level ÷ games{each}"
    if column["kind"] == "flag":
        return f"games in which it is so ÷ games{each}"
    if column["kind"] == "share":
        return f"wins ÷ games, a win shared by k players counting 1/k{each}"
    left = "; games in which it did not happen are left out" if column.get("none") is not None else ""
    return f"sum over games ÷ games{each}{left}"


def example(run: Run, metric: str) -> str:
    """The first number of the run, worked out."""
    rows = [row for row in run.rows(metric) if row["estimate"]] or run.rows(metric)
    if not rows:
        return ""
    row = rows[0]
    where = ", ".join(part for part in (row["variant"] if len(run.variants) > 1 else "", run.where(row), entry(row)) if part)
    value = number(row["estimate"], row["std_error"], run.is_rate(metric))
    head = f"{where}: " if where else ""
    below = denominator(run, row)
    if below is None:
        return f"{head}{value}"
    name = run.column(metric).get("over") or "games"
    return f"{head}{row['estimate'] * below:,.0f} ÷ {below:,.0f} {name} = {value}"


def denominator(run: Run, row: Row) -> float | None:
    """The denominator of a row: games, or the sum of the column it is divided by."""
    column = run.column(row["metric"])
    if column["kind"] == "defined":
        return None
    if not column.get("over"):
        return float(row["rollouts"])
    same = [
        other
        for other in run.rows(column["over"], row["variant"])
        if other["players"] == row["players"]
        and all(other[key] == row[key] for key in run.manifest["swept"])
        and other["seat"] in (row["seat"], None)
        and other["level"] in (row["level"], None)
    ]
    if not same:
        return None
    games = denominator(run, same[0])
    return None if games is None else float(same[0]["estimate"] * games)
