"""The outcome columns of battle (section 8): written here, never read."""

from simlab.bits import popcount
from simlab.contract.columns import SEATS, SIXTIETHS
from simlab.games.battle.columns import TURNS
from simlab.games.battle.eight_bytes import count_bits
from simlab.games.battle.packed import loan_card, packed
from simlab.games.battle.rules import Kind
from simlab.jit import kernel
from simlab.ranking.hands import category


@kernel
def open_tally(state):
    """Seats and turns that are not played stay -1."""
    tally = state.tally
    for i in range(TURNS):
        tally.kind[i] = -1
        tally.legal[i] = -1
        tally.target[i] = -1
        tally.outcome[i] = -1
        tally.stopper[i] = -1
        tally.decisive[i] = -1
        tally.nth_n[i] = -1
        tally.nth_known[i] = -1
    for seat in range(SEATS):
        tally.value[seat] = -1
        tally.cat[seat] = -1
        tally.own_value[seat] = -1
        tally.own_cat[seat] = -1
        tally.loan[seat] = -1
        tally.borrowed[seat] = -1
        tally.start_cat[seat] = -1
        tally.start_own_cat[seat] = -1
        tally.led_start[seat] = -1
        tally.went_allin[seat] = -1
        tally.allin_cat[seat] = -1
        tally.dealt_cat[seat] = -1
        tally.down_start[seat] = -1
        tally.down_end[seat] = -1
        tally.row_end[seat] = -1
        tally.stops[seat] = -1


@kernel
def note_start(state, rules, leaders):
    """Where everybody stands when the battle begins."""
    tally = state.tally
    state.notes.lead_start = leaders
    state.notes.min_pile = state.left
    for seat in range(rules.players):
        tally.start_cat[seat] = category(state.score[seat])
        tally.start_own_cat[seat] = category(state.own_score[seat])
        tally.led_start[seat] = (leaders >> seat) & 1
        tally.went_allin[seat] = (state.allin >> seat) & 1
        tally.down_start[seat] = hidden(state, seat)
        tally.stops[seat] = 0
    tally.lead_start_mask = leaders
    tally.allin_mask = state.allin


@kernel
def hidden(state, seat):
    return popcount(state.held[seat] & ~state.shown[seat])


@kernel
def cell(state, rules):
    """The entry of this battle turn in the columns of turns."""
    return SEATS * (state.round - rules.draw_rounds - 1) + state.actor


@kernel
def note_turn(state, rules, kinds):
    tally, at = state.tally, cell(state, rules)
    tally.legal[at] = kinds
    tally.target[at] = -1
    tally.outcome[at] = 0
    tally.stopper[at] = -1
    tally.decisive[at] = 0
    tally.nth_n[at] = 0
    tally.nth_known[at] = 0
    count_bits(tally.kind_legal, kinds)


@kernel
def note_kind(state):
    state.tally.kind_used[state.kind] += 1


@kernel
def note_nth(state, rules, n, known):
    tally, at = state.tally, cell(state, rules)
    tally.nth_n[at] = n
    tally.nth_known[at] = known
    tally.n_digs += 1
    tally.n_known_digs += known


@kernel
def note_target(state, rules):
    state.tally.target[cell(state, rules)] = state.target_seat
    if state.kind == Kind.FLIP:
        state.tally.n_flips += 1
    else:
        state.tally.n_attacks += 1


@kernel
def note_stop(state, rules, seat, decisive):
    tally, at = state.tally, cell(state, rules)
    tally.stopper[at] = seat
    tally.stops[seat] += 1
    tally.n_stops += 1
    tally.kind_stopped[state.kind] += 1
    if decisive:
        state.notes.decisive |= 1 << (state.turn - 1)
        tally.decisive[at] = 1
        tally.n_decisive_stops += 1
        tally.kind_decisive[state.kind] += 1


@kernel
def note_end(state, rules, end):
    tally, at = state.tally, cell(state, rules)
    tally.kind[at] = state.kind
    tally.outcome[at] = end
    tally.ends[end] += 1
    state.notes.min_pile = min(state.notes.min_pile, state.left)


@kernel
def write_result(state, rules, winners):
    """The end: hands, loans and shares of the win (BA-2.8, BA-9.1)."""
    tally = state.tally
    share = SIXTIETHS // popcount_of(winners)
    for seat in range(rules.players):
        own = state.own_score[seat]
        won = share if (winners >> seat) & 1 == 1 else 0
        state.payoff[seat] = won
        tally.win[seat] = won
        tally.value[seat] = packed(state.score[seat], rules)
        tally.cat[seat] = category(state.score[seat])
        tally.own_value[seat] = packed(own, rules)
        tally.own_cat[seat] = category(own)
        tally.loan[seat] = loan_card(state.loan[seat])
        tally.borrowed[seat] = 1 if state.loan[seat] != 0 else 0
        tally.down_end[seat] = hidden(state, seat)
        tally.row_end[seat] = state.size[seat]
    tally.n_winners = popcount_of(winners)
    tally.winner_mask = winners
    tally.lead_change = 1 if winners != state.notes.lead_start else 0
    tally.min_pile = state.notes.min_pile
    tally.end_pile = state.left
    tally.n_kingmaker_stops = kingmaker_stops(state, rules, winners)


@kernel
def popcount_of(seats):
    count = 0
    for seat in range(SEATS):
        count += (seats >> seat) & 1
    return count


@kernel
def kingmaker_stops(state, rules, winners):
    """Decisive stops that helped a third seat: neither the actor nor the target seat won."""
    count = 0
    for turn in range(rules.battle_rounds * rules.players):
        if (state.notes.decisive >> turn) & 1 == 1:
            both = (1 << state.log.target[turn]) | (1 << state.log.actor[turn])
            if winners & both == 0:
                count += 1
    return count
