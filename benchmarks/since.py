"""Today's figures beside those of an earlier commit, in one run: every row in fresh processes of either in turn, the least of several.

`python -m benchmarks since` needs the repository's history, which a source archive has not: then there are no rows. Compiling is
measured once each, into an empty cache.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.timing import Row

EARLIER = "98a6707"
TURNS = 3  # of an earlier process and one of today
HERE = Path(__file__).parent.parent
GAMES = ("showdown", "arcana", "battle", "fortune", "jester")

PLAYED = "from benchmarks.rollouts import played; print(played({!r}, {!r}, {}))"
BOARDS = "from benchmarks.rankers import equities; print(equities()[0].value)"
BATCH = "from benchmarks.rankers import STANDARD, batch; print(batch(STANDARD, 7))"
COMPILED = """
from time import process_time
from simlab.contract.catalogue import load
from simlab.play.drivers import drivers
from simlab.players.registry import make_player
began = process_time()
game = load({!r})
make_player(game, "basic", game.Rules())
drivers(game).rollout
print(process_time() - began)
"""
RUN = """
from time import process_time
import simlab
def run(games):
    simlab.run({"game": "template", "policies": "honest", "rollouts": games}, report=False, threads=1)
run(2000)
began = process_time()
run(10_000_000)
print(process_time() - began)
"""

Work = tuple[str, str, str]  # what, its unit, the code that prints the figure
QUICK: list[Work] = [
    ("one-card poker, uniform, a decision", "ns", PLAYED.format("template", "uniform", 2)),
    ("one-card poker, honest, a decision", "ns", PLAYED.format("template", "honest", 2)),
    ("Leduc, uniform, a decision", "ns", PLAYED.format("leduc", "uniform", 2)),
    *((f"{game}, {seats} players, uniform, a decision", "ns", PLAYED.format(game, "uniform", seats)) for game in GAMES for seats in (2, 4)),
    *((f"{game}, 2 players, basic, a decision", "ns", PLAYED.format(game, "basic", 2)) for game in GAMES),
    ("AA against KK, random boards", "M/s", BOARDS),
    ("batch rank, standard, 7 cards", "ns", BATCH),
    ("10 million games of one-card poker, honest, CPU time", "s", RUN),
]
SLOW: list[Work] = [(f"first compile of {game} with `basic`, CPU time", "s", COMPILED.format(game)) for game in GAMES]


def measure() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        then = Path(folder) / "then"
        if not checked_out(then):
            return
        try:
            for work in QUICK:
                yield from side_by_side(work, then, TURNS)
            for work in SLOW:
                yield from side_by_side(work, then, 1, cold=True)
        finally:
            git("worktree", "remove", "--force", str(then))


def checked_out(then: Path) -> bool:
    return git("worktree", "add", "--detach", str(then), EARLIER)


def git(*words: str) -> bool:
    try:
        return subprocess.run(["git", "-C", str(HERE), *words], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def side_by_side(work: Work, then: Path, turns: int, cold: bool = False) -> Iterator[Row]:
    what, unit, code = work
    best = max if unit == "M/s" else min
    pairs = [(figure(then, code, cold), figure(HERE, code, cold)) for _ in range(turns)]
    before, now = (best(figures) for figures in zip(*pairs, strict=True))
    yield Row(f"{what}, at {EARLIER}", before, unit)
    yield Row(f"{what}, now", now, unit)
    yield Row(f"{what}: now / then", now / before, "times")


def figure(tree: Path, code: str, cold: bool) -> float:
    """What the code prints where this tree's packages are imported; `cold`: with nothing compiled yet."""
    with tempfile.TemporaryDirectory() as empty:
        paths = os.pathsep.join(map(str, (tree, tree / "examples" / "leduc")))
        env = {**os.environ, "PYTHONPATH": paths, **({"SIMLAB_CACHE": empty} if cold else {})}
        done = subprocess.run([sys.executable, "-c", code], cwd=tree, env=env, capture_output=True, text=True, check=True)
    return float(done.stdout)
