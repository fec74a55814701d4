"""Battle: how it is played, as a frame.

Here is what is asked next and what follows by itself. The drawing rounds stand in `drawing.py`; the battle turns in `fighting.py`, what
they do to others in `attacks.py`, how these answer in `answers.py`; who leads, and who has won, in `leads.py`.
"""

from simlab.bits import cold
from simlab.contract.duplicate import moved
from simlab.contract.turns import begin
from simlab.games.battle.answers import ask_response, respond
from simlab.games.battle.attacks import declare, go_through
from simlab.games.battle.drawing import answer_allin, face, keep, look, next_drawing_turn, put_back
from simlab.games.battle.fighting import (
    begin_battle,
    choose_card,
    choose_group,
    choose_kind,
    clear_action,
    dig,
    next_battle_turn,
    stack,
)
from simlab.games.battle.log import open_log
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
    open_log(state.log)
    clear_action(state)
    state.actor = -1
    state.left = fill(state.pile, rules.deck_low - LOWEST)
    start(state.dice, state.key, Purpose.DEAL, 0, 0)
    shuffle(state.pile[: state.left], state.dice)
    if moved(state) > 0:
        move_on(state, rules)
    next_drawing_turn(state, rules)
    if state.then == Then.LOOK:  # `carry_on` would do, but takes twice as long to compile
        look(state, rules)


@kernel
def move_on(state, rules):
    """In a duplicate: what the seats will look at, as far as the pile lasts for all of them, goes to other seats."""
    cold()
    lap = rules.draw_size * rules.players
    for begin_at in range(0, min(rules.draw_rounds, state.left // lap) * lap, lap):
        cards = state.pile[begin_at : begin_at + lap]
        for _ in range(moved(state) * rules.draw_size):
            first = cards[0] + 0
            for k in range(lap - 1):
                cards[k] = cards[k + 1]
            cards[lap - 1] = first


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
            begin_battle(state, rules)


@kernel
def act(state, rules, action):
    """What was chosen, by the point it was asked at (section 3); points that come more often stand first."""
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
