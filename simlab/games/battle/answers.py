"""Answers to flips and attacks (BA-8): who is asked, what he may do, and what becomes of an action that is stopped."""

from simlab.bits import popcount, select
from simlab.contract.turns import seat_on
from simlab.games.battle.attacks import target
from simlab.games.battle.cards import NOTHING, alike, bit, higher, lower, nth_slot, same_color, same_number, same_suit, slot_of
from simlab.games.battle.flow import ask_one_of, end_turn
from simlab.games.battle.leads import lead_now, lead_unless_stopped
from simlab.games.battle.log import log_answer
from simlab.games.battle.moves import discard, show_now, take_out
from simlab.games.battle.rules import PASS, Asking, By, End, Kind, Match, Point, Protection, Then
from simlab.games.battle.tally import note_stop
from simlab.games.battle.targets import FROM_ABOVE, FROM_BELOW
from simlab.jit import kernel
from simlab.masks import can


@kernel
def ask_response(state, rules):
    """The next of the others is asked; when all have passed, the action goes through (BA-8.5)."""
    if state.asked == rules.players - 1:
        state.then = Then.THROUGH
        return
    state.then = Then.WAIT
    seat = responder(state, rules)
    state.asked += 1
    state.choice = reveals(state, rules, seat)
    state.discards = interrupts(state, rules, seat)
    ask_one_of(state, Point.RESPOND, seat, 1 + popcount(state.choice) + popcount(state.discards))


@kernel
def responder(state, rules):
    """The target seat first, then the others clockwise; or all clockwise (BA-8.5)."""
    step = state.asked + 1
    if rules.interrupt_order == Asking.TARGET_FIRST:
        away = seat_on(state.target_seat, rules.players - state.actor, rules.players)
        if state.asked == 0:
            step = away
        elif state.asked < away:
            step = state.asked
    return seat_on(state.actor, step, rules.players)


@kernel
def reveals(state, rules, seat):
    """Hidden cards of the target seat that protect the target (BA-8.6)."""
    if seat != state.target_seat or rules.reveal_response == 0 or rules.protection == Protection.OFF:
        return NOTHING
    hidden = state.held[seat] & ~state.shown[seat] & same_suit(target(state))
    above = select(can(FROM_ABOVE, state.kind), higher(target(state)), NOTHING)
    return hidden & select(can(FROM_BELOW, state.kind), lower(target(state)), above)


@kernel
def interrupts(state, rules, seat):
    """Cards that a seat may discard to stop the action, the target not among them (BA-8.7)."""
    if rules.interrupt_by != By.ANY and (rules.interrupt_by == By.TARGET) != (seat == state.target_seat):
        return NOTHING
    cards = state.held[seat]
    if rules.interrupt_with_target == 0:
        cards &= ~bit(target(state))
    if state.kind == Kind.FLIP:
        return cards & alike(state.used, rules)  # BA-6.8
    if rules.interrupt_match == Match.NONE:
        return NOTHING
    fitting = same_number(state.used)  # BA-8.5
    if rules.interrupt_match == Match.NUMBER_OR_SUIT:
        fitting |= same_suit(state.used)
    if rules.interrupt_match == Match.NUMBER_OR_COLOR:
        fitting |= same_color(state.used)
    return cards & fitting


@kernel
def respond(state, rules, action):
    """Pass, turn up a card, or discard one; the first who does not pass ends the window (BA-8.5, BA-8.8)."""
    if action == PASS:
        state.then = Then.ASK
        return
    seat, shows = state.seat, popcount(state.choice)
    revealed = action <= shows
    cards, n = (state.choice, action - 1) if revealed else (state.discards, action - 1 - shows)
    stop(state, rules, seat, nth_slot(state.row[seat], state.size[seat], cards, n), revealed)


@kernel
def stop(state, rules, seat, slot, revealed):
    """The action is stopped; the columns ask whether that decided who leads."""
    otherwise = lead_unless_stopped(state, rules)
    log_answer(state, seat, state.row[seat, slot])
    if revealed:
        show_now(state, rules, seat, slot)
    else:
        discard(state, rules, take_out(state, seat, slot))
    lose_used(state, rules)
    note_stop(state, rules, seat, lead_now(state, rules) != otherwise)
    by_discard = End.TARGET_DISCARDED if seat == state.target_seat else End.OTHER_DISCARDED
    end_turn(state, rules, End.REVEALED if revealed else by_discard)


@kernel
def lose_used(state, rules):
    """The used card goes under the answering one; a flip costs its actor nothing but the turn (BA-8.10)."""
    if state.kind != Kind.FLIP:
        discard(state, rules, take_out(state, state.actor, slot_of(state.row[state.actor], state.used)))
