"""What the watching processes do: each answers one order, given as JSON on standard input, on its last line of standard output.

A process of its own for each way of running a game: with bounds checks (an index past the end is told, not a crash), compiled as usual,
and with the JIT off. What a broken game does to the process that runs it is then told by the one that asked.
"""

import json
import sys
import types
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from simlab.contract.catalogue import load
from simlab.contract.conformance import Broken, Inspection
from simlab.contract.game import Game
from simlab.contract.knobs import Rules, sample
from simlab.contract.records import MIND
from simlab.errors import GameError
from simlab.jit import new
from simlab.masks import count, nth
from simlab.play.drivers import roll
from simlab.play.faults import PLAIN, Call, line_of, name_of, repeated
from simlab.players.registry import UNIFORM, make_player, policies
from simlab.rng import KEY, Purpose, set_key, start
from simlab.sources import reached, source_of

LONGEST = 2_000  # decisions of a game that are watched one by one
WHOLE = 20  # games of each set of rules that are played to their end by the driver
TRACED = 300  # decisions of a game that are compared between compiled and plain
GIVEN = {  # what each of the engine's functions is given, and a policy's
    "reset": ("STATE", "RULES", "KEY"),
    "legal": ("STATE", "RULES"),
    "step": ("STATE", "RULES", PLAIN),
    "observe": ("STATE", "RULES", PLAIN, "VIEW"),
    "imagine": ("VIEW", "RULES", "MIND", "STATE"),
    "act": ("VIEW", "RULES", "MIND", PLAIN),
}
AT_ONCE = 4  # faults of one promise that are told


@dataclass
class Found:
    """A broken promise and all that is needed to see it again."""

    promise: str
    what: str
    line: str
    rules: dict[str, Any]
    seed: int
    index: int
    decision: int
    seat: int
    actions: list[int]


@dataclass
class Watched:
    """What was seen."""

    games: int = 0
    decisions: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    actions: Counter[int] = field(default_factory=Counter)
    faults: list[Found] = field(default_factory=list)
    knobs: dict[str, list[Any]] = field(default_factory=dict)  # values that were played
    columns: list[str] = field(default_factory=list)  # outcome columns that were ever other than nothing


def answer() -> None:
    order = json.loads(sys.stdin.read())
    game = load(order["game"])
    done = {"watch": watch, "trace": trace}[order["do"]](game, order)
    print(json.dumps(done))


def rules_of(game: Game, seed: int, index: int) -> tuple[Rules, Random]:
    """The default rules first, then random ones."""
    random = Random(f"{seed}/{index}")
    return (game.Rules() if index == 0 else sample(game.Rules, random)), random


# ---- every promise, point by point


def watch(game: Game, order: dict[str, Any]) -> dict[str, Any]:
    """Random games, watched; then whole games through the driver."""
    seen, seed = Watched(), int(order["seed"])
    known = tuple(policies(game).values())
    for index in range(int(order["games"])):
        note(order, index)
        rules, random = rules_of(game, seed, index)
        inspection = Inspection(game, rules, random, known, float(order["probe"]))
        try:
            inspection.play(seed, index, LONGEST)
        except Broken as broken:
            told(seen, found(game, broken, seed, index))
        except GameError as error:
            told(seen, Found("it compiles", str(error), "", rules.changed(), seed, index, 0, 0, []))
            break
        add(seen, inspection)
    if not seen.faults:
        play_out(game, order, seen)
    return {**vars(seen), "faults": [asdict(fault) for fault in seen.faults]}


def note(order: dict[str, Any], index: int) -> None:
    """Where this process is, for who finds it stuck."""
    Path(order["place"]).write_text(str(index))


def add(seen: Watched, inspection: Inspection) -> None:
    seen.games += 1
    seen.decisions += len(inspection.actions)
    seen.counts.update(inspection.counts)
    seen.actions.update(inspection.actions)
    for name, value in inspection.model.plain().items():
        values = seen.knobs.setdefault(name, [])
        if value not in values:
            values.append(value)


def told(seen: Watched, fault: Found) -> None:
    """A few of each kind are enough."""
    if sum(other.promise == fault.promise for other in seen.faults) < AT_ONCE:
        seen.faults.append(fault)


def found(game: Game, broken: Broken, seed: int, index: int) -> Found:
    """A broken promise with the source line, where the game's own code failed."""
    inspection, cause = broken.inspection, broken.__cause__
    line = line_of(cause, game) if cause is not None else ""
    name, function, given = inspection.calling
    if cause is not None and not line and name:
        line = repeated(Call(game.package, name_of(function), tuple(zip(GIVEN[name], given, strict=True))))
    actions = inspection.actions[:-1] if name == "step" else inspection.actions
    return Found(
        broken.promise, broken.what, line, inspection.model.changed(), seed, index, len(actions) + 1, inspection.seat, list(actions)
    )


