"""What is counted in a game of showdown. Written here, read by nobody in the engine."""

import numpy as np

from simlab.bits import cold, popcount
from simlab.contract.columns import SIXTIETHS
from simlab.games.showdown.rules import NOBODY, SEATS, TRICKS, End, FullHouse
from simlab.games.showdown.sets import suit_squares, top_cards
from simlab.jit import kernel
from simlab.ranking.hands import RANK_BITS, SUIT_BITS, Category, category

ACES = np.int64(0xF000000000000)
SHAPE_OF_SQUARES = np.zeros(26, np.int64)  # squares of the suit lengths, added up, to the shape's place in SHAPES
for _shape, _squares in enumerate((7, 9, 11, 13, 17, 25)):
    SHAPE_OF_SQUARES[_squares] = _shape


@kernel
def position(state, rules, seat):
    """Steps from the first seat of the round (SH-4.3)."""
    steps = seat - state.open.first
    return steps if steps >= 0 else steps + rules.players


@kernel
def note_thrown(state, count):
    if state.open.draw == 1:
        state.tally.thrown1[count] += 1
    else:
        state.tally.thrown2[count] += 1


@kernel
def note_hand(state, held):
    """A hand of a scoring phase."""
    if state.open.draw == 1:
        state.tally.hand_cat1[held] += 1
    else:
        state.tally.hand_cat2[held] += 1


@kernel
def note_phase(state, rules, best, second):
    """One scoring phase: the best scoring hand, and how close the second came."""
    held = category(state.score[best]) if best != NOBODY else 0
    if state.open.draw == 1:
        state.tally.best_cat1[held] += 1
    else:
        state.tally.best_cat2[held] += 1
    if second != NOBODY and category(state.score[second]) == held:
        note_clash(state, rules, best, second)


@kernel
def note_clash(state, rules, best, second):
    """The two best scoring hands have the same category."""
    cold()
    state.tally.same_category += 1
    if state.score[best] >> SUIT_BITS == state.score[second] >> SUIT_BITS:
        state.tally.suit_decided += 1
    if category(state.score[best]) != Category.FULL_HOUSE:
        return
    state.tally.full_clash += 1
    if rules.full_house_compare == FullHouse.HIGHEST_RANK and higher_trips(state, rules, best):
        state.tally.full_flip += 1


@kernel
def higher_trips(state, rules, best):
    """Does another full house have a higher three?"""
    for seat in range(rules.players):
        if category(state.score[seat]) == Category.FULL_HOUSE and trips(state.score[seat]) > trips(state.score[best]):
            return True
    return False


@kernel
def trips(score):
    """The rank of a full house's three: it stands last where the highest rank is compared first."""
    return (score >> SUIT_BITS) & ((1 << RANK_BITS) - 1)


@kernel
def note_award(state, rules, seat):
    if state.open.draw == 1:
        state.tally.score1[position(state, rules, seat)] += 1
    else:
        state.tally.score2[position(state, rules, seat)] += 1


@kernel
def note_points(state, seat, points):
    """Points of a scoring phase, by source."""
    if state.open.draw == 1:
        state.tally.pts_phase1[seat] += points
    else:
        state.tally.pts_phase2[seat] += points


@kernel
def note_showdown(state, rules):
    """The tricks begin."""
    in_play = np.int64(0)
    for seat in range(rules.players):
        in_play |= state.hand[seat]
    state.tops = top_cards(in_play)
    for seat in range(rules.players):
        held = state.hand[seat]
        state.brought[seat] = held
        place, top = position(state, rules, seat), popcount(held & state.tops)
        state.tally.seats_by_cat[category(state.score[seat])] += 1
        state.tally.seats_by_top[top] += 1
        state.tally.seats_by_top_pos[top * SEATS + place] += 1
        state.tally.seats_by_shape[SHAPE_OF_SQUARES[suit_squares(held)]] += 1
        state.tally.seats_by_aces[popcount(held & ACES)] += 1
        state.tally.seats_with_top[place] += 1 if top > 0 else 0
    note_scorers(state, rules)


@kernel
def note_scorers(state, rules):
    first = state.open.scorer[0]
    if first != NOBODY:
        state.tally.scorer1_rounds += 1
    for phase in range(1, rules.draws):
        later = state.open.scorer[phase]
        if later != NOBODY:
            state.tally.scorer2_rounds += 1
            if later == first:
                state.tally.scorer1_scores2 += 1


@kernel
def note_last_trick(state, rules, winner):
    """Trick 5 was won by a hand that brought this to the tricks."""
    held = state.brought[winner]
    place, top = position(state, rules, winner), popcount(held & state.tops)
    state.tally.last[place] += 1
    state.tally.last_by_cat[category(state.score[winner])] += 1
    state.tally.last_by_top[top] += 1
    state.tally.last_by_top_pos[top * SEATS + place] += 1
    state.tally.last_by_shape[SHAPE_OF_SQUARES[suit_squares(held)]] += 1
    state.tally.last_by_aces[popcount(held & ACES)] += 1
    if top > 0:
        state.tally.last_with_top[place] += 1
    if state.open.taker[TRICKS - 2] == winner:
        state.tally.last_after_trick4 += 1
    if state.open.scorer[0] == winner:
        state.tally.scorer1_wins_last += 1
    for phase in range(1, rules.draws):
        if state.open.scorer[phase] == winner:
            state.tally.scorer2_wins_last += 1


@kernel
def note_leader(state, rules):
    """At a round's end: a sole leader in points other than the last one; ties at the top are passed over."""
    best, leader = -1, NOBODY
    for seat in range(rules.players):
        points = state.open.points[seat]
        leader = seat if points > best else NOBODY if points == best else leader
        best = max(best, points)
    if leader == NOBODY:
        return
    if state.open.leading != NOBODY and state.open.leading != leader:
        state.tally.lead_changes += 1
    state.open.leading = leader


@kernel
def note_result(state, rules, winner, reason):
    """The game is over."""
    tally, table = state.tally, state.open
    tally.winner = winner
    tally.end_reason = reason
    tally.capped = 1 if reason == End.CAP else 0
    tally.rounds = state.round
    for seat in range(SEATS):
        seated = seat < rules.players
        tally.points[seat] = table.points[seat]
        tally.circle_round[seat] = table.circle_round[seat] if seated else -1
        if seated and table.circle_round[seat] != -1:
            tally.circles_at_end += 1
    tally.first_circle_seat = table.first_circle_seat
    tally.first_circle_round = table.first_circle_round
    tally.first_circle_wins = -1
    tally.rounds_after_first_circle = -1
    if table.first_circle_seat != NOBODY:
        tally.rounds_after_first_circle = state.round - table.first_circle_round
        tally.first_circle_wins = 1 if winner != NOBODY and table.circle_round[winner] == table.first_circle_round else 0
    if winner != NOBODY:
        tally.win[winner] = SIXTIETHS
