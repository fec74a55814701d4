"""The players whom the searcher knows: who sits where in a playout, and what one of them would do with a view."""

import math

import numpy as np

from simlab.contract.records import PARAMS
from simlab.jit import ask_policy, kernel
from simlab.players.search.desk import ASKERS
from simlab.rng import below, uniform

BASE = 0  # the first of them: he plays on for the searcher
BITS, FOUR = 4, 15  # of a number of one of them


@kernel
def set_up(mind, desk, model, me):
    """A mind of this player."""
    for k in range(PARAMS):
        mind.params[k] = desk.params[model, k]
        mind.memory[k] = 0.0
    mind.uniform = desk.uniform[model]
    mind.table = me.table + desk.table[model]
    mind.notes = -1


@kernel
def seat_player(desk, players, minds, seat, model, me):
    """Let this player play on at that seat."""
    players[seat] = desk.entry[model]
    set_up(minds[seat], desk, model, me)
    minds[seat].place = seat


@kernel
def seat_all(desk, players, minds, seats, seat, me):
    """Base for the searcher; for each other seat one of those he may be, as likely as what he did makes it. Returns who sits where."""
    line_up = np.int64(0)
    for s in range(seats):
        if s != seat and desk.models > 1:
            line_up |= draw_model(desk, s, uniform(me.search)) << BITS * s
    seat_as(desk, players, minds, seats, line_up, me)
    return line_up


@kernel
def seat_as(desk, players, minds, seats, line_up, me):
    """Those of a line-up, four bits each, to their seats; who sits there already stays."""
    for s in range(seats):
        seat_model(desk, players, minds, s, line_up >> BITS * s & FOUR, me)


@kernel
def seat_model(desk, players, minds, seat, model, me):
    """Let one player play on at a seat, unless he sits there already."""
    if desk.seated[seat] != model or players[seat] != desk.entry[model]:
        seat_player(desk, players, minds, seat, model, me)
        desk.seated[seat] = model


@kernel
def set_odds(desk, seats):
    """How likely each seat is to be each player, beside the likeliest."""
    for s in range(seats):
        top = -1e18
        for m in range(desk.models):
            top = max(top, desk.weight[s, m])
        for m in range(desk.models):
            desk.odds[s, m] = math.exp(desk.weight[s, m] - top)


@kernel
def draw_model(desk, seat, u):
    """Who a seat may be: in proportion to the odds."""
    total = 0.0
    for m in range(desk.models):
        total += desk.odds[seat, m]
    left = u * total
    for m in range(desk.models):
        left -= desk.odds[seat, m]
        if left < 0.0:
            return np.int64(m)
    return np.int64(desk.models - 1)


@kernel
def wake_askers(desk, minds, me):
    """A mind for each player known, to ask."""
    for m in range(desk.models):
        set_up(minds[ASKERS + m], desk, m, me)


@kernel
def ask_model(desk, minds, model, view, rules, me, table):
    """What this player would do with this view; his dice are the searcher's."""
    mind = minds[ASKERS + model]
    for k in range(PARAMS):
        mind.memory[k] = 0.0
    mind.place = view.seat
    mind.dice.s0 = me.search.s0
    mind.dice.s1 = me.search.s1
    below(me.search, 2)
    return ask_policy(desk.entry[model], view, rules, mind, table)
