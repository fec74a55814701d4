"""The outcome columns of fortune: a round's row when it ends, added up to the game's. Written here, never read by a rule."""

import numpy as np

from simlab.bits import ctz, popcount
from simlab.contract.columns import SEATS
from simlab.jit import add_alike, kernel
from simlab.masks import single, without_first

MEMBERS = np.array([[seats >> seat & 1 for seat in range(SEATS)] for seats in range(1 << SEATS)], np.int32)  # of a set, seat by seat


@kernel
def open_row(state, pot):
    """Before hands are shown: the pot as it was, and no hand seen."""
    row = state.row
    row.pot = pot
    state.tally.biggest_pot = max(state.tally.biggest_pot, pot)
    row.cat[:] = -1
    row.end_page[:] = 0


@kernel
def write_row(state, winners, left):
    """The columns of the round that `settle_round` has not written yet. A loop for each array: a few wide moves."""
    row, now, table, bets = state.row, state.now, state.table, state.bets
    row.round = table.round
    row.decisions = now.decisions
    row.lost_tower = table.burnt
    row.seated = bets.seated
    row.cancelled = table.cancelled
    row.hierophant_before = now.hierophant_before
    row.n_end = popcount(left)
    row.n_winners = popcount(winners)
    row.raises1 = now.raises1
    row.raises2 = now.raises2
    row.reentries = now.reentries
    row.magician_hits = now.magician_hits
    row.hanged_cards = now.hanged_cards
    row.reshuffles = now.reshuffles
    row.dealer = table.dealer
    row.arcana = table.arcana
    row.window = table.window
    row.winner = ctz(winners) if single(winners) else -1
    row.win_cat = row.cat[ctz(winners)] if winners != 0 else -1
    row.net[:] = 0
    for k in range(bets.seated):  # seat by seat: a wide load would wait for the chips just paid out
        seat = bets.order[k]
        row.net[seat] = bets.stack[seat] - bets.brought[seat]
    for seat in range(SEATS):
        row.dealt_page[seat] = now.dealt_page[seat]
    for seat in range(SEATS):
        row.discards[seat] = table.discarded[seat]
    for seat in range(SEATS):
        row.allin[seat] = MEMBERS[state.broke, seat]


@kernel
def add_up(state):
    """The columns of the round written last to the game's."""
    add_alike(state.tally, state.row)


@kernel
def note_eliminations(state):
    """A player without chips is out (FO-2.19)."""
    out = state.bets.dealt & ~state.bets.able
    while out != 0:
        state.tally.elim_round[ctz(out)] = state.round
        out = without_first(out)


@kernel
def last_round(tally, row):
    """The columns that need all rounds, and those of the last one."""
    tally.prizes_paid = tally.prize
    tally.showdowns = tally.showdown
    tally.dealer = row.dealer
    tally.arcana = row.arcana
    tally.window = row.window
    tally.winner = row.winner
    tally.win_cat = row.win_cat
    for seat in range(SEATS):
        tally.cat[seat] = row.cat[seat]
