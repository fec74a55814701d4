"""Oh Hell: what a seat may know, and random worlds that it cannot tell from the real one."""

from simlab.contract.turns import seat_on
from simlab.jit import copy_alike, kernel
from simlab.masks import bit, count
from simlab.mechanics.hidden import deal_hidden, some_of, with_need
from simlab.rng import bits64
from simlab_oh_hell.rules import Phase


@kernel
def observe(state, rules, seat, view):
    """All that lies on the table, own cards, those given and got; nothing else is visible."""
    copy_alike(view, state)
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    view.hand = state.hands[seat]
    view.gave = state.sent[seat]
    view.got = 0 if state.table.phase == Phase.PASS else state.sent[seat_on(seat, rules.players - 1, rules.players)]


@kernel
def imagine(view, rules, me, state):
    """The cards not seen, to whoever may hold them: every deal that fits what was shown is as likely."""
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    copy_alike(state, view)
    state.hands[view.seat] = view.hand
    state.sent[view.seat] = view.gave
    if view.table.phase == Phase.PASS:
        deal_before_passing(view, rules, me, state)
    else:
        deal_after_passing(view, rules, me, state)


@kernel
def unseen(view, rules):
    """Cards that may be anywhere."""
    cards = rules.deck & ~(view.hand | view.gave)
    if view.table.turned >= 0:
        cards &= ~bit(view.table.turned)
    for seat in range(rules.players):
        cards &= ~view.table.played[seat]
    return cards


@kernel
def deal_before_passing(view, rules, me, state):
    """Nothing is shown yet; who was asked earlier has put some cards aside."""
    needs = 0
    for seat in range(rules.players):
        if seat != view.seat:
            needs = with_need(needs, seat, view.table.size)
    deal_hidden(unseen(view, rules), needs, 0, state.hands, rules.players, me.search)
    seat = seat_on(view.table.dealer, 1, rules.players)
    while seat != view.seat:
        state.sent[seat] = some_of(state.hands[seat], rules.passing, me.search)
        state.hands[seat] &= ~state.sent[seat]
        seat = seat_on(seat, 1, rules.players)


@kernel
def deal_after_passing(view, rules, me, state):
    """The left neighbour holds what it was given and has not played; the others' gifts are some of what their neighbours held."""
    table, left, needs = view.table, seat_on(view.seat, 1, rules.players), 0
    state.hands[left] = view.gave & ~table.played[left]
    for seat in range(rules.players):
        if seat != view.seat:
            needs = with_need(needs, seat, table.size - count(table.played[seat]) - count(state.hands[seat]))
    deal_hidden(unseen(view, rules), needs, table.voids, state.hands, rules.players, me.search)
    if view.gave == 0:
        return
    for seat in range(rules.players):
        after = seat_on(seat, 1, rules.players)
        if after == view.seat:
            state.sent[seat] = view.got
        elif seat != view.seat:
            state.sent[seat] = some_of(state.hands[after] | table.played[after], rules.passing, me.search)
