"""Equilibria of games that are too large to be looked at whole: regret again, on deals drawn by chance (external sampling, Lanctot 2009).

A deal is drawn, and one seat after the other learns from it: all its actions are tried, everybody else plays by the strategy so far. What
a seat sees is put into buckets by the game (`contract/abstraction.py`); choices without a bucket, and seats that are to be answered
and not to learn, are played by given players. Later deals count more: deal t as t in regrets, as the square of t in the
average strategy. Against players who do not learn, what is found is the best answer within the buckets.

In a part of the deals the others may play as the base player does: what comes out takes more from such players, for as little as possible
to the best answer (a restricted Nash response, Johanson 2007). The others, who look for that answer, then have a strategy of their own.
"""

from functools import cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types as nt

import simlab.games.template.engine as game  # a stand-in for readers and linters
from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.contract.minds import forget, wake
from simlab.contract.records import MIND
from simlab.errors import InputError, PolicyError, RunError
from simlab.jit import JIT, ask_policy, bind, clear, kernel
from simlab.masks import bit, can, count, first, full, nth, single
from simlab.play.seats import TABLE, Player, seated
from simlab.rng import KEY, R36, STREAM, Purpose, mix, set_key, start, uniform

MOST_ROWS = 1 << 19
ACTIONS, NUMBERED = 16, 20  # of a choice with a bucket: so many at most, their numbers below this
LONGEST_WAY = 1000  # steps to a row
DEEPEST = 64  # choices of one seat in a deal
OVER, FULL, ILLEGAL, WIDE = -1, -2, -3, -4  # instead of a row
SLOW = 1000.0  # deals over which the weight of a deal doubles at first
ANSWERS = 1 << 62  # in the keys of those who look for the best answer

Array = npt.NDArray[Any]


@kernel
def bucket_key(bucket, legal):
    """Of a bucket with these legal actions, all of them numbered below `NUMBERED`; never 0."""
    return (np.int64(bucket) + 1) << np.int64(NUMBERED) | np.int64(legal)


def bucket_keys(buckets: Array, legal: int) -> Array:
    """The same of many buckets at once."""
    keys: Array = (buckets + 1) << NUMBERED | legal
    return keys


@kernel
def find_row(slots, key):
    """The row of a key, taken where it is new; FULL where there is no room."""
    size = len(slots)
    at = np.int64(mix(np.uint64(key)) >> R36) & (size - 1)
    for _ in range(LONGEST_WAY):
        if slots[at] == key:
            return at
        if slots[at] == 0:
            slots[at] = key
            return at
        at = (at + 1) & (size - 1)
    return np.int64(FULL)


@kernel
def match(regret, actions, odds):
    """Chances in proportion to what is regretted; all alike where nothing is."""
    whole = 0.0
    for k in range(actions):
        whole += max(0.0, regret[k])
    for k in range(actions):
        odds[k] = max(0.0, regret[k]) / whole if whole > 0.0 else 1.0 / actions


@kernel
def pick(odds, actions, u):
    for k in range(actions - 1):
        u -= odds[k]
        if u < 0.0:
            return k
    return actions - 1


def classify(view: Any, rules: Any) -> int:
    """The game's buckets: a stand-in for readers and linters, as `game` is."""
    return -1


def considered(view: Any, rules: Any) -> int:
    """Legal actions that are thought about: a stand-in, too."""
    return 0


def learn(
    players, learners, base_deals, table, minds, rules, seed, begin, deals, work, views, keys, dice, slots, regret, total, row_at, kth,
    values, odds,
):  # fmt: skip
    """Deals begin, begin + 1, ... Returns how many were learned from, or what stopped it (negative)."""
    key = keys[0]
    for deal in range(begin, begin + deals):
        set_key(key, seed, deal)
        weight = 1.0 + deal / SLOW
        for seat in range(rules.players):
            if not can(learners, seat):
                continue
            for answers in range(2 if base_deals > 0.0 else 1):
                start(dice[0], key, Purpose.WORLD, seat, answers)
                astray = base_deals > 0.0 and answers == 0 and uniform(dice[0]) < base_deals
                thinking = bit(seat) if astray else learners
                answering = who_answers(seat, answers, base_deals)
                forget(minds, key, rules.players)
                clear(work[0])
                game.reset(work[0], rules, key)
                wake(minds, rules.players, work[0].round)
                done = try_all(
                    seat, players, thinking, answering, table, minds, rules, weight, work, views, dice, slots, regret, total, row_at, kth,
                    values, odds,
                )  # fmt: skip
                if done < OVER:
                    return done
    return deals


