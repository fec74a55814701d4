"""What a watching player writes down: who chose what in this round, and how the table looked to the watcher just before.

A notebook lies in the watcher's own part of `table`, and is emptied when a round begins. It holds nothing that the watcher did not see,
but for one thing: the number of an action may tell about hidden cards (the third card of a hand). Whoever reads a notebook asks
the game's `recast`, which answers only where the action was open to all.

Line-ups with a watcher play through drivers of their own (`drivers(game, watched=True)`), the same templates bound to
`choose_and_tell` instead of `choose`; all others are not touched.
"""

from functools import cache
from typing import Any

import numpy as np

import simlab.games.template.engine as game  # a stand-in for readers and linters, as in kernels.py
from simlab.contract.game import Game
from simlab.contract.minds import forget
from simlab.jit import kernel, lend, record
from simlab.masks import single
from simlab.play.kernels import choose

MOST = 96  # choices of a round that are written down; of a longer round the first
WORD = 4  # bytes of an element of `table`

BOOK = record(
    ("count", "i8"),  # notes of this round
    ("read", "i8"),  # those that the watcher has learned from
    ("round", "i8"),  # which round; kept where pages are written anew for every choice (`Table.ask`)
)
BOOK_WORDS = BOOK.itemsize // WORD
NOTE: Any = None  # a stand-in: `note_record` of the game that the kernels are bound to


@cache
def note_record(found: Game) -> np.dtype[Any]:
    """One choice of somebody else."""
    return record(
        ("action", "i8"),
        ("legal", "i8"),  # what else could have been chosen
        ("seat", "i8"),  # who chose
        ("sight", found.engine.VIEW),  # of the watcher, just before
    )


def book_words(found: Game) -> int:
    """Room that a notebook takes in `table`."""
    return BOOK_WORDS + -(-MOST * note_record(found).itemsize // WORD)


@kernel
def greet_only(minds, key, players, now):
    """A new game. Streams are started by the first choice, as in every other round, for it is then that pages are turned."""
    forget(minds, key, players)


def choose_and_tell(players, table, minds, rules, rotation, state, view):
    """As `choose`, and every watcher writes down a choice of somebody else."""
    if state.round != minds[0].round:
        turn_pages(table, minds, rules.players)
    seat, legal = state.seat, state.legal
    action = choose(players, table, minds, rules, rotation, state, view)
    if action >= 0 and not single(legal):
        for place in range(rules.players):
            watcher = place + rotation
            if watcher >= rules.players:
                watcher -= rules.players
            if minds[place].notes >= 0 and watcher != seat:
                write_down(table, minds[place].notes, state, rules, watcher, action)
    return action


def turn_pages(table, minds, players):
    """Another round: empty pages."""
    for place in range(players):
        if minds[place].notes >= 0:
            book = lend(table, minds[place].notes, 1, BOOK)[0]
            book.count = 0
            book.read = 0


def write_down(table, place, state, rules, watcher, action):
    book = lend(table, place, 1, BOOK)[0]
    if book.count == MOST:
        return
    note = lend(table, place + BOOK_WORDS, MOST, NOTE)[book.count]
    note.action = action
    note.legal = state.legal
    note.seat = state.seat
    game.observe(state, rules, watcher, note.sight)
    book.count += 1
