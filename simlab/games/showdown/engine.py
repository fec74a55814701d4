"""Showdown: how it is played. Deal, draw, score, draw, score, five tricks, and again until somebody has won."""

import numpy as np

from simlab.bits import cold, popcount
from simlab.contract.duplicate import chance_of
from simlab.contract.turns import ask, begin
from simlab.games.showdown.rules import (
    DECK,
    HAND,
    NOBODY,
    OUTCOME,
    RULES,
    SEATS,
    STATE,
    TRICKS,
    VIEW,
    DrawOrder,
    Fate,
    FirstDealer,
    FirstLead,
    OneCard,
    Point,
    Rotation,
    Show,
    StockOut,
)
from simlab.games.showdown.scoring import entry, pay_last_trick, pay_trick, score_phase
from simlab.games.showdown.sets import SUITS, chosen, pick
from simlab.games.showdown.stock import open_stock, settle_ahead, take, take_several
from simlab.games.showdown.tally import note_showdown, note_thrown
from simlab.games.showdown.tricks import beats, playable
from simlab.games.showdown.view import imagine, observe
from simlab.jit import kernel
from simlab.masks import bit, full
from simlab.rng import Purpose, below, start

__all__ = ["OUTCOME", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]

ALL_CARDS = np.int64((1 << DECK) - 1)
# by the most cards that may be thrown: all masks of five cards with no more
DRAW_MASKS = np.array([sum(1 << m for m in range(1 << HAND) if m.bit_count() <= most) for most in range(HAND + 1)], np.int64)


@kernel
def reset(state, rules, key):
    begin(state, key)
    table = state.open
    for seat in range(SEATS):
        table.circle_round[seat] = -1
    table.first_circle_seat = NOBODY
    table.first_circle_round = -1
    table.leading = NOBODY
    table.dealer = first_dealer(state, rules)
    start_round(state, rules)


@kernel
def first_dealer(state, rules):
    """The last seat, so that seat 0 is first (SH-4.2), or as the knob says."""
    if rules.first_dealer == FirstDealer.LAST:
        return rules.players - 1
    if rules.first_dealer != FirstDealer.RANDOM:
        return rules.first_dealer
    start(state.dice, state.key, Purpose.DEAL, 0, 0)
    return below(state.dice, rules.players)


@kernel
def start_round(state, rules):
    """The whole deck is shuffled (SH-5.1) and dealt."""
    state.round += 1
    state.tally.rounds += 1
    table = state.open
    table.first = seat_after(table.dealer, rules)
    table.reshuffles = 0
    table.table = 0
    table.trick = 0
    table.leader = NOBODY
    table.opener = NOBODY
    table.led = -1
    table.shown_card = -1
    state.pile = 0
    state.pending = 0
    table.pile_size = 0
    clear_round(table)
    state.hand[:] = 0
    state.discards[:] = 0
    open_stock(state, rules.cards, Purpose.DEAL, chance_of(state, state.round - 1, rules.players) + 1, 0)
    deal(state, rules)
    table.stock_size = popcount(state.stock)
    start_draw(state, rules, 1)


@kernel
def deal(state, rules):
    """Five cards each, singly, by position (SH-5.2)."""
    settle_ahead(state, HAND * rules.players)
    if rules.cards == ALL_CARDS:
        deal_whole(state, rules)
    else:
        deal_short(state, rules)


@kernel
def deal_short(state, rules):
    """From a short deck: cards of the order that are not in it are passed over."""
    cold()
    seat = state.open.first
    for _ in range(HAND * rules.players):
        state.hand[seat] |= bit(take(state))
        seat = seat_after(seat, rules)


@kernel
def deal_whole(state, rules):
    """Hand by hand."""
    seat = state.open.first
    for position in range(rules.players):
        hand = np.int64(0)
        for k in range(HAND):
            hand |= bit(state.deck[position + k * rules.players])
        state.hand[seat] = hand
        state.stock ^= hand
        seat = seat_after(seat, rules)
    state.next = HAND * rules.players


@kernel
def clear_round(table):
    """What is known of a round, before it is played: whole arrays, which takes a few wide stores each."""
    table.revealed[:] = 0
    table.face_up[:] = 0
    table.thrown[:] = -1
    table.early[:] = 0
    table.era[:] = 0
    table.shown[:] = -1
    table.fate[:] = Fate.NONE
    table.scorer[:] = NOBODY
    table.awards[:] = NOBODY
    table.category[:] = -1
    table.played[:] = -1
    table.taker[:] = NOBODY


@kernel
def seat_after(seat, rules):
    """Clockwise."""
    return seat + 1 if seat + 1 < rules.players else 0


