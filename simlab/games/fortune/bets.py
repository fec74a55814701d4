"""What a player may bet, and what a bet does: raise sizes, the Devil's and Justice's rules, the Hanged Man's card."""

from simlab.games.fortune.cards import give
from simlab.games.fortune.hands import in_force
from simlab.games.fortune.rules import HISTORY, Arcana, Bet, Phase, SecondBetFloor, Size
from simlab.games.mechanics.betting import call, call_less, raise_to, somebody_can_answer
from simlab.jit import kernel
from simlab.masks import bit

ACTS_A_WORD = 10  # of the betting history
ACT_BITS = 6


@kernel
def legal_bets(state, rules, seat):
    """FO-3.2 .. FO-3.9, FO-4.11, FO-4.15."""
    bets = state.bets
    owed = bets.level - bets.bet[seat]
    mask = bit(Bet.CALL)
    if owed > 0:
        mask |= bit(Bet.FOLD)
        if in_force(state.table) == Arcana.JUSTICE:
            mask |= justice_bets(bets, rules, seat)
    if bets.raises < rules.max_raises and somebody_can_answer(bets, seat):
        mask |= raises(state, rules, seat)
    return mask


@kernel
def raises(state, rules, seat):
    """Sizes that differ from the smaller ones and cost less than the stack, and all-in (FO-3.7)."""
    bets = state.bets
    everything = bets.bet[seat] + bets.stack[seat]
    floor, mask, largest = raise_floor(state, rules), bit(0) & 0, 0
    for action in range(Bet.RAISE_MIN, Bet.ALL_IN):
        if rules.sizes & bit(action - Bet.RAISE_MIN) == 0:
            continue
        target = max(sized_target(bets, rules, seat, action), floor)
        if largest < target < everything:
            mask |= bit(action)
            largest = target
    if rules.sizes & bit(Size.ALL_IN) != 0 and everything > bets.level and everything >= devil_floor(state, rules):
        mask |= bit(Bet.ALL_IN)
    return mask


@kernel
def sized_target(bets, rules, seat, action):
    """The level that a raise of this size would set (FO-3.6)."""
    if action == Bet.RAISE_MIN:
        return bets.level + rules.ante
    pot = bets.pot + bets.level - bets.bet[seat]
    if action == Bet.RAISE_HALF:
        pot //= 2
    return bets.level + max(rules.ante, pot)


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
    """One action at a betting point."""
    bets = state.bets
    bets.due &= ~bit(seat)
    bets.actor = seat
    write_down(state.table, seat, action)
    if action == Bet.FOLD:
        bets.folded |= bit(seat)  # FO-2.6
        return
    if action == Bet.CALL:
        call(bets, seat)
    elif action == Bet.ALL_IN:
        raise_to(bets, seat, bets.bet[seat] + bets.stack[seat])
    elif action >= Bet.JUSTICE_MIN:
        call_less(bets, seat, justice_level(bets, rules, seat, action))
    else:
        raise_to(bets, seat, max(sized_target(bets, rules, seat, action), raise_floor(state, rules)))
    if bets.stack[seat] == 0:
        last_chip_in(state, rules, seat)


@kernel
def last_chip_in(state, rules, seat):
    """All-in; under the Hanged Man it brings a card, once (FO-4.12)."""
    state.now.allin[seat] = 1
    table = state.table
    if in_force(table) == Arcana.HANGED_MAN and rules.hanged_extra == 1 and table.hanged & bit(seat) == 0:
        table.hanged |= bit(seat)
        give(state, seat)
        state.now.hanged_cards += 1


@kernel
def write_down(table, seat, action):
    """Into the betting history, as far as there is room."""
    word = table.acts // ACTS_A_WORD
    if word < HISTORY:
        table.history[word] |= (bit(0) * (8 * seat + action)) << (ACT_BITS * (table.acts - word * ACTS_A_WORD))
    table.acts += 1
