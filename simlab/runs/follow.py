"""Games of a run followed step by step: the first few of its first cell are played again, exactly, and read as they go.

What comes out is a tidy table, `tracks.parquet`: for each track, game, stretch of it and seat the number at each step, and the
share of the win that the seat had in the end. What can be followed, a game says in its `courses.py`.
"""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import polars as pl

from simlab.contract.columns import SIXTIETHS
from simlab.contract.courses import Course
from simlab.play.table import Table
from simlab.play.transcript import Transcript
from simlab.runs.retell import RunCell
from simlab.scenarios.plan import Plan

FOLLOWED = 200  # games at most, and ...
MOVES = 24_000  # ... no more once they have so many: the report waits for them
SCHEMA = {
    "track": pl.String,
    "game": pl.Int64,
    "part": pl.Int64,  # which stretch of the game, such as its deals, from 0
    "step": pl.Int64,
    "seat": pl.Int64,  # none where the number is the table's
    "value": pl.Int64,
    "win": pl.Float64,  # share of the win that the seat had in the end
}
CALLS = ("step", "read", "part", "fits")  # of a track: what is done, not said

Seen = dict[tuple[int, int], list[int]]  # by stretch and step
Row = tuple[str, int, int, int, int | None, int, float | None]


def track_data(plan: Plan) -> list[dict[str, Any]]:
    """What can be followed through the games of the first cell, as plain data."""
    first = plan.points[0].arms[0]
    return [{key: value for key, value in asdict(track).items() if key not in CALLS} for track in plan.game.courses_under(first.rules)]


def first_cell(plan: Plan) -> RunCell:
    """The cell whose games are followed."""
    return RunCell(plan, plan.points[0], plan.points[0].arms[0])


def course_table(cell: RunCell, games: int = FOLLOWED, moves: int = MOVES) -> pl.DataFrame | None:
    """The tracks of the first games of a cell; nothing where its game has none."""
    tracks = cell.plan.game.courses_under(cell.arm.rules)
    if not tracks:
        return None
    rows: list[Row] = []
    for number in range(min(games, cell.games)):
        told = cell.transcript(number)
        rows += course(cell, tracks, number, told)
        moves -= len(told.actions)
        if moves <= 0:
            break
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def course(cell: RunCell, tracks: tuple[Course, ...], number: int, told: Transcript) -> Iterator[Row]:
    """One game from the deal to its end."""
    players = cell.arm.rules.players
    table = Table(cell.plan.game, cell.lowered, told.seed, told.index)
    seen: list[Seen] = [{} for _ in tracks]
    note(tracks, table, seen)
    for action in told.actions:
        table.apply(action)
        note(tracks, table, seen)
    wins = [int(share) / SIXTIETHS for share in table.tally.win[:players]]
    for track, found in zip(tracks, seen, strict=True):
        for (part, step), values in found.items():
            if track.seats:
                yield from ((track.name, number, part, step, seat, values[seat], wins[seat]) for seat in range(players))
            else:
                yield track.name, number, part, step, None, values[0], None


def note(tracks: tuple[Course, ...], table: Table, seen: list[Seen]) -> None:
    """The numbers at each step that was not there before."""
    for track, found in zip(tracks, seen, strict=True):
        where = track.part(table.state), track.step(table.state)
        if where not in found:
            values = [int(value) for value in track.read(table.state, table.rules)]
            if values:
                found[where] = values
