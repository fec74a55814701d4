"""A net and what it looks at: fitted to lessons, and laid out as the table of a player."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.jit import new
from simlab.masks import WIDTH
from simlab.players.learned import fit, net
from simlab.players.learned.lessons import Lessons
from simlab.players.learned.slots import Looks, look_over
from simlab.rng import KEY, STREAM, Purpose, bits64, set_key, start

Array = npt.NDArray[Any]

HELD_BACK = 10  # of so many games one is kept to choose by
MARGINS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.4)  # tried, in spreads of what actions are worth


@dataclass(frozen=True)
class Size:
    """How large the net is, and how it is fitted."""

    features: int = 1000
    wide: int = 64
    narrow: int = 32
    passes: int = 12
    pace: float = 0.002
    fade: float = 0.02


@dataclass(frozen=True)
class Brain:
    """All that a learned player knows."""

    looks: Looks
    weights: Array  # three layers, one behind the other
    wide: int
    narrow: int
    actions: int
    margin: float
    notes: dict[str, Any] = field(default_factory=dict)

    @property
    def sizes(self) -> tuple[int, int, int, int]:
        return self.looks.features, self.wide, self.narrow, self.actions


def fit_brain(game: Game, players: int, lessons: Lessons, seed: int, size: Size, told: Any = None) -> Brain:
    """The net that does best on games it was not fitted to."""
    sample = np.linspace(0, len(lessons) - 1, min(len(lessons), 40_000)).astype(np.int64)
    looks = look_over(game.engine.VIEW, players, lessons.sights[sample], lessons.seats[sample], lessons.hints[sample], size.features)
    actions = WIDTH if (lessons.legal < 0).any() else int(lessons.legal.max()).bit_length()
    sizes = (looks.features, size.wide, size.narrow, actions)
    read = read_lessons(lessons, looks, players)
    scale, targets = in_spreads(lessons)
    held = lessons.rows[:, 0] % HELD_BACK == 0
    learned, checked = np.flatnonzero(~held), np.flatnonzero(held)
    weights, rng = begin_weights(sizes, seed)
    room = [np.zeros_like(weights) for _ in range(3)]
    layers = tuple(np.zeros(n, np.float32) for n in (size.wide, size.narrow, size.wide, size.narrow, WIDTH))
    steps, best = 0, (-np.inf, weights, 0.0)
    for number in range(size.passes):
        order = learned[rng.permutation(len(learned))]
        pace = np.float32(size.pace * (1.0 - number / size.passes))
        steps = fit.teach(order, *read, lessons.legal, targets, sizes, weights, *room, layers, steps, pace, np.float32(size.fade))
        rounded = weights.astype(np.float16).astype(np.float32)
        scores = np.full((len(checked), WIDTH), -np.inf, np.float32)
        fit.score_rows(checked, *read, lessons.legal, sizes, rounded, layers, scores)
        gain, margin = best_margin(scores, targets[checked], lessons.hints[checked])
        if told:
            told(number, gain * scale, margin)
        if gain > best[0]:
            best = gain, rounded, margin
    return Brain(looks, best[1], size.wide, size.narrow, actions, best[2], {"gain": float(best[0] * scale)})


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


def begin_weights(sizes: tuple[int, int, int, int], seed: int) -> tuple[Array, np.random.Generator]:
    """Small weights, none where actions are scored: it begins by playing as the base does."""
    features, wide, narrow, actions = sizes
    key, stream = new(KEY), new(STREAM)
    set_key(key, seed, 0)
    start(stream, key, Purpose.AUX, 0, 2)
    rng = np.random.Generator(np.random.PCG64(int(bits64(stream))))
    one, two = (features + 1) * wide, (wide + 1) * narrow
    weights = np.zeros(one + two + actions * (narrow + 1), np.float32)
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
