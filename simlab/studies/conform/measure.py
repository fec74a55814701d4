"""Does a game keep the contract? Three processes watch random games of it, and their answers become a list of promises.

`watch.py` has what the processes do. Here they are started, their silence is explained (a crash, a loop without end), and what the
compiled game did is compared, byte by byte, with what the same sources do as plain Python.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from simlab.contract.catalogue import find, load
from simlab.contract.game import Game
from simlab.errors import GameError, RunError
from simlab.jit import JIT
from simlab.play.read_only import written_by
from simlab.play.transcript import Transcript
from simlab.runs.progress import Progress

ANSWER = "from simlab.studies.conform.watch import answer; answer()"
PATIENCE = 1800  # seconds for one process
COMPARED = 8  # games compared between compiled and plain
SAME_BYTES = "compiled and plain Python play the same"
ANSWERS = "it answers"
ONLY_READ = "policies only read rules and views"
PROMISES = (
    "it compiles", ANSWERS, "the cards are dealt", "somebody may act, and the mask is the state's own",
    "the legal actions are those of the rules", "every legal action can be played",
    "every action has a name of its own", "the table can be told in words", "cards and chips add up",
    "the same actions give the same game, whatever the tally says", "observe writes every field, and only the view",
    "views tell nothing hidden", "policies see only their view", "imagined worlds look like the real one",
    "imagined worlds can be played on", "games end", "the win is shared out", SAME_BYTES, ONLY_READ,
)  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """A broken promise: what, where, and how to see it."""

    promise: str
    what: str
    line: str = ""
    rules: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    index: int = 0
    decision: int = 0
    seat: int = 0
    show: str = ""  # the command that shows it

    def sentence(self, game: str) -> str:
        where = f"at decision {self.decision} of game {self.index}, seat {self.seat}" if self.decision else f"in game {self.index}"
        rules = f", rules {json.dumps(self.rules)}" if self.rules else ""
        shown = f"; {self.show} shows it" if self.show else ""
        return f"{game}: {self.line}{self.what} ({where}, seed {self.seed}{rules}{shown})"


@dataclass(frozen=True)
class Conformance:
    """What three processes saw."""

    game: str
    games: int
    decisions: int
    counts: dict[str, int]
    faults: tuple[Fault, ...]
    unreached: dict[str, list[str]]  # what no game reached, by kind
    notes: tuple[str, ...]  # what could not be looked into, and why

    @property
    def broken(self) -> list[str]:
        return [promise for promise in PROMISES if any(fault.promise == promise for fault in self.faults)]


def measure(name: str, games: int, seed: int, folder: Path, progress: Progress, probe: float = 0.3) -> Conformance:
    """Watch random games of a game in processes of their own."""
    game, source = load(name), find(name)
    if source.folder is None:
        raise GameError(f"{name}: its sources cannot be found")
    folder.mkdir(parents=True, exist_ok=True)
    order = {"game": name, "seed": seed, "games": games, "probe": probe}
    with tempfile.TemporaryDirectory() as scratch:
        progress.notice(f"watching {games} games of {name} with bounds checks")
        seen, silence = ask({**order, "do": "watch"}, Path(scratch), NUMBA_BOUNDSCHECK="1")
        faults = [saved(game, fault, folder, number) for number, fault in enumerate(seen.get("faults", []))] + silence
        counts = {"it compiles": 1, ANSWERS: 1, **seen.get("counts", {})}
        lines: dict[str, list[str]] = {}
        if not faults:
            progress.notice("playing the same games compiled and as plain Python")
            compared, different, lines = both_ways(game, {**order, "games": min(games, COMPARED)}, Path(scratch))
            counts[SAME_BYTES] = compared
            faults += different
            counts[ONLY_READ] = len(game.policies)
            faults += writers(game)
    return Conformance(
        name, seen.get("games", 0), seen.get("decisions", 0), counts, tuple(faults), unreached(game, seen, lines), notes(game)
    )


def writers(game: Game) -> list[Fault]:
    """Policies of the game's own that write what is for reading."""
    told = {policy.name: written_by(game, policy.act) for policy in game.policies} if JIT else {}
    return [Fault(ONLY_READ, f"policy {name!r} writes rules or views, which are everybody's") for name, text in told.items() if text]


