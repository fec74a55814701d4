"""How should the solved choices of a large game be made? Equilibrium within the buckets that the game declares, learned from random deals.

A game may have a way of its own to learn (its study `solve`), where more is known of it than that it can be played.

Beside the strategy it is measured what it gains from the base player, and what the best answer within the same buckets gains from either:
an answer is learned against them on deals of its own and then plays fresh ones. Who sees more than buckets may gain more. The same
seed gives the same bytes; what is learned is kept at every look, and solving goes on where it was left.
"""

import inspect
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from simlab import __version__
from simlab.contract.abstraction import Abstraction, OwnSolver
from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.disk import storage
from simlab.errors import InputError
from simlab.kept import keep_arrays, kept_arrays
from simlab.play.drivers import roll
from simlab.play.pool import spread
from simlab.play.seats import Player
from simlab.players.registry import make_player
from simlab.players.solved.policy import base_of, player_of
from simlab.players.solved.strategies import Strategy, place_for, rules_digest, strategy_of
from simlab.runs.progress import Progress
from simlab.solvers import sampling
from simlab.solvers.sampling import ACTIONS, NUMBERED, SLOW, Sampled
from simlab.sources import digest, source_of
from simlab.stats.estimates import Estimate, normal
from simlab.stats.means import standard_error

DEALS = 2_000_000
MOST_ANSWERS = 1_000_000  # deals that an answer is learned from
TESTS = 400_000  # deals that a strategy is measured on
TRUST = 3000.0  # payoff of a middling deal that an answer begins with where it begins as the strategy it answers: little is learned by luck
KEPT = "learning.kept"
STEPS = 256  # chances are kept as so many parts: files stay small
LOOKS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)  # parts of all deals after which it is looked and kept

Array = npt.NDArray[Any]
Look = tuple[int, float]  # deals learned from, or rounds of learning, and what is left to gain: regret a deal, or more


class Learner(Protocol):
    """Solving under way, as `Sampled` is."""

    steps: str  # what `deals` counts
    piece: int
    yardstick: str  # what falls: what `left` says
    deals: int

    def go_on(self, deals: int) -> None: ...
    def left(self) -> float: ...
    def answer(self) -> tuple[Array, Array] | None: ...
    def rows(self) -> Array: ...
    def strategy_rows(self) -> Array: ...
    def resume(self, keys: Array, regret: Array, total: Array, deals: int) -> None: ...

    @property
    def slots(self) -> Array: ...
    @property
    def regret(self) -> Array: ...
    @property
    def total(self) -> Array: ...


