"""Oh Hell: how it is played."""

from simlab.contract.columns import SIXTIETHS
from simlab.contract.turns import ask, begin, finish, seat_on
from simlab.jit import kernel
from simlab.masks import bit, count
from simlab.mechanics.bidding import bid_choices, bids_missing, open_bids, total_bid
from simlab.mechanics.passing import pass_left, put_aside
from simlab.mechanics.tricks import NO_CARD, NO_SUIT, beats, note_void, playable, suit_of
from simlab.rng import Purpose, shuffle_front, start
from simlab_oh_hell.rules import OUTCOME, RULES, STATE, VIEW, Phase, Trump
from simlab_oh_hell.view import imagine, observe

__all__ = ["OUTCOME", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]


@kernel
def reset(state, rules, key):
    begin(state, key)
    state.table.dealer = rules.players - 1
    deal(state, rules)


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    if state.table.phase == Phase.PLAY:
        play(state, rules, action)
    elif state.table.phase == Phase.BID:
        bid(state, rules, action)
    else:
        give(state, rules, action)


# ---- the deal


@kernel
def deal(state, rules):
    """The next deal: the cards of deal t are the same whatever was played before."""
    table = state.table
    state.round += 1
    state.tally.rounds += 1
    table.size = rules.sizes[state.round - 1]
    table.voids = 0
    table.laid = 0
    for seat in range(rules.players):
        table.played[seat] = 0
        table.taken[seat] = 0
        state.sent[seat] = 0
    open_bids(table.bids, rules.players)
    clear_trick(table)
    hand_out(state, rules)
    if 0 < rules.passing < table.size:
        table.phase = Phase.PASS
        ask_next(state, rules, table.dealer)
    else:
        open_bidding(state, rules)


@kernel
def hand_out(state, rules):
    """Hands from the top of the shuffled pack; the next card is turned up."""
    table, top = state.table, 0
    start(state.dice, state.key, Purpose.DEAL, state.round, 0)
    for place in range(rules.pack_n):
        state.deck[place] = rules.pack[place]
    shuffle_front(state.deck[: rules.pack_n], rules.players * table.size + 1, state.dice)
    for seat in range(rules.players):
        state.hands[seat] = 0
        for _ in range(table.size):
            state.hands[seat] |= bit(state.deck[top])
            top += 1
    table.turned = state.deck[top] if rules.trump == Trump.TURNED else NO_CARD
    table.trump = suit_of(table.turned) if rules.trump == Trump.TURNED else NO_SUIT


@kernel
def ask_next(state, rules, seat):
    """The seat after this one, for what the phase asks."""
    table, after = state.table, seat_on(seat, 1, rules.players)
    if table.phase == Phase.PLAY:
        ask(state, after, playable(state.hands[after], table.led))
    elif table.phase == Phase.BID:
        ask(state, after, bid_choices(table.bids, rules.players, table.size, rules.hook))
    else:
        ask(state, after, state.hands[after])


# ---- passing and bidding


@kernel
def give(state, rules, card):
    """A card for the left neighbour; all change hands when everybody has chosen."""
    me = state.seat
    put_aside(state.hands, state.sent, me, card)
    if count(state.sent[me]) < rules.passing:
        ask(state, me, state.hands[me])
    elif me != state.table.dealer:
        ask_next(state, rules, me)
    else:
        pass_left(state.hands, state.sent, rules.players)
        open_bidding(state, rules)


@kernel
def open_bidding(state, rules):
    state.table.phase = Phase.BID
    ask_next(state, rules, state.table.dealer)


@kernel
def bid(state, rules, number):
    table = state.table
    table.bids[state.seat] = number
    if bids_missing(table.bids, rules.players) > 0:
        ask_next(state, rules, state.seat)
        return
    state.tally.wanted += total_bid(table.bids, rules.players) - table.size
    table.phase = Phase.PLAY
    ask_next(state, rules, table.dealer)


# ---- tricks


@kernel
def play(state, rules, card):
    table, me = state.table, state.seat
    state.hands[me] &= ~bit(card)
    table.played[me] |= bit(card)
    table.laid += 1
    if table.led == NO_SUIT:
        table.led = suit_of(card)
    elif suit_of(card) != table.led:
        table.voids = note_void(table.voids, me, table.led)
    if beats(card, table.best, table.trump):
        table.best = card
        table.holder = me
    if table.laid < rules.players:
        ask_next(state, rules, me)
    else:
        take_trick(state, rules)


@kernel
def take_trick(state, rules):
    """The winner leads to the next trick; after the last one the deal is scored."""
    table, winner = state.table, state.table.holder
    table.taken[winner] += 1
    clear_trick(table)
    if state.hands[winner] != 0:
        ask(state, winner, state.hands[winner])
        return
    score(state, rules)
    if state.round < rules.deals:
        table.dealer = seat_on(table.dealer, 1, rules.players)
        deal(state, rules)
    else:
        end_game(state, rules)


@kernel
def clear_trick(table):
    table.laid = 0
    table.led = NO_SUIT
    table.best = NO_CARD
    table.holder = -1


@kernel
def score(state, rules):
    table, tally = state.table, state.tally
    for seat in range(rules.players):
        off = abs(table.taken[seat] - table.bids[seat])
        made = rules.bonus + rules.trick * table.bids[seat]
        table.points[seat] += made if off == 0 else -rules.penalty * off
        tally.exact[seat] += off == 0
        tally.bid[seat] += table.bids[seat]
        tally.taken[seat] += table.taken[seat]


@kernel
def end_game(state, rules):
    """Most points win; equal ones share."""
    points, most, best = state.table.points, state.table.points[0], 0
    for seat in range(rules.players):
        most = max(most, points[seat])
    for seat in range(rules.players):
        best += points[seat] == most
    for seat in range(rules.players):
        state.tally.points[seat] = points[seat]
        state.payoff[seat] = SIXTIETHS // best if points[seat] == most else 0
        state.tally.win[seat] = state.payoff[seat]
    finish(state)
