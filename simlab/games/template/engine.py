"""One-card poker: how it is played."""

from simlab.bits import hot
from simlab.contract.columns import SIXTIETHS
from simlab.contract.duplicate import moved
from simlab.contract.turns import ask, begin, finish
from simlab.games.template.rules import OUTCOME, ROUND, RULES, STATE, VIEW, Action, End
from simlab.games.template.view import imagine, observe
from simlab.jit import kernel
from simlab.masks import full
from simlab.rng import Purpose, shuffle, start

__all__ = ["OUTCOME", "ROUND", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]

BOTH = 2  # pass and bet are always allowed


@kernel
def reset(state, rules, key):
    begin(state, key)
    deal(state, rules)


@kernel
def deal(state, rules):
    """The next deal: ante, a card each; the deck of deal t is the same whatever was played before."""
    table = state.table
    state.round += 1
    state.tally.rounds += 1
    start(state.dice, state.key, Purpose.DEAL, state.round, 0)
    for rank in range(rules.ranks):
        state.deck[rank] = rank
    shuffle(state.deck[: rules.ranks], state.dice)
    if moved(state) == 1:
        state.deck[0], state.deck[1] = state.deck[1], state.deck[0]
    table.first = (state.round - 1) & 1
    table.turn = 0
    table.facing = 0
    table.bettor = -1
    table.paid[0] = rules.ante
    table.paid[1] = rules.ante
    turn_to(state, table.first)


@kernel
def turn_to(state, seat):
    if state.table.facing == 0:
        state.tally.could_open[state.deck[seat]] += 1
    ask(state, seat, full(BOTH))


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    hot()  # a call of it by the driver took 15 % of so small a game; larger ones do not feel it
    table, me, opponent = state.table, state.seat, 1 - state.seat
    facing = table.facing > 0
    table.turn += 1
    if action == Action.BET:
        put_in(state, rules, me, facing)
    if facing and action == Action.PASS:
        settle(state, rules, opponent, End.FOLDED)
    elif facing:
        settle(state, rules, higher(state), End.CALLED)
    elif action == Action.PASS and table.turn == 2:
        settle(state, rules, higher(state), End.CHECKED)
    else:
        turn_to(state, opponent)


@kernel
def put_in(state, rules, me, facing):
    """Bet, or call the bet."""
    table = state.table
    table.paid[me] += rules.bet
    if facing:
        return
    table.facing = rules.bet
    table.bettor = me
    state.tally.opened[state.deck[me]] += 1


@kernel
def higher(state):
    return 0 if state.deck[0] > state.deck[1] else 1


@kernel
def settle(state, rules, winner, end):
    """Pay the pot, then deal again or end the game."""
    table, loser = state.table, 1 - winner
    table.net[winner] += table.paid[loser]
    table.net[loser] -= table.paid[loser]
    note(state, winner, end)
    if state.round < rules.deals:
        deal(state, rules)
        return
    for seat in range(2):
        state.payoff[seat] = table.net[seat]
        state.tally.net[seat] = table.net[seat]
    share_win(state)
    finish(state)


@kernel
def note(state, winner, end):
    """Outcome columns of the deal that just ended."""
    table, tally = state.table, state.tally
    pot = table.paid[0] + table.paid[1]
    state.row.pot = pot
    state.row.winner = winner
    tally.pot += pot
    tally.end = end
    tally.first_bet = 1 if table.bettor == table.first else 0
    tally.bluff_caught = table.bettor if end == End.CALLED and table.bettor != winner else -1


@kernel
def share_win(state):
    """More chips win; equal chips share."""
    net, win = state.table.net, state.tally.win
    if net[0] == net[1]:
        win[0] = SIXTIETHS // 2
        win[1] = SIXTIETHS // 2
    else:
        win[0 if net[0] > net[1] else 1] = SIXTIETHS
