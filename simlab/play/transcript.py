"""A game on paper: the few numbers that replay it exactly, and its story line by line.

A transcript is `{game, version, rules, seed, index, actions}`: chance comes from (seed, index), everything else from the actions. A file
of one may come from anybody: it is read strictly, and every action is looked at before it is made. It ends with a `seal`, a checksum of all
the rest: another seed in a damaged file would be another game, told as if it had been played. Who changes a file by hand takes it out.
A playthrough is the same game as readable text; some of each game are kept under `tests/games` and compared line by line.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simlab import complaints
from simlab.contract.catalogue import load
from simlab.contract.columns import SEATS, SIXTIETHS, Column
from simlab.contract.game import Game
from simlab.contract.knobs import Rules, show
from simlab.disk import storage, write_whole
from simlab.errors import InputError, nearest
from simlab.masks import WIDTH
from simlab.play.table import Table
from simlab.printable import one_line
from simlab.seals import checksum
from simlab.user_files import read_json

MOST_BYTES = 4 << 20  # of a file
MOST_SEED = 2**63 - 1
MOST_MOVES = 1 << 16  # of a game that is kept
SEAL, SEAL_LETTERS = "seal", 16

Number = Annotated[int, Field(ge=0, le=MOST_SEED)]


class Saved(BaseModel):
    """The shape of a file: a transcript, or one that knows who had which seat."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    game: str = Field(max_length=100)
    version: int
    rules: dict[str, Any]
    seed: Number
    index: Number
    actions: list[Annotated[int, Field(ge=0, lt=WIDTH)]] = Field(max_length=MOST_MOVES)
    you: int = Field(-1, ge=-1, lt=SEATS)
    policies: list[Annotated[str, Field(max_length=500)]] = Field(default_factory=list, max_length=SEATS)
    seal: str = Field("", max_length=100)  # older files have none


@dataclass(frozen=True)
class Transcript:
    game: str
    version: int
    rules: dict[str, Any]
    seed: int
    index: int
    actions: tuple[int, ...]

    def write(self, path: Path) -> None:
        """Whole or not at all."""
        data = asdict(self)
        with storage(path):
            write_whole(path, (json.dumps({**data, SEAL: seal_of(data)}) + "\n").encode())

    def model(self) -> Rules:
        return load(self.game).Rules.of(self.rules)

    @classmethod
    def read(cls, path: Path) -> Self:
        """The transcript in a file: of the right shape, of a game that is there, by rules that it has now."""
        given = read_json(path, "a saved game", MOST_BYTES)
        saved = shape_of(given, path)
        if saved.seal and saved.seal != seal_of(given):
            raise InputError(f"{path} is damaged, or was changed by hand: without its `{SEAL}` it is taken as it is")
        try:
            transcript = cls.of(saved)
            transcript.check_game()
        except InputError as error:
            raise InputError(one_line(f"{path}: {error}")) from None
        return transcript

    @classmethod
    def of(cls, saved: Saved) -> Self:
        return cls(saved.game, saved.version, saved.rules, saved.seed, saved.index, tuple(saved.actions))

    def check_game(self) -> None:
        """The game is there, in the same version, and its rules can be played by."""
        now = load(self.game).version
        if self.version != now:
            raise InputError(f"played under version {self.version} of {self.game}'s rules; this is version {now}")
        self.model()

    def tables(self) -> Iterator[Table]:
        """The table before each action, and at the end: always the same object, further on."""
        table = Table(load(self.game), self.model(), self.seed, self.index)
        yield table
        for number, action in enumerate(self.actions):
            if table.over or not table.allows(action):
                raise InputError(f"{self.game}, seed {self.seed}, game {self.index}: action {number} ({action}) is not legal there")
            table.apply(action)
            yield table


def seal_of(data: Mapping[str, Any]) -> str:
    """A checksum of a saved game, in whichever order its keys stand."""
    plain = {key: value for key, value in data.items() if key != SEAL}
    return checksum(json.dumps(plain, sort_keys=True).encode())[:SEAL_LETTERS]


def shape_of(given: dict[str, Any], path: Path) -> Saved:
    """Every key with its kind and range."""
    try:
        return Saved.model_validate(given)
    except ValidationError as error:
        first = complaints.first(error)
    place = ".".join(complaints.place_of(first))
    if first["type"] == complaints.UNKNOWN:
        raise InputError(one_line(f"{path}: not a saved game: no key {place!r}{nearest(place, Saved.model_fields)}"))
    if first["type"] == complaints.MISSING:
        raise InputError(f"{path}: not a saved game: `{place}` is missing")
    raise InputError(one_line(f"{path}: {place}: {complaints.in_words(first)} (given: {complaints.shortened(show(first['input']))})"))


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
