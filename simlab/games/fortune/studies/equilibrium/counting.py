"""What hands become: counted from random deals in which everybody checks, so that all hands come to the end.

Cards do not ask what was bet. So a round is known by how often two classes of hands meet before the draw, what each becomes by the draw
and by the Arcana, and who wins then. Pairs of kinds of Arcana (before the draw, after it) are told apart; the first to speak is place 0.
"""

from functools import cache
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import types as nt

import simlab.games.fortune.engine as game
from simlab.contract.minds import forget, wake
from simlab.contract.records import MIND
from simlab.games.fortune.abstraction import DONE, LASTING, arcana_kind, hand_class
from simlab.games.fortune.hands import in_force
from simlab.games.fortune.policies import hopes_to_draw
from simlab.games.fortune.rules import PAGES, Arcana, Bet, Phase, Point
from simlab.jit import JIT, ask_policy, bind, clear, kernel
from simlab.masks import first, single
from simlab.play.seats import TABLE, Player, seated
from simlab.rng import KEY, set_key

KINDS = 2 + len(LASTING)  # of Arcana that leave something to bet on
DEATH, SUN = KINDS, KINDS + 1  # after the draw: no second betting
PAIRS = [(0, late) for late in range(KINDS + 2)] + [(kind, kind) for kind in range(1, KINDS)]
PAIR_OF = np.full((KINDS, KINDS + 2), -1, np.int64)
for _place, _pair in enumerate(PAIRS):
    PAIR_OF[_pair] = _place
BEFORE = 64  # classes before the draw: hand, Page, four to a straight or flush
AFTER = 32  # after it: hand, Page
DRAWS = 4  # cards drawn: none, one, two, more
WIDE = DRAWS * AFTER
MET, WON, LOST, PAGE, OTHERS_PAGE, WON_PAGE, LOST_PAGE = range(7)  # what is counted where two hands meet at the end

Array = npt.NDArray[Any]


def count_deals(players, table, minds, rules, seed, begin, deals, work, views, keys, seen, meet, own, other, ends):
    """Deals begin, begin + 1, ... Adds to: who met whom before the draw, what became of either, who met whom then and how it ended."""
    key, state, view = keys[0], work[0], views[0]
    for deal in range(begin, begin + deals):
        set_key(key, seed, deal)
        forget(minds, key, rules.players)
        clear(state)
        game.reset(state, rules, key)
        wake(minds, rules.players, state.round)
        dealer = np.int64(state.table.dealer)
        seen[:] = -1
        while not state.over:
            if single(state.legal):
                game.step(state, rules, first(state.legal))
                continue
            game.observe(state, rules, state.seat, view)
            if state.table.point == Point.BET:
                note_class(view, rules, np.int64(state.seat == dealer), seen)
                game.step(state, rules, np.int64(Bet.CALL))
            else:
                game.step(state, rules, ask_policy(players[state.seat], view, rules, minds[state.seat], table))
        if seen[0] >= 0:
            if seen[3] < 0:
                end_early(state, rules, dealer, view, seen)
            add_deal(state, dealer, seen, meet, own, other, ends)
    return deals


@kernel
def note_class(view, rules, place, seen):
    """Of who is asked to bet: kind of Arcana and classes before the draw in 0 to 2, after it in 3 to 5."""
    arcana = in_force(view.table)
    found = 2 * hand_class(view, rules, arcana) + np.int64(view.hand & PAGES != 0)
    if view.table.phase == Phase.BET1:
        seen[0] = arcana_kind(view.table, arcana)
        seen[1 + place] = 2 * found + np.int64(hopes_to_draw(view, rules, arcana))
    else:
        seen[3] = arcana_kind(view.table, arcana)
        seen[4 + place] = found


def end_early(state, rules, dealer, view, seen):
    """Death or the Sun came after the draw: nobody was asked again."""
    arcana = in_force(state.table)
    seen[3] = DEATH if arcana == Arcana.DEATH else SUN
    for place in range(2):
        game.observe(state, rules, dealer if place == 1 else 1 - dealer, view)
        seen[4 + place] = 2 * hand_class(view, rules, arcana) + np.int64(view.hand & PAGES != 0)


@kernel
def add_deal(state, dealer, seen, meet, own, other, ends):
    pair = PAIR_OF[seen[0], seen[3]]
    before, behind = shown(seen[1], seen[0], np.int64(2)), shown(seen[2], seen[0], np.int64(2))
    mine, theirs = at_end(state, 1 - dealer, seen[3], seen[4]), at_end(state, dealer, seen[3], seen[5])
    meet[seen[0], before, behind] += 1
    own[pair, before, mine] += 1
    other[pair, behind, theirs] += 1
    page, its = np.int64(state.hand[1 - dealer] & PAGES != 0), np.int64(state.hand[dealer] & PAGES != 0)
    won, lost = np.int64(state.score[1 - dealer] > state.score[dealer]), np.int64(state.score[1 - dealer] < state.score[dealer])
    cell = ends[pair, mine, theirs]
    cell[MET] += 1
    cell[WON] += won
    cell[LOST] += lost
    cell[PAGE] += page
    cell[OTHERS_PAGE] += its
    cell[WON_PAGE] += won * page
    cell[LOST_PAGE] += lost * its


@kernel
def shown(found, kind, page):
    """A class as buckets have it: under Arcana that last they do not tell Pages."""
    return found if kind <= DONE else found & ~page


@kernel
def at_end(state, seat, kind, found):
    """Class and cards drawn, as buckets have them."""
    drawn = min(DRAWS - 1, np.int64(state.table.discarded[seat])) if kind <= DONE else np.int64(0)
    return AFTER * drawn + shown(found, kind, np.int64(1))


@cache
def bound_count() -> Any:
    early = bind(end_early, game, beside=(arcana_kind,))
    if not JIT:
        return bind(count_deals, game, None, beside=(arcana_kind,), end_early=early)
    state, view, key, mind = (nt.Array(numba.from_dtype(kind), 1, "C") for kind in (game.STATE, game.VIEW, KEY, MIND))
    longs = [nt.Array(nt.int64, size, "C") for size in (1, 1, 3, 3, 3, 4)]
    line_up = longs[0], TABLE, mind, numba.from_dtype(game.RULES)
    signature = nt.int64(*line_up, nt.int64, nt.int64, nt.int64, state, view, key, *longs[1:])
    return bind(count_deals, game, signature, beside=(arcana_kind,), end_early=early)


class Counts:
    """How often what was met, by kind of Arcana before the draw or by pair of kinds."""

    def __init__(self) -> None:
        self.meet = np.zeros((KINDS, BEFORE, BEFORE), np.int64)
        self.own, self.other = np.zeros((len(PAIRS), BEFORE, WIDE), np.int64), np.zeros((len(PAIRS), BEFORE, WIDE), np.int64)
        self.ends = np.zeros((len(PAIRS), WIDE, WIDE, 7), np.int64)

    def add(self, base: Player, rules: Any, seed: int, begin: int, deals: int) -> None:
        """Deals in which `base` makes all choices but the bets."""
        scratch = np.zeros(1, game.STATE), np.zeros(1, game.VIEW), np.zeros(1, KEY), np.zeros(6, np.int64)
        bound_count()(*seated([base, base]), rules.lower(), seed, begin, deals, *scratch, self.meet, self.own, self.other, self.ends)
