"""A betting round (FO-3): who must speak, what he may bet, and what his word does; the Arcana that bend it at the end."""

import numpy as np

from simlab.bits import cold, popcount, select
from simlab.contract.columns import SEATS
from simlab.games.fortune.cards import give
from simlab.games.fortune.chips import alone, give_back, left_of, pay, unfolded
from simlab.games.fortune.hands import in_force
from simlab.games.fortune.rules import HISTORY, Arcana, Bet, Size
from simlab.jit import kernel
from simlab.masks import NONE, bit


@kernel
def clear_betting(bets):
    """Before another betting round: nothing is bet yet."""
    bets.bet[:] = 0
    bets.level = 0
    bets.raises = 0


@kernel
def open_betting(bets, dealer):
    """Everybody with chips must speak, unless he would speak to himself (FO-3.9); first the dealer's left (FO-3.1)."""
    bets.actor = dealer
    bets.due = unfolded(bets) & bets.able
    if popcount(bets.due) < 2:
        bets.due = 0


@kernel
def next_to_speak(bets):
    """The seat, or -1 when the betting round is over."""
    if (bets.due == 0) | alone(bets):  # one branch: which of the two it is cannot be predicted
        return -1
    return left_of(bets.actor, bets.due)


# ---- what he may bet


@kernel
def legal_bets(state, rules, seat):
    if state.table.bent == 1:
        return bent_bets(state, rules, seat)
    return ordinary_bets(state, rules, seat, NONE)


@kernel
def ordinary_bets(state, rules, seat, devil):
    """Fold where there is something to call (FO-3.5), check or call, or raise (FO-3.8, FO-3.9). Notes the level that each would set.

    `devil`: the least level of a raise under the Devil, 0 without him.
    """
    bets, levels = state.bets, state.table.levels
    level, bet = np.int64(bets.level), np.int64(bets.bet[seat])
    least, half, whole = raise_levels(bets, rules, level, bets.pot + level - bet, devil)
    everything = bet + bets.stack[seat]
    levels[Bet.FOLD] = level
    levels[Bet.CALL] = level
    levels[Bet.RAISE_MIN] = least
    levels[Bet.RAISE_HALF] = half
    levels[Bet.RAISE_POT] = whole
    levels[Bet.ALL_IN] = everything
    all_in = (level < everything) & (devil <= everything)
    raises = distinct_sizes(least, half, whole, everything, all_in, rules.sizes) << np.int64(Bet.RAISE_MIN)
    may_raise = (bets.raises < rules.max_raises) & somebody_can_answer(bets, seat)
    return bit(Bet.CALL) | select(level > bet, bit(Bet.FOLD), NONE) | select(may_raise, raises, NONE)


@kernel
def raise_levels(bets, rules, level, pot, devil):
    """What the least raise, half the pot and the pot would make the level (FO-3.6); `pot` as it is after a call."""
    ante = rules.ante
    floor = select(level == 0, np.int64(bets.floor), devil)  # FO-2.13, FO-4.15
    return max(level + ante, floor), max(level + max(ante, pot >> 1), floor), max(level + max(ante, pot), floor)


@kernel
def distinct_sizes(least, half, whole, everything, all_in, sizes):
    """Sizes in play that exceed the smaller ones and cost less than the stack, and all-in (FO-3.7). No branches: it is chance."""
    below_half = least if sizes & bit(Size.MIN) != 0 else 0
    below_whole = half if sizes & bit(Size.HALF) != 0 else below_half
    mask = np.int64(least < everything) << np.int64(Size.MIN)
    mask |= np.int64((below_half < half) & (half < everything)) << np.int64(Size.HALF)
    mask |= np.int64((below_whole < whole) & (whole < everything)) << np.int64(Size.POT)
    mask |= np.int64(all_in) << np.int64(Size.ALL_IN)
    return mask & sizes


@kernel
def somebody_can_answer(bets, seat):
    return unfolded(bets) & bets.able & ~bit(seat) != 0


# ---- what his word does


@kernel
def speak(state, rules, seat, action):
    if state.table.bent == 1:
        speak_bent(state, rules, seat, action)
    else:
        speak_plainly(state, seat, action)


