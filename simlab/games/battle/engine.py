"""Battle: how it is played. Drawing rounds stand in `drawing.py`, battle rounds in `fighting.py`; here is the frame, and who sees what."""

from simlab.contract.turns import begin
from simlab.games.battle.drawing import answer_allin, face, keep, look, next_drawing_turn, put_back
from simlab.games.battle.fighting import (
    ask_response,
    choose_card,
    choose_group,
    choose_kind,
    declare,
    dig,
    go_through,
    judge,
    next_battle_turn,
    respond,
    stack,
)
from simlab.games.battle.rules import OUTCOME, RULES, STATE, VIEW, Point, Then
from simlab.games.battle.tally import open_tally
from simlab.games.battle.view import imagine, observe
from simlab.jit import kernel
from simlab.rng import Purpose, shuffle, start

__all__ = ["OUTCOME", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]

SUITS, NUMBERS = 4, 13
LOWEST = 2


@kernel
def reset(state, rules, key):
    """One shuffle before the game, and never again (BA-1.6)."""
    begin(state, key)
    open_tally(state)
    state.kind = -1
    state.used = -1
    state.target_seat = -1
    state.target_slot = -1
    state.actor = -1
    for turn in range(len(state.log.kind)):
        state.log.kind[turn] = -1
        state.log.actor[turn] = -1
        state.log.used[turn] = -1
        state.log.target[turn] = -1
        state.log.slot[turn] = -1
        state.log.stopper[turn] = -1
        state.log.answer[turn] = -1
    state.left = fill(state.pile, rules.deck_low - LOWEST)
    start(state.dice, state.key, Purpose.DEAL, 0, 0)
    shuffle(state.pile[: state.left], state.dice)
    next_drawing_turn(state, rules)
    if state.then == Then.LOOK:  # `carry_on` would do, but takes twice as long to compile
        look(state, rules)


@kernel
def fill(pile, lowest):
    """All cards from a rank on, in order. Returns how many. The whole deck is stored at once, not suit by suit."""
    if lowest == 0:
        for card in range(SUITS * NUMBERS):
            pile[card] = card
        return SUITS * NUMBERS
    n = 0
    for suit in range(SUITS):
        for rank in range(lowest, NUMBERS):
            pile[n] = NUMBERS * suit + rank
            n += 1
    return n


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    act(state, rules, action)
    if state.then != Then.WAIT:  # seen here: not every decision needs the call
        carry_on(state, rules)


@kernel
def carry_on(state, rules):
    """What follows by itself. Each part is called from here alone: called from everywhere, they took minutes to compile."""
    while state.then != Then.WAIT:
        if state.then == Then.DRAW:
            next_drawing_turn(state, rules)
        elif state.then == Then.LOOK:
            look(state, rules)
        elif state.then == Then.ASK:
            ask_response(state, rules)
        elif state.then == Then.THROUGH:
            go_through(state, rules)
        elif state.then == Then.TURN:
            next_battle_turn(state, rules)
        else:
            judge(state, rules)


@kernel
def act(state, rules, action):
    point = state.point
    state.then = Then.WAIT
    if point == Point.KEEP:
        keep(state, rules, action)
    elif point == Point.ORDER:
        put_back(state, rules, action)
    elif point == Point.FACING:
        face(state, rules, action)
    elif point == Point.RESPOND:
        respond(state, rules, action)
    elif point == Point.KIND:
        choose_kind(state, rules, action)
    elif point == Point.CARD:
        choose_card(state, rules, action)
    elif point == Point.TARGET:
        declare(state, rules, action)
    elif point == Point.NTH:
        dig(state, rules, action)
    elif point == Point.GROUP:
        choose_group(state, rules, action)
    elif point == Point.STACK:
        stack(state, rules, action)
    else:
        answer_allin(state, rules, action)
