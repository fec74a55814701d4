"""How should a small game be played? Its equilibrium, computed exactly on the whole tree, kept as the policy `solved`.

Solving goes on until nobody can gain more than was asked for, or so many rounds are done. It is kept at every look: stopped and started
again it ends with the same bytes. There is no chance in it, so there is no seed.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab import __version__
from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.disk import storage
from simlab.kept import keep_arrays, kept_arrays
from simlab.players.solved.lookup import ANY, FIRST, key_of
from simlab.players.solved.strategies import Strategy, place_for, rules_digest, strategy_of
from simlab.runs.progress import Progress
from simlab.solvers.regrets import Regrets
from simlab.solvers.responses import Responses, likelihoods, respond
from simlab.solvers.trees import NOBODY, Tree, grow

ROUNDS = 50_000  # most of them, unless told otherwise
WITHIN = 1e-4  # what nobody can gain any more, in what the game is played for
KEPT = "solving.kept"
CHUNK = 5_000_000  # nodes between two answers to Ctrl-C
STEPS = (1, 2, 5)  # looks at 10, 20, 50, 100, ... rounds

Array = npt.NDArray[Any]
Look = tuple[int, float]  # rounds done, and what a player who knew the strategy would gain


@dataclass(frozen=True)
class SolveAsk:
    """A game to be solved."""

    game: Game
    rules: Rules
    goal: str | None = None
    within: float = WITHIN
    rounds: int = ROUNDS


@dataclass(frozen=True)
class Solution:
    """An equilibrium, or what came near to it."""

    ask: SolveAsk
    tree: Tree
    odds: Array  # chances of all actions
    found: Responses
    chance: Responses  # of somebody who does not care, for comparison
    rounds: int
    looks: Sequence[Look]
    path: Path = field(default=Path())  # where the strategy is kept

    @property
    def is_reached(self) -> bool:
        return self.found.mean_gain < self.ask.within


def solve(ask: SolveAsk, folder: Path, fresh: bool = False, progress: Progress | None = None) -> Solution:
    """Solve a game, or go on with it, and keep the strategy for the policy `solved`."""
    told = progress or Progress()
    tree = grow(ask.game, ask.rules, ask.game.goal(ask.goal, ask.rules))
    told.notice(f"{len(tree.info):,} points, {len(tree.sets):,} situations that a player can tell apart")
    work, looks = begin(ask, tree, folder, fresh)
    if looks:
        told.notice(f"{work.rounds:,} rounds were done before")
    while not looks or (looks[-1][1] >= ask.within and work.rounds < ask.rounds):
        go_on(work, min(next_look(work.rounds), ask.rounds))
        looks.append((work.rounds, respond(tree, work.average()).mean_gain))
        keep(ask, work, looks, folder)
        told.notice(f"{work.rounds:,} rounds: who knows the strategy gains {looks[-1][1]:.2g} {tree.goal.unit} from it")
    odds = work.average()
    found = respond(tree, odds)
    path = place_for(ask.game, ask.rules)
    solution = Solution(ask, tree, odds, found, respond(tree, tree.uniform()), work.rounds, looks, path)
    as_strategy(solution).write(path)
    return solution


def next_look(rounds: int) -> int:
    """10, 20, 50, 100, ...: the first after so many."""
    size = 10
    while True:
        for step in STEPS:
            if step * size > rounds:
                return step * size
        size *= 10


def go_on(work: Regrets, until: int) -> None:
    """In pieces, so that Ctrl-C is answered."""
    piece = max(1, CHUNK // len(work.tree.info))
    while work.rounds < until:
        work.go_on(min(piece, until - work.rounds))


# ---- what is kept while solving


def question(ask: SolveAsk, tree: Tree) -> str:
    """All that decides the numbers, but for when to stop."""
    return json.dumps([ask.game.name, rules_digest(ask.game, ask.rules), tree.goal.name, len(tree.info), __version__])


def keep(ask: SolveAsk, work: Regrets, looks: Sequence[Look], folder: Path) -> None:
    asked = np.frombuffer(question(ask, work.tree).encode(), np.uint8)
    with storage(folder):
        keep_arrays(folder / KEPT, question=asked, regret=work.regret, total=work.total, looks=np.array(looks))


def begin(ask: SolveAsk, tree: Tree, folder: Path, fresh: bool) -> tuple[Regrets, list[Look]]:
    """As it was left, where the question is the same and was not answered more exactly than asked now; else from the start."""
    work, path = Regrets(tree), folder / KEPT
    file = None if fresh else kept_arrays(path)
    if file is None:
        return work, []
    asked, regret, total = file["question"].tobytes().decode(), file["regret"], file["total"]
    looks = [(int(rounds), float(gain)) for rounds, gain in file["looks"]]
    gone_too_far = looks[-1][0] > ask.rounds or any(gain < ask.within for _, gain in looks[:-1])
    if asked != question(ask, tree) or gone_too_far:
        return work, []
    work.resume(regret, total, looks[-1][0])
    return work, looks


# ---- the strategy for players


def as_strategy(solution: Solution) -> Strategy:
    """Rows by what a player sees and did before where that matters; then by what it sees alone."""
    tree, sets = solution.tree, solution.tree.sets
    raw = [np.frombuffer(view.tobytes(), np.uint8) for view in sets.views]
    alone, groups = np.unique([key_of(row, ANY) for row in raw], return_inverse=True)
    recalls = len(alone) < len(sets)
    weights = likelihoods(tree, solution.odds)
    rows = [merged(solution, np.flatnonzero(groups == group), weights) for group in range(len(alone))]
    keys, odds = list(alone), rows
    if recalls:  # first, so that a place among the chances is the same here and in the tree
        whole = [key_of(row, FIRST if before == NOBODY else before) for row, before in zip(raw, sets.before, strict=True)]
        keys = [*whole, *keys]
        odds = [*(solution.odds[sets.of(number)] for number in range(len(sets))), *rows]
    first = np.append(0, np.cumsum([len(row) for row in odds]))
    return strategy_of(np.array(keys, np.int64), first, np.concatenate(odds), recalls, about(solution))


def merged(solution: Solution, numbers: Array, weights: Array) -> Array:
    """The chances of several sets together, each as often as it is met; all alike where none is."""
    rows = np.array([solution.odds[solution.tree.sets.of(int(number))] for number in numbers])
    weight = weights[numbers] if weights[numbers].sum() > 0 else np.ones(len(numbers))
    found: Array = weight @ rows / weight.sum()
    return found


def about(solution: Solution) -> dict[str, Any]:
    """Where a strategy comes from."""
    ask, tree = solution.ask, solution.tree
    return {
        "game": ask.game.name, "version": ask.game.version, "rules": ask.rules.plain(), "goal": tree.goal.name, "unit": tree.goal.unit,
        "method": "CFR+ on the whole tree", "exact": True, "rounds": solution.rounds, "situations": len(tree.sets),
        "value": list(solution.found.value), "gain": solution.found.mean_gain, "simlab": __version__,
    }  # fmt: skip