def play_out(game: Game, order: dict[str, Any], seen: Watched) -> None:
    """Whole games of random players through the driver, whose ply cap ends what does not end."""
    nothing = new(game.engine.OUTCOME)
    other: set[str] = set()
    for index in range(int(order["games"])):
        note(order, index)
        rules, _ = rules_of(game, int(order["seed"]), index)
        line_up = [make_player(game, UNIFORM.name, rules)] * rules.players
        seen.counts["games end"] += WHOLE
        try:
            tallies = roll(game, line_up, rules.lower(), int(order["seed"]), WHOLE * index, WHOLE)
        except GameError as error:
            told(seen, Found("games end", str(error).removeprefix(f"{game.name}: "), "", rules.changed(), order["seed"], index, 0, 0, []))
            return
        other |= {column.name for column in game.columns if np.any(tallies[column.name] != nothing[column.name])}
    seen.columns = sorted(other)


# ---- compiled against plain


def trace(game: Game, order: dict[str, Any]) -> dict[str, Any]:
    """The states of random games into files, and, where asked, the lines of the game's sources that ran."""
    lines: dict[str, set[int]] = {}
    files = kernels_of(game)
    if order["lines"]:
        sys.settrace(tracer(files, lines))
    for index in range(int(order["games"])):
        note(order, index)
        for what, records_of in (("states", states), ("worlds", worlds)):
            whole = b"".join(records_of(game, int(order["seed"]), index))
            np.save(Path(order["folder"]) / f"{what}-{index}.npy", np.frombuffer(whole, np.uint8))
    sys.settrace(None)
    return {
        "lines": {name: sorted(numbers) for name, numbers in lines.items()},
        "all": {name: body_lines(path) for name, path in files.items()},
    }


def points(game: Game, seed: int, index: int) -> Iterator[tuple[Any, Any]]:
    """A random game, state by state, with its rules: always the same record, further on."""
    rules, _ = rules_of(game, seed, index)
    random, lowered = Random(f"{seed}/{index}/trace"), rules.lower()
    state, key = new(game.engine.STATE), new(KEY)
    set_key(key, seed, index)
    game.engine.reset(state, lowered, key)
    yield state, lowered
    for _ in range(TRACED):
        if state.over:
            return
        mask = np.int64(game.engine.legal(state, lowered))
        game.engine.step(state, lowered, int(nth(mask, random.randrange(int(count(mask))))))
        yield state, lowered


def states(game: Game, seed: int, index: int) -> Iterator[bytes]:
    for state, _ in points(game, seed, index):
        yield state.tobytes()


def worlds(game: Game, seed: int, index: int) -> Iterator[bytes]:
    """A world imagined at each point, by the seat to act."""
    mind, key = new(MIND), new(KEY)
    set_key(key, seed, index)
    start(mind.search, key, Purpose.SEARCH, 1, 0)
    for state, rules in points(game, seed, index):
        if not state.over:
            view, world = new(game.engine.VIEW), new(game.engine.STATE)
            game.engine.observe(state, rules, int(state.seat), view)
            game.engine.imagine(view, rules, mind, world)
            yield world.tobytes()


def kernels_of(game: Game) -> dict[str, Path]:
    """The game's own sources that its engine reaches."""
    engine = source_of(game.engine)
    if engine is None:
        return {}
    own = (path for path in reached([engine]).values() if path.suffix == ".py" and path.is_relative_to(engine.parent))
    return {str(path.relative_to(engine.parent)): path for path in own}


def tracer(files: dict[str, Path], lines: dict[str, set[int]]) -> Any:
    """For `sys.settrace`: notes lines of these files."""
    names = {str(path): name for name, path in files.items()}

    def enter(frame: types.FrameType, event: str, arg: Any) -> Any:
        name = names.get(frame.f_code.co_filename)
        if name is None:
            return None
        ran = lines.setdefault(name, set())

        def line(frame: types.FrameType, event: str, arg: Any) -> Any:
            ran.add(frame.f_lineno)
            return line

        return line

    return enter


def body_lines(path: Path) -> list[int]:
    """Lines of a file that stand in functions and do something."""
    found: set[int] = set()

    def visit(code: types.CodeType, depth: int) -> None:
        if depth:
            found.update(line for _, _, line in code.co_lines() if line and line != code.co_firstlineno)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                visit(constant, depth + (not constant.co_name.startswith("<") and constant.co_flags & 2))

    visit(compile(path.read_text(encoding="utf-8"), str(path), "exec"), 0)
    return sorted(found)
