"""Poker: points are bid, two common cards are turned up, the best five cards win."""

import numpy as np

from simlab.bits import ctz
from simlab.contract.turns import ask
from simlab.games.jester.books import book
from simlab.games.jester.centre import around
from simlab.games.jester.dealing import draw
from simlab.games.jester.rules import COMMON, ROUNDS_LISTED, TURNS, Bid, BidGrid, BidLimit, Payout, Point, PokerTie, ShortBid
from simlab.jit import kernel
from simlab.masks import NONE, bit, can, count, full, single, without_first
from simlab.ranking.hands import category, place
from simlab.ranking.scalar import rank


@kernel
def begin_poker(state, rules):
    for seat in range(rules.players):
        state.table.cap[seat] = bid_cap(rules, state.table.points[seat])
    state.table.cap[state.table.jester] = max(state.table.cap[state.table.jester], rules.jester_min_bid)  # JE-6.4
    state.table.point = Point.OPEN
    ask(state, state.table.jester, raises(rules, floor_bid(state.table, rules), state.table.cap[state.table.jester], 0))  # JE-6.1


@kernel
def bid_cap(rules, points):
    """JE-6.3."""
    if rules.bid_limit == BidLimit.FEWER:
        return max(0, points - 1)
    if rules.bid_limit == BidLimit.UP_TO:
        return max(0, points)
    return rules.bid_limit_fixed


@kernel
def floor_bid(table, rules):
    """The bid that raises are counted from; the opening as if the least bid less one stood already (JE-6.4)."""
    return rules.jester_min_bid - 1 if table.point == Point.OPEN else table.highest


@kernel
def raises(rules, high, cap, made):
    """Raises to H+1, H+2, halfway and the cap, equal ones merged into the first; or to every number (JE-6.9)."""
    room = cap - high
    if room <= 0 or (rules.max_raises > 0 and made >= rules.max_raises):  # JE-6.7
        return NONE
    if rules.bid_grid == BidGrid.EVERY:
        return full(room) << np.int64(Bid.RAISE_1)
    mask = bit(Bid.RAISE_1)
    if room >= 2:
        mask |= bit(Bid.RAISE_2)
    if room >= 3:
        mask |= bit(Bid.RAISE_MAX)
    if room >= 5:
        mask |= bit(Bid.RAISE_MID)
    return mask


@kernel
def raise_target(rules, high, cap, action):
    """The bid a raise leads to."""
    if rules.bid_grid == BidGrid.EVERY or action <= Bid.RAISE_2:
        return high + (action - Bid.CHECK)
    return cap if action == Bid.RAISE_MAX else high + (cap - high + 1) // 2


@kernel
def ask_bid(state, rules, seat):
    """Facing a raise: fold, call or raise; else check or raise (JE-6.10)."""
    cap, high = state.table.cap[seat], state.table.highest
    more = raises(rules, high, cap, state.table.raises)
    if state.table.facing[seat] == 0:
        state.table.point = Point.CHECK
        ask(state, seat, bit(Bid.CHECK) | more)
        return
    state.table.point = Point.BID
    if cap >= high:
        ask(state, seat, bit(Bid.FOLD) | bit(Bid.CALL) | more)
    elif rules.short_bid == ShortBid.FOLD:
        ask(state, seat, bit(Bid.FOLD))  # JE-6.8
    elif state.table.bid[seat] == cap:
        ask(state, seat, bit(Bid.CALL))
    else:
        ask(state, seat, bit(Bid.FOLD) | bit(Bid.CALL))


@kernel
def play_bid(state, rules, action):
    """Returns whether the phase is over."""
    seat = state.seat
    state.table.facing[seat] = 0  # JE-6.11
    state.tally.poker_turns += 1
    if state.table.turns < TURNS:
        state.table.acts[state.table.turns] = action
    state.table.turns += 1
    if action >= Bid.RAISE_1:
        raise_to(state, rules, seat, raise_target(rules, floor_bid(state.table, rules), state.table.cap[seat], action))
    elif action == Bid.FOLD:
        fold(state, rules, seat)
    elif action == Bid.CALL:
        state.table.bid[seat] = min(state.table.highest, state.table.cap[seat])  # JE-6.6, JE-6.8
    else:
        turn_common_card(state, rules)
    return pass_turn(state, rules)


@kernel
def raise_to(state, rules, seat, target):
    if state.table.point != Point.OPEN:
        state.tally.raises += 1
    state.table.bid[seat] = target
    state.table.highest = target
    state.table.raises += 1
    state.table.raises_by[seat] += 1
    for other in range(rules.players):
        state.table.facing[other] = 1 if other != seat and state.table.folded[other] == 0 else 0


@kernel
def fold(state, rules, seat):
    """The bid is lost now, the hand goes face down to the discards (JE-6.5)."""
    forced = state.legal == bit(Bid.FOLD)
    state.tally.folds += 1
    state.tally.forced_folds += forced
    state.forced[seat] = forced
    state.table.folded[seat] = 1
    state.folded_hand[seat] = state.hand[seat]
    state.table.discards |= state.hand[seat]
    state.hand[seat] = 0
    book(state, rules, seat, -state.table.bid[seat])


