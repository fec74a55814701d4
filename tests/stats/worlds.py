"""Do few worlds and many say the same of a game? `simlab quality` of every game at 16, 64 and 256 worlds, the same games looked into.

`make coverage` measures it with each game's usual player and writes the table of docs/statistics.md. More worlds make an interval shorter;
they agree where all three intervals have a value in common. With names of games, it measures those and keeps what it found.
"""

import json
import sys
from collections.abc import Iterator
from typing import NamedTuple

from simlab.contract.catalogue import load
from simlab.disk import write_whole
from simlab.runs.backends import Crew
from simlab.stats.estimates import Estimate
from simlab.studies.quality.measure import PLAIN, QualityAsk, is_rate, quality
from tests.stats.nothing import KEPT, code_state

WORLDS = (16, 64, 256)
WATCHED = {"template": 300, "showdown": 100, "arcana": 100, "battle": 100, "fortune": 100, "jester": 200}  # games looked into
LOOKS = 12
PLAYED = 2_000  # games for fairness and length, which need no worlds


class Told(NamedTuple):
    """One measure of a game, at each number of worlds."""

    game: str
    measure: str
    found: tuple[Estimate, ...]

    @property
    def agree(self) -> bool:
        """Is there a value that no interval leaves out?"""
        ends = [(found.low, found.high) for found in self.found if found.low is not None and found.high is not None]
        return len(ends) == len(self.found) and max(low for low, _ in ends) <= min(high for _, high in ends)


def looked_into(game: str, watched: int, worlds: int) -> dict[str, Estimate]:
    """All measures that need worlds; kept for this state of the code, so that a long measurement can go on."""
    path = KEPT / f"worlds-{code_state()}" / f"{game}-{watched}-{worlds}.json"
    if not path.is_file():
        ask = QualityAsk(game, load(game).usual_player, rollouts=PLAYED, games=watched, looks=LOOKS, worlds=worlds)
        found = {name: estimate for name, estimate in quality(ask, crew=Crew(workers=1)).measures.items() if is_blurred(name)}
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(found).encode())
    return {name: Estimate(*numbers) for name, numbers in json.loads(path.read_text()).items()}


def is_blurred(name: str) -> bool:
    """Worked out from imagined worlds."""
    return name not in (*PLAIN, "seat_spread")


def told(game: str, watched: int, sizes: tuple[int, ...] = WORLDS) -> Iterator[Told]:
    found = [looked_into(game, watched, worlds) for worlds in sizes]
    return (Told(game, name, tuple(one[name] for one in found)) for name in found[0])


def line(row: Told) -> str:
    goal = load(row.game).goal(None, load(row.game).Rules())
    rate = is_rate(row.measure, goal)
    unit = " %" if rate else f" {goal.unit}" if row.measure in ("drama", "stakes") else ""
    cells = [span(found, 100.0 if rate else 1.0) for found in row.found]
    return f"| {row.game} | `{row.measure}`{unit} | {' | '.join(cells)} | {'yes' if row.agree else 'no'} |"


def span(found: Estimate, times: float) -> str:
    return "-" if found.low is None or found.high is None else f"{times * found.low:.2f} to {times * found.high:.2f}"


def table() -> str:
    lines = [f"| game | measure | {' | '.join(f'{worlds} worlds' for worlds in WORLDS)} | agree |", "| --- | --- |" + " --- |" * 4]
    for game, watched in WATCHED.items():
        lines += [line(row) for row in told(game, watched)]
        print(lines[-1], flush=True)
    return "\n".join(lines)


if __name__ == "__main__":
    for name in sys.argv[1:] or WATCHED:
        print("\n".join(line(row) for row in told(name, WATCHED[name])), flush=True)
