"""What a player may bet, and what a bet does: raise sizes, the Devil's and Justice's rules, the Hanged Man's card."""

import numpy as np

from simlab.bits import cold, select
from simlab.games.fortune.cards import give
from simlab.games.fortune.hands import in_force
from simlab.games.fortune.rules import HISTORY, Arcana, Bet, Phase, SecondBetFloor, Size
from simlab.games.mechanics.betting import answer, call_less, somebody_can_answer
from simlab.jit import kernel
from simlab.masks import NONE, bit

ACTS_A_WORD = 10  # of the betting history
INVERSE = -(-(1 << 16) // ACTS_A_WORD)  # exact for the first ten thousand
ACT_BITS = 6


@kernel
def legal_bets(state, rules, seat):
    """FO-3.2 .. FO-3.9, FO-4.11, FO-4.15."""
    bets = state.bets
    owes = bets.level > bets.bet[seat]
    may_raise = (bets.raises < rules.max_raises) & somebody_can_answer(bets, seat)
    mask = bit(Bet.CALL) | select(owes, bit(Bet.FOLD), NONE) | select(may_raise, raises(state, rules, seat), NONE)
    if in_force(state.table) == Arcana.JUSTICE and owes:
        mask |= justice_bets(bets, rules, seat)
    return mask


@kernel
def raises(state, rules, seat):
    """Sizes that differ from the smaller ones and cost less than the stack, and all-in (FO-3.7)."""
    bets, sizes = state.bets, rules.sizes
    everything = bets.bet[seat] + bets.stack[seat]
    least, half, pot = raised_levels(state, rules, seat)
    below_half = least if sizes & bit(Size.MIN) != 0 else 0
    below_pot = half if sizes & bit(Size.HALF) != 0 else below_half
    mask = np.int64(least < everything) << np.int64(Size.MIN)
    mask |= np.int64((below_half < half) & (half < everything)) << np.int64(Size.HALF)
    mask |= np.int64((below_pot < pot) & (pot < everything)) << np.int64(Size.POT)
    mask |= np.int64((bets.level < everything) & (devil_floor(state, rules) <= everything)) << np.int64(Size.ALL_IN)
    return (mask & sizes) << np.int64(Bet.RAISE_MIN)


@kernel
def raised_levels(state, rules, seat):
    """The levels that a raise by the minimum, half the pot and the pot would set, rising (FO-3.6)."""
    bets = state.bets
    level, floor = bets.level, raise_floor(state, rules)
    pot = bets.pot + level - bets.bet[seat]
    least, half = level + rules.ante, level + max(rules.ante, pot >> 1)
    return max(least, floor), max(half, floor), max(level + max(rules.ante, pot), floor)


@kernel
def devil_floor(state, rules):
    """A raise must at least double the bet (FO-4.15); opening bets are free."""
    return rules.devil_factor * state.bets.level if in_force(state.table) == Arcana.DEVIL else 0


@kernel
def raise_floor(state, rules):
    """The least level of a sized raise."""
    bets = state.bets
    if bets.level == 0 and state.table.phase == Phase.BET2 and rules.second_bet_floor == SecondBetFloor.FIRST_LEVEL:
        return bets.first_level + 0  # FO-2.13
    return devil_floor(state, rules)


@kernel
def justice_level(bets, rules, seat, action):
    """The lower level at which a player may match (FO-4.11)."""
    least = max(rules.ante, bets.bet[seat])
    if action == Bet.JUSTICE_MIN:
        return least
    return bets.bet[seat] + (bets.level - bets.bet[seat]) // 2


@kernel
def justice_bets(bets, rules, seat):
    cold()
    least = justice_level(bets, rules, seat, Bet.JUSTICE_MIN)
    half = justice_level(bets, rules, seat, Bet.JUSTICE_HALF)
    reach, mask = bets.bet[seat] + bets.stack[seat], bit(0) & 0
    if least < bets.level and least <= reach:
        mask |= bit(Bet.JUSTICE_MIN)
    if least < half <= reach:
        mask |= bit(Bet.JUSTICE_HALF)
    return mask


@kernel
def speak(state, rules, seat, action):
    """Fold, call or raise. Which is chance, so nothing here branches on it."""
    bets = state.bets
    write_down(state.table, seat, action)
    answer(bets, seat, action == Bet.FOLD, level_after(state, rules, seat, action))  # FO-2.6
    state.broke |= bit(seat) & ~bets.able
    bets.actor = seat


@kernel
def match_with_less(state, rules, seat, action):
    """Under Justice (FO-4.11)."""
    cold()
    write_down(state.table, seat, action)
    call_less(state.bets, seat, justice_level(state.bets, rules, seat, action))
    state.broke |= bit(seat) & ~state.bets.able
    state.bets.actor = seat


@kernel
def level_after(state, rules, seat, action):
    """The level when a player has folded, called or raised."""
    bets = state.bets
    least, half, pot = raised_levels(state, rules, seat)
    level = select(action == Bet.RAISE_MIN, np.int64(least), np.int64(bets.level))
    level = select(action == Bet.RAISE_HALF, np.int64(half), level)
    level = select(action == Bet.RAISE_POT, np.int64(pot), level)
    return select(action == Bet.ALL_IN, np.int64(bets.bet[seat] + bets.stack[seat]), level)


@kernel
def hang(state, rules, seat):
    """Under the Hanged Man going all-in brings a card, once (FO-4.12)."""
    cold()
    table, me = state.table, bit(seat)
    if rules.hanged_extra == 1 and me & state.broke & ~(state.bets.able | table.hanged) != 0:
        table.hanged |= me
        give(state, seat)
        state.now.hanged_cards += 1


@kernel
def write_down(table, seat, action):
    """Into the betting history, as far as there is room."""
    acts = table.acts
    word = (acts * INVERSE) >> 16  # acts // ACTS_A_WORD
    if word < HISTORY:
        table.history[word] |= np.int64(8 * seat + action) << np.int64(ACT_BITS * (acts - word * ACTS_A_WORD))
    table.acts = acts + 1
