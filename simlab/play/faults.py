"""What went wrong inside a kernel, told with its place: game, seed, decision, seat and source line.

Compiled code that fails says what happened, not where. The game is therefore played again, decision by decision, up to the call
that fails; that one call is repeated by a process with the JIT off, whose traceback knows the line.
"""

import inspect
import os
import pickle
import re
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module, util
from pathlib import Path
from typing import Any

import numpy as np

from simlab.contract.duplicate import open_game
from simlab.contract.game import Game
from simlab.contract.minds import forget
from simlab.contract.records import MIND
from simlab.errors import Fault, GameError, SimlabError, nearest
from simlab.jit import new
from simlab.masks import members
from simlab.play.kernels import FAR, IN_A_COPY, MOST_DECISIONS
from simlab.play.seats import Player, seated
from simlab.play.table import Table
from simlab.rng import KEY
from simlab.sources import home, source_of

PATIENCE = 120  # seconds for the process that finds the line
NOTED = 5  # numbers that a kernel notes: game, seat, action, mask, decision
PLAIN = ""  # the kind of what is no record
AGAIN = "from simlab.play.faults import repeat; repeat()"


@dataclass(frozen=True)
class Call:
    """One call of an author's function, as plain data that another process can repeat."""

    package: str  # of the game
    function: tuple[str, str, str]  # module, file, name
    given: tuple[tuple[str, Any], ...]  # in its order: kind and bytes of a record, or anything plain


@contextmanager
def located(game: Game, line_up: Sequence[Player], rules: Any, seed: int, rotation: int, fault: Any) -> Iterator[Any]:
    """An exception of a game's or a policy's is raised again as one line with its place. `fault[0]` is the game under way.

    Played is by a copy of the rules, which is given and compared afterwards: nobody may write them, and if somebody did, neither these
    games count nor does another thread see it.
    """
    own = rules.copy()
    try:
        yield own
    except SimlabError:
        raise
    except (Exception, SystemExit) as error:
        walk = Walk(game, line_up, rules, seed, int(fault[0]), rotation)
        raise walk.fault(error) from None
    if own.tobytes() != rules.tobytes():
        raise rules_written(game, line_up, rules, own)


def rules_written(game: Game, line_up: Sequence[Player], rules: Any, own: Any) -> Fault:
    """Which rules were written, and who may have done it."""
    changed = [name for name in rules.dtype.names if np.any(rules[name] != own[name])]
    told = [f"{name} from {rules[name]} to {own[name]}" if np.ndim(rules[name]) == 0 else name for name in changed]
    who = " or ".join(dict.fromkeys(player.name for player in line_up))
    return Fault(
        f"{game.name}: the rules were changed while it was played ({', '.join(told)}), by {who} or the game: nobody may write them"
    )


class Walk:
    """A game played again at Python speed, to find the decision at which it fails."""

    def __init__(self, game: Game, line_up: Sequence[Player], rules: Any, seed: int, index: int, rotation: int) -> None:
        self.game, self.line_up, self.rules, self.rotation = game, line_up, rules, rotation
        self.seed, self.index = seed, index
        self.table: Table | None = None
        self.call: Call | None = None
        self.plain = False  # an uncompiled policy is called

    def fault(self, error: BaseException) -> Fault:
        """The error of this game with its place, as far as it can be found."""
        try:
            self.on()
        except SimlabError as found:
            return Fault(str(found), self.actions)
        except (Exception, SystemExit) as found:
            error = found
        line = self.line(error)
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return Fault(f"{self.game.name}: {line}{what}, {self.place()}", self.actions)

    def line(self, error: BaseException) -> str:
        """Where it failed: what ran at Python speed has a traceback, what was compiled is repeated."""
        if self.call is None:
            return line_of(error, self.game)
        return line_of(error, self.game, Path(self.call.function[1])) or ("" if self.plain else repeated(self.call))

    def on(self) -> None:
        """Play to the end, or up to the call that fails: `call` is that one."""
        engine, (_, solved, minds) = self.game.engine, seated(self.line_up)
        key = new(KEY)
        open_game(key, self.seed, self.index)
        self.next(engine.reset, *records(STATE=new(engine.STATE), RULES=self.rules, KEY=key))
        self.table = table = Table(self.game, self.rules, self.seed, self.index)
        forget(minds, table.key, int(self.rules.players))
        acts = [player.act for player in self.line_up]
        while not table.over and len(table.actions) < MOST_DECISIONS:
            place = (table.seat - self.rotation) % int(self.rules.players)
            self.next(acts[place], *records(VIEW=table.view(), RULES=self.rules, MIND=minds[place]), (PLAIN, solved))
            action = table.ask(acts, solved, minds, self.rotation)
            if not table.allows(action):
                return
            self.next(engine.step, *records(STATE=table.state, RULES=self.rules), (PLAIN, action))
            table.apply(action)

    def next(self, function: Any, *given: tuple[str, Any]) -> None:
        """What is called next, and with what."""
        self.call = Call(self.game.package, name_of(function), given)
        self.plain = bool(getattr(function, "python", False))

    @property
    def actions(self) -> tuple[int, ...] | None:
        """What leads to the decision: without the action that failed."""
        if self.table is None:
            return None
        stepped = self.call is not None and self.call.function == name_of(self.game.engine.step)
        return tuple(self.table.actions[:-1] if stepped else self.table.actions)

    def place(self) -> str:
        """`at decision 12 of game 3, seat 1 (seed 7; `simlab replay ...` shows it)`."""
        if self.table is None or self.actions is None:
            return f"while game {self.index} of seed {self.seed} is dealt"
        shows = replay_command(self.game, self.line_up, self.rules, self.seed, self.index, self.rotation)
        return f"at decision {len(self.actions) + 1} of game {self.index}, seat {self.table.seat} (seed {self.seed}; {shows})"


