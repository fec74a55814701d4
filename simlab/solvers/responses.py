"""The best answer to known players, exactly: what each seat would win if it alone knew how all the others play, and played against it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.jit import allocating
from simlab.solvers.regrets import match, own_before, spread_reach, value_nodes
from simlab.solvers.trees import Tree

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Responses:
    """By seat: what everybody's play is worth, and what the best answer to it is worth."""

    value: tuple[float, ...]
    best: tuple[float, ...]

    @property
    def gains(self) -> tuple[float, ...]:
        """What each seat gains as the only one who changes; rounding does not make it less than nothing."""
        return tuple(max(0.0, best - value) for best, value in zip(self.best, self.value, strict=True))

    @property
    def mean_gain(self) -> float:
        """Exploitability as OpenSpiel counts it: the mean over the seats, which is half of the sum for two players."""
        return sum(self.gains) / len(self.gains)


def respond(tree: Tree, odds: Array) -> Responses:
    """Every seat's best answer, when the others play by these chances."""
    pairs = [answer(tree, odds, seat)[:2] for seat in range(tree.seats)]
    return Responses(tuple(value for value, _ in pairs), tuple(best for _, best in pairs))


def answer(tree: Tree, odds: Array, seat: int) -> tuple[float, float, Array]:
    """What a seat wins by these chances, what it wins by its best answer, and that answer: chances of all actions."""
    sets = tree.sets
    arrays = tree.chance, tree.info, tree.child, tree.ends, sets.seat, sets.first
    chosen = np.array(odds, np.float64)
    value = worth(*arrays, chosen, seat)
    last = int(sets.depth[sets.seat == seat].max(initial=0))
    best = choose_best(*arrays, sets.depth, chosen, seat, last)
    return value, best, chosen


@allocating
def worth(chance, info, child, ends, seats_of, first, odds, seat):
    """What a seat ends with on average."""
    reach, value, wish = np.zeros(len(info)), np.zeros(len(info)), np.zeros(len(odds))
    spread_reach(chance, info, child, seats_of, first, odds, seat, reach)
    value_nodes(info, child, ends, seats_of, first, odds, seat, reach, value, wish)
    whole = 0.0
    for node in range(len(chance)):
        whole += chance[node] * value[node]
    return whole


@allocating
def choose_best(chance, info, child, ends, seats_of, first, depth, odds, seat, last):
    """Make `odds` the best answer of a seat, its last choices first; returns what it is worth.

    A set is decided when all that its player may still do is: by the number of his choices, not by the distance from the deal.
    """
    reach, value, wish = np.zeros(len(info)), np.zeros(len(info)), np.zeros(len(odds))
    spread_reach(chance, info, child, seats_of, first, odds, seat, reach)
    for turn in range(last, -1, -1):
        wish[:] = 0.0
        value_nodes(info, child, ends, seats_of, first, odds, seat, reach, value, wish)
        for here in range(len(depth)):
            if seats_of[here] == seat and depth[here] == turn:
                take_best(first[here], first[here + 1], wish, odds)
    return worth(chance, info, child, ends, seats_of, first, odds, seat)


@allocating
def take_best(begin, end, wish, odds):
    best = begin
    for k in range(begin + 1, end):
        if wish[k] > wish[best]:
            best = k
    for k in range(begin, end):
        odds[k] = 1.0 if k == best else 0.0


def likelihoods(tree: Tree, odds: Array) -> Array:
    """How often each information set is met when everybody plays by these chances."""
    reach = np.zeros(len(tree.info))
    spread_reach(tree.chance, tree.info, tree.child, tree.sets.seat, tree.sets.first, odds, -1, reach)
    choices = tree.info >= 0
    return np.bincount(tree.info[choices], reach[choices], len(tree.sets))


__all__ = ["Responses", "answer", "likelihoods", "match", "own_before", "respond"]
