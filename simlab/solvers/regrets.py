"""Equilibria of small games by counterfactual regret: play the whole tree again and again, and do more of what one regrets not having done.

Each round of it, a seat at a time, weighs every action by how much better it would have done than what was played, counted from where
the others and the cards lead; regrets below nothing are forgotten (CFR+, Tammelin 2014), and the strategy that comes out is the average
of all rounds, later ones counting more. With two players who want the opposite the average approaches an equilibrium. With more players
there is no such promise: how much a deviator gains is measured all the same.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.jit import allocating, kernel
from simlab.solvers.trees import Tree

Array = npt.NDArray[Any]


class Regrets:
    """Solving under way: what it takes to go on later is `regret`, `total` and `rounds`."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        size = len(tree.sets.actions)
        self.regret, self.total, self.now = np.zeros(size), np.zeros(size), tree.uniform()
        self.rounds = 0

    def go_on(self, rounds: int) -> None:
        """So many rounds more."""
        tree, sets = self.tree, self.tree.sets
        arrays = tree.chance, tree.info, tree.child, tree.ends, sets.seat, sets.first, sets.before
        improve(*arrays, self.regret, self.total, self.now, self.rounds, rounds)
        self.rounds += rounds

    def resume(self, regret: Array, total: Array, rounds: int) -> None:
        """As it was left."""
        self.regret[:], self.total[:], self.rounds = regret, total, rounds
        match(self.tree.sets.first, self.regret, self.now)

    def average(self) -> Array:
        """The strategy found: chances of all actions."""
        found = np.zeros(len(self.total))
        match(self.tree.sets.first, self.total, found)
        return found


@allocating
def improve(chance, info, child, ends, seats_of, first, before, regret, total, now, done, rounds):
    """Rounds of regret, seat after seat."""
    reach, value = np.zeros(len(info)), np.zeros(len(info))
    wish, own = np.zeros(len(now)), np.zeros(len(first) - 1)
    for t in range(done + 1, done + rounds + 1):
        for seat in range(ends.shape[1]):
            spread_reach(chance, info, child, seats_of, first, now, seat, reach)
            wish[:] = 0.0
            value_nodes(info, child, ends, seats_of, first, now, seat, reach, value, wish)
            for k in range(len(now)):
                regret[k] = max(0.0, regret[k] + wish[k])
            follow(seats_of, first, before, now, seat, own)
            average(seats_of, first, now, seat, own, total, float(t) * float(t))
            match(first, regret, now)


@kernel
def spread_reach(chance, info, child, seats_of, first, odds, seat, reach):
    """How likely each node is by the deal and by all seats but one."""
    for node in range(len(chance)):
        reach[node] = chance[node]
    for node in range(len(info)):
        here = info[node]
        if here < 0:
            continue
        begin = first[here]
        mine = seats_of[here] == seat
        for k in range(first[here + 1] - begin):
            reach[child[node] + k] = reach[node] * (1.0 if mine else odds[begin + k])


@kernel
def value_nodes(info, child, ends, seats_of, first, odds, seat, reach, value, wish):
    """What a seat ends with from each node on, and how much more each of its actions would bring."""
    for node in range(len(info) - 1, -1, -1):
        here = info[node]
        if here < 0:
            value[node] = ends[child[node], seat]
            continue
        begin, worth = first[here], 0.0
        for k in range(first[here + 1] - begin):
            worth += odds[begin + k] * value[child[node] + k]
        value[node] = worth
        if seats_of[here] == seat:
            for k in range(first[here + 1] - begin):
                wish[begin + k] += reach[node] * (value[child[node] + k] - worth)


@kernel
def follow(seats_of, first, before, odds, seat, own):
    """How likely a seat's own choices lead to each of its sets."""
    for here in range(len(own)):
        if seats_of[here] == seat:
            own[here] = 1.0 if before[here] < 0 else odds[before[here]] * own_before(first, before[here], here, own)


@kernel
def own_before(first, place, here, own):
    """Of the set that a place among all chances belongs to; sets lie in order, so it is one before `here`."""
    low, high = 0, here
    while high - low > 1:
        middle = (low + high) // 2
        if first[middle] <= place:
            low = middle
        else:
            high = middle
    return own[low]


@kernel
def average(seats_of, first, odds, seat, own, total, weight):
    for here in range(len(own)):
        if seats_of[here] == seat:
            for k in range(first[here], first[here + 1]):
                total[k] += weight * own[here] * odds[k]


@kernel
def match(first, weight, odds):
    """Chances in proportion to weights; all alike where there are none."""
    for here in range(len(first) - 1):
        begin, end = first[here], first[here + 1]
        whole = 0.0
        for k in range(begin, end):
            whole += weight[k]
        for k in range(begin, end):
            odds[k] = weight[k] / whole if whole > 0.0 else 1.0 / (end - begin)
