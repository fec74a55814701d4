"""Which imagined world to believe in: what the others did in this round tells of their cards.

Before a decision many worlds are imagined and weighed by how well they explain the choices written down: for each choice, the
player that the seat is taken for is asked again, from what it would have seen in that world. One who would have chosen otherwise counts
`doubt`, one who agrees the rest. The worlds that are played are then drawn in proportion to their weights, each with luck of its own.
Only the dice of a weighed world are kept: it is imagined again when it is drawn. Where a few worlds would have all the weight, all
weights are brought closer together.

The same question, asked of every player the searcher knows, tells whom it plays against: a seat's weights are the logarithms of how
likely each is to have done what the seat did, worlds averaged, choice after choice of the whole game.
"""

import math

from simlab.contract.columns import SEATS
from simlab.jit import call_at, kernel
from simlab.players.search.chain import CHAIN, go_on, open_chain
from simlab.players.search.desk import POOL, SEEN, WORLD, Set
from simlab.players.search.models import ask_model, seat_all, seat_as
from simlab.rng import bits64, uniform

FEWEST = 24.0  # worlds that share the weight of a pool, as if each had the same
LOOKS = 8  # worlds in which a choice is looked at to tell who made it


@kernel
def forget_others(desk):
    """A new game: nothing is known of the others, and nobody sits anywhere."""
    for s in range(SEATS):
        desk.seated[s] = -1
        for m in range(desk.models):
            desk.weight[s, m] = desk.prior[m]


# ---- worlds


@kernel
def first_world(view, rules, me, table, desk, arrays, pool, book, notes):
    """Before the first world. Returns how many are in the pool: 0 where there is nothing to go by, CHAIN where each comes of the last."""
    size = min(int(me.params[Set.BELIEFS] * me.params[Set.WORLDS]), POOL)
    if desk.recast == 0 or book.count == 0 or size < 2:
        return 0
    if desk.exchange != 0:
        open_chain(view, rules, me, table, desk, arrays, book, notes)
        return CHAIN
    return weigh_worlds(view, rules, me, table, desk, arrays, pool, book, notes, size)


@kernel
def weigh_worlds(view, rules, me, table, desk, arrays, pool, book, notes, size):
    """Fill the pool. Returns how many worlds are in it."""
    states, views, minds, players = arrays[0], arrays[1], arrays[2], arrays[4]
    for k in range(size):
        pool[k].seated = seat_all(desk, players, minds, rules.players, view.seat, me)
        pool[k].dice.s0 = me.search.s0
        pool[k].dice.s1 = me.search.s1
        call_at(desk.imagine, (view, rules, me, states[WORLD]))
        pool[k].weight = plausible(rules, me, table, desk, states, views, minds, book, notes)
    while narrow(pool, size):
        for k in range(size):
            pool[k].weight = math.sqrt(pool[k].weight)
    return size


@kernel
def narrow(pool, size):
    """Add up the weights. Do a few worlds have nearly all of it? Then what they have in common would be taken for certain."""
    total, squares = 0.0, 0.0
    for k in range(size):
        total += pool[k].weight
        squares += pool[k].weight * pool[k].weight
        pool[k].upto = total
    return total * total < min(FEWEST, size / 2.0) * squares


@kernel
def next_world(view, rules, me, table, desk, arrays, pool, size, book, notes):
    """The next world into states[WORLD], and everybody to his seat."""
    states, minds, players = arrays[0], arrays[2], arrays[4]
    if size == CHAIN:
        go_on(view, rules, me, table, desk, arrays, book, notes)
        return
    if size == 0:
        seat_all(desk, players, minds, rules.players, view.seat, me)
        call_at(desk.imagine, (view, rules, me, states[WORLD]))
        return
    drawn = pool[place_of(pool, size, uniform(me.search) * pool[size - 1].upto)]
    luck0, luck1 = bits64(me.search), bits64(me.search)
    after0, after1 = me.search.s0, me.search.s1
    me.search.s0 = drawn.dice.s0
    me.search.s1 = drawn.dice.s1
    seat_as(desk, players, minds, rules.players, drawn.seated, me)
    call_at(desk.imagine, (view, rules, me, states[WORLD]))
    me.search.s0 = after0
    me.search.s1 = after1
    states[WORLD].key.k0 = luck0
    states[WORLD].key.k1 = luck1


@kernel
def place_of(pool, size, goal):
    """The first world whose weight, with all before it, exceeds the goal."""
    low, high = 0, size - 1
    while low < high:
        middle = (low + high) // 2
        if pool[middle].upto > goal:
            high = middle
        else:
            low = middle + 1
    return low


@kernel
def plausible(rules, me, table, desk, states, views, minds, book, notes):
    """How well states[WORLD] explains what was done."""
    weight, doubt = 1.0, me.params[Set.DOUBT]
    for k in range(book.count):
        note = notes[k]
        views[SEEN] = note.sight
        action = call_at(desk.recast, (views[SEEN], rules, note, states[WORLD]))
        if action >= 0:
            agrees = ask_model(desk, minds, desk.seated[note.seat], views[SEEN], rules, me, table) == action
            weight *= 1.0 - doubt if agrees else doubt
    return weight


# ---- players


@kernel
def learn(view, rules, me, table, desk, states, views, minds, book, notes):
    """From the choices not yet read: whom each seat may be."""
    if desk.models > 1 and desk.recast != 0:
        for k in range(book.read, book.count):
            weigh_player(view, rules, me, table, desk, states, views, minds, notes[k])
    book.read = book.count


@kernel
def weigh_player(view, rules, me, table, desk, states, views, minds, note):
    """One choice: how often each player would have made it."""
    for m in range(desk.models):
        desk.agreed[m] = 0.0
    for _ in range(LOOKS):
        call_at(desk.imagine, (view, rules, me, states[WORLD]))
        for m in range(desk.models):
            views[SEEN] = note.sight
            action = call_at(desk.recast, (views[SEEN], rules, note, states[WORLD]))
            if action < 0:
                return
            if ask_model(desk, minds, m, views[SEEN], rules, me, table) == action:
                desk.agreed[m] += 1.0 / LOOKS
    doubt = me.params[Set.DOUBT]
    for m in range(desk.models):
        desk.weight[note.seat, m] += math.log(doubt + (1.0 - 2.0 * doubt) * desk.agreed[m])