# ---- draws


@kernel
def start_draw(state, rules, draw):
    state.open.draw = draw
    state.open.turn = 0
    line_up_drawers(state, rules)
    ask_drawer(state, rules)


@kernel
def line_up_drawers(state, rules):
    """By position (SH-6.3), the dealer first, or by points; ties by position."""
    table, order = state.open, rules.draw_order
    seat = table.dealer if order == DrawOrder.DEALER_FIRST else table.first
    for place in range(rules.players):
        table.drawers[place] = seat
        seat = seat_after(seat, rules)
    if order == DrawOrder.FEWEST_POINTS or order == DrawOrder.MOST_POINTS:
        sort_drawers(table, rules, 1 if order == DrawOrder.FEWEST_POINTS else -1)


@kernel
def sort_drawers(table, rules, sign):
    cold()
    for place in range(1, rules.players):
        seat, at = table.drawers[place], place
        while at > 0 and sign * table.points[table.drawers[at - 1]] > sign * table.points[seat]:
            table.drawers[at] = table.drawers[at - 1]
            at -= 1
        table.drawers[at] = seat


@kernel
def ask_drawer(state, rules):
    """Any 0 to 5 cards may be thrown (SH-6.1), or as many as knobs and stock allow (SH-6.9)."""
    table = state.open
    most = entry(rules.max_discards, rules.max_discards_n, table.draw)
    if rules.stock_out == StockOut.LIMIT:
        most = min(most, popcount(state.stock))
    table.point = Point.DRAW
    state.rejections = 0
    ask_ply(state, table.drawers[table.turn], DRAW_MASKS[most])


@kernel
def ask_ply(state, seat, mask):
    state.tally.plies += 1
    ask(state, seat, mask)


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    if state.open.point == Point.DRAW:
        throw(state, rules, action)
    elif state.open.point == Point.SHOW:
        keep_or_reject(state, rules, action)
    else:
        play(state, rules, action)


@kernel
def throw(state, rules, action):
    """Discard, then take as many; a single card may fall under the one-card rule (SH-6.4)."""
    table, seat = state.open, state.seat
    cards = chosen(state.hand[seat], action)
    count = popcount(cards)
    state.hand[seat] ^= cards
    state.pending = cards
    state.discards[table.draw - 1, seat] = cards
    table.thrown[table.draw - 1, seat] = count
    if rules.discards_face_up:
        table.face_up[table.draw - 1, seat] = cards
    note_thrown(state, count)
    if count == 1 and one_card_rule(state, rules):
        show(state, rules)
        return
    at_once = min(count, popcount(state.stock))
    state.hand[seat] |= take_several(state, at_once)
    if at_once < count:
        take_beyond(state, rules, at_once, count)
    end_turn(state, rules)


@kernel
def take_beyond(state, rules, at_once, count):
    """The rest of the cards, when the stock had too few."""
    cold()
    table, seat = state.open, state.seat
    for taken in range(at_once, count):
        if state.stock == 0:
            table.early[table.draw - 1, seat] = taken
        state.hand[seat] |= bit(draw_card(state, rules))


@kernel
def one_card_rule(state, rules):
    """In draw 2 (and the third, which repeats it), in draw 1, in both or in none (SH-6.5)."""
    where = rules.one_card_show
    here = where == OneCard.DRAW1 if state.open.draw == 1 else where == OneCard.DRAW2
    return (here or where == OneCard.BOTH) and rules.max_rejections > 0


@kernel
def draw_card(state, rules):
    """The next card of the stock; an empty stock is made from the pile (SH-6.9)."""
    if state.stock == 0:
        reshuffle(state, rules)
    return take(state)


@kernel
def reshuffle(state, rules):
    """The pile in the order of the stream (round, reshuffle); the cards of this turn stay out (SH-6.10)."""
    cold()
    state.open.reshuffles += 1
    state.tally.reshuffles += 1
    open_stock(state, state.pile, Purpose.DEAL, chance_of(state, state.round - 1, rules.players) + 1, state.open.reshuffles)
    state.pile = 0


@kernel
def show(state, rules):
    """The replacement is turned face up for all to see."""
    table, seat = state.open, state.seat
    table.shown_card = draw_card(state, rules)
    table.shown[table.draw - 1, seat, state.rejections] = table.shown_card
    table.fate[table.draw - 1, seat] = Fate.PENDING
    state.tally.shown += 1
    table.point = Point.SHOW
    size_up(state)
    # with an empty stock that is not filled again, keeping is forced (SH-6.9)
    forced = rules.stock_out == StockOut.LIMIT and state.stock == 0
    ask_ply(state, seat, full(1 if forced else 2))


