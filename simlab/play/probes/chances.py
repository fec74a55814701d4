"""Who is winning, and what is this choice worth? Games looked at from the view of the seat to act.

At some decisions of a real game, worlds are imagined from what the seat to act may know (the game's `imagine`), and each is
played to its end by the same players: once as they please, once for each option of the choice at hand, with the same luck. What a
seat ends with is an outcome column: its share of the win in sixtieths, or chips, or whatever the game is judged by.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

import numba
import numpy as np
import numpy.typing as npt
from numba import types as nt

import simlab.games.template.engine as game  # a stand-in for readers and linters
from simlab.contract.columns import SEATS
from simlab.contract.game import Game
from simlab.contract.minds import forget, open_search
from simlab.contract.records import MIND
from simlab.jit import JIT, bind, clear, record
from simlab.masks import count, nth, single
from simlab.play import kernels
from simlab.play.faults import NOTED, illegal_move, located
from simlab.play.kernels import IN_A_COPY, MOST_DECISIONS, blame, choose, playout  # `choose`, `playout`: for their bound forms
from simlab.play.probes.entries import as_bytes, entry_of, place_of
from simlab.play.probes.probe import Arrays, Setting
from simlab.play.seats import TABLE, seated
from simlab.rng import KEY, below, set_key

OPTIONS = 8  # of a choice that are tried; of more, eight drawn at random
WORLDS = 256  # at most
WORLD, TRIAL = 1, 2  # of `work`: the imagined world, and the copy that is played out
PROBE = 15  # the place of the one who looks: no player's, so that nobody's luck is used up

LOOK = record(
    ("game", "i8"),
    ("decision", "i4"),  # number of this decision in the game, from 0
    ("decisions", "i4"),  # of the whole game
    ("seat", "i4"),  # to act
    ("legal", "i4"),  # how many options there are
    ("n", "i4"),  # how many were tried
    ("ends", "i8", (2, SEATS)),  # sums of what each seat ends with, worlds of even and of odd number, when all play as they please
    ("products", "i8", (SEATS, SEATS)),  # sums of products of what two seats end with
    ("option", "i1", (OPTIONS,)),  # actions tried
    ("score", "i4", (OPTIONS, WORLDS)),  # what the seat ends with, by option and world
)

Array = npt.NDArray[Any]


def survey(players, table, minds, shadows, rules, seed, begin, looks, worlds, place, width, work, raw, views, keys, probes, out, rows,
           seen, fault):  # fmt: skip
    """Play games begin, begin + 1, ... and look into each at `looks` decisions, evenly spread. Returns the rows filled."""
    state, view, key = work[0], views[0], keys[0]
    filled = 0
    for g in range(len(out)):
        total = 0
        for visit in range(2):  # once to count the decisions, once to look
            clear(work[0])
            set_key(key, seed, begin + g)
            forget(minds, key, rules.players)
            fault[0] = begin + g
            game.reset(state, rules, key)
            decision, done, ply = 0, 0, 0
            while not state.over:
                ply += 1
                if not single(state.legal):
                    if visit == 1 and done < looks and decision >= (2 * done + 1) * total // (2 * looks):
                        while done < looks and decision >= (2 * done + 1) * total // (2 * looks):
                            done += 1
                        game.observe(state, rules, state.seat, view)
                        row = rows[filled]
                        row.game = begin + g
                        row.decision = decision
                        row.decisions = total
                        if not probe(players, table, shadows, rules, worlds, place, width, work, raw, views, keys, probes, row, decision):
                            blame(fault, begin + g, state.seat, IN_A_COPY, state.legal, ply)
                            return -1
                        seen[filled] = views[0]
                        filled += 1
                    decision += 1
                action = choose(players, table, minds, rules, 0, state, view)
                if action < 0 or ply >= MOST_DECISIONS:
                    blame(fault, begin + g, state.seat, action, state.legal, ply)
                    return -1
                game.step(state, rules, action)
            total = decision
        out[g] = state.tally
    return filled


def probe(players, table, shadows, rules, worlds, place, width, work, raw, views, keys, probes, row, decision):
    """One look: imagine worlds from views[0], play each as the players please and by each option. False if one goes wrong."""
    view, me = views[0], probes[0]
    me.key.k0 = keys[0].k0
    me.key.k1 = keys[0].k1
    me.place = PROBE
    me.searches = decision
    open_search(me)
    row.seat = view.seat
    row.legal = count(view.legal)
    row.n = min(row.legal, OPTIONS)
    pick(row, view.legal, me.search)
    for w in range(worlds):
        clear(work[WORLD])
        game.imagine(view, rules, me, work[WORLD])
        work[TRIAL] = work[WORLD]
        if not playout(players, table, shadows, rules, 0, work[TRIAL:], views[1:], keys[1:]):
            return False
        for s in range(rules.players):
            mine = entry_of(raw, TRIAL, place, width, s)
            row.ends[w % 2, s] += mine
            for t in range(rules.players):
                row.products[s, t] += mine * entry_of(raw, TRIAL, place, width, t)
        for k in range(row.n):
            work[TRIAL] = work[WORLD]
            game.step(work[TRIAL], rules, row.option[k])
            if not playout(players, table, shadows, rules, 0, work[TRIAL:], views[1:], keys[1:]):
                return False
            row.score[k, w] = entry_of(raw, TRIAL, place, width, row.seat)
    return True


def pick(row, legal, stream):
    """The options to try: all, or as many drawn at random, each set as likely."""
    n = count(legal)
    taken = 0
    for i in range(n):
        if below(stream, n - i) < row.n - taken:
            row.option[taken] = nth(legal, i)
            taken += 1


@dataclass(frozen=True)
class Survey:
    """What was seen: outcomes of the games, the looks into them, and the view at each."""

    tallies: Array
    looks: Array
    views: Array
    worlds: int


@cache
def bound(found: Game) -> Any:
    """`survey` compiled for one game."""
    engine = found.engine
    chosen = bind(kernels.choose, engine, whole=True)
    played = bind(kernels.playout, engine, choose=chosen)
    picked = bind(pick, engine)
    probed = bind(probe, engine, playout=played, pick=picked)
    if not JIT:
        return bind(survey, engine, choose=chosen, probe=probed)
    arrays = {name: nt.Array(numba.from_dtype(kind), 1, "C") for name, kind in (
        ("state", engine.STATE), ("view", engine.VIEW), ("out", engine.OUTCOME), ("key", KEY), ("mind", MIND), ("look", LOOK))}  # fmt: skip
    longs = nt.Array(nt.int64, 1, "C")
    line_up = (longs, TABLE, arrays["mind"], arrays["mind"])
    scratch = (arrays["state"], nt.Array(nt.uint8, 2, "C"), arrays["view"], arrays["key"], arrays["mind"])
    counts = (nt.int64,) * 6
    products = (arrays["out"], arrays["look"], arrays["view"], longs)
    signature = nt.int64(*line_up, numba.from_dtype(engine.RULES), *counts, *scratch, *products)
    return bind(survey, engine, signature, choose=chosen, probe=probed)


@dataclass(frozen=True)
class Looks:
    """A probe: looks into every game, so many of them, with so many worlds imagined at each."""

    CHUNK: ClassVar[int] = 8

    looks: int
    worlds: int
    column: str = "win"  # the outcome, by seat, that games are judged by

    def kinds(self, found: Game) -> tuple[np.dtype[Any], ...]:
        """Outcomes of the games, looks into them, views at the looks."""
        return found.engine.OUTCOME, LOOK, found.engine.VIEW

    def prepare(self, setting: Setting) -> None:
        setting.need_compiled("looking into games")
        bound(setting.game)

    def play(self, setting: Setting, first: int, games: int) -> Arrays:
        engine, line_up, seed = setting.game.engine, setting.line_up, setting.seed
        entries, table, minds = seated(line_up)
        work, views, keys = np.zeros(3, engine.STATE), np.zeros(2, engine.VIEW), np.zeros(2, KEY)
        room = games * self.looks
        out, rows, seen = np.zeros(games, engine.OUTCOME), np.zeros(room, LOOK), np.zeros(room, engine.VIEW)
        fault = np.zeros(NOTED, np.int64)
        run = bound(setting.game)
        place = place_of(setting.game, self.column)
        with located(setting.game, line_up, setting.lowered, seed, 0, fault) as own:
            filled = run(entries, table, minds, minds.copy(), own, seed, first, self.looks, self.worlds, *place, work,
                         as_bytes(work), views, keys, np.zeros(1, MIND), out, rows, seen, fault)  # fmt: skip
        if filled < 0:
            raise illegal_move(setting.game, line_up, setting.lowered, seed, 0, fault)
        return out, rows[:filled], seen[:filled]
