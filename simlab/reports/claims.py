"""What the page of a run may claim besides its comparisons: that a sweep moves a number, that seats are uneven, that a seat wins most.

All claims of a page stand in one ledger (`stats.ledger.grid_ledger`), so that a page with nothing to find says anything at all at most 5
times in 100, however many numbers it shows. Comparisons were judged by the same ledger when the run ended.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import NamedTuple

import numpy as np

from simlab.reports.names import place_of
from simlab.reports.rundir import GridPoint, Row, Run
from simlab.stats.adjust import bonferroni, is_settled
from simlab.stats.compare import p_value
from simlab.stats.estimates import Floats, error_of_share
from simlab.stats.ledger import Ledger, grid_ledger, p_value_of_trend
from simlab.stats.looks import ONCE, Always, Look
from simlab.stats.student import MANY
from simlab.words.asked import BY_PLAYER, EVERYTHING, asks_who, is_about_the_lowest, line_of, named_number, tells_who

SHARES = ("win", f"win{BY_PLAYER}")  # what says who wins


@dataclass(frozen=True)
class Apart:
    """Two rows that are surely apart, and by how much at least."""

    low: Row
    high: Row
    least: float


Entry = tuple[str, int | None, str | None]  # metric, seat, level
CellShares = tuple[str, str, str]  # metric, variant, label of the point


class Gap(NamedTuple):
    """How far a seat is from where it should be."""

    value: float
    error: float
    games: int


def page_ledger(run: Run) -> Ledger:
    lines = any(line_of(ask["yes_if"]) for ask in run.manifest.get("ask", []))
    return grid_ledger(len(run.variants), len(run.points), tells_who(run.manifest["metrics"], run.question), lines)


def look_of(run: Run) -> Look:
    """One look, or any number of them where the run stopped by itself."""
    return Always() if run.manifest.get("looks") == "any" else ONCE


def swept_at(run: Run) -> Floats | None:
    """Where the points lie along the one axis that was swept, if it is one of numbers."""
    keys = [key for key in run.cell_columns if key != "variant"]
    if len(keys) != 1:
        return None
    places = [point.players if keys[0] == "players" else point.swept[keys[0]] for point in run.points]
    numbers = all(isinstance(place, int | float) and not isinstance(place, bool) for place in places)
    return np.array(places, np.float64) if numbers else None


def line_looks(run: Run, numbers: int) -> tuple[Look, Look]:
    """For numbers that should lie beyond a line: one look, and one as strict as all that the page may say of lines."""
    look = look_of(run)
    return look, page_ledger(run).look("lines", numbers * len(run.manifest.get("ask", [])), look)


def entries_over_points(run: Run) -> dict[Entry, list[Row]]:
    """Numbers of the first variant, headline or asked for, with one row at every point: those of one entry, and those that are named."""
    found: dict[Entry, list[Row]] = {}
    for metric in dict.fromkeys([*run.headline, *(metric for metric, _ in asked_numbers(run))]):
        if metric != "capped":
            for row in run.rows(metric, run.variants[0]):
                found.setdefault((metric, row["seat"], row["level"]), []).append(row)
    named = {metric for metric, only in asked_numbers(run) if only}
    alone = {metric for metric, times in Counter(key[0] for key in found).items() if times == 1}
    return {
        key: rows
        for key, rows in found.items()
        if key[0] in named | alone and len(rows) == len(run.points) and all(row["std_error"] is not None for row in rows)
    }


@lru_cache(maxsize=8)
def trends_of(run: Run) -> dict[Entry, Apart]:
    """Numbers that the sweep surely moves, in the first variant: the points where they are lowest and highest."""
    if len(run.points) < 2:
        return {}
    found = entries_over_points(run)
    ledger, look, at = page_ledger(run), look_of(run), swept_at(run)
    chances = ledger.correct("trends", [chance_of_trend(rows, at, look) for rows in found.values()])
    strict = ledger.look("trends", len(found) * len(run.points) * (len(run.points) - 1) // 2, look)
    return {metric: ends(rows, strict) for (metric, rows), chance in zip(found.items(), chances, strict=True) if is_settled(chance)}


def trend_of(run: Run, metric: str) -> Apart | None:
    """The strongest trend of a metric, if there is any."""
    return max((found for key, found in trends_of(run).items() if key[0] == metric), key=lambda found: found.least, default=None)


def chance_of_trend(rows: list[Row], at: Floats | None, look: Look) -> float | None:
    values, errors = (np.array([row[key] for row in rows], np.float64) for key in ("estimate", "std_error"))
    return p_value_of_trend(at, values, errors, [row["rollouts"] for row in rows], look)


def ends(rows: list[Row], look: Look) -> Apart:
    low, high = min(rows, key=lambda row: row["estimate"]), max(rows, key=lambda row: row["estimate"])
    half = look.width(min(low["rollouts"], high["rollouts"])) * hypot(low["std_error"], high["std_error"])
    return Apart(low, high, max(0.0, high["estimate"] - low["estimate"] - half))


@lru_cache(maxsize=8)
def uneven_seats(run: Run) -> dict[CellShares, bool]:
    """Cells of equals in which some seat surely wins more or less than its even share: whether the best surely wins more than the next.

    Of cells in which different policies sit: those in which that is so.
    """
    keys = [(metric, variant, point) for metric in share_metrics(run) for point in run.points for variant in run.variants]
    cells = {(metric, variant, point.label): rows for metric, variant, point in keys if (rows := seat_rows(run, metric, variant, point))}
    if not cells:
        return {}
    ledger, look = page_ledger(run), look_of(run)
    gaps = [gaps_of(run, rows) for rows in cells.values()]
    chances = ledger.correct("seats", [chance_of_any(found, look) for found in gaps])
    strict = ledger.look("seats", sum(map(len, gaps)), look)
    settled = [cell for cell, chance in zip(cells, chances, strict=True) if is_settled(chance)]
    return {cell: is_told_apart(run, cells[cell]) or is_beyond(lead_of(run, cells[cell]), strict) for cell in settled}


def share_metrics(run: Run) -> list[str]:
    """The win by seat; where players change seats, by player, and by seat too where the question names that; and what it asks of whom."""
    by_seat = any(metric == "win" and only for metric, only in asked_numbers(run))
    wins = [winners(run), *(["win"] if by_seat else [])] if "win" in run.manifest["metrics"] else []
    return list(dict.fromkeys([*wins, *whose(run)]))


def whose(run: Run) -> list[str]:
    """The numbers of seats or players that are asked for by `who`, one number a seat."""
    if not asks_who(run.question):
        return []
    wanted = [meant(run, metric, only) for metric, only in asked_numbers(run) if not only.keys() & {"seat", "level"}]
    return [metric for metric in wanted if is_of_somebody(run.rows(metric, run.variants[0], run.points[0]))]


def asked_numbers(run: Run) -> list[tuple[str, dict[str, str]]]:
    """The metrics that the question names, and what narrows each down."""
    return [named_number(ask["metric"]) for ask in run.manifest.get("ask", []) if ask["metric"] != EVERYTHING]


def meant(run: Run, metric: str, only: dict[str, str]) -> str:
    """Where different players change seats, a bare metric by seat means the same by player: seats mix them."""
    twin = metric + BY_PLAYER
    return twin if run.mixed and not only and run.rows(twin) else metric


def is_of_somebody(rows: Sequence[Row]) -> bool:
    """Of several seats or players, one number each?"""
    seats = [row["seat"] if row["level"] is None else place_of(row) for row in rows]
    return len(rows) > 1 and None not in seats and len(set(seats)) == len(seats)


def seat_rows(run: Run, metric: str, variant: str, point: GridPoint) -> list[Row]:
    """Shares of the win in one cell, or another number of each seat."""
    rows = run.rows(metric, variant, point)
    return rows if len(rows) > 1 and has_errors(rows) else []


def has_errors(rows: list[Row]) -> bool:
    return all(row["std_error"] is not None for row in rows)


def winners(run: Run) -> str:
    """The metric that says who wins."""
    return "win_by_player" if run.mixed else "win"


def are_equals(run: Run, row: Row) -> bool:
    """Would every share be the same if seats did not matter? One policy sits at all of them, or all sit at each in turn."""
    alike = len(set(run.policies(row["variant"], run.point_of(row)))) == 1
    return alike or (row["seat"] is not None and bool(run.manifest["rotate_seats"]))


def gaps_of(run: Run, rows: list[Row]) -> list[Gap]:
    """What should be nothing: of equals each seat less its even share, of others the best less the second."""
    if not are_equals(run, rows[0]):
        return [lead_of(run, rows)]
    even = mean_share(rows)
    return [Gap(row["estimate"] - even, error_of_seat(run, row, even), row["rollouts"]) for row in rows]


def is_told_apart(run: Run, rows: list[Row]) -> bool:
    """Does what was asked of the shares say by itself that the best is better than the next? Of two that are uneven, it does."""
    return len(rows) == 2 or not are_equals(run, rows[0])


def lead_of(run: Run, rows: list[Row]) -> Gap:
    """The best less the second; both errors together are no less than that of the difference."""
    best, second = sides(run, rows)[:2]
    errors = [sum(error_of_seat(run, row, 0.5) for row in side) / len(side) for side in (best, second)]
    return Gap(abs(mean_share(best) - mean_share(second)), sum(errors), best[0]["rollouts"])


def sides(run: Run, rows: Sequence[Row]) -> list[list[Row]]:
    """Those between whom the win goes, who is asked for first: seats; of players who change seats those of one policy together."""
    policies, found = run.policies(rows[0]["variant"], run.point_of(rows[0])), dict[object, list[Row]]()
    alone = rows[0]["seat"] is not None or are_equals(run, rows[0])
    for place, row in enumerate(rows):
        found.setdefault(place if alone else policies[place], []).append(row)
    return sorted(found.values(), key=mean_share, reverse=not is_lowest_first(run, rows[0]["metric"]))


def is_lowest_first(run: Run, metric: str) -> bool:
    return metric in whose(run) and metric not in SHARES and is_about_the_lowest(run.question, run.is_rate(metric))


def mean_share(rows: Sequence[Row]) -> float:
    return float(sum(row["estimate"] for row in rows) / len(rows))


def is_beyond(gap: Gap, look: Look) -> bool:
    return gap.value > look.width(gap.games) * gap.error


def error_of_seat(run: Run, row: Row, even: float) -> float:
    """Of a short run not below what an even share would have: five wins of five games show no spread at all."""
    alone = error_of_share(even, row["rollouts"]) if row["rollouts"] < MANY and run.is_rate(row["metric"]) else 0.0
    return float(max(row["std_error"], alone))


def chance_of_any(gaps: list[Gap], look: Look) -> float | None:
    chances = [p_value(gap.value, gap.error, gap.games, look) for gap in gaps]
    known = [chance for chance in chances if chance is not None]
    return bonferroni(min(known), len(known)) if known else None
