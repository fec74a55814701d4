"""The players whom the searcher knows: who sits where in a playout, and what one of them would do with a view."""

import math

from simlab.contract.records import PARAMS
from simlab.jit import ask_policy, kernel
from simlab.players.search.desk import ASKER
from simlab.rng import below, uniform

BASE = 0  # the first of them: he plays on for the searcher


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
    """This player plays on at that seat."""
    players[seat] = desk.entry[model]
    set_up(minds[seat], desk, model, me)
    minds[seat].place = seat


@kernel
def seat_all(desk, players, minds, seats, seat, me):
    """Base for the searcher; for each other seat one of those he may be, as likely as what he did makes it."""
    for s in range(seats):
        model = BASE if s == seat or desk.models == 1 else draw_model(desk, s, uniform(me.search))
        seat_player(desk, players, minds, s, model, me)
        desk.seated[s] = model


@kernel
def draw_model(desk, seat, u):
    """Who a seat may be: in proportion to e^weight."""
    top, total = -1e18, 0.0
    for m in range(desk.models):
        top = max(top, desk.weight[seat, m])
    for m in range(desk.models):
        total += math.exp(desk.weight[seat, m] - top)
    left = u * total
    for m in range(desk.models):
        left -= math.exp(desk.weight[seat, m] - top)
        if left < 0.0:
            return m
    return desk.models - 1


@kernel
def ask_model(desk, minds, model, view, rules, me, table):
    """What this player would do with this view; his dice are the searcher's."""
    mind = minds[ASKER]
    set_up(mind, desk, model, me)
    mind.place = view.seat
    mind.dice.s0 = me.search.s0
    mind.dice.s1 = me.search.s1
    below(me.search, 2)
    return ask_policy(desk.entry[model], view, rules, mind, table)
