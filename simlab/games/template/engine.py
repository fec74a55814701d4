"""One-card poker: how it is played."""

from simlab.contract.columns import SIXTIETHS
from simlab.contract.turns import ask, begin, finish
from simlab.games.template.rules import OUTCOME, ROUND, RULES, STATE, VIEW, Action, End
from simlab.games.template.view import imagine, observe
from simlab.jit import inlined, kernel
from simlab.masks import full
from simlab.rng import Purpose, shuffle, start

__all__ = ["OUTCOME", "ROUND", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]

BOTH = 2  # pass and bet are always allowed


@kernel
def reset(state, rules, key):
    begin(state, key)
    deal(state, rules)


@inlined
def deal(state, rules):
    """The next deal: ante, a card each; the deck of deal t is the same whatever was played before."""
    state.round += 1
    state.tally.rounds += 1
    start(state.dice, state.key, Purpose.DEAL, state.round, 0)
    for rank in range(rules.ranks):
        state.deck[rank] = rank
    shuffle(state.deck[: rules.ranks], state.dice)
    state.first = (state.round - 1) & 1
    state.turn = 0
    state.facing = 0
    state.bettor = -1
    state.paid[0] = rules.ante
    state.paid[1] = rules.ante
    turn_to(state, state.first)


@inlined
def turn_to(state, seat):
    if state.facing == 0:
        state.tally.could_open[state.deck[seat]] += 1
    ask(state, seat, full(BOTH))


@kernel
def legal(state, rules):
    return state.legal


@inlined
def step(state, rules, action):
    me, opponent = state.seat, 1 - state.seat
    facing = state.facing > 0
    state.turn += 1
    if action == Action.BET:
        put_in(state, rules, me, facing)
    if facing and action == Action.PASS:
        settle(state, rules, opponent, End.FOLDED)
    elif facing:
        settle(state, rules, higher(state), End.CALLED)
    elif action == Action.PASS and state.turn == 2:
        settle(state, rules, higher(state), End.CHECKED)
    else:
        turn_to(state, opponent)


@inlined
def put_in(state, rules, me, facing):
    """Bet, or call the bet."""
    state.paid[me] += rules.bet
    if facing:
        return
    state.facing = rules.bet
    state.bettor = me
    state.tally.opened[state.deck[me]] += 1


@inlined
def higher(state):
    return 0 if state.deck[0] > state.deck[1] else 1


@inlined
def settle(state, rules, winner, end):
    """Pay the pot, then deal again or end the game."""
    loser = 1 - winner
    state.net[winner] += state.paid[loser]
    state.net[loser] -= state.paid[loser]
    note(state, winner, end)
    if state.round < rules.deals:
        deal(state, rules)
        return
    for seat in range(2):
        state.payoff[seat] = state.net[seat]
        state.tally.net[seat] = state.net[seat]
    share_win(state)
    finish(state)


@inlined
def note(state, winner, end):
    """Outcome columns of the deal that just ended."""
    pot = state.paid[0] + state.paid[1]
    state.row.pot = pot
    state.row.winner = winner
    state.tally.pot += pot
    state.tally.end = end
    state.tally.first_bet = 1 if state.bettor == state.first else 0
    state.tally.bluff_caught = state.bettor if end == End.CALLED and state.bettor != winner else -1


@inlined
def share_win(state):
    """More chips win; equal chips share."""
    if state.net[0] == state.net[1]:
        state.tally.win[0] = SIXTIETHS // 2
        state.tally.win[1] = SIXTIETHS // 2
    else:
        state.tally.win[0 if state.net[0] > state.net[1] else 1] = SIXTIETHS