def replay_command(game: Game, line_up: Sequence[Player], rules: Any, seed: int, index: int, rotation: int) -> str:
    """`simlab replay` with all that decides a game, as far as it can be typed."""
    players, usual = int(rules.players), game.Rules().lower()
    seats = [line_up[(seat - rotation) % players].name for seat in range(players)]
    named = seats[:1] if len(set(seats)) == 1 else seats
    changed = [name for name in rules.dtype.names if name != "players" and np.any(rules[name] != usual[name]) and np.ndim(rules[name]) == 0]
    words = [f"--players {players}"] if players != int(usual.players) else []
    words += [*(f"--rules {name}={int(rules[name])}" for name in changed), f"--policies {','.join(named)}"]
    return f"`simlab replay {game.name} --seed {seed} --index {index} {' '.join(words)}` shows it"


def illegal_move(game: Game, line_up: Sequence[Player], rules: Any, seed: int, rotation: int, fault: Any) -> Fault:
    """Who moved illegally, where, and what was allowed; or a game that does not end."""
    index, seat, action, legal, decision = (int(x) for x in fault)
    shows = f"(seed {seed}; {replay_command(game, line_up, rules, seed, index, rotation)})"
    if decision >= MOST_DECISIONS:
        return Fault(f"{game.name}: game {index} has not ended after {decision:,} decisions, seat {seat} is to act {shows}")
    if action == IN_A_COPY + 2 * FAR:
        tried = f"while other actions were tried at decision {decision} of game {index}, seat {seat}"
        return Fault(f"{game.name}: a player moved illegally, or the game did not end, {tried} {shows}")
    if legal == 0:
        return Fault(f"{game.name}: no action is legal at decision {decision} of game {index}, seat {seat} {shows}")
    name = line_up[(seat - rotation) % int(rules.players)].name
    allowed = members(legal)
    walk = Walk(game, line_up, rules, seed, index, rotation)
    with suppress(Exception):
        walk.on()
    place = f"at decision {decision} of game {index}, seat {seat}"
    return Fault(f"{game.name}: policy {name!r} chose action {action} {place}, where only {allowed} are legal {shows}", walk.actions)


@contextmanager
def in_worlds(game: Game) -> Iterator[None]:
    """An exception in a world that was imagined: it has no seed to be played again by."""
    try:
        yield
    except SimlabError:
        raise
    except (Exception, SystemExit) as error:
        raise Fault(f"{game.name}: {line_of(error, game)}{type(error).__name__}: {error}, in an imagined world") from None


def asked(table: Table, sitting: tuple[Sequence[Any], Any, Any]) -> int:
    """A legal action of the seat to act, at a table whose game need not be one that the policies alone would play."""
    act = sitting[0][table.seat % len(sitting[0])]
    try:
        action = table.ask(*sitting)
    except SimlabError:
        raise
    except (Exception, SystemExit) as error:
        file = Path(name_of(act)[1])
        place = f"at decision {len(table.actions) + 1}, when seat {table.seat} was asked"
        raise Fault(f"{table.game.name}: {line_of(error, table.game, file)}{type(error).__name__}: {error}, {place}") from None
    if not table.allows(action):
        raise Fault(f"{table.game.name}: seat {table.seat} chose action {action}, where only {table.legal()} are legal")
    return action


# ---- the source line