@kernel
def turn_common_card(state, rules):
    """Without a card the Check still counts (JE-2.5)."""
    card = draw(state, rules)
    at = 0 if state.table.common[0] < 0 else 1
    state.table.common[at] = card
    state.table.checks += 1


@kernel
def pass_turn(state, rules):
    live, survivor = 0, 0
    for seat in range(rules.players):
        if state.table.folded[seat] == 0:
            live += 1
            survivor = seat
    if live == 1:
        settle_uncontested(state, rules, survivor)
        return True
    if state.table.checks == COMMON:  # JE-6.12
        settle_showdown(state, rules)
        return True
    seat = around(rules, state.seat, 1)
    while state.table.folded[seat] == 1:  # JE-9.2
        seat = around(rules, seat, 1)
    ask_bid(state, rules, seat)
    return False


@kernel
def bids_but(state, rules, winners):
    """Points pledged by all other seats, folded ones included."""
    bids = 0
    for seat in range(rules.players):
        if not can(winners, seat):
            bids += state.table.bid[seat]
    return bids


@kernel
def settle_uncontested(state, rules, winner):
    """The last player wins unseen (JE-6.13, JE-6.18)."""
    if rules.poker_payout == Payout.POT:
        gain = bids_but(state, rules, bit(winner))
    else:
        gain = rules.uncontested_mult * state.table.bid[winner]
    book(state, rules, winner, gain)
    state.tally.poker_uncontested += 1
    state.tally.uncontested_by_jester += winner == state.table.jester
    forced = 0
    for seat in range(rules.players):
        forced += state.forced[seat]
        state.table.shown[seat] = 0
    state.tally.priced_out += forced == rules.players - 1
    note_poker(state, bit(winner))


@kernel
def lanes(cards):
    """From a mask by id to one by suit lanes, as rankers want it."""
    mask = NONE
    while cards != 0:
        card = ctz(cards)
        mask |= bit(((card & 3) << 4) | (card >> 2))
        cards = without_first(cards)
    return mask


@kernel
def settle_showdown(state, rules):
    """Three cards and the common ones, no choosing (JE-6.14); the best hand gains, the others lose (JE-6.15)."""
    common = NONE
    for k in range(COMMON):
        if state.table.common[k] >= 0:
            common |= bit(state.table.common[k])
    winners = best_hands(state, rules, lanes(common))
    state.tally.poker_showdowns += 1
    state.tally.showdown_ties += count(winners) > 1
    gain = 0
    for seat in range(rules.players):
        state.table.shown[seat] = state.hand[seat]  # nothing for those who folded
        if state.table.folded[seat] == 0:
            gain = prize(state, rules, seat, winners) if can(winners, seat) else -state.table.bid[seat]
            book(state, rules, seat, gain)
    note_poker(state, winners)


@kernel
def best_hands(state, rules, common):
    """The winners as a mask of seats; short hands know tier and sum only (JE-7.9)."""
    best, winners, rivals = NONE, NONE, NONE  # rivals: those of the best tier
    is_short = count(common) < COMMON
    for seat in range(rules.players):
        if state.table.folded[seat] == 1:
            continue
        hand = lanes(state.hand[seat]) | common
        score = rank(hand, rules.short) if is_short else rank(hand, rules.order)
        if place(score) > place(best):
            rivals = NONE
        if score > best:
            best, winners = score, NONE
        if score == best:
            winners |= bit(seat)
        if place(score) == place(best):
            rivals |= bit(seat)
        state.tally.cat[category(score)] += 1
        state.tally.showdown_live_sum += 1
    state.tally.win_cat[category(best)] += 1
    if not single(rivals) and not is_short:
        state.tally.sum_vs_standard += winners != ordinary_winners(state, rules, common, rivals)
    return winners


@kernel
def ordinary_winners(state, rules, common, rivals):
    """Who of those with the best tier would win by ordinary kickers."""
    best, winners = NONE, NONE
    for seat in range(rules.players):
        if can(rivals, seat):
            score = rank(lanes(state.hand[seat]) | common, rules.ordinary)
            if score > best:
                best, winners = score, NONE
            if score == best:
                winners |= bit(seat)
    return winners


@kernel
def prize(state, rules, seat, winners):
    """JE-6.15, and JE-6.16 for a tie."""
    tied = count(winners)
    if rules.poker_payout == Payout.POT:
        return bids_but(state, rules, winners) // tied
    full_prize = np.int64(rules.poker_win_mult * state.table.bid[seat])
    if tied == 1 or rules.poker_tie == PokerTie.EACH:
        return full_prize
    return full_prize // tied if rules.poker_tie == PokerTie.SPLIT else NONE


@kernel
def note_poker(state, winners):
    for k in range(COMMON):
        state.table.last_common[k] = state.table.common[k]
    state.bid_max = max(state.bid_max, state.table.highest)
    state.tally.poker_played += 1
    state.tally.final_bid_sum += state.table.highest
    state.tally.final_bid_max = state.bid_max
    if state.round <= ROUNDS_LISTED:
        state.tally.final_bid_r[state.round - 1] = state.table.highest
    if state.leads >= 0:
        state.tally.leader_poker_n += 1
        state.tally.leader_won_poker += can(winners, state.leads)
