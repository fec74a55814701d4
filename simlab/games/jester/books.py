"""Points and what is noted about them: every change of points goes through `book`."""

from simlab.contract.columns import SIXTIETHS
from simlab.contract.knobs import UNSET
from simlab.games.jester.rules import Phase
from simlab.jit import kernel
from simlab.masks import NONE, can, count


@kernel
def book(state, rules, seat, change):
    """Add points; a loss never takes a seat below the floor (JE-5.20). Returns the change as booked."""
    if change == 0:
        return 0
    before = state.table.points[seat]
    after = before + change
    if change < 0 and rules.points_floor != UNSET:
        after = max(after, min(before, rules.points_floor))
    state.table.points[seat] = after
    state.lowest[seat] = min(state.lowest[seat], after)
    note_points(state, rules, seat, after - before)
    return after - before


@kernel
def note_points(state, rules, seat, change):
    is_jester = seat == state.table.jester
    if is_jester:
        state.tally.jester_net += change
    else:
        state.tally.other_net += rules.other_share * change
    mine = change if is_jester else 0
    if state.phase == Phase.LOW:
        state.tally.pts_low[seat] += change
        state.tally.jester_pts_low += mine
    elif state.phase == Phase.HIGH:
        state.tally.pts_high[seat] += change
        state.tally.jester_pts_high += mine
    elif state.phase == Phase.BLACKJACK:
        state.tally.pts_bj[seat] += change
        state.tally.jester_pts_bj += mine
    else:
        state.tally.pts_poker[seat] += change
        state.tally.jester_pts_poker += mine


@kernel
def crown(state, jester):
    state.table.jester = jester
    state.tally.jester_rounds[jester] += 1
    if state.round == 1:
        state.first_jester = jester


@kernel
def top_points(state, rules):
    top = state.table.points[0]
    for seat in range(1, rules.players):
        top = max(top, state.table.points[seat])
    return top


@kernel
def leaders(state, rules):
    """The seats with the most points, as a mask."""
    top = top_points(state, rules)
    seats = NONE
    for seat in range(rules.players):
        if state.table.points[seat] == top:
            seats |= 1 << seat
    return seats


@kernel
def sole_leader(state, rules):
    """The seat that leads alone, -1 nobody."""
    top, leader = top_points(state, rules), -1
    for seat in range(rules.players):
        if state.table.points[seat] == top:
            if leader >= 0:
                return -1
            leader = seat
    return leader


@kernel
def close_round(state, rules, complete):
    """Note the end of a round, complete or cut short by the end of the game."""
    top = top_points(state, rules)
    for seat in range(rules.players):
        if state.table.points[seat] < 0:
            state.tally.neg_rounds += 1
        if state.round == 1:
            state.tally.points_r1[seat] = state.table.points[seat]
        if complete:
            state.deficit[seat] = max(state.deficit[seat], top - state.table.points[seat])
    leader = sole_leader(state, rules)
    if leader >= 0:
        if state.led >= 0 and leader != state.led:
            state.tally.lead_changes += 1
        state.led = leader


@kernel
def award(state, rules, winners, end, capped):
    """Share the win and write the columns of the game's end (JE-8.4)."""
    share = SIXTIETHS // count(winners)
    first = -1
    lowest = state.lowest[0]
    for seat in range(rules.players):
        state.tally.points[seat] = state.table.points[seat]
        lowest = min(lowest, state.lowest[seat])
        if can(winners, seat):
            state.tally.win[seat] = share
            state.payoff[seat] = share
            if first < 0:
                first = seat
    state.tally.ended_in = end
    state.tally.capped = capped
    state.tally.shared = 1 if share < SIXTIETHS else 0
    state.tally.min_points = lowest
    state.tally.winner_min_points = state.lowest[first]
    state.tally.winner_max_deficit = state.deficit[first]
    state.tally.first_jester_won = state.payoff[state.first_jester]
    state.tally.last_jester_won = state.payoff[state.table.jester]
