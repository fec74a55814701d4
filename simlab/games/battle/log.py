"""The public log of battle (section 4): what everybody saw of each battle turn."""

from simlab.games.battle.cards import bit
from simlab.jit import kernel


@kernel
def open_log(log):
    for turn in range(len(log.kind)):
        log.kind[turn] = -1
        log.actor[turn] = -1
        log.used[turn] = -1
        log.target[turn] = -1
        log.slot[turn] = -1
        log.stopper[turn] = -1
        log.answer[turn] = -1


@kernel
def log_kind(state):
    at = state.turn - 1
    state.log.kind[at] = state.kind
    state.log.actor[at] = state.actor


@kernel
def log_nth(state, n):
    state.log.n[state.turn - 1] = n


@kernel
def log_used(state):
    state.log.used[state.turn - 1] = state.used


@kernel
def log_target(state):
    at = state.turn - 1
    state.log.target[at] = state.target_seat
    state.log.slot[at] = state.target_slot


@kernel
def log_answer(state, seat, card):
    at = state.turn - 1
    state.log.stopper[at] = seat
    state.log.answer[at] = card


@kernel
def log_shown(state, card):
    state.log.shown[state.turn - 1] |= bit(card)


@kernel
def log_discard(state, card):
    state.log.gone[state.turn - 1] |= bit(card)
