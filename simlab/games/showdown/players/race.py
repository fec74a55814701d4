"""The race of showdown: what are my points worth? Everybody's chance to win the game at the start of a round.

A round gives points and a trick, and then the next one begins with the deal moved on by a seat. Every round ends the game or brings
somebody below the target nearer to it, so the chances follow backwards from the end, given the law of a round's awards. That law is
sampled from rounds of `basic` against itself. Two and three players have such a table, by points of each position; larger tables
(and rules in which a round does not simply add points) use a fitted curve: chances in proportion to exp(SLOPE * points / target),
times BONUS for those who may win by the next fifth trick.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.columns import SEATS
from simlab.contract.records import MIND
from simlab.games.showdown import engine
from simlab.games.showdown.engine import observe, reset, step
from simlab.games.showdown.players.fitted import BONUS, SLOPE
from simlab.games.showdown.policies import basic
from simlab.games.showdown.rules import CircleWins, Rotation, Rules, WinMode
from simlab.jit import allocating
from simlab.masks import first, single
from simlab.rng import KEY, set_key

SEED = 20_240_601  # of the sampled rounds
ROUNDS = {2: 150_000, 3: 150_000}
LONGEST = {2: 500, 3: 60}  # largest target with a table
BY_FLUSH = SEATS  # code of a round's end: position of the trick's winner, or this plus the position of a straight flush

Array = npt.NDArray[Any]


def has_race_table(rules: Rules) -> bool:
    """Two or three players, a race in which every round simply adds points, short enough to be tabulated."""
    return (
        rules.players in LONGEST
        and rules.target <= LONGEST[rules.players]
        and rules.win_mode == WinMode.CIRCLE
        and rules.circle_delay == 1
        and rules.circle_wins_by == CircleWins.LAST_TRICK
        and not rules.all_circle_overrides_bar
        and rules.dealer_rotation == Rotation.ROTATE
        and rules.trick_points[-1] > 0
        and not any(rules.trick_points[:-1])
    )


def race_table(rules: Rules) -> Array:
    """Chances by the points (at most the target) of each position and by position, flat; empty where there is no table."""
    if not has_race_table(rules):
        return np.zeros(0)
    chances, gains, codes = round_law(rules, ROUNDS[rules.players])
    states = (rules.target + 1) ** rules.players
    points = np.stack(np.unravel_index(np.arange(states), (rules.target + 1,) * rules.players), axis=1)
    order = np.argsort(-points.sum(axis=1), kind="stable")
    out = np.zeros((states, rules.players))
    fill_race(out, order, points, rules.target, chances, gains, codes)
    return out.ravel()


def round_law(rules: Rules, rounds: int, seed: int = SEED) -> tuple[Array, Array, Array]:
    """Different ends of a round under `basic`: chance, points gained by position, and who ended it how (see BY_FLUSH)."""
    out = np.zeros((rounds, rules.players + 1), np.int64)
    scratch = (np.zeros(2, engine.STATE), np.zeros(1, engine.VIEW), np.zeros(1, KEY), np.zeros(1, MIND))
    sample_rounds(rules.lower(), seed, *scratch, np.zeros(0, np.float32), out)
    ends, counts = np.unique(out, axis=0, return_counts=True)
    return counts / rounds, np.ascontiguousarray(ends[:, :-1]), np.ascontiguousarray(ends[:, -1])


@allocating
def sample_rounds(rules, seed, work, views, keys, minds, table, out):
    """First rounds of fresh games, everybody playing `basic`."""
    state, view, key, me = work[0], views[0], keys[0], minds[0]
    for i in range(len(out)):
        work[0] = work[1]
        set_key(key, seed, i)
        reset(state, rules, key)
        head = state.open.first
        while state.round == 1 and not state.over:
            if single(state.legal):
                step(state, rules, first(state.legal))
            else:
                observe(state, rules, state.seat, view)
                step(state, rules, basic(view, rules, me, table))
        for p in range(rules.players):
            seat = (head + p) % rules.players
            out[i, p] = state.open.points[seat]
            if state.tally.win[seat] > 0:
                out[i, rules.players] = BY_FLUSH + p
            elif state.tally.pts_trick[seat] > 0:
                out[i, rules.players] = p


@allocating
def fill_race(out, order, points, target, chances, gains, codes):
    """From the highest sums of points down: those after a round stand above those before it."""
    players = out.shape[1]
    for state in order:
        for k in range(len(chances)):
            code = codes[k]
            if code >= BY_FLUSH:
                out[state, code - BY_FLUSH] += chances[k]
            elif points[state, code] == target:  # an eligible winner of the fifth trick
                out[state, code] += chances[k]
            else:
                following = next_state(points[state], gains[k], target)
                for p in range(players):
                    out[state, p] += chances[k] * out[following, (p - 1) % players]


@allocating
def next_state(points, gains, target):
    """The place of the points after a round, seen from the next first seat: position 1 becomes position 0."""
    players = len(points)
    at = np.int64(0)
    for q in range(players):
        p = (q + 1) % players
        at = at * (target + 1) + min(points[p] + gains[p], target)
    return at


@allocating
def race_chances(rules, race, points, may_win, head, out):
    """out[seat]: everybody's chance to win when a round begins with these points; `head` is its first seat.

    `race` is the table, or empty; `may_win` says who could win by the next fifth trick (only the fitted curve asks).
    """
    players = rules.players
    if len(race) > 0:
        at = np.int64(0)
        for p in range(players):
            at = at * (rules.target + 1) + min(points[(head + p) % players], rules.target)
        for p in range(players):
            out[(head + p) % players] = race[at * players + p]
        return
    total = 0.0
    for seat in range(players):
        near = min(1.0, points[seat] / rules.target)
        out[seat] = np.exp(SLOPE[players] * near) * (BONUS[players] if may_win[seat] != 0 else 1.0)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
