"""Leduc poker: how it is played."""

from simlab.bits import hot
from simlab.contract.columns import SIXTIETHS
from simlab.contract.turns import ask, begin, finish
from simlab.jit import kernel
from simlab.masks import first
from simlab.mechanics.betting import Move, alone, choices, closed, next_to_speak, open_round, put_ante, speak
from simlab.rng import Purpose, start
from simlab_leduc.deck import draw_cards
from simlab_leduc.rules import BOARD, HIDDEN, OUTCOME, ROUND, RULES, STATE, VIEW, End
from simlab_leduc.view import imagine, observe

__all__ = ["OUTCOME", "ROUND", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]

NOBODY = -1  # who wins where the pot is shared


@kernel
def reset(state, rules, key):
    begin(state, key)
    deal(state, rules)


@kernel
def deal(state, rules):
    """The next deal: the cards of deal t are the same whatever was played before."""
    table = state.table
    state.round += 1
    state.tally.rounds += 1
    start(state.dice, state.key, Purpose.DEAL, state.round, 0)
    draw_cards(state.cards, rules.size, state.dice)
    table.first = (state.round - 1) & 1
    table.board = HIDDEN
    put_ante(table.bets, 2, rules.ante)
    open_betting(state, rules, rules.first_bet)


@kernel
def open_betting(state, rules, size):
    state.table.size = size
    open_round(state.table.bets)
    turn_to(state, rules, state.table.first)


@kernel
def turn_to(state, rules, seat):
    ask(state, seat, choices(state.table.bets, seat, rules.raises))


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    hot()
    table, bets, me = state.table, state.table.bets, state.seat
    speak(bets, me, action, table.size)
    state.tally.raises[me] += action == Move.RAISE
    if not (alone(bets) or closed(bets)):
        turn_to(state, rules, next_to_speak(bets, me))
    elif not alone(bets) and table.board == HIDDEN:
        table.board = state.cards[BOARD]
        open_betting(state, rules, rules.second_bet)
    else:
        settle(state, rules)


@kernel
def settle(state, rules):
    """Pay the pot, then deal again or end the game."""
    table = state.table
    winner, end = folded(table) if alone(table.bets) else shown(state, rules)
    if winner != NOBODY:
        lost = table.bets.paid[1 - winner]
        table.net[winner] += lost
        table.net[1 - winner] -= lost
    note(state, winner, end)
    if state.round < rules.deals:
        deal(state, rules)
    else:
        end_game(state)


@kernel
def folded(table):
    """Who is left, and how the deal ended."""
    return first(table.bets.live), End.FOLDED_FIRST + 0 if table.board == HIDDEN else End.FOLDED_SECOND + 0


@kernel
def shown(state, rules):
    """Who wins and by what: a pair with the open card, then the higher card; equal ones share."""
    mine, other, board = rules.rank[state.cards[0]], rules.rank[state.cards[1]], rules.rank[state.cards[BOARD]]
    if mine == other:
        return NOBODY, End.SHARED + 0
    if mine == board or other == board:
        return 0 if mine == board else 1, End.PAIR + 0
    return 0 if mine > other else 1, End.HIGHER + 0


@kernel
def note(state, winner, end):
    """Outcome columns of the deal that just ended."""
    pot = state.table.bets.paid[0] + state.table.bets.paid[1]
    state.row.pot = pot
    state.row.winner = winner
    state.tally.pot += pot
    state.tally.end = end


@kernel
def end_game(state):
    """More chips win; equal chips share."""
    net = state.table.net
    for seat in range(2):
        state.payoff[seat] = net[seat]
        state.tally.net[seat] = net[seat]
        state.tally.win[seat] = SIXTIETHS // 2 * (1 + (net[seat] > 0) - (net[seat] < 0))
    finish(state)
