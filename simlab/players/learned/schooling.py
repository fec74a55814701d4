"""Lessons made into a net: fitted to most games, chosen by how well it would have played the rest."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.jit import new
from simlab.masks import WIDTH
from simlab.players.learned import fit
from simlab.players.learned.brain import Brain
from simlab.players.learned.lessons import Lessons
from simlab.players.learned.net import PARTS
from simlab.players.learned.sight import WORD, gist_at, marks_of, sight_record
from simlab.players.learned.slots import Looks, look_over
from simlab.rng import KEY, STREAM, Purpose, bits64, set_key, start

Array = npt.NDArray[Any]

HELD_BACK = 10  # of so many games one is kept to choose by
SAMPLE = 20_000  # views that decide what is looked at
MARGINS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4)  # tried, in spreads of what actions are worth


@dataclass(frozen=True)
class Size:
    """How large the net is, and how it is fitted."""

    features: int = 900
    wide: int = 96
    narrow: int = 48
    passes: int = 8
    pace: float = 0.001
    fade: float = 0.05


def fit_brain(game: Game, players: int, lessons: Lessons, seed: int, size: Size) -> tuple[Brain, float]:
    """The net that does best in games it was not fitted to, and what it gains there over the base player at a decision."""
    sample = np.linspace(0, len(lessons) - 1, min(len(lessons), SAMPLE)).astype(np.int64)
    looks = look_over(sight_record(game), players, lessons.sights[sample], lessons.seats[sample], lessons.hints[sample], size.features)
    pupil = Pupil(lessons, looks, marks_in(game, lessons), players, seed, size)
    best = max((pupil.study(number) for number in range(size.passes)), key=lambda found: found[0])
    gain, weights, margin = best
    return Brain(looks, weights, size.wide, size.narrow, pupil.actions, margin, marks_of(game)), gain * pupil.scale


def marks_in(game: Game, lessons: Lessons) -> Array:
    """The masks of actions that the game told of each view."""
    begin, marks = WORD * gist_at(game), marks_of(game)
    return np.ascontiguousarray(lessons.sights[:, begin : begin + 8 * marks]).view(np.int64).reshape(len(lessons), marks)


class Pupil:
    """A net while it is fitted."""

    def __init__(self, lessons: Lessons, looks: Looks, marks: Array, players: int, seed: int, size: Size) -> None:
        self.lessons, self.marks, self.size = lessons, marks, size
        self.actions = WIDTH if (lessons.legal < 0).any() else int(lessons.legal.max()).bit_length()
        self.sizes = (looks.features, size.wide, size.narrow, self.actions, PARTS + marks.shape[1])
        self.read = read_lessons(lessons, looks, players)
        self.scale, self.targets = in_spreads(lessons)
        held = lessons.games % HELD_BACK == 0
        self.learned, self.checked = np.flatnonzero(~held), np.flatnonzero(held)
        self.weights, self.rng = begin_weights(self.sizes, seed)
        self.room = [np.zeros_like(self.weights) for _ in range(3)]
        self.layers = room_for(self.sizes)
        self.steps = 0

    def study(self, number: int) -> tuple[float, Array, float]:
        """One pass over the lessons, slower each time. What it gains now over the base, its weights as they are stored, its margin."""
        order, legal = self.learned[self.rng.permutation(len(self.learned))], self.lessons.legal
        pace, fade = np.float32(self.size.pace * (1.0 - number / self.size.passes)), np.float32(self.size.fade)
        self.steps = fit.teach(
            order,
            *self.read,
            legal,
            self.lessons.hints,
            self.marks,
            self.targets,
            self.sizes,
            self.weights,
            *self.room,
            self.layers,
            self.steps,
            pace,
            fade,
        )
        rounded = self.weights.astype(np.float16).astype(np.float32)
        scores = np.full((len(self.checked), WIDTH), -np.inf, np.float32)
        fit.score_rows(self.checked, *self.read, legal, self.lessons.hints, self.marks, self.sizes, rounded, self.layers, scores)
        gain, margin = best_margin(scores, self.targets[self.checked], self.lessons.hints[self.checked])
        return gain, rounded, margin


def room_for(sizes: tuple[int, int, int, int, int]) -> tuple[Array, ...]:
    """What one row is worked out in: both layers, what is asked of them, scores and how wrong they are, two layers turned."""
    _, wide, narrow, actions, shared = sizes
    rows = actions + shared
    return tuple(np.zeros(n, np.float32) for n in (wide, narrow, wide, narrow, rows, rows, wide * narrow, narrow * rows))


def read_lessons(lessons: Lessons, looks: Looks, players: int) -> tuple[Array, Array, Array]:
    """Where each view's features begin, which they are, and how much of each."""
    begins, room = np.zeros(len(lessons) + 1, np.int64), 160 * len(lessons)
    while True:
        found, amount = np.zeros(room, np.int32), np.zeros(room, np.float32)
        n = fit.look_at_all(
            lessons.sights, lessons.seats, lessons.hints, players, looks.slots, looks.listed, looks.bounds, found, amount, begins
        )
        if n >= 0:
            return begins, found[:n].copy(), amount[:n].copy()
        room *= 2


def in_spreads(lessons: Lessons) -> tuple[float, Array]:
    """What actions are worth, measured from the base's own in spreads; and the spread."""
    legal = (lessons.legal[:, None] >> np.arange(WIDTH)) & 1 == 1
    own = lessons.values[np.arange(len(lessons)), lessons.hints]
    beyond = np.where(legal, lessons.values - own[:, None], 0.0).astype(np.float32)
    scale = float(np.sqrt((beyond[legal].astype(np.float64) ** 2).mean())) or 1.0
    return scale, beyond / np.float32(scale)


def begin_weights(sizes: tuple[int, int, int, int, int], seed: int) -> tuple[Array, np.random.Generator]:
    """Small weights, none where actions are scored: it begins by playing as the base does."""
    features, wide, narrow, actions, shared = sizes
    key, stream = new(KEY), new(STREAM)
    set_key(key, seed, 0)
    start(stream, key, Purpose.AUX, 0, 2)
    rng = np.random.Generator(np.random.PCG64(int(bits64(stream))))
    one, two = (features + 1) * wide, (wide + 1) * narrow
    weights = np.zeros(one + two + (narrow + 1) * (actions + shared), np.float32)
    weights[: features * wide] = rng.uniform(-0.2, 0.2, features * wide)
    weights[one : one + wide * narrow] = rng.uniform(-1.0, 1.0, wide * narrow) * np.sqrt(3.0 / wide)
    return weights, rng


def best_margin(scores: Array, worth: Array, hints: Array) -> tuple[float, float]:
    """By which margin over the base's action others should be better, and what is gained over the base then."""
    rows, found = np.arange(len(scores)), []
    for margin in MARGINS:
        raised = scores.copy()
        raised[rows, hints] += margin
        found.append((float(worth[rows, raised.argmax(axis=1)].astype(np.float64).mean()), -margin))
    gain, margin = max(found)
    return gain, -margin
