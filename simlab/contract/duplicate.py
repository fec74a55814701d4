"""The same cards for other seats, as in duplicate bridge: a deal is played as often as there are seats, and each seat gets each hand once.

A game is a function of its number. The number of a duplicate says in its upper bits by how many seats the cards are moved on; all below
them is the deal. Engines ask `moved`: the hand of seat s is the one that seat s + moved would hold in the first of the duplicates, and
cards drawn later follow the hand as far as the game can arrange it. Cards that nobody has seen lie in any order with the same
chance, so each of these games is as likely as any other game: only together they are fairer.
"""

from simlab.jit import kernel
from simlab.rng import set_key

MARK = 48  # bits of a game's number that say which deal it is
DEAL = (1 << MARK) - 1


@kernel
def open_game(key, seed, index):
    """The key of a game: of its deal, with the whole number kept for the engine."""
    set_key(key, seed, index & DEAL)
    key.game = index


@kernel
def deal_of(state):
    return state.key.game & DEAL


@kernel
def is_duplicate(state):
    return state.key.game > DEAL


@kernel
def moved(state):
    """By how many seats the cards of this game are moved on; 0 for a game that is no duplicate."""
    return max(state.key.game >> MARK, 1) - 1


@kernel
def moved_back(state, seat, players):
    """The seat that gets what would go to `seat` in the first of the duplicates."""
    there = seat - moved(state) % players
    return there + players if there < 0 else there


@kernel
def chance_of(state, now, players):
    """The round or turn, from 0, whose chance comes now: of each lap, that of the seat from which the cards are moved on."""
    by = moved(state)
    if by == 0:
        return now
    place = now % players
    return now - place + (place + by) % players


def duplicate(deal: int, by: int) -> int:
    """The number of a game: this deal, its cards moved on by so many seats."""
    return (by + 1 << MARK) | deal
