"""What would another kind of action have done? Real games, forked at every decision between kinds.

At each such decision of a game the table is copied once for every legal kind. The player must take an action of that kind in the
copy, its own choice where there are several, and the copy is played to its end by the same players. The cards lie where they really
lie, and the luck still to come is new but the same for every copy: differences between kinds are paired.
"""

import types
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numba
import numpy as np
import numpy.typing as npt
from numba import types as nt

import simlab.games.template.decisions as game  # a stand-in for readers and linters
from simlab.contract.game import Game
from simlab.contract.minds import forget
from simlab.contract.records import MIND
from simlab.jit import JIT, bind, clear, record
from simlab.masks import WIDTH, bit, can, count, first, nth
from simlab.play import kernels
from simlab.play.faults import NOTED, illegal_move, located
from simlab.play.kernels import IN_A_COPY, MOST_DECISIONS, blame, choose, playout  # `choose`, `playout`: for their bound forms
from simlab.play.probes.entries import as_bytes, entry_of, place_of
from simlab.play.probes.probe import Arrays, Setting
from simlab.play.seats import TABLE, seated
from simlab.rng import KEY, STREAM, Purpose, bits64, set_key, start

KINDS = WIDTH  # most kinds of a decision: no more than there are actions
COPY = 1  # of `work`: the copy that is played out
ROOM = 32  # decisions of a game there is room for at first

FORK = record(
    ("game", "i8"),
    ("legal", "i8"),  # kinds, as a mask
    ("turn", "i4"),  # number of the decision in its game, from 0
    ("seat", "i4"),  # to act
    ("chosen", "i4"),  # what the player really did
    ("score", "i4", (KINDS,)),  # what the seat ends with, by kind: sixtieths of the win, chips, whatever games are judged by
    ("stopped", "i1", (KINDS,)),  # 1: others stopped it, by kind
)

Array = npt.NDArray[Any]


def fork(players, table, minds, shadows, rules, kinds, seed, begin, games, place, width, work, raw, views, keys, luck, rows, fault):
    """Play games begin, begin + 1, ... and try every kind at each decision between kinds.

    Returns the games finished and their rows; stops early when there is no room for more, with -1 rows after an illegal move.
    """
    state, view, key = work[0], views[0], keys[0]
    filled = 0
    for g in range(games):
        clear(work[0])
        set_key(key, seed, begin + g)
        forget(minds, key, rules.players)
        fault[0] = begin + g
        game.reset(state, rules, key)
        first, turn, ply = filled, 0, 0
        while not state.over:
            ply += 1
            action = choose(players, table, minds, rules, 0, state, view)
            if not can(state.legal, action) or ply >= MOST_DECISIONS:
                blame(fault, begin + g, state.seat, action, state.legal, ply)
                return g, -1
            game.observe(state, rules, state.seat, view)
            if game.at(view, rules):
                if filled == len(rows):
                    return g, first
                row = rows[filled]
                row.game = begin + g
                row.turn = turn
                row.chosen = game.kind(view, rules, action)
                if not try_kinds(players, table, shadows, rules, kinds, place, width, work, raw, views, keys, luck[0], row):
                    blame(fault, begin + g, state.seat, IN_A_COPY, state.legal, ply)
                    return g, -1
                filled += 1
                turn += 1
            game.step(state, rules, action)
    return games, filled