@kernel
def who_answers(seat, answers, base_deals):
    """Seats that look for the best answer, as a mask: the one that learns, or all but that one; nobody where all are of one kind."""
    if base_deals <= 0.0:
        return np.int64(0)
    return bit(seat) if answers == 1 else ~bit(seat)


def try_all(
    seat, players, learners, answering, table, minds, rules, weight, work, views, dice, slots, regret, total, row_at, kth, values, odds
):
    """All that one seat can do in a deal, from work[0] on: regrets are added up from the last choices to the first."""
    top = odds[DEEPEST]
    row = go_on(work[0], seat, players, learners, answering, table, minds, rules, weight, views[0], dice[0], slots, regret, total, top)
    if row < 0:
        return row
    d = 0
    row_at[0], kth[0] = row, 0
    match(regret[row], count(work[0].legal), odds[0])
    while True:
        actions = count(work[d].legal)
        if kth[d] == actions:
            worth = settle(regret[row_at[d]], values[d], odds[d], actions, weight)
            if d == 0:
                return np.int64(0)
            d -= 1
            values[d, kth[d]] = worth
            kth[d] += 1
            continue
        work[d + 1] = work[d]
        game.step(work[d + 1], rules, nth(work[d].legal, kth[d]))
        row = go_on(
            work[d + 1], seat, players, learners, answering, table, minds, rules, weight, views[0], dice[0], slots, regret, total, top
        )
        if row == OVER:
            values[d, kth[d]] = work[d + 1].payoff[seat]
            kth[d] += 1
            continue
        if row < 0 or d + 2 >= DEEPEST:
            return row if row < 0 else np.int64(FULL)
        d += 1
        row_at[d], kth[d] = row, 0
        match(regret[row], count(work[d].legal), odds[d])


@kernel
def settle(regret, values, odds, actions, weight):
    """What a choice was worth; its regrets grow by what each action would have brought more."""
    worth = 0.0
    for k in range(actions):
        worth += odds[k] * values[k]
    for k in range(actions):
        regret[k] += weight * (values[k] - worth)
    return worth


def go_on(state, seat, players, learners, answering, table, minds, rules, weight, view, dice, slots, regret, total, odds):
    """Play until the seat that learns has a choice with a bucket: its row, and in the state what is thought about; OVER at the end."""
    while not state.over:
        if single(state.legal):
            game.step(state, rules, first(state.legal))
            continue
        game.observe(state, rules, state.seat, view)
        bucket = np.int64(classify(view, rules)) if can(learners, state.seat) else np.int64(-1)
        if bucket < 0:
            action = ask_policy(players[state.seat], view, rules, minds[state.seat], table)
            if not can(state.legal, action):
                return np.int64(ILLEGAL)
            game.step(state, rules, action)
            continue
        state.legal = considered(view, rules)
        row, actions = find_row(slots, bucket_key(bucket, state.legal) | (ANSWERS if can(answering, state.seat) else 0)), count(state.legal)
        if row < 0 or actions > ACTIONS or state.legal >> np.int64(NUMBERED) != 0:
            return row if row < 0 else np.int64(WIDE)
        if state.seat == seat:
            return row
        match(regret[row], actions, odds)
        for k in range(actions):
            total[row, k] += weight * weight * odds[k]
        game.step(state, rules, nth(state.legal, pick(odds, actions, uniform(dice))))
    return np.int64(OVER)


@cache
def bound_learn(found: Game) -> Any:
    """`learn` for a game and its buckets."""
    assert found.abstraction is not None
    engine, bucket, choices = found.engine, found.abstraction.bucket, found.abstraction.choices
    beside = (bucket, choices)
    played = bind(go_on, engine, beside=beside, classify=bucket, considered=choices)
    tried = bind(try_all, engine, beside=beside, go_on=played)
    if not JIT:
        return bind(learn, engine, None, beside=beside, try_all=tried)
    state, view, key, mind, stream = (nt.Array(numba.from_dtype(kind), 1, "C") for kind in (engine.STATE, engine.VIEW, KEY, MIND, STREAM))
    longs, grid = nt.Array(nt.int64, 1, "C"), nt.Array(nt.float64, 2, "C")
    line_up = (longs, nt.int64, nt.float64, TABLE, mind, numba.from_dtype(engine.RULES), nt.int64, nt.int64, nt.int64)
    signature = nt.int64(*line_up, state, view, key, stream, longs, grid, grid, longs, longs, grid, grid)
    return bind(learn, engine, signature, beside=beside, try_all=tried)


