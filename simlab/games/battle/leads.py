"""Who leads: when the battle begins, at its end, and what a stop decides.

Only the end is a rule (BA-2, BA-9). The lead before it is counted for the outcome columns, and nothing else reads it.
"""

import numpy as np

from simlab.bits import cold
from simlab.contract.columns import SEATS
from simlab.contract.turns import finish
from simlab.games.battle.attacks import is_kill, is_swap, target
from simlab.games.battle.cards import LANES, NOTHING, bit
from simlab.games.battle.rules import Kind
from simlab.games.battle.scoring import alone, at_sight, by_sight, strength, tried, with_loan
from simlab.games.battle.tally import note_start, write_result
from simlab.jit import kernel
from simlab.ranking.hands import RANK_BITS, Category, category
from simlab.ranking.scalar import RANKS, ZERO


@kernel
def lead_at_start(state, rules):
    """For the columns: where everybody stands when the battle begins."""
    for seat in range(rules.players):
        state.own_score[seat] = strength(state.held[seat], rules)  # five cards as a rule: ranked sooner than read off
    note_start(state, rules, standings(state, rules, False))


@kernel
def end_game(state, rules):
    """The best hands share the win (BA-2.8, BA-9.1)."""
    for seat in range(rules.players):
        state.own_score[seat] = alone(state.held[seat], rules)
    write_result(state, rules, standings(state, rules, True))
    finish(state)


# ---- what a stop decides: for the columns on decisive stops


@kernel
def lead_now(state, rules):
    return standings(state, rules, False)


@kernel
def lead_unless_stopped(state, rules):
    """Who would lead if the action went through: the two rows are changed, judged and put back."""
    me, other = state.actor, state.target_seat
    held, shown, held_there, shown_there = state.held[me], state.shown[me], state.held[other], state.shown[other]
    pretend(state, me, other)
    leaders = standings(state, rules, False)
    state.held[me] = held
    state.shown[me] = shown
    state.held[other] = held_there
    state.shown[other] = shown_there
    return leaders


@kernel
def pretend(state, me, other):
    """The sets of cards that actor and target seat would hold and show; what lies where does not matter here."""
    a, t = bit(state.used), bit(target(state))
    if state.kind == Kind.FLIP:
        state.shown[other] |= t
        return
    gain = NOTHING if is_kill(state.kind) else t
    loss = a if is_swap(state.kind) else NOTHING
    state.held[me] = (state.held[me] & ~a) | gain
    state.shown[me] = (state.shown[me] & ~a) | gain
    state.held[other] = (state.held[other] & ~t) | loss
    state.shown[other] = (state.shown[other] & ~t) | loss


# ---- hands compared


@kernel
def standings(state, rules, lent):
    """Strength of each seat's hand into `score`; with `lent` also its loan. Returns the leaders, as bits."""
    cold()  # it is large and has four callers
    if rules.borrow_max == 1 and rules.borrow_shared == 1 and rules.order.direct == 1 and rules.order.dead == 0 and rules.order.swaps == 0:
        score_at_sight(state, rules, lent)
    else:
        score_in_turn(state, rules, lent)
    best, leaders = ZERO, ZERO
    for seat in range(SEATS):  # an empty seat has 0, the least
        best = max(best, state.score[seat])
    for seat in range(SEATS):
        leaders |= np.int64(state.score[seat] == best) << seat
    return leaders & ((np.int64(1) << rules.players) - 1)


@kernel
def face_up(state):
    cards = NOTHING
    for seat in range(SEATS):
        cards |= state.shown[seat]
    return cards


@kernel
def score_at_sight(state, rules, lent):
    """By the rules most games are played with: every hand can be read off, and all borrow from the same cards."""
    shown = face_up(state)
    for seat in range(rules.players):
        own = state.held[seat]
        state.score[seat] = with_loan(own, shown & ~own, rules.order)
    if lent:
        for seat in range(rules.players):
            own = state.held[seat]
            state.loan[seat] = lowest_loan(own, shown & ~own, state.own_score[seat], state.score[seat], rules)


@kernel
def score_in_turn(state, rules, lent):
    """By all other rules."""
    shown = face_up(state)
    for seat in range(rules.players):
        own, pool = state.held[seat], shown & ~state.held[seat]
        if by_sight(own, rules):
            state.score[seat] = at_sight(own, pool, rules)
            state.loan[seat] = NOTHING
            if lent or rules.borrow_shared == 0:
                state.loan[seat] = lowest_loan(own, pool, alone(own, rules), state.score[seat], rules)
        else:
            state.score[seat], state.loan[seat] = tried(own, pool, rules)
        if rules.borrow_shared == 0:
            shown &= ~state.loan[seat]  # each card is lent once


@kernel
def lowest_loan(own, pool, reached, best, rules):
    """The lowest single card that gets there; none where none is needed."""
    loan = NOTHING
    pool &= wanted(best, rules)
    while reached != best:
        loan = pool & -pool
        pool &= pool - 1
        reached = at_sight(own | loan, NOTHING, rules)
    return loan


@kernel
def wanted(found, rules):
    """Cards among which the loan of a hand is: those of its ranks, where they can be read off."""
    kind = category(found)
    straight = kind == Category.STRAIGHT or kind >= Category.STRAIGHT_FLUSH
    if straight or rules.order.dead == 1 or rules.order.swaps > 0:
        return np.int64(-1)
    return ((found | (found >> RANK_BITS)) & RANKS) * LANES
