"""Cards that must differ in rank and suit (badugi), in up to four suits: one step for each rank held, without trying choices.

Go through the ranks from the best on and take each for which a suit can still be found, the suits of those before dealt out anew where
that helps. No other choice is larger or better: ranks to which different suits can be dealt are a matroid (a transversal one), in which
taking the best that fits is right. What can still be dealt is a state, of which four suits have few, so that a step is one look.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from simlab.bits import ctz, popcount
from simlab.jit import kernel
from simlab.ranking.generic.exact import unlike_value
from simlab.ranking.generic.law import Law

MOST_SUITS = 4
SETS = 1 << MOST_SUITS  # of suits
K0, K1, K2, LANE, LAST = (np.uint64(k) for k in (0, 1, 2, SETS - 1, 15))


class Steps(NamedTuple):
    """What a hand is read by."""

    bits: npt.NDArray[np.uint64]  # by card id: four bits a rank, the best rank lowest; one bit a suit
    steps: npt.NDArray[np.uint64]  # by state times SETS + suits of the next rank: the next state times SETS, twice, and 1 if it is taken
    scores: npt.NDArray[np.int64]  # by set of ranks taken, the best rank lowest


@kernel
def rank_unlike(hands, by, out):
    for i in range(len(hands)):
        word = K0
        for k in range(hands.shape[1]):
            word |= by.bits[np.uint64(hands[i, k])]
        state, taken = K0, K0
        for _ in range(hands.shape[1]):  # no shorter for hands with pairs: where they end is a guess that goes wrong
            rank = (ctz(word) >> K2) & LAST
            suits = (word >> (rank << K2)) & LANE
            word ^= suits << (rank << K2)
            step = by.steps[state | suits]
            taken |= (step & K1) << rank
            state = step >> K1
        out[i] = by.scores[taken]


def steps_of(law: Law, rank_of: npt.NDArray[np.int64], suit_of: npt.NDArray[np.int64]) -> Steps:
    rules = law.record
    best_first = rank_of if rules.low else rules.ranks - 1 - rank_of
    bits = np.uint64(1) << (MOST_SUITS * best_first + suit_of).astype(np.uint64)
    scores = np.zeros(1 << rules.ranks, np.int64)
    score_taken(law.record, scores)
    return Steps(bits, all_steps(int(rules.hand)), scores)


@kernel
def score_taken(law, scores):
    for taken in range(len(scores)):
        mask = np.int64(0)
        for rank in range(law.ranks):
            if (taken >> rank) & 1 == 1:
                mask |= np.int64(1) << (rank if law.low == 1 else law.ranks - 1 - rank)
        count = popcount(mask)
        if count <= law.hand:
            scores[taken] = unlike_value(mask, count, law)


def all_steps(most: int) -> npt.NDArray[np.uint64]:
    """A state is the sets of suits that the ranks taken so far may use up; from `most` ranks on no other is taken."""
    states: dict[frozenset[int], int] = {frozenset([0]): 0}
    rows: list[list[int]] = []
    waiting = list(states)
    while waiting:
        state = waiting.pop(0)
        rows.append([])
        for suits in range(SETS):
            larger = dealt(state, suits)
            taken = bool(larger) and min(state).bit_count() < most
            after = larger if taken else state
            if after not in states:
                states[after] = len(states)
                waiting.append(after)
            rows[-1].append(states[after] * SETS << 1 | taken)
    return np.array(rows, np.uint64).reshape(-1)


def dealt(state: frozenset[int], suits: int) -> frozenset[int]:
    """The sets of suits used up when one of these goes to the next rank."""
    free = [1 << suit for suit in range(MOST_SUITS) if suits >> suit & 1]
    return frozenset(used | one for used in state for one in free if not used & one)
