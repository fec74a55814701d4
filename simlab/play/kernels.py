"""Generic drivers: templates written against the global name `game`, which `jit.bind` replaces by one game's engine.

Scratch records come as arrays from outside (`work`: states, `views`, `keys`): a record taken out of an array that the kernel
makes itself does not keep that array alive, and reads freed memory.

Line-ups, parameters, tables, rules and seeds are run-time data: changing them never compiles anything. Players come as the
addresses of six compiled functions, by place in the line-up; place p sits at seat (p + rotation) mod players. `choose` is a
template too: `drivers.py` binds it first.
"""

import numpy as np

import simlab.games.template.engine as game  # a stand-in for readers and linters
from simlab.bits import apart
from simlab.contract.duplicate import open_game
from simlab.contract.minds import greet, wake_anew
from simlab.contract.uniform import any_of
from simlab.jit import ask_policy, clear, kernel
from simlab.masks import NONE, can, first, single

FAR = 1 << 31  # beyond any action
IN_A_COPY = -3 * FAR  # for `blame`: not here, but where other actions were tried from here
MOST_DECISIONS = 1_000_000  # of one game: after them it is held to be endless


def rollout(players, table, minds, rules, seed, begin, rotation, work, views, keys, out, fault):
    """Play games begin, begin + 1, ... and keep each tally in `out`. Returns how many were played.

    An illegal move stops the run: `fault` then holds game, seat, action, the mask it missed, and which decision it was. So does
    a game that does not end.
    """
    apart()
    state, view, key = work[0], views[0], keys[0]
    for g in range(len(out)):
        clear(state)
        open_game(key, seed, begin + g)
        fault[0] = begin + g
        game.reset(state, rules, key)
        greet(minds, key, rules.players, state.round)
        left = MOST_DECISIONS - 1
        while not state.over:
            left -= 1
            action = choose(players, table, minds, rules, rotation, state, view)
            if action | left < 0:  # either is negative: one branch instead of two
                blame(fault, begin + g, state.seat, action, state.legal, MOST_DECISIONS - 1 - left)
                return g
            game.step(state, rules, action)
        out[g] = state.tally
    return len(out)


def rollout_rounds(players, table, minds, rules, seed, begin, rotation, work, views, keys, out, rows, row_game, fault):
    """As `rollout`, and one row for each round into `rows` (with its game in `row_game`). Returns games, rows.

    Stops early when a game's rows might not fit any more.
    """
    apart()
    state, view, key = work[0], views[0], keys[0]
    n = 0
    for g in range(len(out)):
        clear(state)
        open_game(key, seed, begin + g)
        fault[0] = begin + g
        game.reset(state, rules, key)
        greet(minds, key, rules.players, state.round)
        opened = n
        left = MOST_DECISIONS - 1
        while not state.over:
            now = state.round
            left -= 1
            action = choose(players, table, minds, rules, rotation, state, view)
            if action | left < 0:
                blame(fault, begin + g, state.seat, action, state.legal, MOST_DECISIONS - 1 - left)
                return g, opened
            game.step(state, rules, action)
            if state.round != now or state.over:
                if n == len(rows):
                    return g, opened
                rows[n] = state.row
                row_game[n] = begin + g
                n += 1
        out[g] = state.tally
    return len(out), n


def record_game(players, table, minds, rules, seed, index, rotation, work, views, keys, actions, fault):
    """Play one game into work[0] and keep its actions. Returns how many, or -1 when they do not fit or one is illegal."""
    state, view, key = work[0], views[0], keys[0]
    clear(work[0])
    open_game(key, seed, index)
    fault[0] = index
    game.reset(state, rules, key)
    greet(minds, key, rules.players, state.round)
    n = 0
    while not state.over:
        action = choose(players, table, minds, rules, rotation, state, view)
        if n == len(actions) or action < 0:
            blame(fault, index, state.seat, action, state.legal, n + 1)
            return -1
        actions[n] = action
        n += 1
        game.step(state, rules, action)
    return n


def replay(rules, seed, index, actions, work, keys):
    """Apply recorded actions to a fresh game in work[0]. Returns how many were applied before one was illegal."""
    state, key = work[0], keys[0]
    clear(work[0])
    open_game(key, seed, index)
    game.reset(state, rules, key)
    for n in range(len(actions)):
        if state.over or not can(game.legal(state, rules), actions[n]):
            return n
        game.step(state, rules, actions[n])
    return len(actions)


def playout(players, table, minds, rules, rotation, work, views, keys):
    """Play the position in work[0], real or imagined, to its end. Players' streams come from the state's own key.

    False for an illegal move, or a game that does not end.
    """
    state, view, key = work[0], views[0], keys[0]
    key.k0 = state.key.k0
    key.k1 = state.key.k1
    greet(minds, key, rules.players, state.round)
    left = MOST_DECISIONS - 1
    while not state.over:
        left -= 1
        action = choose(players, table, minds, rules, rotation, state, view)
        if action | left < 0:
            return False
        game.step(state, rules, action)
    return True


def choose(players, table, minds, rules, rotation, state, view):
    """The action of the seat to act; a negative number for one that is not allowed. Points with one action are played without asking."""
    if state.round != minds[0].round:
        wake_anew(minds, rules.players, state.round)
    seat = state.seat
    place = seat - rotation
    if place < 0:
        place += rules.players
    me = minds[np.uint64(place)]  # unsigned: nobody asks whether it counts from the end
    if me.uniform and state.legal != NONE:  # needs no view: the same choice without the 13 ns of looking and calling
        return any_of(state.legal, me.dice)
    if single(state.legal):
        return first(state.legal)
    game.observe(state, rules, seat, view)
    action = ask_policy(players[place], view, rules, me, table)
    return action if can(state.legal, action) else refused(action)


@kernel
def refused(action):
    """An illegal action as a negative number, whatever it is."""
    return max(-FAR, min(action, FAR)) - 2 * FAR


@kernel
def blame(fault, index, seat, answer, legal, decision):
    fault[4] = decision
    fault[0] = index
    fault[1] = seat
    fault[2] = answer + 2 * FAR if answer < 0 else answer
    fault[3] = legal
