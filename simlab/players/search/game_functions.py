"""What the searcher asks of a game: a world imagined anew, a world played on, a choice seen from another seat.

Templates, bound to one game as those of play/kernels.py. They stand apart from the search itself, which calls them by address: to
change how it decides compiles no game anew.
"""

import numpy as np

import simlab.games.template.engine as game  # a stand-in for readers and linters, as in play/kernels.py
from simlab.contract.minds import forget
from simlab.jit import clear
from simlab.play.kernels import choose


def imagine_anew(view, rules, me, state):
    """A world from nothing."""
    clear(state)
    game.imagine(view, rules, me, state)
    return 0


def recast_note(view, rules, note, world):
    """The view as the chooser would have had it in this world, and what it did; `recast` is the game's own."""
    return np.int64(recast(view, rules, note, world))


def recast(view, rules, note, world):
    """A stand-in: nothing is open."""
    return -1


def exchange_cards(view, rules, seat, me, world):
    """Other cards for a seat; `exchange` is the game's own."""
    exchange(view, rules, seat, me, world)
    return 0


def exchange(view, rules, seat, me, world):
    """A stand-in: everybody keeps what he has."""


def effort_for(view, rules):
    """How much a decision is to be thought about; `effort` is the game's own."""
    return np.int64(effort(view, rules))


def effort(view, rules):
    """A stand-in: as much as usual."""
    return 100


def play_on(players, table, minds, rules, action, rounds, work, views, keys):
    """The action and all that follows, until so many rounds have ended or the game is over. 0 after a choice that is not allowed."""
    state, view, key = work[0], views[0], keys[0]
    key.k0 = state.key.k0
    key.k1 = state.key.k1
    forget(minds, key, rules.players)
    now = state.round
    game.step(state, rules, action)
    while not state.over:
        if state.round != now:
            now = state.round
            rounds -= 1
            if rounds == 0:
                return 1
        action = choose(players, table, minds, rules, 0, state, view)
        if action < 0:
            return 0
        game.step(state, rules, action)
    return 1
