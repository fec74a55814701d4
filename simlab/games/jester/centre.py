"""Trash, Low and High: one card from everybody."""

from simlab.contract.turns import ask
from simlab.games.jester.books import book, crown
from simlab.games.jester.dealing import rank_of
from simlab.games.jester.rules import COIN, CentrePlay, CentreTie, JesterBy, Phase, Pick, Point, TrashTie
from simlab.jit import kernel
from simlab.masks import bit, count, full, nth
from simlab.rng import Purpose, below, start


@kernel
def around(rules, seat, steps):
    """The seat so many places clockwise, at most once round either way. No division: that was a third of a turn's time."""
    place = seat + steps
    if place >= rules.players:
        return place - rules.players
    return place + rules.players if place < 0 else place


@kernel
def is_secret(rules, point):
    """Are choices at this point hidden until all are made? (JE-3.1, JE-4.4, JE-5.2)"""
    if point == Point.BJ_PICK:
        return rules.bj_pick == Pick.TOGETHER
    if point == Point.LOW or point == Point.HIGH:
        return rules.centre_play == CentrePlay.BLIND
    return point == Point.TRASH


@kernel
def seat_in_turn(table, rules, turn):
    """Who is asked at place `turn` of the current point."""
    if table.point == Point.TRASH or (table.point == Point.BJ_PICK and rules.bj_pick == Pick.TOGETHER):
        return turn + 0
    if table.point == Point.HIGH:
        return around(rules, table.jester, -1 - turn)  # counter-clockwise, jester last (JE-4.2)
    return around(rules, table.jester, 1 + turn)  # clockwise, jester last (JE-4.1, JE-5.6)


@kernel
def begin_centre(state, rules, point):
    state.table.point = point
    state.table.turn = 0
    ask_card(state, rules)


@kernel
def ask_card(state, rules):
    seat = seat_in_turn(state.table, rules, state.table.turn)
    ask(state, seat, full(count(state.hand[seat])))


@kernel
def play_card(state, rules, action):
    """Returns whether the phase is over."""
    seat = state.seat
    card = nth(state.hand[seat], action)
    state.hand[seat] ^= bit(card)
    state.table.laid |= bit(card)
    if state.phase == Phase.TRASH:
        state.table.trash[seat] = card
    elif state.phase == Phase.LOW:
        state.table.low[seat] = card
    else:
        state.table.high[seat] = card
    state.table.turn += 1
    if state.table.turn < rules.players:
        ask_card(state, rules)
        return False
    if state.phase == Phase.TRASH:
        turn_up_trash(state, rules)
    else:
        score_centre(state, rules, state.table.low if state.phase == Phase.LOW else state.table.high)
    return True


@kernel
def turn_up_trash(state, rules):
    """The highest card makes the jester (JE-3.3), ties going round from the dealer's left (JE-3.5)."""
    for seat in range(rules.players):
        state.tally.trash_rank_sum += rank_of(state.table.trash[seat])
    jester = around(rules, state.table.dealer, 1)
    if rules.jester_by != JesterBy.ROTATE:
        jester = by_trash(state, rules, jester)
    crown(state, jester)
    state.tally.jester_rank_sum += rank_of(state.table.trash[jester])


@kernel
def by_trash(state, rules, first):
    sign = -1 if rules.jester_by == JesterBy.LOWEST else 1
    best, tied, by_suit, jester = -100, 0, -100, first
    for steps in range(rules.players):
        seat = around(rules, first, steps)
        card = state.table.trash[seat]
        worth = sign * rank_of(card)
        if worth > best:
            best, tied, by_suit, jester = worth, 1, sign * card, seat
        elif worth == best:
            tied += 1
            if rules.trash_tie == TrashTie.SUIT and sign * card > by_suit:
                by_suit, jester = sign * card, seat
    if tied > 1:
        state.tally.trash_ties += 1
        if rules.trash_tie == TrashTie.RANDOM:
            return by_coin(state, rules, first, sign * best, tied)
    return jester


@kernel
def by_coin(state, rules, first, deciding, tied):
    """One number for the whole round, whoever plays: 60 has every number of seats as a divisor."""
    start(state.dice, state.key, Purpose.AUX, state.round, COIN)
    skip = below(state.dice, 60) % tied
    seat = first
    while rank_of(state.table.trash[seat]) != deciding or skip > 0:
        if rank_of(state.table.trash[seat]) == deciding:
            skip -= 1
        seat = around(rules, seat, 1)
    return seat


@kernel
def score_centre(state, rules, cards):
    """Low pays the highest card, High the lowest (JE-4.1, JE-4.2), the other way round when swapped (JE-4.3)."""
    sign = 1 if (state.phase == Phase.LOW) != (rules.swap_low_high == 1) else -1
    best, first, last, tied = -100, 0, 0, 0
    for position in range(rules.players):
        worth = sign * rank_of(cards[seat_in_turn(state.table, rules, position)])
        if worth > best:
            best, first, last, tied = worth, position, position, 1
        elif worth == best:
            last = position
            tied += 1
    if tied > 1:
        if state.phase == Phase.LOW:
            state.tally.low_ties += 1
        else:
            state.tally.high_ties += 1
    if tied == 1 or rules.centre_tie == CentreTie.FIRST:  # an equal card does not beat (JE-4.5)
        pay_centre(state, rules, first)
    elif rules.centre_tie == CentreTie.LAST:
        pay_centre(state, rules, last)
    elif rules.centre_tie == CentreTie.EACH:
        for position in range(first, last + 1):
            if sign * rank_of(cards[seat_in_turn(state.table, rules, position)]) == best:
                pay_centre(state, rules, position)


@kernel
def pay_centre(state, rules, position):
    seat = seat_in_turn(state.table, rules, position)
    if state.phase == Phase.LOW:
        state.tally.low_winpos[position] += 1
        book(state, rules, seat, rules.low_points)
    else:
        state.tally.high_winpos[position] += 1
        book(state, rules, seat, rules.high_points)
