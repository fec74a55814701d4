"""Scoring phases, points, circles, and the end of the game."""

import numpy as np

from simlab.bits import cold, select
from simlab.contract.columns import SIXTIETHS
from simlab.contract.turns import finish
from simlab.games.showdown.rules import (
    LEAD,
    NOBODY,
    TRICKS,
    CircleWins,
    End,
    FlushPhases,
    FlushWho,
    Reveal,
    Scorers,
    StraightFlush,
    WinMode,
)
from simlab.games.showdown.sets import lanes
from simlab.games.showdown.tally import note_award, note_hand, note_last_trick, note_leader, note_phase, note_points, note_result
from simlab.jit import kernel
from simlab.masks import bit
from simlab.ranking.hands import CATEGORY_AT, SUIT_BITS, Category, category
from simlab.ranking.scalar import rank

WINS = 1 << 60  # above the score of every hand: a straight flush that wins does so whatever category_order says


@kernel
def entry(values, length, number):
    """The entry of draw or phase 1, 2, 3; a short list repeats its last one."""
    return values[min(number, length) - 1]


@kernel
def score_phase(state, rules):
    """Compare all hands, show them, pay the best (SH-7.2)."""
    table, phase = state.open, state.open.draw - 1
    rank_hands(state, rules)
    make_claims(state, rules)
    best = next_claim(state, rules, 0)
    table.scorer[phase] = best
    note_phase(state, rules, best, next_claim(state, rules, bit(best)) if best != NOBODY else NOBODY)
    if best != NOBODY and state.claim[best] >= WINS:
        note_scorer(state, rules, best, 0)
        end_game(state, rules, best, End.STRAIGHT_FLUSH_1 if phase == 0 else End.STRAIGHT_FLUSH_2)  # SH-7.7
        return
    pay_phase(state, rules, best)


@kernel
def rank_hands(state, rules):
    """Category and ranks first; suits only when two hands are alike in both, or both are full houses: rare (SH-8.1)."""
    alike, full_houses = False, 0
    for seat in range(rules.players):
        score = with_room_for_suits(rank(lanes(state.hand[seat]), rules.ranks))
        full_houses += category(score) == Category.FULL_HOUSE
        for other in range(seat):
            alike |= state.score[other] == score
        state.score[seat] = score
    if alike or full_houses > 1:
        rank_closely(state, rules)


@kernel
def rank_closely(state, rules):
    cold()
    for seat in range(rules.players):
        state.score[seat] = rank(lanes(state.hand[seat]), rules.order)


@kernel
def with_room_for_suits(score):
    """A score of the standard family as one of the suits family whose suits are not filled in."""
    body = score & ((1 << CATEGORY_AT) - 1)
    return (score ^ body) | (body << SUIT_BITS)


@kernel
def make_claims(state, rules):
    """What each hand counts for: 0 when its category is worth nothing (SH-7.3). All are shown, then picked up again (SH-7.4, SH-7.5)."""
    sudden, all_shown = sudden_end(state, rules), reveals(state, rules) == Reveal.ALL
    for seat in range(rules.players):
        held = category(state.score[seat])
        note_hand(state, held)
        if all_shown:
            state.open.revealed[state.open.draw - 1, seat] = state.hand[seat]
        state.claim[seat] = state.score[seat] if rules.category_points[held] > 0 else 0
        if sudden and held == Category.STRAIGHT_FLUSH and may_win_by_flush(state, rules, seat):
            state.claim[seat] = state.score[seat] | WINS


@kernel
def sudden_end(state, rules):
    """Does a straight flush win in this phase (SH-7.8)?"""
    if rules.straight_flush != StraightFlush.WIN:
        return False
    where = rules.straight_flush_phases
    return where == FlushPhases.BOTH or (where == FlushPhases.PHASE1) == (state.open.draw == 1)


@kernel
def may_win_by_flush(state, rules, seat):
    return rules.straight_flush_who == FlushWho.ANYONE or state.open.circle_round[seat] == -1


@kernel
def next_claim(state, rules, passed):
    """The seat with the best claim, those in the set `passed` left out; nobody when there is none (SH-8.1)."""
    best, owner = np.int64(0), np.int64(NOBODY)
    for seat in range(rules.players):
        claim = select((passed >> seat) & 1 == 0, state.claim[seat], np.int64(0))
        higher = claim > best  # no branch: which hand is best cannot be predicted
        best, owner = select(higher, claim, best), select(higher, np.int64(seat), owner)
    return owner