@kernel
def speak_plainly(state, seat, action):
    """Fold (FO-2.6), call or raise. Which is chance, so nothing here branches on it."""
    bets = state.bets
    write_down(state.table, seat, action)
    answer(bets, seat, action == Bet.FOLD, action >= Bet.RAISE_MIN, np.int64(state.table.levels[action]))
    state.broke |= bit(seat) & ~bets.able
    bets.actor = seat


@kernel
def write_down(table, seat, action):
    """Into the betting history, as far as there is room."""
    acts = table.acts
    table.acts = acts + 1
    if acts < HISTORY:
        table.history[np.uint64(acts)] = 8 * seat + action


@kernel
def answer(bets, seat, folds, raises, level):
    """Fold, or put in as much as the level asks, as far as the stack reaches. Above the present level that `raises`: everybody
    else with chips must speak again (FO-3.10). What a player does is often chance: hence no branches. Arrays are written first and single
    values last: the compiler then still has those at hand when the next player is asked.
    """
    me, raised, at = bit(seat), np.int64(raises), np.uint64(seat)  # unsigned: nobody asks whether it counts from the end
    folded = bets.folded | select(folds, me, NONE)
    due = (bets.due | (bets.dealt & ~folded & bets.able & -raised)) & ~me
    stack, bet, stake, pot = np.int64(bets.stack[at]), np.int64(bets.bet[at]), bets.stake[at], bets.pot
    chips = select(folds, np.int64(0), min(level - bet, stack))
    able = (bets.able & ~me) | (np.int64(stack > chips) << np.int64(seat))
    bets.stack[at] = stack - chips
    bets.stake[at] = stake + chips
    bets.bet[at] = bet + chips
    bets.pot = pot + chips
    bets.level = level
    bets.raises += raised
    bets.raiser += (seat - bets.raiser) & -raised
    bets.folded = folded
    bets.able = able
    bets.due = due


@kernel
def return_uncalled(bets):
    """If one unfolded stake stands alone above all others, its excess goes back, at most the bets of this betting round
    (FO-3.11). It can only be the last raiser's: all others with chips have matched him, or folded.
    """
    raiser, others = bets.raiser, 0
    for seat in range(SEATS):
        others = max(others, bets.stake[seat] & -np.int64(seat != raiser))
    excess = max(0, min(bets.stake[raiser] - others, bets.bet[raiser]))
    give_back(bets, raiser, excess)
    bets.level -= excess


# ---- under the Devil, Justice and the Hanged Man


@kernel
def bent_bets(state, rules, seat):
    """Under the Devil a raise must at least double the bet (FO-4.15); under Justice one may match with less (FO-4.11)."""
    cold()
    arcana, bets = in_force(state.table), state.bets
    mask = ordinary_bets(state, rules, seat, np.int64(rules.devil_factor * bets.level if arcana == Arcana.DEVIL else 0))
    if arcana == Arcana.JUSTICE and bets.level > bets.bet[seat]:
        mask |= justice_bets(bets, rules, seat)
    return mask


@kernel
def speak_bent(state, rules, seat, action):
    """Match with less under Justice (FO-4.11); all-in under the Hanged Man (FO-4.12)."""
    cold()
    if action < Bet.JUSTICE_MIN:
        speak_plainly(state, seat, action)
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
def call_less(bets, seat, level):
    """Match at a lower level (FO-4.11): everybody's surplus over it returns, nobody must speak again."""
    cold()
    bets.due &= ~bit(seat)
    bets.level = level
    pay(bets, seat, level - bets.bet[seat])
    for k in range(bets.seated):
        other = bets.order[k]
        if bets.folded & bit(other) == 0 and bets.bet[other] > level:
            give_back(bets, other, bets.bet[other] - level)


@kernel
def hang(state, rules, seat):
    """Going all-in brings a card, once (FO-4.12)."""
    table, me = state.table, bit(seat)
    if rules.hanged_extra == 1 and me & ~(state.bets.able | table.hanged) != 0:
        table.hanged |= me
        give(state, seat)
        state.now.hanged_cards += 1
