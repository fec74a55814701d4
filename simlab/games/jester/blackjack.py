"""Blackjack: two cards each against the deck, one choice, an optional doubled stake."""

import numpy as np

from simlab.contract.turns import ask
from simlab.games.jester.books import book
from simlab.games.jester.centre import seat_in_turn
from simlab.games.jester.counting import pair_class, total
from simlab.games.jester.dealing import draw, drawable
from simlab.games.jester.rules import BLACKJACK, Act, DeckBust, DeckThird, DeckTie, Point, Result
from simlab.jit import kernel
from simlab.masks import bit, count, full, nth


@kernel
def begin_blackjack(state, rules):
    state.table.point = Point.BJ_PICK
    state.table.turn = 0
    ask_pair(state, rules)


@kernel
def ask_pair(state, rules):
    seat = seat_in_turn(state.table, rules, state.table.turn)
    cards = count(state.hand[seat])
    ask(state, seat, full(cards * (cards - 1) // 2))


@kernel
def play_pair(state, rules, action):
    """The pairs i < j of the sorted hand are numbered in lexicographic order (JE-9.5)."""
    seat = state.seat
    hand = state.hand[seat]
    i, pairs = 0, count(hand) - 1
    while action >= pairs:
        action -= pairs
        pairs -= 1
        i += 1
    first, second = nth(hand, i), nth(hand, i + 1 + action)
    state.table.front[seat, 0] = first
    state.table.front[seat, 1] = second
    state.table.fronts[seat] = 2
    state.hand[seat] ^= bit(first) | bit(second)
    state.table.laid |= bit(first) | bit(second)
    state.tally.bj_pair_class[pair_class(first, second)] += 1
    state.table.turn += 1
    if state.table.turn < rules.players:
        ask_pair(state, rules)
        return
    turn_deck_card(state, rules)  # JE-5.5
    state.table.point = Point.BJ_ACT
    state.table.turn = 0
    ask_act(state, rules)


@kernel
def turn_deck_card(state, rules):
    card = draw(state, rules)
    if card < 0:
        return False
    state.table.deck[state.table.decks] = card
    state.table.decks += 1
    return True


@kernel
def ask_act(state, rules):
    """Hold, Hit, Double; what draws needs the cards for it (JE-2.5)."""
    seat = seat_in_turn(state.table, rules, state.table.turn)
    mask = bit(Act.HOLD)
    available = drawable(state, rules)
    if available >= 1:
        mask |= bit(Act.HIT)
    if state.table.choice[seat] < 0 and available >= rules.double_draws:
        mask |= bit(Act.DOUBLE)
    ask(state, seat, mask)


@kernel
def play_act(state, rules, action):
    """Returns whether the phase is over."""
    seat = state.seat
    is_first = state.table.choice[seat] < 0
    if is_first:
        state.table.choice[seat] = action
    else:
        state.table.again[seat] = action
    if action == Act.HIT:
        draw_front(state, rules, seat)
        if is_first and rules.max_hits > 1 and total(state.table.front[seat], state.table.fronts[seat]) <= BLACKJACK:  # JE-5.9
            ask_act(state, rules)
            return False
    elif action == Act.DOUBLE:
        for _ in range(rules.double_draws):  # JE-5.10
            draw_front(state, rules, seat)
    state.table.turn += 1
    if state.table.turn < rules.players:
        ask_act(state, rules)
        return False
    finish_deck(state, rules)
    return True


@kernel
def draw_front(state, rules, seat):
    state.table.front[seat, state.table.fronts[seat]] = draw(state, rules)
    state.table.fronts[seat] += 1


@kernel
def finish_deck(state, rules):
    """One more card, then one further below the standing total, or as many as it takes (JE-5.11); then all points (JE-5.19)."""
    turn_deck_card(state, rules)
    while total(state.table.deck, state.table.decks) < rules.deck_stands_at and turn_deck_card(state, rules):
        if rules.deck_third == DeckThird.ONCE:
            break
    deck = total(state.table.deck, state.table.decks)
    if deck > BLACKJACK:
        state.tally.deck_bust += 1
    if state.table.decks >= 3:
        state.tally.deck_three += 1
    for seat in range(rules.players):
        own = total(state.table.front[seat], state.table.fronts[seat])
        result = against_deck(rules, own, deck)
        natural = own == BLACKJACK and state.table.fronts[seat] == 2 and state.table.choice[seat] == Act.HOLD  # JE-5.18
        change = book(state, rules, seat, prize(rules, state.table.choice[seat], result, natural))
        note_act(state, state.table.choice[seat], result, change)


@kernel
def against_deck(rules, own, deck):
    if own > BLACKJACK:
        return Result.BUST + 0  # read first, even if the deck busts too (JE-5.17)
    if deck > BLACKJACK:
        return Result.WIN + 0 if rules.deck_bust == DeckBust.PLAYERS_WIN else Result.LOSE + 0
    if own == deck:
        if rules.bj_tie == DeckTie.PUSH:
            return Result.PUSH + 0
        return Result.WIN + 0 if rules.bj_tie == DeckTie.WIN else Result.LOSE + 0
    return Result.WIN + 0 if own > deck else Result.LOSE + 0


@kernel
def prize(rules, choice, result, natural):
    """JE-5.13, JE-5.14."""
    if result == Result.PUSH:
        return np.int64(0)
    if choice == Act.DOUBLE:
        if result == Result.WIN:
            return np.int64(rules.dd_win)
        return np.int64(rules.dd_lose if result == Result.LOSE else rules.dd_bust)
    if result != Result.WIN:
        return np.int64(0)
    return np.int64(rules.bj_win + (rules.natural_bonus if natural else 0))


@kernel
def note_act(state, choice, result, change):
    won, bust = result == Result.WIN, result == Result.BUST
    lost = not won and not bust
    if choice == Act.HOLD:
        state.tally.bj_hold += 1
        state.tally.bj_hold_win += won
        state.tally.bj_hold_lose += lost
        state.tally.bj_hold_bust += bust
        state.tally.bj_hold_pts += change
    elif choice == Act.HIT:
        state.tally.bj_hit += 1
        state.tally.bj_hit_win += won
        state.tally.bj_hit_lose += lost
        state.tally.bj_hit_bust += bust
        state.tally.bj_hit_pts += change
    else:
        state.tally.bj_double += 1
        state.tally.bj_double_win += won
        state.tally.bj_double_lose += lost
        state.tally.bj_double_bust += bust
        state.tally.bj_double_pts += change
