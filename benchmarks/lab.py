"""How fast the lab answers: first numbers, looks a second, and games a second beside those of a run, in turns on the same machine.

`python -m benchmarks.lab [GAME...]`; without words all games that ship. First numbers are those of a tweak that was never played, in a lab
that has played the game. Games are counted by the processor's time too, which others on the machine do not change.
"""

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from simlab.lab.live import Bench, Shelf, watch
from simlab.lab.tweak import Tweak
from simlab.runs.run import run

KNOBS = {"template": ("bet", 2), "showdown": ("target", 25), "arcana": ("target_points", 20), "battle": ("draw_rounds", 2),
         "fortune": ("max_rounds", 10), "jester": ("target", 15)}  # fmt: skip
TURNS = 3
FIRST_TURNS = 7  # tweaks that were never played, on cards never dealt
SECONDS = 2.0  # of one watching


def asked(game: str, games: int, seed: int = 1) -> Tweak:
    knob, value = KNOBS[game]
    found: Tweak = Tweak.read({"game": game, "metrics": ["win", "rounds"], "games": games, "tweak": {knob: value}, "seed": seed})
    return found


def by_run(tweak: Tweak) -> tuple[float, float]:
    """Seconds, and seconds of the processor, that a run of the same games takes."""
    with tempfile.TemporaryDirectory() as place:
        began, spent = perf_counter(), process_time()
        run(tweak.plan(), Path(place) / "run")
        return perf_counter() - began, process_time() - spent


async def watched(bench: Bench, tweak: Tweak) -> tuple[float, float, float, float]:
    """Looks a second, games a second of both columns, seconds in all, and of the processor."""
    began, spent, looks, rate = perf_counter(), process_time(), 0, 0.0
    async for _, told in watch(bench, Shelf(), tweak):
        looks, rate = looks + 1, told["rate"]
    seconds = perf_counter() - began
    return looks / seconds, rate, seconds, process_time() - spent


async def first_numbers(bench: Bench, tweak: Tweak) -> float:
    """Milliseconds from a knob to numbers on their way to the page; whoever watches goes then."""
    began = perf_counter()
    stream = watch(bench, Shelf(), tweak)
    async for _, told in stream:
        if told["rows"]:
            break
    milliseconds = 1000 * (perf_counter() - began)
    await stream.aclose()
    return milliseconds


def firsts(bench: Bench, game: str, games: int) -> Iterator[float]:
    for seed in range(2, FIRST_TURNS + 2):
        yield asyncio.run(first_numbers(bench, asked(game, games, seed)))


def measure(game: str) -> None:
    bench = Bench()
    asyncio.run(watched(bench, asked(game, 2_000)))  # compiled by now
    games = max(2_000, int(asyncio.run(watched(bench, asked(game, 4_000)))[1] * SECONDS / 2))
    first = list(firsts(bench, game, games))
    tweak = asked(game, games)
    pairs = [(by_run(tweak), asyncio.run(watched(bench, tweak))) for _ in range(TURNS)]
    bench.close()
    wall, work = (median(run[k] / mine[k + 2] for run, mine in pairs) for k in (0, 1))
    looks, rate = median(mine[0] for _, mine in pairs), median(2 * games / mine[2] for _, mine in pairs)
    print(f"{game}: first numbers after {median(first):.0f} ms (at worst {max(first):.0f}), {looks:.1f} looks a second, "
          f"{rate:,.0f} games a second, {100 * wall:.0f} % of a run's by the clock, {100 * work:.0f} % by the processor's time",
          flush=True)  # fmt: skip


if __name__ == "__main__":
    for one in sys.argv[1:] or KNOBS:
        measure(one)
