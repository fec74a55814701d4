"""Tune a game: try rules, drop what is clearly worse early, confirm the winner on fresh seeds.

optuna proposes (ask and tell, seeded); simlab evaluates. All attempts play the same deals, so one races against the best so far
pair by pair: it plays a sixteenth of the games, then a quarter, then all, and is given up as soon as its loss is clearly higher.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from simlab.disk import storage
from simlab.errors import InputError, RulesError
from simlab.kept import keep_arrays, kept_arrays
from simlab.runs import groups
from simlab.runs.backends import ALL_CORES, Backend, Crew, at_work
from simlab.runs.gauge import Gauge
from simlab.runs.identity import identify
from simlab.runs.progress import Progress
from simlab.scenarios.document import Misplaced
from simlab.scenarios.plan import expand
from simlab.scenarios.scenario import validate
from simlab.stats.estimates import Estimate, Floats, as_dict
from simlab.stats.jackknife import jackknife
from simlab.studies.tune.quest import Dial, Quest

PIECES = 256  # of the deals of a trial: a sixteenth and a quarter of them are whole numbers of pieces
RUNGS = (16, 64, 256)  # pieces played before each look
GROUPS = 16  # of the jackknife, at every rung
MOST_ASKED = 4  # proposals for each trial
FRESH = 1_000_003  # added to the seed for the confirmation

KEPT = "trials"  # where a search keeps what it played

Notice = Callable[[str], None]


@dataclass
class Attempt:
    """Rules that were tried."""

    number: int
    moved: dict[str, Any]
    state: str = "finished"  # or: dropped (clearly worse), refused (not playable)
    games: int = 0
    loss: Estimate = field(default_factory=lambda: Estimate(None, None, None, None))
    values: list[Estimate] = field(default_factory=list)
    reason: str = ""
    read: Floats = field(default_factory=lambda: np.zeros((0, 0)))  # sums by piece

    def as_json(self) -> dict[str, Any]:
        return {"trial": self.number, "knobs": self.moved, "state": self.state, "games": self.games, "loss": as_dict(self.loss),
                "values": [as_dict(v) for v in self.values], "reason": self.reason}  # fmt: skip


@dataclass(frozen=True)
class Tuned:
    """The winner, how it did on fresh seeds beside the rules one started from, and all that was tried."""

    quest: Quest
    attempts: tuple[Attempt, ...]
    best: Attempt
    confirmed: tuple[Estimate, ...]  # by target, on fresh seeds
    before: tuple[Estimate, ...]  # the same of the rules at the start, on the same fresh deals
    games: int  # of the confirmation

    @property
    def verdicts(self) -> list[str]:
        return [target.verdict(found) for target, found in zip(self.quest.targets, self.confirmed, strict=True)]

    @property
    def holds(self) -> bool:
        return all(verdict == "holds" for verdict in self.verdicts)


class Tuner:
    """One search."""

    def __init__(self, quest: Quest, folder: Path | None, backend: Backend, progress: Progress | None, notice: Notice) -> None:
        self.quest, self.folder, self.backend, self.progress, self.notice = quest, folder, backend, progress, notice
        self.units = -(-quest.tuning.rollouts // PIECES) * PIECES
        self.attempts: list[Attempt] = []
        self.best: Attempt | None = None
        self._gauge: Gauge | None = None

    def run(self) -> Tuned:
        study, ask = self.study()
        for _ in range(MOST_ASKED * self.quest.tuning.trials):  # what was tried before is told again, and is no new trial
            proposal = study.ask(ask)
            known = next((attempt for attempt in self.attempts if attempt.moved == proposal.params), None)
            attempt = known or self.try_rules(dict(proposal.params))
            worst = max((a.loss.value for a in self.attempts if a.loss.value is not None), default=1.0)
            study.tell(proposal, attempt.loss.value if attempt.loss.value is not None else 2 * worst + 1)
            if known is None:
                self.notice(sentence(attempt))
            if len(self.attempts) == self.quest.tuning.trials:
                break
        if self.best is None:
            raise InputError(f"none of {len(self.attempts)} trials can be played: {self.attempts[0].reason}")
        return self.confirm(self.best)

    def study(self) -> tuple[Any, dict[str, Any]]:
        """Optuna's study, which begins with the rules as they stand; a small grid is tried whole."""
        optuna = proposer()
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        tuning = self.quest.tuning
        sampler = optuna.samplers.TPESampler(seed=tuning.seed, n_startup_trials=max(4, min(10, tuning.trials // 3)))
        study = optuna.create_study(direction="minimize", sampler=sampler)
        ask = {dial.knob: distribution(dial) for dial in self.quest.dials}
        start = self.quest.start()
        if all(dial.holds(start[dial.knob]) for dial in self.quest.dials):
            study.enqueue_trial(start)
        grid = [dial.values() for dial in self.quest.dials]
        if all(values is not None for values in grid) and prod(len(values or []) for values in grid) <= tuning.trials:
            for values in product(*(values or [] for values in grid)):
                study.enqueue_trial(dict(zip(start, values, strict=True)), skip_if_exists=True)
        return study, ask

    def try_rules(self, moved: dict[str, Any]) -> Attempt:
        """Race one set of rules against the best so far."""
        attempt = Attempt(len(self.attempts), moved)
        self.attempts.append(attempt)
        try:
            self.race(attempt)
        except (RulesError, Misplaced, InputError) as error:
            attempt.state, attempt.reason = "refused", str(error)
        return attempt

    def race(self, attempt: Attempt) -> None:
        played = 0
        for rung in RUNGS:
            fresh = self.read(attempt.moved, self.quest.tuning.seed, self.units, range(played, rung))
            attempt.read = np.vstack([attempt.read, fresh]) if played else fresh
            played = rung
            attempt.games = played * self.units // PIECES
            if self.best is not None and self.clearly_worse(attempt, self.best, played):
                attempt.state = "dropped" if rung < RUNGS[-1] else "finished"
                break
        self.judge(attempt, by_group(attempt.read))
        if attempt.state == "finished" and (self.best is None or (attempt.loss.value or 0) < (self.best.loss.value or 0)):
            self.best = attempt

    def read(self, moved: dict[str, Any], seed: int, units: int, pieces: range) -> Floats:
        """Sums of some pieces of the deals."""
        plan = replace(expand(validate(self.quest.scenario(moved, units, seed))), kept=self.quest.columns)
        if self._gauge is None:
            self._gauge = Gauge(self.quest.targets, plan.recipes[plan.points[0].players])
        size, gauge = units // PIECES, self._gauge
        wanted = [(k * size, (k + 1) * size) for k in pieces]
        return self.kept(
            {**identify(plan), "targets": self.quest.tuning.targets, "pieces": wanted},
            lambda: gauge.read(groups.play(plan, crew=self.backend, progress=self.progress, groups=wanted)[0]),
        )

    def kept(self, what: dict[str, Any], play: Callable[[], Floats]) -> Floats:
        """Read from the folder what was played before: a killed search goes on, since its proposals follow from the seed."""
        if self.folder is None:
            return play()
        path = self.folder / KEPT / f"{sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:24]}.kept"
        before = kept_arrays(path)
        if before is not None:
            return np.asarray(before["read"], np.float64)
        found = play()
        with storage(self.folder):
            keep_arrays(path, read=found)
        return found

    def clearly_worse(self, attempt: Attempt, best: Attempt, played: int) -> bool:
        """The loss is higher on the same deals, beyond its 95 % interval."""
        mine, theirs = by_group(attempt.read), by_group(best.read[:played])
        gauge = self._gauge
        assert gauge is not None  # `read` made it
        (gap,) = jackknife(lambda weights: np.array([gauge.loss(mine, weights) - gauge.loss(theirs, weights)]), GROUPS)
        return gap.low is not None and gap.low > 0

    def judge(self, attempt: Attempt, read: Floats) -> None:
        attempt.values = self.estimates(read)
        gauge = self._gauge
        assert gauge is not None
        (attempt.loss,) = jackknife(lambda weights: np.array([gauge.loss(read, weights)]), GROUPS)

    def estimates(self, read: Floats) -> list[Estimate]:
        gauge = self._gauge
        assert gauge is not None
        return gauge.estimates(read)

    def confirm(self, best: Attempt) -> Tuned:
        """The winner and the start, on deals that the search has not seen."""
        tuning = self.quest.tuning
        units = -(-(tuning.confirm or 4 * tuning.rollouts) // PIECES) * PIECES
        found = [self.estimates(by_group(self.read(moved, tuning.seed + FRESH, units, range(PIECES)))) for moved in (best.moved, {})]
        return Tuned(self.quest, tuple(self.attempts), best, tuple(found[0]), tuple(found[1]), units)


def proposer() -> Any:
    """optuna, which is not installed with everything else."""
    try:
        import optuna
    except ImportError:
        raise InputError("simlab tune needs optuna: pip install 'simlab[tune]'") from None
    return optuna


def by_group(read: Floats) -> Floats:
    """Pieces put together to the groups of the jackknife, all of one size."""
    return np.asarray(read.reshape(GROUPS, -1, read.shape[1]).sum(axis=1))


def distribution(dial: Dial) -> Any:
    from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

    if dial.choices:
        return CategoricalDistribution([simple(choice) for choice in dial.choices])
    if dial.whole:
        return IntDistribution(int(dial.low), int(dial.high), step=int(dial.step or 1))
    return FloatDistribution(dial.low, dial.high, step=dial.step)


def simple(choice: Any) -> Any:
    """Optuna takes words and numbers as choices."""
    if not isinstance(choice, str | int | float | bool | None):
        raise InputError(f"knobs: a list holds words and numbers, not {choice!r}")
    return choice


def sentence(attempt: Attempt) -> str:
    """`trial 7: bet 3, deals 5: loss 0.31, dropped after 3,200 games`"""
    knobs = ", ".join(f"{knob} {value}" for knob, value in attempt.moved.items())
    if attempt.state == "refused":
        return f"trial {attempt.number}: {knobs}: refused: {attempt.reason}"
    return f"trial {attempt.number}: {knobs}: loss {attempt.loss.value:.3g}, {attempt.state} after {attempt.games:,} games"


def tune(quest: Quest, folder: Path | None = None, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
         progress: Progress | None = None, notice: Notice = lambda text: None) -> Tuned:  # fmt: skip
    """Search, then confirm. With a folder, what is played is kept and a killed search goes on."""
    if fresh and folder is not None:
        with storage(folder):
            for path in (folder / KEPT).glob("*.kept"):
                path.unlink()
    with at_work(crew) as backend:
        return Tuner(quest, folder, backend, progress, notice).run()


def sentences(found: Tuned) -> list[str]:
    """What came out, in words."""
    from simlab.stats.claims import figures, in_brackets

    knobs = ", ".join(f"{knob} {value}" for knob, value in found.best.moved.items())
    lines = [f"Nearest to the targets of {len(found.attempts)} trials: {knobs} (trial {found.best.number})."]
    for target, after, before, verdict in zip(found.quest.targets, found.confirmed, found.before, found.verdicts, strict=True):
        now, old = in_brackets(after), figures(before)[0]
        lines.append(f"{target.text}: {verdict} on {found.games:,} games with fresh seeds: {now}; before: {old}.")
    lines.append(effort(found.attempts, found.quest.tuning.rollouts))
    return lines


def effort(attempts: Sequence[Attempt], rollouts: int) -> str:
    """What racing saved."""
    states = {state: sum(attempt.state == state for attempt in attempts) for state in ("finished", "dropped", "refused")}
    games = sum(attempt.games for attempt in attempts)
    parts = ", ".join(f"{count} {state}" for state, count in states.items() if count)
    return f"{parts}; {games:,} games, where {len(attempts) * rollouts:,} would play every trial out."
