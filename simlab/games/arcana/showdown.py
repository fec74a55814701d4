"""Arcana's showdown: who has the best hand, who gets how many coins, and when the game is won."""

import math

import numpy as np

from simlab.contract.columns import SIXTIETHS
from simlab.contract.turns import finish
from simlab.games.arcana.deck import FACE_UP, bury, concealed
from simlab.games.arcana.ranking.multiset import EMPTY, HAND, category, copies, kinds, load, plus, rank, store
from simlab.games.arcana.rules import NONE, Convert, EndMode, Point, TieRemainder
from simlab.jit import kernel
from simlab.masks import first, without_first

NO_HAND = -1  # fewer than five cards rank below everything
SURE = 1e-9  # share * Pot may fall short of a whole coin by rounding


@kernel
def best_value(cards, size, rules):
    return rank(cards, rules.order) if size >= HAND else NO_HAND


@kernel
def showdown(state, rules):
    """All who submitted compare, with the card on top of the pile; the best share the Pot; the deal is over (AR-8.2 to AR-8.6)."""
    shared = rules.use_top_card and state.top != NONE  # AR-8.3
    best, best_bare, favourite = np.int64(NO_HAND), np.int64(NO_HAND), 0
    winners, lifted = np.int64(0), np.int64(0)  # places among the bidders, as bits
    for k in range(state.n_bidders):
        cards = load(state.bid[state.bidders[k]])
        bare = rank(cards, rules.order)
        value = rank(plus(cards, state.top), rules.order) if shared else bare
        note_bid(state, k, category(value))
        lifted |= np.int64(value > bare) << k
        if value > best:
            best, winners = value, np.int64(0)
        winners |= np.int64(value == best) << k
        if bare > best_bare:  # the earliest of equals
            best_bare, favourite = bare, k
    note(state, category(best), winners, favourite)
    state.tally.top_helped += winners & lifted != 0
    pay(state, rules, winners)
    clear_bids(state, rules)


@kernel
def note_bid(state, place, code):
    state.tally.sub_cat[code] += 1
    if place == 0:
        state.row.cat_first = code


@kernel
def note(state, code, winners, favourite):
    """Outcome columns of the deal that ends. `winners` and `favourite` are places among the bidders."""
    tally, turns = state.tally, state.turn - state.deal_start + 1
    state.deals += 1
    tally.deals += 1
    tally.rounds += 1
    tally.deal_turns_sum += turns
    tally.pot_sum += state.pot
    tally.pot_max = max(tally.pot_max, state.pot)
    tally.pots_empty += state.pot == 0
    tally.split += winners & (winners - 1) != 0
    tally.win_cat[code] += 1
    if state.n_bidders >= 2:
        tally.contested += 1
        tally.first_won_contested += winners & 1
        tally.top_flipped += winners >> favourite & 1 == 0
    else:
        tally.uncontested_won[state.bidders[0]] += 1
    write_row(state, turns, state.n_bidders)
    state.row.first_seat = state.bidders[0]
    state.row.winner_seat = state.bidders[first(winners)]
    state.row.cat_best = code


@kernel
def write_row(state, turns, n_subs):
    state.row.deal = state.round
    state.row.turn = state.turn
    state.row.pot = state.pot
    state.row.n_subs = n_subs
    state.row.turns = turns


@kernel
def pay(state, rules, winners):
    """Equal hands split evenly; odd coins go one each to the earliest bidders among them (AR-8.4, AR-8.5)."""
    stake, n = state.pot + 0, 0
    if state.n_bidders == 1:
        stake = math.floor(rules.uncontested_share * state.pot + SURE)
    for k in range(state.n_bidders):
        n += winners >> k & 1
    each, odd = stake // n, stake % n if rules.tie_remainder == TieRemainder.EARLIEST else 0
    for k in range(state.n_bidders):
        if winners >> k & 1:
            coins = each + (odd > 0)
            odd -= 1
            win_coins(state, rules, state.bidders[k], coins)


@kernel
def win_coins(state, rules, seat, coins):
    state.pot -= coins
    state.coins[seat] += coins
    state.tally.coins_won[seat] += coins
    state.tally.deals_won[seat] += 1
    if rules.convert == Convert.AUTO:  # AR-10.2
        exchange(state, rules, seat, state.coins[seat] // rules.coins_per_point)


@kernel
def exchange(state, rules, seat, points):
    """Coins into points, never back (AR-10.1)."""
    state.coins[seat] -= points * rules.coins_per_point
    state.points[seat] += points


@kernel
def clear_bids(state, rules):
    for k in range(state.n_bidders):
        seat = state.bidders[k]
        if concealed(rules):
            bury_bid(state, rules, load(state.bid[seat]))
        store(state.bid[seat], EMPTY)
        state.bids[seat] = 0
        state.bidders[k] = 0
    state.n_bidders = 0
    state.due_turn = NONE


@kernel
def bury_bid(state, rules, cards):
    mask = kinds(cards)
    while mask != 0:
        for _ in range(copies(cards, first(mask))):
            bury(state, rules, first(mask), FACE_UP)
        mask = without_first(mask)


# ---- the end


@kernel
def game_won(state, rules):
    """The test after a showdown (AR-11.2, AR-11.7)."""
    if rules.end_mode == EndMode.DEALS:
        return state.deals >= rules.max_deals
    return target_reached(state, rules)


@kernel
def target_reached(state, rules):
    if rules.end_mode != EndMode.POINTS:
        return False
    for seat in range(rules.players):
        if state.points[seat] >= rules.target_points:
            return True
    return False


@kernel
def standing(state, seat):
    """Points first, then left-over coins (AR-11.2)."""
    return np.int64(state.points[seat]) << 32 | np.int64(state.coins[seat])


@kernel
def stop(state, rules):
    """The game is over: full fours are converted, the best standing wins, equals share (AR-10.4, AR-11.2)."""
    best, n = -1, 0
    for seat in range(rules.players):
        exchange(state, rules, seat, state.coins[seat] // rules.coins_per_point)
        state.tally.points[seat] = state.points[seat]
        state.tally.coins_left[seat] = state.coins[seat]
        if standing(state, seat) > best:
            best, n = standing(state, seat), 0
        n += standing(state, seat) == best
    for seat in range(rules.players):
        share = SIXTIETHS // n if standing(state, seat) == best else 0
        state.payoff[seat] = share
        state.tally.win[seat] = share
    if state.row.deal != state.round:
        unfinished_row(state)
    state.point = Point.OVER
    finish(state)


@kernel
def unfinished_row(state):
    """The deal under way ends without a showdown."""
    write_row(state, state.turn - state.deal_start + 1, 0)
    state.row.first_seat = NONE
    state.row.winner_seat = NONE
    state.row.cat_first = NONE
    state.row.cat_best = NONE