def try_kinds(players, table, shadows, rules, kinds, place, width, work, raw, views, keys, luck, row):
    """Every legal kind from work[0] on, all with the same luck to come. False after an illegal move."""
    state, copy, key = work[0], work[COPY], keys[1]
    row.seat = state.seat
    start(luck, keys[0], Purpose.WORLD, row.turn, 0)
    key.k0, key.k1 = bits64(luck), bits64(luck)
    for kind in range(kinds):
        actions = actions_of(kind, views[0], rules)
        if actions == 0:
            continue
        row.legal |= bit(kind)
        work[COPY] = work[0]
        copy.key.k0 = key.k0
        copy.key.k1 = key.k1
        copy.legal = actions
        forget(shadows, key, rules.players)
        action = choose(players, table, shadows, rules, 0, copy, views[1])
        game.step(copy, rules, action if can(actions, action) else first(actions))
        if not playout(players, table, shadows, rules, 0, work[COPY:], views[1:], keys[1:]):
            return False
        row.score[kind] = entry_of(raw, COPY, place, width, row.seat)
        row.stopped[kind] = game.stopped(copy.tally, rules, state.round, row.seat)
    return True


def actions_of(kind, view, rules):
    """The legal actions of a kind."""
    found = np.int64(0)
    for n in range(count(view.legal)):
        if game.kind(view, rules, nth(view.legal, n)) == kind:
            found |= bit(nth(view.legal, n))
    return found


@cache
def bound(found: Game, decision: types.ModuleType) -> Any:
    """`fork` compiled for one decision of a game."""
    engine = found.engine
    chosen = bind(kernels.choose, engine, whole=True)
    played = bind(kernels.playout, engine, choose=chosen)
    tried = bind(try_kinds, decision, playout=played, choose=chosen, actions_of=bind(actions_of, decision))
    if not JIT:
        return bind(fork, decision, choose=chosen, try_kinds=tried)
    arrays = {name: nt.Array(numba.from_dtype(kind), 1, "C") for name, kind in (
        ("state", engine.STATE), ("view", engine.VIEW), ("key", KEY), ("mind", MIND), ("luck", STREAM), ("fork", FORK))}  # fmt: skip
    longs = nt.Array(nt.int64, 1, "C")
    line_up = (longs, TABLE, arrays["mind"], arrays["mind"])
    states = (arrays["state"], nt.Array(nt.uint8, 2, "C"))
    scratch = (*states, arrays["view"], arrays["key"], arrays["luck"], arrays["fork"], longs)
    signature = nt.UniTuple(nt.int64, 2)(*line_up, numba.from_dtype(engine.RULES), *(nt.int64,) * 6, *scratch)
    return bind(fork, decision, signature, choose=chosen, try_kinds=tried)


@dataclass(frozen=True)
class Forks:
    """A probe: every decision of one kind, with all that was tried there."""

    CHUNK: ClassVar[int] = 8

    at: str | None = None  # which decision; the game's usual one without it
    column: str = "win"  # the outcome, by seat, that games are judged by

    def kinds(self, found: Game) -> tuple[np.dtype[Any], ...]:
        return (FORK,)

    def prepare(self, setting: Setting) -> None:
        setting.need_compiled("forking games")
        bound(setting.game, setting.game.decision(self.at))

    def play(self, setting: Setting, begin: int, games: int, room: int = ROOM) -> Arrays:
        """The decisions of some games; played again with more room where there was too little."""
        engine, line_up, seed = setting.game.engine, setting.line_up, setting.seed
        entries, table, minds = seated(line_up)
        work, views, keys = np.zeros(2, engine.STATE), np.zeros(2, engine.VIEW), np.zeros(2, KEY)
        rows, fault = np.zeros(games * room, FORK), np.zeros(NOTED, np.int64)
        decision = setting.game.decision(self.at)
        run, kinds = bound(setting.game, decision), len(decision.DECISION.kinds)
        place = place_of(setting.game, self.column)
        with located(setting.game, line_up, setting.lowered, seed, 0, fault) as own:
            done, filled = run(entries, table, minds, minds.copy(), own, kinds, seed, begin, games, *place, work,
                               as_bytes(work), views, keys, np.zeros(1, STREAM), rows, fault)  # fmt: skip
        if filled < 0:
            raise illegal_move(setting.game, line_up, setting.lowered, seed, 0, fault)
        return (rows[:filled],) if done == games else self.play(setting, begin, games, 4 * room)