class Sampled:
    """Solving under way: what it takes to go on later is `slots`, `regret`, `total` and `deals`."""

    steps, piece, yardstick = "deals", 20_000, "regret"  # what it learns from, how many between two answers to Ctrl-C, what falls

    def __init__(self, found: Game, rules: Rules, base: Player, seed: int, rivals: Player | None = None, learner: int = 0) -> None:
        """All seats learn; with `rivals` only one does, against them."""
        if found.abstraction is None:
            raise InputError(f"{found.name} says nothing about situations that may be taken together (GAME.abstraction)")
        self.game, self.rules, self.seed, self.deals = found, rules, seed, 0
        self.slots = np.zeros(MOST_ROWS, np.int64)
        self.regret, self.total = np.zeros((MOST_ROWS, ACTIONS)), np.zeros((MOST_ROWS, ACTIONS))
        others = rivals or base
        self.line_up = [base if rivals is None or seat == learner else others for seat in range(rules.players)]
        self.learners = full(rules.players) if rivals is None else bit(learner)
        self.base_deals = found.abstraction.base_deals if rivals is None else 0.0

    def go_on(self, deals: int) -> None:
        engine, lowered = self.game.engine, self.rules.lower()
        entries, table, minds = seated(self.line_up)
        work, views = np.zeros(DEEPEST + 1, engine.STATE), np.zeros(1, engine.VIEW)
        scratch = work, views, np.zeros(1, KEY), np.zeros(1, STREAM), self.slots, self.regret, self.total
        frames = np.zeros(DEEPEST, np.int64), np.zeros(DEEPEST, np.int64), np.zeros((DEEPEST, ACTIONS)), np.zeros((DEEPEST + 1, ACTIONS))
        line_up = entries, self.learners, self.base_deals, table, minds
        done = bound_learn(self.game)(*line_up, lowered, self.seed, self.deals, deals, *scratch, *frames)
        if done < 0:
            raise self.trouble(int(done))
        self.deals += deals

    def trouble(self, code: int) -> Exception:
        name = self.game.name
        if code == ILLEGAL:
            return PolicyError(f"{name}: a policy chose an illegal action while it was solved")
        if code == WIDE:
            return InputError(f"{name}: a choice with a bucket has more than {ACTIONS} actions, or numbers from {NUMBERED} on")
        return RunError(f"{name}: some {MOST_ROWS:,} buckets: too many to solve")

    def rows(self) -> Array:
        """Places of the buckets that were met, in the order of their keys: whatever was met first."""
        met = np.flatnonzero(self.slots)
        return met[np.argsort(self.slots[met])]

    def strategy_rows(self) -> Array:
        """The same without those of who looks for the best answer."""
        rows = self.rows()
        return rows[self.slots[rows] < ANSWERS]

    def begin_as(self, keys: Array, odds: Array, trust: float) -> None:
        """Play as somebody does where little is learned: his chances are regrets at first, `trust` in all."""
        self.resume(keys, trust * odds, np.zeros_like(odds), 0)

    def resume(self, keys: Array, regret: Array, total: Array, deals: int) -> None:
        """As it was left."""
        self.deals = deals
        for key, owned, summed in zip(keys, regret, total, strict=True):
            row = find_row(self.slots, key)
            self.regret[row, : len(owned)], self.total[row, : len(summed)] = owned, summed

    @property
    def weight(self) -> float:
        """Of all deals together."""
        return self.deals + self.deals * (self.deals - 1) / 2 / SLOW

    def answer(self) -> None:
        """Who answers it best has to be learned, too."""

    def left(self) -> float:
        """What the best single change of plan would have brought each seat, a deal: what can still be gained within the buckets is less."""
        return float(np.maximum(self.regret.max(axis=1), 0.0).sum() / max(self.weight, 1.0) / count(self.learners))
