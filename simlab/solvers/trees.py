"""A small game looked at whole: every point that can be reached, and which of them a player cannot tell apart.

Points where a player has a choice are nodes; those with one action are played through. Two nodes belong to one information set when
their player has seen and done the same at all his choices so far: nobody forgets. Nodes lie by their distance from the deal, children of
a node side by side, so that one pass forwards or backwards visits parents before children or after them. Information sets lie in the
same order. The chances of all actions of a player are one flat array: `Sets.first` says where those of a set begin.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.chance import actions, after, dealt, listed
from simlab.contract.game import Game
from simlab.contract.goals import Goal
from simlab.contract.knobs import Rules
from simlab.errors import InputError, RulesError
from simlab.jit import new

MOST_NODES = 1_000_000
END = -1  # the set of a node where the game is over
NOBODY = -1  # before a set: the player's first choice

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Sets:
    """Information sets, each with its player, its view and its actions."""

    seat: Array
    first: Array  # where the chances of its actions begin; one more at the end
    before: Array  # the action by which its player came here, as a place among all chances; NOBODY at the first choice
    depth: Array  # choices its player made before
    views: Array  # what the player sees
    actions: Array  # numbers of actions, flat

    def __len__(self) -> int:
        return len(self.seat)

    def of(self, number: int) -> slice:
        """The place of a set's actions."""
        return slice(int(self.first[number]), int(self.first[number + 1]))


@dataclass(frozen=True, eq=False)
class Tree:
    """All of a game under its rules, judged by a goal."""

    game: Game
    rules: Rules
    goal: Goal
    chance: Array  # of each deal: the first nodes
    info: Array  # the information set of a node, END where the game is over
    child: Array  # its first child; of an end, its row of `ends`
    ends: Array  # what each seat ends with
    sets: Sets

    @property
    def seats(self) -> int:
        return int(self.rules.players)

    @property
    def is_zero_sum(self) -> bool:
        """Two players who want the opposite: whatever one wins the other lacks."""
        return self.seats == 2 and bool(np.ptp(self.ends.sum(axis=1)) < 1e-9)

    def uniform(self) -> Array:
        """Chances of somebody who does not care."""
        sizes = np.diff(self.sets.first)
        return np.repeat(1.0 / sizes, sizes)


def grow(game: Game, rules: Rules, goal: Goal | None = None, most: int = MOST_NODES) -> Tree:
    """The whole tree; refused where a game does not list its deals, or there is too much of it."""
    if game.chance is None:
        raise InputError(f"{game.name} cannot be looked at whole: it does not list its deals (GAME.chance)")
    try:
        deals = listed(game, rules)
    except RulesError as no:
        raise InputError(f"{game.name} cannot be looked at whole under these rules: {no}") from None
    judged, lowered = goal or game.goal(None, rules), rules.lower()
    grower = Grower(game, lowered, judged, int(rules.players), most)
    memory = (NOBODY,) * int(rules.players)
    grower.add_level([(dealt(game, lowered, deal), memory) for _, deal in deals])
    while grower.waiting:
        grower.add_level(grower.take_waiting())
    return grower.tree(rules, np.array([chance for chance, _ in deals]))


Point = tuple[Array, tuple[int, ...]]  # a state, and the last action of each seat as a place among all chances


@dataclass
class Grower:
    """A tree under way, level by level."""

    game: Game
    lowered: Any
    goal: Goal
    seats: int
    most: int
    waiting: list[tuple[int, Point]] = field(default_factory=list)  # nodes whose children are still to come
    info: list[int] = field(default_factory=list)
    child: list[int] = field(default_factory=list)
    ends: list[list[float]] = field(default_factory=list)
    known: dict[tuple[int, int, bytes], int] = field(default_factory=dict)
    rows: list[tuple[int, int, int, int]] = field(default_factory=list)  # of each set: seat, before, depth, first
    views: list[Any] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    depth: list[int] = field(default_factory=list)  # by place among all chances: of its set

    def add_level(self, points: list[Point]) -> None:
        if len(self.info) + len(points) > self.most:
            raise InputError(f"{self.game.name} has more than {self.most:,} points under these rules: too many to look at each")
        for work, memory in points:
            self.add(self.play_through(work), memory)

    def play_through(self, work: Array) -> Array:
        """Points with one action are nobody's choice."""
        while not work[0].over and len(legal := actions(work[0])) == 1:
            work = after(self.game, self.lowered, work, legal[0])
        return work

    def add(self, work: Array, memory: tuple[int, ...]) -> None:
        state = work[0]
        if state.over:
            self.info.append(END)
            self.child.append(len(self.ends))
            self.ends.append([float(value) / self.goal.scale for value in state.tally[self.goal.column][: self.seats]])
            return
        self.info.append(self.set_of(state, memory[int(state.seat)]))
        self.child.append(0)
        self.waiting.append((len(self.info) - 1, (work, memory)))

    def set_of(self, state: Any, before: int) -> int:
        """The information set of a state, new or known."""
        seat, view = int(state.seat), new(self.game.engine.VIEW)
        self.game.engine.observe(state, self.lowered, seat, view)
        key = seat, before, view.tobytes()
        if key not in self.known:
            self.known[key] = len(self.rows)
            depth = 0 if before == NOBODY else self.depth[before] + 1
            self.rows.append((seat, before, depth, len(self.actions)))
            self.views.append(view)
            legal = actions(state)
            self.actions += legal
            self.depth += [depth] * len(legal)
        return self.known[key]

    def take_waiting(self) -> list[Point]:
        """The children of all nodes of the last level, side by side."""
        taken, self.waiting = self.waiting, []
        following: list[Point] = []
        for node, (work, memory) in taken:
            self.child[node] = len(self.info) + len(following)
            seat, first = int(work[0].seat), self.rows[self.info[node]][3]
            for k, action in enumerate(actions(work[0])):
                then = (*memory[:seat], first + k, *memory[seat + 1 :])
                following.append((after(self.game, self.lowered, work, action), then))
        return following

    def tree(self, rules: Rules, chance: Array) -> Tree:
        seat, before, depth, first = (np.array(column, np.int64) for column in zip(*self.rows, strict=True))
        views = np.zeros(len(self.views), self.game.engine.VIEW)
        for place, view in enumerate(self.views):
            views[place] = view
        sets = Sets(seat, np.append(first, len(self.actions)), before, depth, views, np.array(self.actions, np.int64))
        info, child = np.array(self.info, np.int64), np.array(self.child, np.int64)
        return Tree(self.game, rules, self.goal, chance, info, child, np.array(self.ends), sets)