@kernel
def pay_phase(state, rules, best):
    """Awards, the best hand first; one of them may end the game."""
    most = 1 if rules.scorers == Scorers.BEST else 2 if rules.scorers == Scorers.BEST_TWO else rules.players
    paid = 0
    for place in range(most):
        seat = next_claim(state, rules, paid) if place > 0 else best
        if seat == NOBODY:
            return
        paid |= bit(seat)
        note_scorer(state, rules, seat, place)
        pay_scorer(state, rules, seat)
        if state.over:
            return


@kernel
def note_scorer(state, rules, seat, place):
    """Everybody hears who scores with what."""
    phase = state.open.draw - 1
    state.open.awards[phase, place] = seat
    state.open.category[phase, seat] = category(state.score[seat])
    if reveals(state, rules) == Reveal.BEST:
        state.open.revealed[phase, seat] = state.hand[seat]
    note_award(state, rules, seat)


@kernel
def reveals(state, rules):
    return rules.reveal_phase1 if state.open.draw == 1 else rules.reveal_phase2


@kernel
def pay_scorer(state, rules, seat):
    held = category(state.score[seat])
    points = rules.category_points[held] * entry(rules.phase_weight, rules.phase_weight_n, state.open.draw)
    wins = rules.circle_wins_by == CircleWins.PHASE_OR_TRICK and circle_wins(state, rules, seat)  # tested before the award
    note_points(state, seat, points)
    award(state, rules, seat, points)
    if wins or reached_target(state, rules, seat):
        end_game(state, rules, seat, End.CIRCLE)


@kernel
def award(state, rules, seat, points):
    """Points are given, one award at a time (SH-10.10); at the target the seat has a circle for good (SH-10.1)."""
    table = state.open
    table.points[seat] += points
    if table.points[seat] < rules.target or table.circle_round[seat] != -1:
        return
    table.circle_round[seat] = state.round
    if table.first_circle_seat == NOBODY:
        table.first_circle_seat = seat
        table.first_circle_round = state.round


@kernel
def eligible(state, rules, seat):
    """A circle counts from the round after it was gained (SH-10.2), or as `circle_delay` says."""
    reached = state.open.circle_round[seat]
    return reached != -1 and reached + rules.circle_delay <= state.round


@kernel
def circle_wins(state, rules, seat):
    return rules.win_mode == WinMode.CIRCLE and eligible(state, rules, seat)


@kernel
def reached_target(state, rules, seat):
    return rules.win_mode == WinMode.FIRST_TO_TARGET and state.open.points[seat] >= rules.target


@kernel
def pay_trick(state, rules, winner):
    """A trick before the fifth."""
    points = rules.trick_points[state.open.trick - 1]
    state.tally.pts_trick[winner] += points
    award(state, rules, winner, points)
    if reached_target(state, rules, winner):
        end_game(state, rules, winner, End.CIRCLE)


@kernel
def pay_last_trick(state, rules, winner):
    """The showdown: an eligible winner of trick 5 wins the game (SH-10.3), anybody else gets the points (SH-10.5)."""
    wins = circle_wins(state, rules, winner) or everybody_may(state, rules)
    for seat in range(rules.players):
        if seat != winner and eligible(state, rules, seat):
            state.tally.eligible_failures[seat] += 1
    points = rules.trick_points[TRICKS - 1]
    state.tally.pts_trick[winner] += points
    award(state, rules, winner, points)  # added for the winner of the game too (SH-10.8)
    note_last_trick(state, rules, winner)
    note_leader(state, rules)
    ahead = far_ahead(state, rules)
    if wins or reached_target(state, rules, winner):
        end_game(state, rules, winner, End.CIRCLE)
    elif ahead != NOBODY:
        end_game(state, rules, ahead, End.CIRCLE)
    elif state.round >= rules.max_rounds:
        end_game(state, rules, NOBODY, End.CAP)  # SH-10.9


@kernel
def everybody_may(state, rules):
    """All seats have a circle, and that lifts the bar (SH-10.7)."""
    if rules.win_mode != WinMode.CIRCLE or not rules.all_circle_overrides_bar:
        return False
    for seat in range(rules.players):
        if state.open.circle_round[seat] == -1:
            return False
    return True


@kernel
def far_ahead(state, rules):
    """Under `lead_by_5`: the seat at or above the target and far enough ahead of all others."""
    if rules.win_mode != WinMode.LEAD_BY_5:
        return NOBODY
    best, second, leader = -1, -1, NOBODY
    for seat in range(rules.players):
        points = state.open.points[seat]
        if points > best:
            best, second, leader = points, best, seat
        elif points > second:
            second = points
    return leader if best >= rules.target and best - second >= LEAD else NOBODY


@kernel
def end_game(state, rules, winner, reason):
    cold()
    note_result(state, rules, winner, reason)
    if winner != NOBODY:
        state.payoff[winner] = SIXTIETHS
    finish(state)
