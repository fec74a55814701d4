"""Games behind the numbers: for each cell, commands that tell some of its games line by line."""

from shlex import quote
from typing import Any

from simlab.reports.rundir import Cell, Run

MOST_CELLS = 100
PICKS = ("typical", "longest", "comeback")


def samples(run: Run) -> list[dict[str, Any]]:
    """Games spread over each cell, and the games worth telling."""
    folder = run.folder.name if run.folder.is_absolute() else run.folder.as_posix()
    found = []
    for cell in run.cells[:MOST_CELLS]:
        base = f"simlab replay {quote(folder)}{which(run, cell)}"
        commands = [f"{base} --index {number}" for number in spread(games(run, cell))] + [f"{base} --pick {PICKS[0]}"]
        found.append({"number": cell.number, "label": run.cell_label(cell) or "all games", "commands": commands})
    return found


def which(run: Run, cell: Cell) -> str:
    place = run.points.index(cell.point)
    parts = [f" --cell {place}" if len(run.points) > 1 else "", f" --variant {quote(cell.variant)}" if len(run.variants) > 1 else ""]
    return "".join(parts)


def games(run: Run, cell: Cell) -> int:
    """How many games a cell has."""
    return int(run.manifest["cells"][run.points.index(cell.point)]["games"])


def spread(count: int, wanted: int = 3) -> list[int]:
    """Numbers of games, evenly spread."""
    return list(dict.fromkeys(count * k // wanted for k in range(wanted)))