@dataclass(frozen=True)
class SampleAsk:
    """A game to be solved by sampling."""

    game: Game
    rules: Rules
    deals: int = DEALS
    seed: int = 1
    tests: int = TESTS

    @property
    def own(self) -> OwnSolver | None:
        """The game's own way to learn, where it has one for these rules."""
        found: OwnSolver | None = self.game.study("solve")
        return found if found is not None and found.fits(self.rules) else None

    @property
    def steps(self) -> int:
        """To be learned from."""
        return self.deals if self.own is None else self.own.rounds(self.deals)

    @property
    def abstraction(self) -> Abstraction:
        if self.game.abstraction is None:
            raise InputError(
                f"{self.game.name} cannot be solved: it does not list its deals (GAME.chance), nor does it say which situations may be "
                "taken together (GAME.abstraction)"
            )
        return self.game.abstraction

    @property
    def answers(self) -> int:
        """Deals for each answer."""
        return max(1, min(MOST_ANSWERS, self.deals // 2))


@dataclass(frozen=True)
class SampledSolution:
    """A strategy in buckets, and what is known of it."""

    ask: SampleAsk
    strategy: Strategy
    looks: Sequence[Look]
    against_base: Estimate  # what it gains from the base player
    answer: Estimate  # what the best answer in the buckets gains from it
    answer_to_base: Estimate  # ... and from the base player
    steps: str  # what looks count
    yardstick: str  # what they measure
    buckets: Sequence[tuple[int, int, float]]  # of each row: bucket, legal actions as a mask, share of all choices
    path: Path


def solve_sampled(ask: SampleAsk, folder: Path, fresh: bool = False, progress: Progress | None = None,
                  path: Path | None = None) -> SampledSolution:  # fmt: skip
    """Learn, measure, and keep the strategy for the policy `solved`."""
    told = progress or Progress()
    base = make_player(ask.game, ask.abstraction.base, ask.rules)
    work, looks = begin(ask, base, folder, fresh)
    for part in LOOKS:
        until = max(1, round(part * ask.steps))
        if until <= work.deals:
            continue
        learn(work, until)
        looks.append((work.deals, work.left()))
        keep(ask, work, looks, folder)
        told.notice(f"{work.deals:,} {work.steps}, {len(work.rows()):,} buckets: {looks[-1][1]:.3g} a deal ({work.yardstick})")
    rows, total = work.strategy_rows(), work.total
    draft = in_rows(work.slots[rows], total[rows], {})
    player = player_of(ask.game, draft)
    told.notice("looking for the best answer to it")
    found = work.answer()
    answers = [answered(ask, base, player, draft)]
    if found is not None:
        answers.append(measured(ask, player_of(ask.game, in_rows(*found, {})), player))
    gains = {
        "against_base": measured(ask, player, base),
        "answer": max(answers, key=lambda gain: gain.value or 0.0),
        "answer_to_base": answered(ask, base, base),
    }
    strategy = in_rows(work.slots[rows], total[rows], about(ask, looks, gains))
    place = path or place_for(ask.game, ask.rules)
    strategy.write(place)
    return SampledSolution(
        ask, strategy, looks, **gains, steps=work.steps, yardstick=work.yardstick, buckets=met(work.slots[rows], total[rows]), path=place
    )


def learn(work: Learner, until: int) -> None:
    while work.deals < until:
        work.go_on(min(work.piece, until - work.deals))


def in_rows(keys: Array, weights: Array, facts: dict[str, Any], pure: bool = False) -> Strategy:
    """Weights of actions as a strategy: rows that were never weighed are left out."""
    weights = np.maximum(weights, 0.0)
    kept = weights.sum(axis=1) > 0
    odds = weights[kept] / weights[kept].sum(axis=1)[:, None]
    if pure:
        odds = np.eye(ACTIONS)[odds.argmax(axis=1)]
    parts = stepped(odds)
    widths = ACTIONS - np.argmax(parts[:, ::-1] > 0, axis=1)  # what follows the last chance is none: not written
    first = np.append(0, np.cumsum(widths))
    return strategy_of(keys[kept], first, parts[np.arange(ACTIONS) < widths[:, None]] / STEPS, False, facts)


def stepped(odds: Array) -> Array:
    """Chances as whole parts of `STEPS`, which add up: the largest remainders are rounded up."""
    parts = np.floor(odds * STEPS)
    missing = STEPS - parts.sum(axis=1)
    order = np.argsort(np.argsort(parts - odds * STEPS, axis=1, kind="stable"), axis=1, kind="stable")
    found: Array = parts + (order < missing[:, None])
    return found


# ---- what is it worth?


def measured(ask: SampleAsk, player: Player, rival: Player) -> Estimate:
    """What one player gains from the others, a mean over the seats, on fresh deals."""
    return summed([gain_at(ask, player, rival, seat) for seat in range(ask.rules.players)])


def answered(ask: SampleAsk, base: Player, rival: Player, known: Strategy | None = None) -> Estimate:
    """What the best answer in the buckets gains from players, a mean over the seats."""
    return summed(answer_gains(ask, base, rival, known))


def answer_gains(ask: SampleAsk, base: Player, rival: Player, known: Strategy | None = None) -> list[Array]:
    """The same seat by seat and deal by deal: learned at each seat, then played on fresh deals.

    `known`: the strategy that is answered. The answer begins as that strategy, and so is no worse where deals are too few to tell.
    """

    def of_seat(seat: int) -> Array:
        work = Sampled(ask.game, ask.rules, base, ask.seed + 1, rival, seat)
        if known is not None:
            make_room(work, 4 * len(known.keys))
            work.begin_as(known.keys, in_columns(known), TRUST * (1.0 + ask.answers / 2 / SLOW))
        learn(work, ask.answers)
        rows = work.rows()
        answer = player_of(ask.game, in_rows(work.slots[rows], work.regret[rows], {}, pure=True))
        return gain_at(ask, answer, rival, seat)

    Sampled(ask.game, ask.rules, base, ask.seed + 1).go_on(0)  # compiled before the threads
    return spread(of_seat, [(seat,) for seat in range(ask.rules.players)])


def make_room(work: Sampled, rows: int) -> None:
    """For so many rows at least, before anything is learned."""
    size = 1 << max(len(work.slots) - 1, rows - 1).bit_length()
    work.slots, work.regret, work.total = np.zeros(size, np.int64), np.zeros((size, ACTIONS)), np.zeros((size, ACTIONS))


def gain_at(ask: SampleAsk, player: Player, rival: Player, seat: int) -> Array:
    """Deal by deal: what a seat ends with beyond what a rival there ends with."""
    goal, seats, lowered = ask.game.goal(None, ask.rules), range(ask.rules.players), ask.rules.lower()
    one = roll(ask.game, [player if at == seat else rival for at in seats], lowered, ask.seed + 2, 0, ask.tests)
    usual = roll(ask.game, [rival for _ in seats], lowered, ask.seed + 2, 0, ask.tests)
    found: Array = goal.read(one, seat) - goal.read(usual, seat)
    return found


def summed(gains: Sequence[Array]) -> Estimate:
    values = np.mean(gains, axis=0)
    return normal(float(values.mean()), standard_error(values), len(values))


def in_columns(strategy: Strategy) -> Array:
    """Chances of a strategy, a column for each action."""
    found, widths = np.zeros((len(strategy.keys), ACTIONS)), np.diff(strategy.first)
    found[np.arange(ACTIONS) < widths[:, None]] = strategy.odds
    return found


def met(keys: Array, total: Array) -> list[tuple[int, int, float]]:
    """Buckets with their legal actions, and how often the others chose there."""
    weights = total.sum(axis=1)
    whole = max(float(weights.sum()), 1e-300)
    return [
        (int(key >> NUMBERED) - 1, int(key & ((1 << NUMBERED) - 1)), float(weight / whole))
        for key, weight in zip(keys, weights, strict=True)
        if weight > 0
    ]


def about(ask: SampleAsk, looks: Sequence[Look], gains: dict[str, Estimate]) -> dict[str, Any]:
    """Where a strategy comes from."""
    goal = ask.game.goal(None, ask.rules)
    return {
        "game": ask.game.name, "version": ask.game.version, "rules": ask.rules.plain(), "goal": goal.name, "unit": goal.unit,
        "method": "external sampling in buckets" if ask.own is None else ask.own.method, "exact": False, "deals": ask.deals,
        "seed": ask.seed, "simlab": __version__,
        "left": looks[-1][1], **({"base_deals": part} if (part := ask.abstraction.base_deals) else {}),
        **{name: [round(float(number or 0.0), 6) for number in found] for name, found in gains.items()},
    }  # fmt: skip


# ---- what is kept while learning


def question(ask: SampleAsk) -> str:
    """What decides what is learned: rules, seed, and the code of the game, its buckets and the solver."""
    counted = [] if ask.own is None else [ask.deals, digest([file for file in [source_of(ask.own.begin)] if file])]
    return json.dumps([rules_digest(ask.game, ask.rules), ask.seed, __version__, learning_digest(ask.game, ask.abstraction), *counted])


def learning_digest(game: Game, own: Abstraction) -> str:
    """Twelve letters that change with the buckets, what is thought about in them, who plays beside them, and how it is learned."""
    kernels = [inspect.unwrap(getattr(part, "py_func", part)) for part in (own.bucket, own.choices, base_of(game).act)]
    files = [file for part in (game.engine, sampling, *kernels) if (file := source_of(part))]
    return digest(files, f"{own.base} {own.base_deals} {[part.__qualname__ for part in kernels]}")


def keep(ask: SampleAsk, work: Learner, looks: Sequence[Look], folder: Path) -> None:
    rows, asked = work.rows(), np.frombuffer(question(ask).encode(), np.uint8)
    found = {"keys": work.slots[rows], "regret": work.regret[rows], "total": work.total[rows]}
    with storage(folder):
        keep_arrays(folder / KEPT, question=asked, looks=np.array(looks), **found)


def learner_of(ask: SampleAsk, base: Player) -> Learner:
    if ask.own is None:
        return Sampled(ask.game, ask.rules, base, ask.seed)
    found: Learner = ask.own.begin(ask.rules, base, ask.seed, ask.deals)
    return found


def begin(ask: SampleAsk, base: Player, folder: Path, fresh: bool) -> tuple[Learner, list[Look]]:
    """As it was left, where the question is the same and no more was learned than is asked for; else from the start."""
    work, path = learner_of(ask, base), folder / KEPT
    file = None if fresh else kept_arrays(path)
    if file is None:
        return work, []
    looks = [(int(deals), float(regret)) for deals, regret in file["looks"]]
    if file["question"].tobytes().decode() != question(ask) or looks[-1][0] > ask.steps:
        return work, []
    work.resume(file["keys"], file["regret"], file["total"], looks[-1][0])
    return work, [look for look in looks if look[0] <= ask.steps]
