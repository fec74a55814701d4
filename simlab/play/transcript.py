"""A game on paper: the few numbers that replay it exactly, and its story line by line.

A transcript is `{game, version, rules, seed, index, actions}`: chance comes from (seed, index), everything else from the actions.
A playthrough is the same game as readable text; some of each game are kept under `tests/games` and compared line by line.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simlab.contract.catalogue import load
from simlab.contract.columns import SIXTIETHS, Column
from simlab.contract.game import Game
from simlab.errors import InputError
from simlab.play.table import Table


@dataclass(frozen=True)
class Transcript:
    game: str
    version: int
    rules: dict[str, Any]
    seed: int
    index: int
    actions: tuple[int, ...]

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> "Transcript":
        try:
            given = json.loads(path.read_text(encoding="utf-8"))
            transcript = cls(**{**given, "actions": tuple(int(a) for a in given["actions"])})
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from None
        except (ValueError, TypeError, KeyError) as error:
            raise InputError(f"{path}: not a transcript ({error})") from None
        now = load(transcript.game).version
        if transcript.version != now:
            raise InputError(f"{path}: played under version {transcript.version} of {transcript.game}'s rules; this is version {now}")
        return transcript

    def tables(self) -> Iterator[Table]:
        """The table before each action, and at the end: always the same object, further on."""
        table = Table(load(self.game), load(self.game).Rules.of(self.rules), self.seed, self.index)
        yield table
        for number, action in enumerate(self.actions):
            if table.over or not table.allows(action):
                raise InputError(f"{self.game}, seed {self.seed}, game {self.index}: action {number} ({action}) is not legal there")
            table.apply(action)
            yield table


def transcript_of(table: Table, rules: dict[str, Any]) -> Transcript:
    return Transcript(table.game.name, table.game.version, rules, table.seed, table.index, tuple(table.actions))


def story(transcript: Transcript) -> Iterator[str]:
    """The game line by line: what the seat to act sees, what it may do, what it does; then the result."""
    game = load(transcript.game)
    yield f"game {game.name}, version {game.version}, rules {json.dumps(transcript.rules)}"
    yield f"seed {transcript.seed}, game {transcript.index}"
    moves = iter(transcript.actions)
    for table in transcript.tables():
        if table.over:
            yield from result(game, table)
            return
        yield from indent(f"seat {table.seat} | ", game.text.table_text(table.view(), table.rules))
        action = next(moves, None)
        if action is None:
            return
        names = table.names()
        yield f"       > {names.get(action, action)}" + (f"  (of: {brief(list(names.values()))})" if len(names) > 1 else "  (forced)")


def indent(head: str, text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines()):
        yield (head if number == 0 else " " * (len(head) - 2) + "| ") + line


def brief(names: Sequence[str]) -> str:
    """A long list of actions is cut in the middle."""
    if len(names) <= 8:
        return ", ".join(names)
    return f"{', '.join(names[:4])}, … {len(names) - 5} more …, {names[-1]}"


def result(game: Game, table: Table) -> Iterator[str]:
    yield "the end"
    for column in game.columns:
        yield f"  {column.name}: {entry(column, table)}"


def entry(column: Column, table: Table) -> str:
    """One outcome column in words."""
    value = table.tally[column.name]
    if column.seats:
        value = value[: int(table.rules.players)]
    if column.kind == "share":
        return " ".join(f"{x / SIXTIETHS:g}" for x in np.atleast_1d(value))
    if column.kind == "code" and not column.is_array:
        return column.none_name if value == column.none else column.levels[int(value)]
    return " ".join(str(int(x)) for x in np.atleast_1d(value))
