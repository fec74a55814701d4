"""Jester: how it is played, from round to round and phase to phase."""

from simlab.contract.columns import SEATS
from simlab.contract.turns import begin, finish
from simlab.games.jester.blackjack import begin_blackjack, play_act, play_pair
from simlab.games.jester.books import award, close_round, crown, leaders, sole_leader, top_points
from simlab.games.jester.centre import around, begin_centre, play_card
from simlab.games.jester.dealing import deal
from simlab.games.jester.poker import begin_poker, play_bid
from simlab.games.jester.rules import (
    COMMON,
    DECK_CARDS,
    FIRST_DEAL,
    FRONT,
    OUTCOME,
    RULES,
    STATE,
    TURNS,
    VIEW,
    Dealer,
    End,
    EndCheck,
    Phase,
    Point,
    Redeal,
    WinTie,
)
from simlab.games.jester.view import imagine, observe
from simlab.jit import kernel
from simlab.masks import bit, can, single
from simlab.rng import Purpose, below, start

__all__ = ["OUTCOME", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]


@kernel
def reset(state, rules, key):
    begin(state, key)
    for seat in range(rules.players):
        state.table.points[seat] = rules.start_points  # JE-1.4
        state.lowest[seat] = rules.start_points
    state.table.dealer = rules.first_dealer
    if rules.first_dealer == Dealer.RANDOM:
        start(state.dice, state.key, Purpose.AUX, 0, 0)
        state.table.dealer = below(state.dice, rules.players)
    state.table.jester = -1
    state.led = -1
    for k in range(COMMON):
        state.table.last_common[k] = -1
    begin_round(state, rules)


@kernel
def begin_round(state, rules):
    if state.table.jester >= 0:
        state.table.dealer = state.table.jester  # JE-2.6
    state.round += 1
    state.tally.rounds += 1
    state.leads = sole_leader(state, rules) if state.round > 1 else -1
    state.table.jester = -1
    state.spilled = 0
    clear_table(state)
    if rules.first != Phase.TRASH:
        crown(state, around(rules, state.table.dealer, 1))
    begin_phase(state, rules, rules.first)


@kernel
def clear_table(state):
    """Nothing of the last round lies on the table (JE-2.7)."""
    state.table.decks = 0
    state.table.highest = 0
    state.table.raises = 0
    state.table.turns = 0
    state.table.checks = 0
    for seat in range(SEATS):
        state.table.trash[seat] = -1
        state.table.low[seat] = -1
        state.table.high[seat] = -1
        state.table.fronts[seat] = 0
        state.table.choice[seat] = -1
        state.table.again[seat] = -1
        state.table.cap[seat] = 0
        state.table.bid[seat] = 0
        state.table.folded[seat] = 0
        state.forced[seat] = 0
        state.table.facing[seat] = 0
        state.table.raises_by[seat] = 0
        state.folded_hand[seat] = 0
        for k in range(FRONT):
            state.table.front[seat, k] = -1
    for k in range(DECK_CARDS):
        state.table.deck[k] = -1
    for k in range(COMMON):
        state.table.common[k] = -1
    for k in range(TURNS):
        state.table.acts[k] = 0


@kernel
def begin_phase(state, rules, phase):
    state.phase = phase
    if phase == rules.first:
        deal(state, rules, FIRST_DEAL)
    elif rules.redeal == Redeal.PHASE:  # JE-2.3
        deal(state, rules, phase)
    if phase <= Phase.HIGH:
        begin_centre(state, rules, phase)  # these points have the numbers of their phases
    elif phase == Phase.BLACKJACK:
        begin_blackjack(state, rules)
    else:
        begin_poker(state, rules)


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    if state.table.point <= Point.HIGH:
        if play_card(state, rules, action):
            end_phase(state, rules)
    elif state.table.point == Point.BJ_PICK:
        play_pair(state, rules, action)
    elif state.table.point == Point.BJ_ACT:
        if play_act(state, rules, action):
            end_phase(state, rules)
    elif play_bid(state, rules, action):
        end_phase(state, rules)


@kernel
def end_phase(state, rules):
    """The phase is scored: discard what lies on the table, test for the end, go on (JE-2.2, JE-8.1)."""
    state.table.discards |= state.table.laid
    state.table.laid = 0
    phase, after = state.phase, rules.then[state.phase]
    is_last = after < 0
    if rules.end_check == EndCheck.PHASE and phase != Phase.TRASH and is_won(state, rules):
        win(state, rules, phase, is_last)
    elif not is_last:
        begin_phase(state, rules, after)
    elif rules.end_check == EndCheck.ROUND and is_won(state, rules):
        win(state, rules, End.ROUND, True)
    elif state.round == rules.max_rounds:  # ties share, whatever win_tie says (JE-8.5)
        close(state, rules, leaders(state, rules), End.CAP, True)
    else:
        close_round(state, rules, True)
        begin_round(state, rules)


@kernel
def is_won(state, rules):
    """Has somebody reached the target (JE-8.1, JE-8.2), alone on top where that is asked for (JE-8.4)?"""
    if top_points(state, rules) < rules.target:
        return False
    return rules.win_tie != WinTie.PLAY_ON or single(leaders(state, rules))


@kernel
def win(state, rules, end, is_complete):
    """Most points win (JE-8.3); the phases Low to Poker have the numbers of the ends."""
    winners = leaders(state, rules)
    if rules.win_tie == WinTie.ORDER:
        seat = around(rules, state.table.jester, 1)
        while not can(winners, seat):
            seat = around(rules, seat, 1)
        winners = bit(seat)
    close(state, rules, winners, end, is_complete)


@kernel
def close(state, rules, winners, end, is_complete):
    close_round(state, rules, is_complete)
    award(state, rules, winners, end, 1 if end == End.CAP else 0)
    finish(state)