def ask(order: dict[str, Any], scratch: Path, **environment: str) -> tuple[dict[str, Any], list[Fault]]:
    """What a process answers; where it does not, why."""
    place = scratch / "place"
    place.write_text("0")
    clean = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    called = {**clean, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), **environment}
    given = json.dumps({**order, "place": str(place)})
    try:
        done = subprocess.run([sys.executable, "-c", ANSWER], input=given, env=called, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return {}, [silent(order, place, f"no answer within {PATIENCE // 60} minutes: a loop that never ends?")]
    if done.returncode == 0:
        answered: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
        return answered, []
    if done.returncode < 0:
        return {}, [silent(order, place, f"the process crashed (signal {-done.returncode})")]
    last = (done.stderr.strip().splitlines() or ["no word"])[-1]
    raise RunError(f"{order['game']}: the watching process failed: {last}")


def silent(order: dict[str, Any], place: Path, what: str) -> Fault:
    index = int(place.read_text() or 0)
    return Fault(ANSWERS, what, seed=int(order["seed"]), index=index)


def saved(game: Game, found: dict[str, Any], folder: Path, number: int) -> Fault:
    """A fault with the game that leads to it in a file."""
    path, show = folder / f"fault-{number}.json", ""
    actions = found.pop("actions")
    if found["decision"]:
        Transcript(game.name, game.version, found["rules"], found["seed"], found["index"], tuple(actions)).write(path)
        show = f"`simlab replay {path}`"
    return Fault(**found, show=show)


# ---- compiled against plain


def both_ways(game: Game, order: dict[str, Any], scratch: Path) -> tuple[int, list[Fault], dict[str, list[str]]]:
    """Decisions compared, the first difference, and the lines of the sources that no game ran."""
    answers = {}
    for way, environment in (("compiled", {}), ("plain", {"NUMBA_DISABLE_JIT": "1"})):
        (scratch / way).mkdir()
        asked = {**order, "do": "trace", "folder": str(scratch / way), "lines": way == "plain"}
        answers[way], silence = ask(asked, scratch, **environment)
        if silence:
            return 0, silence, {}
    compared, faults = 0, []
    for index in range(int(order["games"])):
        for what in ("states", "worlds"):
            one, other = (np.load(scratch / way / f"{what}-{index}.npy").view(game.engine.STATE) for way in ("compiled", "plain"))
            compared += len(one)
            faults += first_difference(order, index, one, other, "" if what == "states" else "in an imagined world, ")
    return compared, faults[:1], missed(answers["plain"])


def first_difference(order: dict[str, Any], index: int, one: Any, other: Any, where: str) -> list[Fault]:
    """The first state that is not the same, and the field that differs."""
    for decision in range(max(len(one), len(other))):
        if decision >= min(len(one), len(other)):
            what, seat = "the game is longer one way than the other", 0
        elif one[decision].tobytes() == other[decision].tobytes():
            continue
        else:
            name = next(name for name in one.dtype.names if one[decision][name].tobytes() != other[decision][name].tobytes())
            what, seat = (
                f"compiled, {name!r} is {one[decision][name]}, plain {other[decision][name]}",
                int(one[max(decision - 1, 0)]["seat"]),
            )
        return [
            Fault(SAME_BYTES, f"{where}{what}: a number too large for its field?", "", {}, order["seed"], index, max(decision, 1), seat)
        ]
    return []


# ---- what no game reached


def missed(answer: dict[str, Any]) -> dict[str, list[str]]:
    """Lines of the game's sources that did not run, as ranges."""
    found = {}
    for name, wanted in answer["all"].items():
        ran = set(answer["lines"].get(name, ()))
        left = [line for line in wanted if line not in ran]
        if left:
            found[f"lines of {name}"] = ranges(left, wanted)
    return found


def ranges(lines: Sequence[int], of: Sequence[int]) -> list[str]:
    """`37-39`: neighbours among the lines that do something."""
    place = {line: number for number, line in enumerate(of)}
    groups: list[list[int]] = []
    for line in lines:
        if groups and place[line] == place[groups[-1][1]] + 1:
            groups[-1][1] = line
        else:
            groups.append([line, line])
    return [str(first) if first == last else f"{first}-{last}" for first, last in groups]


def unreached(game: Game, seen: dict[str, Any], lines: dict[str, list[str]]) -> dict[str, list[str]]:
    """Values of knobs that were never drawn, columns that were never written, lines that never ran."""
    found = dict(lines)
    knobs = [text for name, values in seen.get("knobs", {}).items() for text in undrawn(game, name, values)]
    columns = [column.name for column in game.columns if column.name not in (*seen.get("columns", ()), "capped")]
    return found | ({"knobs": knobs} if knobs else {}) | ({"outcome columns": columns} if columns and seen.get("columns") else {})


def undrawn(game: Game, name: str, values: Sequence[Any]) -> list[str]:
    """Choices of a knob that no game had; both ends of a range count as choices."""
    knob = game.Rules.model_json_schema()["properties"][name]
    choices: list[Any] = knob.get("enum") or ([False, True] if knob.get("type") == "boolean" else [])
    if "minimum" in knob and "maximum" in knob:
        choices = [knob["minimum"], knob["maximum"]]
    return [f"{name}: {json.dumps(choice)}" for choice in choices if choice not in values]


def notes(game: Game) -> tuple[str, ...]:
    """What a game gives no means to look into."""
    said: list[tuple[bool, str]] = [
        (game.audit is None, "no audit.py: whether cards and chips add up, and whether views leak, was not looked into"),
        (game.audit is not None and not hasattr(game.audit, "allowed"),
         "audit.py does not say which actions the rules allow: what is offered was compared with nothing"),
    ]  # fmt: skip
    return tuple(sentence for holds, sentence in said if holds)
