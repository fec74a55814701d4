"""How fast the lab answers: first numbers, looks a second, and games a second beside those of a run, in turns on the same machine.

`python -m benchmarks.lab [GAME KNOB VALUE]...`; without words one-card poker and showdown. Games are counted by the
processor's time too, which others on the machine do not change.
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from simlab.lab.live import Bench, Shelf, watch
from simlab.lab.tweak import Tweak
from simlab.runs.run import run

USUAL = (("template", "bet", 2, 3_000_000), ("showdown", "target", 40, 20_000))
TURNS = 3


def by_run(tweak: Tweak) -> tuple[float, float]:
    """Seconds, and seconds of the processor, that a run of the same games takes."""
    with tempfile.TemporaryDirectory() as place:
        began, spent = perf_counter(), process_time()
        run(tweak.plan(), Path(place) / "run")
        return perf_counter() - began, process_time() - spent


async def watched(bench: Bench, tweak: Tweak) -> tuple[float, float, float, float]:
    """Seconds to the first numbers, looks a second, seconds in all, and of the processor."""
    began, spent, first, looks = perf_counter(), process_time(), 0.0, 0
    async for _, told in watch(bench, Shelf(), tweak):
        looks += 1
        first = first or (perf_counter() - began if told["rows"] else 0.0)
    seconds = perf_counter() - began
    return first, looks / seconds, seconds, process_time() - spent


def measure(game: str, knob: str, value: int, games: int) -> None:
    asked = {"game": game, "metrics": ["win", "rounds"], "games": games}
    bench = Bench()
    asyncio.run(watched(bench, Tweak.read({**asked, "tweak": {knob: value + 1}, "games": 2_000})))  # compiled by now
    tweak = Tweak.read({**asked, "tweak": {knob: value}})
    pairs = [(by_run(tweak), asyncio.run(watched(bench, tweak))) for _ in range(TURNS)]
    bench.close()
    first, looks = median(mine[0] for _, mine in pairs), median(mine[1] for _, mine in pairs)
    wall, work = (median(run[k] / mine[k + 2] for run, mine in pairs) for k in (0, 1))
    rate = median(2 * games / mine[2] for _, mine in pairs)
    print(f"{game}: first numbers after {1000 * first:.0f} ms, {looks:.1f} looks a second, {rate:,.0f} games a second, "
          f"{100 * wall:.0f} % of a run's by the clock, {100 * work:.0f} % by the processor's time")  # fmt: skip


if __name__ == "__main__":
    words = sys.argv[1:]
    chosen = [(words[k], words[k + 1], int(words[k + 2]), int(words[k + 3])) for k in range(0, len(words), 4)] or USUAL
    for one in chosen:
        measure(*one)
