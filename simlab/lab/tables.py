"""People at tables: a game against policies in the browser, with undo, hints and a coach. Kept as `simlab play` keeps it, move by move.

A sitting is a `Session` of the terminal's command: the same file, the same others, the same luck.
"""

import os
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import Field

from simlab.contract.catalogue import load
from simlab.contract.columns import Column
from simlab.contract.game import Game
from simlab.errors import InputError
from simlab.lab.guard import Refused
from simlab.lab.ticking import Ticking
from simlab.lab.tweak import MOST_KNOBS, SHORT, Knobs, Question
from simlab.lab.words import metric_name
from simlab.lab.worths import equity_data
from simlab.play.session import Played, Session
from simlab.play.transcript import entry
from simlab.players.levels import LEVELS
from simlab.players.registry import find, make_player, usual_player
from simlab.reports.playing_cards.sight import drawn, groups
from simlab.studies.coach.measure import ADVISER, hint, marks_of, playing_on

MOST_TABLES = 16
MOST_GAMES = 200  # kept games that are listed
HINT_WORLDS, COACH_WORLDS = 1_500, 600
FOLDER = "played"

Data = dict[str, Any]


class NewGame(Question):
    """Which game, where one sits, and against whom."""

    game: str = Field(max_length=SHORT)
    players: int | None = Field(None, ge=1, le=64)
    seat: int = Field(0, ge=0, le=63)
    level: str = Field("easy", max_length=SHORT)
    policies: list[str] = Field(default_factory=list, max_length=6)  # instead of a level: one for all others, or one for each seat
    seed: int | None = Field(None, ge=0, le=2**63 - 1)
    rules: Knobs = Field(default_factory=dict, max_length=MOST_KNOBS)

    def played(self) -> Played:
        """The game before its first move."""
        game = load(self.game)
        rules = game.Rules.of({**self.rules, **({} if self.players is None else {"players": self.players})})
        if self.seat >= rules.players:
            raise InputError(f"seat {self.seat}: there are seats 0 to {rules.players - 1}")
        names = self.policies or [self.named_by_level(game, rules)]
        if len(names) not in (1, rules.players):
            raise InputError(f"{len(names)} policies for {rules.players} players: name one for all, or one for each seat")
        for name in names:
            if name not in LEVELS.values():
                find(game, name)  # a name alone: settings come from the levels
        seats = names if len(names) == rules.players else names * rules.players
        seed = int.from_bytes(os.urandom(4), "big") if self.seed is None else self.seed
        return Played(game.name, game.version, rules.changed(), seed, 0, (), self.seat, tuple(seats))

    def named_by_level(self, game: Game, rules: Any) -> str:
        if self.level not in LEVELS:
            raise InputError(f"no level {self.level[:40]!r}: {', '.join(LEVELS)}")
        return LEVELS[self.level] or usual_player(game, rules)


class Sitting:
    """One person at one table. Asked by one request at a time."""

    def __init__(self, played: Played, file: Path) -> None:
        self.id, self.file, self.lock = secrets.token_urlsafe(9), file, threading.Lock()
        played.check()
        game, rules = load(played.game), played.model()
        made = {name: make_player(game, name, rules) for name in dict.fromkeys(played.policies)}
        self.session = Session(played, [made[name] for name in played.policies])
        self.keep()

    def keep(self) -> None:
        self.session.save(self.file)

    def act(self, action: int) -> None:
        """One's own choice, by its number; then the others."""
        if self.session.over:
            raise InputError("the game is over")
        self.session.act(str(action))
        self.keep()

    def undo(self) -> None:
        if not self.session.undo():
            raise InputError("this is your first choice")
        self.keep()

    def told(self) -> Data:
        """The table as it is drawn."""
        session, you = self.session, self.session.you
        names = {} if session.over else session.table.names()
        return {
            "id": self.id, "game": session.game.name, "title": session.game.title, "you": you, "players": session.played.model().players,
            "policies": list(session.played.policies), "over": session.over, "news": drawn(session.told),
            "table": drawn(session.sight(), you), "groups": groups(session.game.text, session.table.view(you), session.table.rules),
            "actions": [{"action": number, "name": name, "line": drawn([name])[0]} for number, name in names.items()],
            "can_undo": bool(session.decisions), "file": self.file.name, "result": self.result() if session.over else [],
            "ending": session.ending() if session.over else [],
        }  # fmt: skip

    def result(self) -> list[Data]:
        """How it ended, by seat."""
        columns = [column for column in self.session.game.columns if column.seats and not column.hidden]
        table = self.session.table
        game = self.session.game
        return [
            {"title": metric_name(game, c, c.name), "doc": c.doc, "seats": [shown(c, text) for text in entry(c, table).split()]}
            for c in columns
        ]

    def hint(self) -> Data:
        if self.session.over:
            raise InputError("the game is over")
        return equity_data(hint(self.session, HINT_WORLDS))

    def advice(self) -> Data:
        """What the strongest player would do."""
        if self.session.over:
            raise InputError("the game is over")
        adviser = make_player(self.session.game, ADVISER, self.session.played.model())
        return {"who": ADVISER, "name": self.session.table.names()[self.session.advice(adviser)]}

    def marks(self, ticking: Ticking) -> Iterator[Data]:
        """What each decision lost, one after the other."""
        played = self.session.record()
        line_up = playing_on(self.session.game, played.model(), self.session.line_up)
        for mark in marks_of(played, played.you, line_up, None, COACH_WORLDS):
            yield {**mark, "sight": drawn(mark["sight"].splitlines(), played.you)}
            if ticking.gone.is_set():
                return


def shown(column: Column, text: str) -> str:
    """A number of the end; a dash for what did not happen."""
    return "–" if column.none is not None and text == str(column.none) else text


class Tables:
    """All sittings, the latest ones in memory, every one in its file."""

    def __init__(self, home: Path) -> None:
        self.home = home / FOLDER
        self.sittings: OrderedDict[str, Sitting] = OrderedDict()

    def open(self, new: NewGame) -> Sitting:
        played = new.played()
        return self.add(Sitting(played, self.home / f"{played.game}-{played.seed}-{played.index}.json"))

    def resume(self, name: str) -> Sitting:
        """Go on with a game that was kept, here or by the command line."""
        if name not in [path.name for path in self.files()]:
            raise Refused(404, "no such game is kept here")
        path = self.home / name
        return self.add(Sitting(Played.read(path), path))

    def add(self, sitting: Sitting) -> Sitting:
        self.sittings[sitting.id] = sitting
        while len(self.sittings) > MOST_TABLES:
            self.sittings.popitem(last=False)
        return sitting

    def find(self, name: str) -> Sitting:
        if name not in self.sittings:
            raise Refused(404, "this table was cleared: go on with the game from the list of games kept")
        self.sittings.move_to_end(name)
        return self.sittings[name]

    def files(self) -> list[Path]:
        found = [path for path in self.home.glob("*.json") if path.is_file() and not path.is_symlink()] if self.home.is_dir() else []
        return sorted(found, key=lambda path: -path.stat().st_mtime)[:MOST_GAMES]

    def kept(self) -> list[Data]:
        """Games that can be gone on with, the latest first."""
        return [{"file": path.name, "when": path.stat().st_mtime} for path in self.files()]
