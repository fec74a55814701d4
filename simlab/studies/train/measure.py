"""Policy iteration: search teaches, a net learns, the net plays and is taught where it went, and so on while it improves.

In the first round search itself plays, against itself and against the players that the game knows; in later ones the net does, and
search says what it should have done. All lessons so far are fitted anew. What was played is kept piece by piece until the training has
ended, so that it can be stopped at any moment.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.data_folder import data_root
from simlab.disk import storage
from simlab.errors import InputError
from simlab.kept import keep_arrays, kept_arrays
from simlab.kernel_cache import source_digest
from simlab.play.drivers import roll
from simlab.play.pool import cores, spread
from simlab.play.seats import Player
from simlab.players.learned.brain import Brain
from simlab.players.learned.lesson_kernels import FOLLOWS, TAUGHT, UNTAUGHT
from simlab.players.learned.lessons import Class, Lessons, take, together
from simlab.players.learned.policy import player_of
from simlab.players.learned.schooling import Size, fit_brain
from simlab.players.learned.sight import told_sources
from simlab.players.learned.stored import write_brain
from simlab.players.registry import find, make_player, refusal, searches, usual_player
from simlab.players.search.policy import own_players, settings_of
from simlab.runs.progress import Progress
from simlab.sources import source_of
from simlab.stats import means
from simlab.stats.estimates import Estimate, normal

Array = npt.NDArray[Any]

LESSONS = 200_000  # of a round, where the number of games is not given
PIECE = 1_000  # lessons that are played in one go, about
TRIAL = 4  # games by which the length of the others is told
PART = 0.5  # of the net's own decisions that are taught
ROOM = 40  # times the lessons expected
EXAM, FINAL = 2_000, 5_000  # games against each rival: after a round, at the end
MARGINS = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)  # tried, in spreads of what actions are worth
MARGIN_GAMES = 600  # against each rival, for each of them
TIMED = 5  # trials of a hundred games that tell how fast it is
SEEDS = 1 << 40  # exams are played with other seeds than lessons


@dataclass(frozen=True)
class Course:
    """What is to be learned, and how."""

    game: Game
    rules: Rules
    rounds: int = 3
    games: int | None = None  # of a round
    seed: int = 1
    worlds: int = 16
    base: str | None = None  # whose choice is a feature, and who is to be surpassed; the game names one without it
    search_base: str | None = None  # who plays on in the searcher's worlds
    threads: int | None = None
    size: Size = field(default_factory=Size)

    @cached_property
    def base_name(self) -> str:
        return self.base or hinting_player(self.game, self.rules)

    @property
    def teacher(self) -> dict[str, Any]:
        """Every action in as many worlds as any other, and one player on after it: what actions are worth is what is learned."""
        asked = {} if self.search_base is None else {"base": self.search_base}
        base = own_players(self.game, self.rules, settings_of(self.game, int(self.rules.players), asked))[0]
        return {"name": "search", "worlds": self.worlds, "halving": 0, "mixed": 0, "even": 0, "base": base, "second": base}

    @property
    def settings(self) -> dict[str, Any]:
        """All that decides the lessons, as plain data."""
        return {"seed": self.seed, "games": self.games, "teacher": self.teacher, "base": self.base_name, "size": vars(self.size)}


@dataclass(frozen=True)
class Mark:
    """How the net did against a rival: its result, and how far that is above an even one."""

    rival: str
    games: int
    result: Estimate
    gain: Estimate


@dataclass(frozen=True)
class Trained:
    """What came out."""

    path: Path
    rounds: tuple[tuple[Mark, ...], ...]  # the exams after each round
    marks: tuple[Mark, ...]  # of the net that is kept, in fresh games
    lessons: int
    unit: str
    microseconds: float  # of processor time for a decision

    def lines(self) -> list[str]:
        """For people."""
        told = [f"learned: {sentence(mark, self.unit)}" for mark in self.marks]
        return [*told, f"{self.microseconds:.1f} microseconds a decision; {self.lessons:,} lessons; kept in {self.path}"]


def hinting_player(game: Game, rules: Rules) -> str:
    """Whose choice is a feature where nobody is named: the game says so for tables of two."""
    name = game.searching.hinted_by
    if name is None or rules.players > 2 or refusal(game, find(game, name), rules):
        return usual_player(game, rules)
    return name


def train(course: Course, out: Path, told: Progress, fresh: bool = False) -> Trained:
    """Learn, and keep the best net."""
    school = School(course, told, fresh)
    lessons: list[Lessons] = []
    rounds: list[tuple[Mark, ...]] = []
    best: tuple[float, Brain] | None = None
    brain = None
    for number in range(course.rounds):
        lessons += school.hold(number, brain)
        brain, _ = fit_brain(course.game, course.rules.players, together(lessons), course.seed, course.size)
        brain = school.settle(brain)
        rounds.append(school.examine(brain, EXAM, SEEDS + course.seed))
        told.notice(f"round {number + 1}: {sentence(rounds[-1][0], school.unit)}")
        score = mean_gain(rounds[-1])
        if best is not None and score <= best[0]:
            break
        best = score, brain
    assert best is not None
    marks = school.examine(best[1], FINAL, SEEDS + course.seed + 1)
    made = school.provenance(rounds, marks, sum(map(len, lessons)))
    write_brain(out, course.game, course.rules, course.base_name, best[1], made)
    shutil.rmtree(school.folder, ignore_errors=True)
    return Trained(out, tuple(rounds), marks, sum(map(len, lessons)), school.unit, school.microseconds(best[1]))


def sentence(mark: Mark, unit: str) -> str:
    """`0.756 of the win (0.748 to 0.764) against basic, 5,000 games`."""
    found = mark.result
    return f"{found.value:.3f} {unit} ({found.low:.3f} to {found.high:.3f}) against {mark.rival}, {mark.games:,} games"


def mean_gain(marks: Sequence[Mark]) -> float:
    return float(np.mean([mark.gain.value for mark in marks]))


def refuse_searchers(course: Course) -> None:
    """Before anything is compiled: who is asked at every step must be fast."""
    if searches(find(course.game, course.base_name)):
        raise InputError(f"--improve {course.base_name}: this must be a rule of thumb")
    if course.search_base is not None and searches(find(course.game, course.search_base)):
        raise InputError(f"--search-base {course.search_base}: this one searches itself")


class School:
    """Teacher, base and rivals of one course, and what they have played."""

    def __init__(self, course: Course, told: Progress, fresh: bool) -> None:
        self.course, self.told = course, told
        self.game, self.rules, self.low = course.game, course.rules, course.rules.lower()
        refuse_searchers(course)
        self.base, self.teacher = self.player(course.base_name), self.player(course.teacher)
        names = [policy.name for policy in self.game.policies if not policy.fits(self.rules)]
        self.rivals = {name: self.player(name) for name in dict.fromkeys([course.base_name, *names])}
        self.goal = self.game.goal(None, self.rules)
        self.unit = "of the win" if self.goal.is_share else self.goal.unit
        if fresh:
            shutil.rmtree(self.folder, ignore_errors=True)

    def player(self, spec: str | Mapping[str, Any]) -> Player:
        return make_player(self.game, spec, self.rules)

    @cached_property
    def code(self) -> str:
        """Changes with all code that decides what is learned."""
        from simlab.players.learned import lesson_kernels, schooling
        from simlab.players.search import kernels

        parts = (self.game.engine, lesson_kernels, schooling, kernels, self.base.act, *told_sources(self.game))
        files = (source_of(part) for part in parts)
        return source_digest(*(file for file in files if file))

    @cached_property
    def folder(self) -> Path:
        """Where the pieces are kept: the same course, the same place."""
        told = json.dumps([self.code, self.teacher.told, self.course.settings], sort_keys=True).encode()
        name = hashlib.sha256(told + self.low.tobytes()).hexdigest()[:12]
        return data_root() / "training" / f"{self.game.name}-{self.rules.players}-{name}"

    # ---- lessons

    @cached_property
    def length(self) -> tuple[float, float]:
        """Lessons of a game of the teacher against itself, and seconds for one: a few are played to find out."""
        at = Class((self.base,) * self.rules.players, (FOLLOWS,) * self.rules.players, 0, TRIAL, 0)
        self.take(at, 1.0, ROOM * PIECE)
        began = process_time()
        found = self.take(at, 1.0, ROOM * PIECE)
        return max(len(found) / TRIAL, 0.1), (process_time() - began) / max(len(found), 1)

    @cached_property
    def pieces(self) -> tuple[int, int]:
        """How many pieces a round has, and games in each."""
        each = max(1, round(PIECE / self.length[0]))
        games = self.course.games or round(LESSONS / self.length[0])
        return max(1, -(-games // each)), each

    def take(self, at: Class, part: float, most: int) -> Lessons:
        return take(self.game, self.low, self.course.seed, self.teacher, self.base, at, part, most)

    def hold(self, number: int, brain: Brain | None) -> list[Lessons]:
        """The lessons of a round, those of earlier runs from the disk."""
        count, each = self.pieces
        paths = [self.folder / f"{number}-{k:04}.kept" for k in range(count)]
        kept = [read_piece(path) for path in paths]  # one after another: Python 3.11 may fail to read two headers at once
        done = each * sum(piece is not None for piece in kept)
        if number == 0:
            self.foretell(count * each, done)
        else:
            self.told.advance(done)
        with storage(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        classes = zip(self.classes(number, brain), paths, kept, strict=True)
        absent = [(at, path, PART if brain else 1.0) for at, path, piece in classes if piece is None]
        played = iter(spread(self.attend, absent, self.course.threads))
        return [next(played) if piece is None else piece for piece in kept]

    def foretell(self, games: int, done: int) -> None:
        """What it will cost."""
        lessons, seconds = self.length
        rounds, threads = self.course.rounds, self.course.threads or cores()
        minutes = rounds * games * lessons * seconds / threads / 60
        self.told.notice(f"{rounds} rounds of {games:,} games, some {lessons * games:,.0f} lessons each: about {minutes:.1f} minutes here")
        self.told.start(rounds * games, done)

    def classes(self, number: int, brain: Brain | None) -> Iterator[Class]:
        """Who sits at the table of each piece: half of them pupils only, half one pupil among rivals, each rival in turn."""
        players, (count, each) = self.rules.players, self.pieces
        state = FOLLOWS if brain is None else TAUGHT
        pupil = self.base if brain is None else player_of(self.game, brain, self.base)
        rivals = list(self.rivals.values())
        for k in range(count):
            first, rotation = (number * count + k) * each, (k // 2) % players
            if k % 2 == 0:
                yield Class((pupil,) * players, (state,) * players, first, each, rotation)
            else:
                rival = rivals[(k // 2) % len(rivals)]
                yield Class((pupil, *[rival] * (players - 1)), (state, *[UNTAUGHT] * (players - 1)), first, each, rotation)

    def attend(self, at: Class, path: Path, part: float) -> Lessons:
        """One piece, played and kept."""
        found = self.take(at, part, ROOM * PIECE)
        with storage(path.parent):
            keep_arrays(path, sights=found.sights, rows=found.rows, values=found.values)
        self.told.advance(at.games)
        return found

    # ---- exams

    def settle(self, brain: Brain) -> Brain:
        """The margin with which it plays best: what search finds actions to be worth may lean to one side, games do not."""
        tried = [replace(brain, margin=margin) for margin in MARGINS]
        return max(tried, key=lambda one: mean_gain(self.examine(one, MARGIN_GAMES, SEEDS + self.course.seed + 2)))

    def examine(self, brain: Brain, games: int, seed: int) -> tuple[Mark, ...]:
        """One such player among players of each rival, every deal in each rotation of the seats."""
        pupil = player_of(self.game, brain, self.base)
        return tuple(self.mark(pupil, name, rival, games, seed) for name, rival in self.rivals.items())

    def mark(self, pupil: Player, name: str, rival: Player, games: int, seed: int) -> Mark:
        players = self.rules.players
        deals, line_up = -(-games // players), [pupil, *[rival] * (players - 1)]
        played = [roll(self.game, line_up, self.low, seed, 0, deals, turn) for turn in range(players)]
        own = np.mean([self.goal.read(tallies, turn) for turn, tallies in enumerate(played)], axis=0)
        even = np.mean([self.goal.read(tallies, list(range(players))).mean(axis=-1) for tallies in played], axis=0)
        return Mark(name, deals * players, estimate(own), estimate(own - even))

    def microseconds(self, brain: Brain) -> float:
        """Processor time of a decision, the game's own included; the best of a few trials, as other work slows them."""
        line_up, found = [player_of(self.game, brain, self.base)] * self.rules.players, []
        for _ in range(TIMED):
            began = process_time()
            tallies = roll(self.game, line_up, self.low, SEEDS, 0, 100)
            found.append((process_time() - began) / int(tallies["decisions"].sum()))
        return 1e6 * min(found)

    def provenance(self, rounds: Sequence[Sequence[Mark]], marks: Sequence[Mark], lessons: int) -> dict[str, Any]:
        """How the net came about, and what it was measured to be."""
        exams = [[plain(mark) for mark in exam] for exam in rounds]
        figures = {"unit": self.unit, "rounds": exams, "measured": [plain(mark) for mark in marks]}
        return {**self.course.settings, "lessons": lessons, "code": self.code, **figures}


def read_piece(path: Path) -> Lessons | None:
    """A piece that was kept whole, or nothing."""
    kept = kept_arrays(path)
    return None if kept is None else Lessons(kept["sights"], kept["rows"], kept["values"])


def estimate(values: Array) -> Estimate:
    return normal(float(values.mean()), means.standard_error(values), len(values))


def plain(mark: Mark) -> dict[str, Any]:
    numbers = {"result": mark.result.value, "low": mark.result.low, "high": mark.result.high, "gain": mark.gain.value}
    return {"rival": mark.rival, "games": mark.games, **{name: round(float(value or 0.0), 5) for name, value in numbers.items()}}
