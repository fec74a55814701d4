"""Who wins: whether the seats are even, which is best, and which player wins most; in one cell, or along a sweep."""

from collections.abc import Sequence

from simlab.reports.claims import are_equals, mean_share, sides, uneven_seats
from simlab.reports.names import policy_title, who, with_point
from simlab.reports.others import listed
from simlab.reports.rundir import Row, Run
from simlab.reports.sentences import cell_words, clause, scale_of, unit_of, with_ends
from simlab.reports.wording import ORDINALS, decimals, plain

DOUBT = ", but these games cannot tell which is best"
LISTED = 5  # points of a sweep that are told one by one


def seats_sentence(run: Run, rows: Sequence[Row]) -> str:
    """The shares of one cell: the best and the worst of equals, of others the best."""
    head = cell_words(run, rows[0]["variant"], rows[0])
    lead = f"{head} " if head else ""
    if not are_equals(run, rows[0]):
        told = f"{lead}{wins_words(run, rows)}"
        return told if is_ahead(run, rows) else f"these games cannot tell who wins most: {told}"
    if is_even(run, rows):
        return f"{lead}the seats are even as far as these games can tell: {within(run, rows)}"
    worst = min(rows, key=lambda row: row["estimate"])
    rest = f"{name_of(run, worst)} {with_ends(run, worst)}, where {even_share(rows)} would be even"
    return f"{lead}the seats are not even{'' if is_ahead(run, rows) else DOUBT}: {wins_words(run, rows)}, {rest}"


def who_sentence(run: Run, rows: Sequence[Row]) -> str:
    """Another number of each seat or player: who is ahead, and who is next; or that this cannot be told."""
    head = cell_words(run, rows[0]["variant"], rows[0])
    best, second = (side[0] for side in sides(run, rows)[:2])
    told = f"{clause(run, best, with_ends(run, best))}; next, {clause(run, second, with_ends(run, second))}"
    if not is_ahead(run, rows):
        return f"{head + ' ' if head else ''}these games cannot tell who: {told}"
    return f"{head + ' ' if head else ''}it is {who(run, best, best['variant'], run.point_of(best))}: {told}"


def each_words(run: Run, rows: Sequence[Row]) -> str:
    """What each of several equals has: `each player ends with 1.2 to 1.3 hidden cards`"""
    head = cell_words(run, rows[0]["variant"], rows[0])
    scale, (low, high) = scale_of(run, rows[0]["metric"]), span(rows)
    places = decimals(scale * (high - low) / 4, scale * high)
    number = f"{plain(scale * low, places)} to {plain(scale * high, places)}{unit_of(run, rows[0]['metric'])}"
    return f"{head + ' ' if head else ''}{clause(run, rows[0], number, 'each player')}"


def sweep_sentence(run: Run, cells: Sequence[Sequence[Row]]) -> str:
    """The same along a sweep: at each point where that is told, of many at the first and at the last."""
    if not are_equals(run, cells[0][0]):
        return "; ".join(seats_sentence(run, rows) for rows in (cells[0], cells[-1]))
    told = [rows for rows in cells if not is_even(run, rows)]
    if not told:
        worst = max(cells, key=lambda rows: span(rows)[1] - span(rows)[0])
        return f"the seats are even everywhere as far as these games can tell: {where(run, worst)} {within(run, worst)}"
    shown = told if len(told) <= LISTED else [told[0], told[-1]]
    said = (f"{where(run, rows)} {wins_words(run, rows)}, where {even_share(rows)} would be even" for rows in shown)
    even = [where(run, rows) for rows in cells if is_even(run, rows)]
    rest = f"; as far as these games can tell they are even {listed(even)}" if even else ""
    return f"the seats are not even{'' if any(is_ahead(run, rows) for rows in told) else DOUBT}: {'; '.join(said)}{rest}"


def wins_words(run: Run, rows: Sequence[Row]) -> str:
    """`the last seat is best and wins 27.1 % (26.9 to 27.3) of the games`; of others, who wins most"""
    best = sides(run, rows)[0][0]
    most = is_ahead(run, rows)
    if are_equals(run, rows[0]):
        return f"{name_of(run, best)}{' is best and' if most else ''} wins {with_ends(run, best)} of the {run.unit}s"
    return f"{name_of(run, best)} wins {'most, ' if most else ''}{with_ends(run, best)} of the {run.unit}s"


def found_of(run: Run, rows: Sequence[Row]) -> bool | None:
    row = rows[0]
    return uneven_seats(run).get((row["metric"], row["variant"], run.point_of(row).label))


def is_even(run: Run, rows: Sequence[Row]) -> bool:
    """As far as these games can tell."""
    return found_of(run, rows) is None


def is_ahead(run: Run, rows: Sequence[Row]) -> bool:
    """Is the best surely better than the next?"""
    return bool(found_of(run, rows))


def name_of(run: Run, row: Row) -> str:
    """Whose share of the win a row is: the seat; where that tells them apart the player, in its seat where players keep theirs."""
    if are_equals(run, row):
        return seat_name(row)
    specs = run.specs(row["variant"], run.point_of(row))
    if row["seat"] is None:
        return policy_title(run, specs[int(str(row["level"]).rpartition(" ")[2])])
    return f"{policy_title(run, specs[row['seat']])} in {seat_name(row)}"


def seat_name(row: Row) -> str:
    return "one of the players" if row["seat"] is None else f"the {ORDINALS[row['seat']]} seat"


def where(run: Run, rows: Sequence[Row]) -> str:
    return with_point(run, run.point_of(rows[0]))


def even_share(rows: Sequence[Row]) -> str:
    return percent(mean_share(rows))


def span(rows: Sequence[Row]) -> tuple[float, float]:
    """The lowest and the highest that a share may be."""
    found = [row[end] for row in rows for end in ("ci_low", "ci_high", "estimate") if row[end] is not None]
    return min(found), max(found)


def within(run: Run, rows: Sequence[Row]) -> str:
    """`each wins 24.8 to 25.2 % of the games, where 25 % would be even`"""
    low, high = span(rows)
    places = decimals(100 * (high - low) / 4, 100 * high)
    shares = f"{plain(100 * low, places)} to {plain(100 * high, places)} %"
    return f"each wins {shares} of the {run.unit}s, where {even_share(rows)} would be even"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace(".0 %", " %")
