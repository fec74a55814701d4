"""Which imagined world to believe in: what the others did in this round tells of their cards.

Of several candidates one is kept, each in proportion to how well it explains the choices written down: for each, the player that the
seat is taken for is asked again, from what it would have seen in that world. One who would have chosen otherwise counts `doubt`, one who
agrees the rest. The same question, asked of every player the searcher knows, tells whom it plays against: a seat's weights are
the logarithms of how likely each is to have done what the seat did, worlds averaged, choice after choice of the whole game.
"""

import math

from simlab.contract.columns import SEATS
from simlab.jit import call_at, kernel
from simlab.players.search.desk import CANDIDATE, SEEN, WORLD, Set
from simlab.players.search.models import ask_model
from simlab.rng import uniform

LOOKS = 8  # worlds in which a choice is looked at to tell who made it


@kernel
def forget_others(desk):
    """A new game: nothing is known of the others."""
    for s in range(SEATS):
        for m in range(desk.models):
            desk.weight[s, m] = desk.prior[m]


@kernel
def pick_world(view, rules, me, table, desk, states, views, minds, book, notes):
    """Imagine the next world into states[WORLD]."""
    candidates = int(me.params[Set.BELIEFS])
    if desk.recast == 0 or book.count == 0 or candidates < 2:
        call_at(desk.imagine, (view, rules, me, states[WORLD]))
        return
    total = 0.0
    for _ in range(candidates):
        call_at(desk.imagine, (view, rules, me, states[CANDIDATE]))
        weight = plausible(rules, me, table, desk, states, views, minds, book, notes)
        total += weight
        if uniform(me.search) * total < weight:
            states[WORLD] = states[CANDIDATE]


@kernel
def plausible(rules, me, table, desk, states, views, minds, book, notes):
    """How well the candidate explains what was done."""
    weight, doubt = 1.0, me.params[Set.DOUBT]
    for k in range(book.count):
        note = notes[k]
        action = call_at(desk.recast, (note.sight, rules, note, states[CANDIDATE], views[SEEN]))
        if action >= 0:
            agrees = ask_model(desk, minds, desk.seated[note.seat], views[SEEN], rules, me, table) == action
            weight *= 1.0 - doubt if agrees else doubt
    return weight


@kernel
def learn(view, rules, me, table, desk, states, views, minds, book, notes):
    """From the choices not yet read: whom each seat may be."""
    if desk.models > 1 and desk.recast != 0:
        for k in range(book.read, book.count):
            weigh(view, rules, me, table, desk, states, views, minds, notes[k])
    book.read = book.count


@kernel
def weigh(view, rules, me, table, desk, states, views, minds, note):
    """One choice: how often each player would have made it."""
    for m in range(desk.models):
        desk.agreed[m] = 0.0
    for _ in range(LOOKS):
        call_at(desk.imagine, (view, rules, me, states[CANDIDATE]))
        action = call_at(desk.recast, (note.sight, rules, note, states[CANDIDATE], views[SEEN]))
        if action < 0:
            return
        for m in range(desk.models):
            if ask_model(desk, minds, m, views[SEEN], rules, me, table) == action:
                desk.agreed[m] += 1.0 / LOOKS
    doubt = me.params[Set.DOUBT]
    for m in range(desk.models):
        desk.weight[note.seat, m] += math.log(doubt + (1.0 - 2.0 * doubt) * desk.agreed[m])