def records(**kinds: Any) -> tuple[tuple[str, bytes], ...]:
    return tuple((kind, bytes(content.tobytes())) for kind, content in kinds.items())


def name_of(function: Any) -> tuple[str, str, str]:
    plain = inspect.unwrap(getattr(function, "py_func", function))
    code = getattr(plain, "__code__", None)  # none: a player that is an object
    return plain.__module__, code.co_filename if code else "", getattr(plain, "__qualname__", "")


def repeated(call: Call) -> str:
    """`engine.py:37: `, told by a process that repeats the call with the JIT off; nothing where it does not fail there."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", AGAIN], input=pickle.dumps(call), env=environment, capture_output=True, timeout=PATIENCE
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode().strip("\n")


def repeat() -> None:
    """In the other process: make the call, and print the line at which it fails."""
    from simlab.contract.catalogue import declared, opened

    call: Call = pickle.loads(sys.stdin.buffer.read())
    opened(call.package)
    game = declared(call.package)
    kinds = {"KEY": KEY, "MIND": MIND, **{name: getattr(game.engine, name) for name in ("STATE", "RULES", "VIEW")}}
    given = [part if kind == PLAIN else np.frombuffer(bytearray(part), kinds[kind])[0] for kind, part in call.given]
    np.seterr(divide="raise", invalid="raise")
    try:
        function(call)(*given)
    except Exception as error:
        print(line_of(error, game, Path(call.function[1])), end="")


def function(call: Call) -> Any:
    """The author's function, by the name of its module or, of a policy file, by the file."""
    module, file, name = call.function
    try:
        found = import_module(module)
    except ImportError:
        spec = util.spec_from_file_location(module, file)
        assert spec is not None
        assert spec.loader is not None
        found = util.module_from_spec(spec)
        spec.loader.exec_module(found)
    return getattr(found, name)


def line_of(error: BaseException, game: Game, file: Path | None = None) -> str:
    """The last line of the game's own, or of a policy file, that an error passed through, as `engine.py:37: `."""
    folder = folder_of(game)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if path.is_relative_to(folder):
            return f"{path.relative_to(folder)}:{frame.lineno}: "
        if file is not None and path.resolve() == file.resolve():
            return f"{file}:{frame.lineno}: "
    return ""


def folder_of(game: Game) -> Path:
    source = source_of(game.engine)
    return source.parent if source else home(Path(__file__))


# ---- what does not compile


@contextmanager
def compiling(game: Game) -> Iterator[None]:
    """A game that does not compile is told by the line of the author's that numba stumbled over."""
    try:
        yield
    except SimlabError:
        raise
    except Exception as error:  # numba lets other kinds than its own through: a field that is not there is a KeyError
        raise GameError(f"{game.name} does not compile: {stumbled(game, error)}") from None


def stumbled(game: Game, error: Exception) -> str:
    """The one line an author needs out of numba's report."""
    if isinstance(error, KeyError) and error.args:
        return no_field(game, str(error.args[0]))
    text = re.sub(r"\x1b\[\d*m", "", str(error))
    undefined = re.search(r"NameError: name '(\w+)' is not defined", text)
    if undefined:
        return first_line(game, rf"\b{undefined[1]}\b") + undefined[0]
    places = re.findall(r'File "([^"]+)", line (\d+)', text) or re.findall(r"at (\S+\.py) \((\d+)\)", text)
    folder = folder_of(game)
    own = [(name, line) for name, line in places if (folder / Path(name).name).is_file()]
    where = f"{Path(own[0][0]).name}:{own[0][1]}: " if own else ""
    return where + telling_line(text, error)


def telling_line(text: str, error: Exception) -> str:
    """The first line of numba's report that says something."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in nopython mode")]
    return lines[0] if lines else type(error).__name__


def no_field(game: Game, name: str) -> str:
    """A record was asked for a field it does not have; numba tells the field alone."""
    known = [field for record in ("STATE", "VIEW", "RULES", "OUTCOME") for field in all_fields(getattr(game.engine, record))]
    return first_line(game, rf"\.{re.escape(name)}\b") + f"no record has a field {name!r}{nearest(name, known)}"


def first_line(game: Game, pattern: str) -> str:
    """Where this stands in the game's sources first, as `engine.py:37: `."""
    folder = folder_of(game)
    for path in sorted(folder.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.search(pattern, line):
                return f"{path.relative_to(folder)}:{number}: "
    return ""


def all_fields(record: Any) -> list[str]:
    """Names of a record's fields, and of those of the records in it."""
    names = list(record.names or ())
    return names + [inner for name in names for inner in all_fields(record[name].base)]
