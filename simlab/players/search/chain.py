"""Worlds one after another: each is the last with some hidden cards exchanged.

A game that says how (`exchange`) needs no pool. One seat after the other is proposed other cards, and another player to be; the proposal is
taken as likely as it explains what the seat did beside what it takes the place of (Metropolis and Hastings). So the hands of several
seats are believed in each for itself, where a pool would have to find a world in which all of them fit.
"""

from simlab.jit import call_at, kernel
from simlab.players.search.desk import PROPOSED, SEEN, WORLD, Set
from simlab.players.search.models import ask_model, draw_model, seat_all, seat_model
from simlab.rng import bits64, uniform

CHAIN = -1  # instead of the size of a pool
FIRST = 8  # times as many proposals before the first world as between two


@kernel
def open_chain(view, rules, me, table, desk, arrays, book, notes):
    """Any world, and then one that explains what was done."""
    states, minds, players = arrays[0], arrays[2], arrays[4]
    seat_all(desk, players, minds, rules.players, view.seat, me)
    call_at(desk.imagine, (view, rules, me, states[WORLD]))
    for seat in range(rules.players):
        if seat != view.seat:
            desk.fit[seat] = explained(rules, me, table, desk, arrays, states[WORLD], seat, desk.seated[seat], book, notes)
    for _ in range(FIRST):
        wander(view, rules, me, table, desk, arrays, book, notes)


@kernel
def go_on(view, rules, me, table, desk, arrays, book, notes):
    """The next world, with luck of its own."""
    world = arrays[0][WORLD]
    wander(view, rules, me, table, desk, arrays, book, notes)
    call_at(desk.exchange, (view, rules, view.seat, me, world))
    world.key.k0 = bits64(me.search)
    world.key.k1 = bits64(me.search)


@kernel
def wander(view, rules, me, table, desk, arrays, book, notes):
    """So many proposals, the seats in turn."""
    left = int(me.params[Set.BELIEFS])
    while left > 0:
        for seat in range(rules.players):
            if seat != view.seat and left > 0:
                propose(view, rules, me, table, desk, arrays, seat, book, notes)
                left -= 1


@kernel
def propose(view, rules, me, table, desk, arrays, seat, book, notes):
    """Other cards for a seat, and another player."""
    states, minds, players = arrays[0], arrays[2], arrays[4]
    model = draw_model(desk, seat, uniform(me.search)) if desk.models > 1 else 0
    states[PROPOSED] = states[WORLD]
    call_at(desk.exchange, (view, rules, seat, me, states[PROPOSED]))
    fit = explained(rules, me, table, desk, arrays, states[PROPOSED], seat, model, book, notes)
    if uniform(me.search) * desk.fit[seat] < fit:
        states[WORLD] = states[PROPOSED]
        desk.fit[seat] = fit
        seat_model(desk, players, minds, seat, model, me)


@kernel
def explained(rules, me, table, desk, arrays, world, seat, model, book, notes):
    """How well a world explains what a seat did, were it this player."""
    views, minds = arrays[1], arrays[2]
    weight, doubt = 1.0, me.params[Set.DOUBT]
    for k in range(book.count):
        note = notes[k]
        if note.seat == seat:
            views[SEEN] = note.sight
            action = call_at(desk.recast, (views[SEEN], rules, note, world))
            if action >= 0:
                agrees = ask_model(desk, minds, model, views[SEEN], rules, me, table) == action
                weight *= 1.0 - doubt if agrees else doubt
    return weight