@kernel
def keep_or_reject(state, rules, action):
    """Kept, it joins the hand (SH-6.7); rejected, the discards (SH-6.8), and the next card may be the last (SH-6.6)."""
    table, seat = state.open, state.seat
    card = table.shown_card
    table.shown_card = -1
    if action == Show.KEEP:
        table.fate[table.draw - 1, seat] = Fate.KEPT
        state.hand[seat] |= bit(card)
        end_turn(state, rules)
        return
    table.fate[table.draw - 1, seat] = Fate.REJECTED
    state.pending |= bit(card)
    state.tally.rejected += 1
    state.rejections += 1
    if state.rejections < rules.max_rejections:
        show(state, rules)
        return
    state.hand[seat] |= bit(draw_card(state, rules))
    end_turn(state, rules)


@kernel
def end_turn(state, rules):
    """The cards of this turn join the pile; then the next player draws, or the hands are scored."""
    table = state.open
    state.pile |= state.pending
    state.pending = 0
    table.era[table.draw - 1, state.seat] = table.reshuffles
    size_up(state)
    table.turn += 1
    if table.turn < rules.players:
        ask_drawer(state, rules)
        return
    score_phase(state, rules)
    if state.over:
        return
    if table.draw < rules.draws:
        start_draw(state, rules, table.draw + 1)
    else:
        start_tricks(state, rules)


@kernel
def size_up(state):
    """Everybody sees how high stock and pile are."""
    state.open.stock_size = popcount(state.stock)
    state.open.pile_size = popcount(state.pile)


# ---- tricks


@kernel
def start_tricks(state, rules):
    """The five cards held now are played (SH-9.1)."""
    note_showdown(state, rules)
    state.open.opener = first_leader(state, rules)
    start_trick(state, rules, state.open.opener)


@kernel
def first_leader(state, rules):
    """The first seat (SH-9.2), or as the knob says."""
    table = state.open
    if rules.first_lead == FirstLead.DEALER:
        return table.dealer
    if rules.first_lead == FirstLead.PHASE2_BEST and table.scorer[table.draw - 1] != NOBODY:
        return np.int64(table.scorer[table.draw - 1])
    if rules.first_lead == FirstLead.PHASE2_WORST:
        worst = 0
        for seat in range(1, rules.players):
            if state.score[seat] < state.score[worst]:
                worst = seat
        return worst
    return table.first


@kernel
def start_trick(state, rules, leader):
    table = state.open
    table.trick += 1
    table.turn = 0
    table.table = 0
    table.led = -1
    table.leader = leader
    table.point = Point.PLAY
    ask_ply(state, leader, full(popcount(state.hand[leader])))


@kernel
def play(state, rules, action):
    """One card to the trick. Suit must be followed (SH-9.3)."""
    table, seat = state.open, state.seat
    card = pick(playable(state.hand[seat], table.led, rules.must_follow), action)
    state.hand[seat] ^= bit(card)
    table.played[table.trick - 1, seat] = card
    table.table |= bit(card)
    leads = table.turn == 0
    table.led = card % SUITS if leads else table.led
    wins = leads | beats(card, np.int64(state.winning), rules.trump)  # the highest card of the led suit (SH-9.4)
    state.winning = card if wins else state.winning
    state.winning_seat = seat if wins else state.winning_seat
    table.turn += 1
    if table.turn < rules.players:
        ask_player(state, rules, seat_after(seat, rules))
    else:
        end_trick(state, rules, state.winning_seat)


@kernel
def ask_player(state, rules, seat):
    ask_ply(state, seat, full(popcount(playable(state.hand[seat], state.open.led, rules.must_follow))))


@kernel
def end_trick(state, rules, winner):
    """The winner leads next (SH-9.4); after the fifth the round is over."""
    table = state.open
    table.taker[table.trick - 1] = winner
    if table.trick < TRICKS:
        pay_trick(state, rules, winner)
        if not state.over:
            start_trick(state, rules, winner)
        return
    pay_last_trick(state, rules, winner)
    if state.over:
        return
    table.dealer = next_dealer(state, rules, winner)
    start_round(state, rules)


@kernel
def next_dealer(state, rules, winner):
    """The deal goes round (SH-4.2), stays, or goes to the winner of trick 5."""
    if rules.dealer_rotation == Rotation.LAST_TRICK_WINNER:
        return winner
    return state.open.dealer if rules.dealer_rotation == Rotation.FIXED else seat_after(state.open.dealer, rules)


# ---- what a seat may know
