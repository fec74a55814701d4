"""What a player may bet, and what a bet does: raise sizes, the Devil's and Justice's rules, the Hanged Man's card."""

import numpy as np

from simlab.bits import cold, select
from simlab.games.fortune.betting import answer, call_less, somebody_can_answer
from simlab.games.fortune.cards import give
from simlab.games.fortune.hands import in_force
from simlab.games.fortune.rules import HISTORY, Arcana, Bet, Size
from simlab.jit import kernel
from simlab.masks import NONE, bit


@kernel
def legal_bets(state, rules, seat, devil):
    """FO-3.2 .. FO-3.9, and the level that each would set. `devil`: the least level of a raise under the Devil, 0 without him."""
    bets, levels, sizes = state.bets, state.table.levels, rules.sizes
    level, bet, ante = np.int64(bets.level), np.int64(bets.bet[seat]), rules.ante
    everything, call = bet + bets.stack[seat], level - bet
    pot = bets.pot + call
    floor = select(level == 0, np.int64(bets.floor), devil)  # FO-2.13
    least = max(level + ante, floor)  # FO-3.6, rising
    half = max(level + max(ante, pot >> 1), floor)
    whole = max(level + max(ante, pot), floor)
    levels[Bet.FOLD] = level
    levels[Bet.CALL] = level
    levels[Bet.RAISE_MIN] = least
    levels[Bet.RAISE_HALF] = half
    levels[Bet.RAISE_POT] = whole
    levels[Bet.ALL_IN] = everything
    below_half = least if sizes & bit(Size.MIN) != 0 else 0  # FO-3.7: sizes that differ from the smaller ones ...
    below_whole = half if sizes & bit(Size.HALF) != 0 else below_half
    mask = np.int64(least < everything) << np.int64(Size.MIN)  # ... and cost less than the stack, and all-in
    mask |= np.int64((below_half < half) & (half < everything)) << np.int64(Size.HALF)
    mask |= np.int64((below_whole < whole) & (whole < everything)) << np.int64(Size.POT)
    mask |= np.int64((level < everything) & (devil <= everything)) << np.int64(Size.ALL_IN)
    raises = (mask & sizes) << np.int64(Bet.RAISE_MIN)
    may_raise = (bets.raises < rules.max_raises) & somebody_can_answer(bets, seat)
    return bit(Bet.CALL) | select(call > 0, bit(Bet.FOLD), NONE) | select(may_raise, raises, NONE)


@kernel
def speak(state, seat, action):
    """Fold, call or raise. Which is chance, so nothing here branches on it."""
    bets = state.bets
    write_down(state.table, seat, action)
    answer(bets, seat, action == Bet.FOLD, action >= Bet.RAISE_MIN, np.int64(state.table.levels[action]))  # FO-2.6
    state.broke |= bit(seat) & ~bets.able
    bets.actor = seat


@kernel
def write_down(table, seat, action):
    """Into the betting history, as far as there is room."""
    acts = table.acts
    table.acts = acts + 1
    if acts < HISTORY:
        table.history[np.uint64(acts)] = 8 * seat + action


# ---- under the Devil, Justice and the Hanged Man


@kernel
def legal_bent_bets(state, rules, seat):
    """Under the Devil a raise must at least double the bet (FO-4.15); under Justice one may match with less (FO-4.11)."""
    cold()
    arcana, bets = in_force(state.table), state.bets
    mask = legal_bets(state, rules, seat, np.int64(rules.devil_factor * bets.level if arcana == Arcana.DEVIL else 0))
    if arcana == Arcana.JUSTICE and bets.level > bets.bet[seat]:
        mask |= justice_bets(bets, rules, seat)
    return mask


@kernel
def speak_bent(state, rules, seat, action):
    """Match with less under Justice (FO-4.11); all-in under the Hanged Man (FO-4.12)."""
    cold()
    if action < Bet.JUSTICE_MIN:
        speak(state, seat, action)
    else:
        write_down(state.table, seat, action)
        call_less(state.bets, seat, justice_level(state.bets, rules, seat, action))
        state.broke |= bit(seat) & ~state.bets.able
        state.bets.actor = seat
    if in_force(state.table) == Arcana.HANGED_MAN:
        hang(state, rules, seat)


@kernel
def justice_level(bets, rules, seat, action):
    """The lower level at which a player may match (FO-4.11)."""
    least = max(rules.ante, bets.bet[seat])
    if action == Bet.JUSTICE_MIN:
        return least
    return bets.bet[seat] + (bets.level - bets.bet[seat]) // 2


@kernel
def justice_bets(bets, rules, seat):
    least = justice_level(bets, rules, seat, Bet.JUSTICE_MIN)
    half = justice_level(bets, rules, seat, Bet.JUSTICE_HALF)
    reach, mask = bets.bet[seat] + bets.stack[seat], bit(0) & 0
    if least < bets.level and least <= reach:
        mask |= bit(Bet.JUSTICE_MIN)
    if least < half <= reach:
        mask |= bit(Bet.JUSTICE_HALF)
    return mask


@kernel
def hang(state, rules, seat):
    """Going all-in brings a card, once."""
    table, me = state.table, bit(seat)
    if rules.hanged_extra == 1 and me & ~(state.bets.able | table.hanged) != 0:
        table.hanged |= me
        give(state, seat)
        state.now.hanged_cards += 1
