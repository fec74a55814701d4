"""Commands killed at every step on their files, and started again: the same bytes, and a whole folder."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simlab.runs.verify import verify
from tests.faults.io_count import Count
from tests.faults.runs_server import Server

SCENARIO = {
    "game": "template",
    "policies": "uniform",
    "rules": {"deals": 4},
    "variants": {"base": {}, "bet 2": {"rules": {"bet": 2}}},
    "rollouts": 400,
}


@dataclass(frozen=True)
class Phase:
    """A command, what was there before it, and what must be there after it."""

    name: str
    words: tuple[str, ...]  # `{file}` and `{out}` stand for the scenario and the folder
    scenario: dict[str, Any]
    before: tuple[str, ...] = ()  # a command that was run to its end
    charts: int = 0  # that its page has
    every: int = 2  # of so many steps it is killed at one, in the long form; a file takes three, five or seven
    least: int = 1  # kills of the long form


TOP_UP = Phase("a top-up", ("run", "{file}", "--out", "{out}"), SCENARIO, ("run", "{file}", "--out", "{out}", "--games", "150"), least=40)
PHASES = (
    Phase("a new run", ("run", "{file}", "--out", "{out}"), SCENARIO, charts=1, least=45),
    Phase("rows of games", ("run", "{file}", "--out", "{out}"), {**SCENARIO, "keep": "rollouts"}, least=38),
    TOP_UP,
    Phase(
        "a fresh start",
        ("run", "{file}", "--out", "{out}", "--fresh"),
        SCENARIO,
        ("run", "{file}", "--out", "{out}", "--seed", "5"),
        least=45,
    ),
    Phase("other players too", ("run", "{file}", "--out", "{out}"), {**SCENARIO, "also": ["honest"], "rollouts": 200}, least=65),
    Phase(
        "a tournament",
        ("tournament", "template", "--players", "2", "--policies", "uniform,honest", "--games", "60", "--out", "{out}"),
        {},
        every=11,  # a block for each group of deals: hundreds of steps alike
        least=25,
    ),
)


def spelled(words: tuple[str, ...], home: Path) -> list[str]:
    return [word.format(file=home / "x.yaml", out=home / "out") for word in words]


def prepare(phase: Phase, home: Path, server: Server) -> None:
    home.mkdir()
    (home / "x.yaml").write_text(json.dumps(phase.scenario))
    if phase.before:
        done = server.command(*spelled(phase.before, home), watched=home / "out", charts=phase.charts)
        assert done["code"] == 0, done["err"]


def content(folder: Path) -> dict[str, bytes]:
    """What must be the same however often a command was killed: tables, tracks, rows, a study's numbers."""
    kinds = (*folder.rglob("*.parquet"), *folder.rglob("study.json"), *folder.rglob("scenario.yaml"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in kinds}


def kill_everywhere(phase: Phase, folder: Path, server: Server, wanted: Callable[[int], bool]) -> Count:
    """Kill the command at those of its steps that are wanted, each time in a folder of its own; then start it again."""
    count = Count(f"kills: {phase.name}")
    home = folder / "undisturbed"
    prepare(phase, home, server)
    if phase.before:
        shutil.copytree(home, folder / "before")
    straight = server.command(*spelled(phase.words, home), watched=home / "out", charts=phase.charts)
    assert straight["code"] == 0, straight["err"]
    right = content(home / "out")
    for step in filter(wanted, range(1, straight["steps"] + 1)):
        home = folder / str(step)
        if phase.before:
            shutil.copytree(folder / "before", home)
        else:
            prepare(phase, home, server)
        killed = server.command(*spelled(phase.words, home), watched=home / "out", kill=step, charts=phase.charts)
        over = killed["code"] == 0 and killed["steps"] < step  # it had fewer steps this time: files are synced by the clock
        alive = "" if over or killed["code"] == -9 else f"was not killed: {killed}"
        wrong = alive or "; ".join(after_a_kill(phase, home, server, right))
        count.healed += not wrong and not over
        count.lost += [f"{phase.name}, step {step}: {wrong}"] if wrong else []
        shutil.rmtree(home)
    return count


def after_a_kill(phase: Phase, home: Path, server: Server, right: dict[str, bytes]) -> Iterator[str]:
    """What is wrong after a kill and a second start."""
    again = server.command(*spelled(phase.words, home), watched=home / "out", charts=phase.charts)
    if again["code"] != 0:
        yield f"exit {again['code']}: {again['err']}"
        return
    if content(home / "out") != right:
        yield "other bytes"
    found = verify(home / "out")
    if not found.whole:
        yield found.sentence()
