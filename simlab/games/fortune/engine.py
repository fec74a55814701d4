"""Tarot draw poker: how it is played, from the deal to the showdown.

A round is a row of phases. `step` carries out one choice; `go_on` then runs the phases until somebody has to choose again. Here they
are told in their order. Cards move in `cards.py`, chips in `chips.py`; players speak in `betting.py`, Arcana act in `arcana.py`; a
round ends in `showdown.py` and its pot is divided in `pots.py`.
"""

import numpy as np

from simlab.bits import cold, popcount
from simlab.contract.duplicate import deal_of
from simlab.contract.turns import begin
from simlab.games.fortune.arcana import begin_effect, choose_effect, effect_choices, end_effect, shuffle_arcana, turn_over
from simlab.games.fortune.betting import clear_betting, legal_bets, next_to_speak, open_betting, return_uncalled, speak
from simlab.games.fortune.cards import deal_hands, exchange, new_deck, settle_deck
from simlab.games.fortune.chips import alone, left_of, seat_players
from simlab.games.fortune.hands import cards_at, in_force, slots_of
from simlab.games.fortune.rules import (
    HAND,
    OUTCOME,
    ROUND,
    RULES,
    STATE,
    VIEW,
    Arcana,
    FirstDealer,
    Phase,
    Point,
    SecondBetFloor,
    Unit,
    Window,
)
from simlab.games.fortune.showdown import end_game, reason_to_end, settle_round
from simlab.games.fortune.tally import add_up, note_eliminations
from simlab.games.fortune.view import imagine, observe
from simlab.jit import fill, kernel
from simlab.masks import bit, full, single
from simlab.rng import Purpose, below, start

__all__ = ["OUTCOME", "ROUND", "RULES", "STATE", "VIEW", "imagine", "legal", "observe", "reset", "step"]

# A draw is a number 0 .. 63, the set of slots given up. Draws that leave a slot alone, and draws of at most so many cards:
WITHOUT_SLOT = np.array([sum(1 << d for d in range(64) if not d >> slot & 1) for slot in range(6)], np.uint64).astype(np.int64)
AT_MOST = np.array([sum(1 << d for d in range(64) if d.bit_count() <= n) for n in range(7)], np.uint64).astype(np.int64)


@kernel
def reset(state, rules, key):
    begin(state, key)
    state.tally.elim_round[:] = -1
    state.bets.able = full(rules.players)
    for seat in range(rules.players):
        state.bets.stack[seat] = rules.starting_chips  # FO-1.7
    shuffle_arcana(state, rules)
    state.table.dealer = first_dealer(state, rules)
    go_on(state, rules)


@kernel
def first_dealer(state, rules):
    if rules.unit == Unit.ROUND:
        return deal_of(state) % rules.players  # FO-6.10
    if rules.first_dealer == FirstDealer.RANDOM:
        start(state.dice, state.key, Purpose.AUX, 0, 0)
        return below(state.dice, rules.players)
    return 0  # FO-1.9


@kernel
def legal(state, rules):
    return state.legal


@kernel
def step(state, rules, action):
    """One choice, then all that follows by itself."""
    seat, point = state.seat, state.table.point
    if point == Point.BET:
        speak(state, rules, seat, action)
        if ask_better(state, rules):  # most often there is a next one, and the phase is the same
            return
    elif point == Point.DRAW:
        draw(state, seat, action)
        state.table.cursor += 1
        if ask_drawer(state, rules):
            return
    elif point != Point.SHOW:
        choose_effect(state, rules, seat, action)
        state.table.cursor += 1
    go_on(state, rules)


@kernel
def go_on(state, rules):
    """From phase to phase until somebody has to choose or the game is over. The phases stand in the order of play, both times of
    betting in one place, and each is asked for by itself: one jump for all of them would often be mispredicted.
    """
    cold()
    table = state.table
    while True:
        if table.phase == Phase.OPEN:
            open_round(state, rules)
        if table.phase == Phase.DEAL_EFFECT or table.phase == Phase.DRAW_EFFECT or table.phase == Phase.MOON:
            if ask_about_effect(state, rules):
                return
            end_effect(state, rules)
            leave_window(state, table.phase)
        if table.phase == Phase.BET1 or table.phase == Phase.BET2:
            if ask_better(state, rules):
                return
            end_betting(state, rules)
        if table.phase == Phase.DRAW:
            if ask_drawer(state, rules):
                return
            open_window(state, rules, Window.DRAW, Phase.DRAW_EFFECT)  # FO-2.11
        if table.phase == Phase.SETTLE and close_round(state, rules):
            return


@kernel
def ask_for(state, seat, point, mask):
    state.table.point = point
    state.table.asked = 1
    state.now.decisions += 0 if single(mask) else 1  # FO-3.12; the game's are added up when the round ends
    state.seat = seat
    state.legal = mask


@kernel
def begin_choices(state, point):
    """All are asked in turn order, from the dealer's left."""
    state.table.point = point
    state.table.cursor = 0


# ---- the deal


@kernel
def open_round(state, rules):
    state.round += 1
    state.tally.rounds += 1
    clear_round(state)
    seat_all(state, rules)
    new_deck(state, rules)
    settle_deck(state, HAND * state.bets.seated)
    deal(state, rules)


@kernel
def clear_round(state):
    """What begins every round at zero or at -1 lies side by side in the records, and is cleared whole: some twenty wide stores."""
    fill(state.bets, "folded", "burnt_quarters", 0)
    fill(state, "hand", "before", 0)
    fill(state, "broke", "now", 0)
    fill(state.table, "open", "recycled", 0)
    fill(state.table, "arcana", "shown_by", -1)
    fill(state, "moon", "received", -1)


@kernel
def seat_all(state, rules):
    """Everybody with chips is dealt in and pays his ante, a short player what he has (FO-2.1, FO-2.2)."""
    bets, table = state.bets, state.table
    table.round = state.round
    state.now.hierophant_before = table.hierophant
    seat_players(bets, table.dealer, rules.players, rules.ante)
    state.broke = bets.dealt & ~bets.able


@kernel
def deal(state, rules):
    """Five cards each from the deck as it lies, then the window `deal` (FO-2.3, FO-2.4)."""
    deal_hands(state)
    open_window(state, rules, Window.DEAL, Phase.DEAL_EFFECT)


# ---- an Arcana may come, after the deal and after the draw


@kernel
def open_window(state, rules, window, phase):
    """`phase` is that of the Arcana's effect, if one comes (FO-6.2, FO-6.4)."""
    table = state.table
    turn_over(state, rules, window)
    if table.window == window:
        table.phase = phase
        table.cursor = 0
        begin_effect(state, rules)
        if table.point != Point.NONE:
            return
    leave_window(state, phase)


@kernel
def ask_about_effect(state, rules):
    """Ask the next player in turn order whom the Arcana gives a choice. False: there is none left."""
    cold()
    table, bets = state.table, state.bets
    while table.cursor < bets.seated:
        seat = bets.order[table.cursor]
        mask = effect_choices(state, rules, seat)
        if mask != 0:
            ask_for(state, seat, table.point, mask)
            return True
        table.cursor += 1
    return False


@kernel
def leave_window(state, phase):
    """On from the effect's phase to the bets, or to the end of the round (FO-4.13, FO-4.19)."""
    bets, table, arcana = state.bets, state.table, in_force(state.table)
    if phase == Phase.MOON or arcana == Arcana.DEATH or arcana == Arcana.SUN:
        table.phase = Phase.SETTLE
        return
    table.phase = Phase.BET1 if phase == Phase.DEAL_EFFECT else Phase.BET2
    if phase != Phase.DEAL_EFFECT:  # the first time there is nothing to put away
        clear_betting(bets)
    open_betting(bets, table.dealer)


# ---- betting, before the draw and after it


@kernel
def ask_better(state, rules):
    """Ask the next player who must speak. False: the betting is over."""
    seat = next_to_speak(state.bets)
    if seat < 0:
        return False
    ask_for(state, seat, Point.BET, legal_bets(state, rules, seat))
    return True


@kernel
def end_betting(state, rules):
    return_uncalled(state.bets)  # FO-3.11
    if state.table.phase == Phase.BET1:
        end_first_betting(state, rules)
    else:
        end_second_betting(state)


@kernel
def end_first_betting(state, rules):
    """One player is left (FO-2.7), or the draw comes, or under the Hermit the second betting at once (FO-4.9)."""
    bets, table = state.bets, state.table
    bets.first_level = bets.level
    bets.floor = bets.level if rules.second_bet_floor == SecondBetFloor.FIRST_LEVEL else 0  # FO-2.13
    state.now.raises1 = bets.raises
    table.acts1 = table.acts
    if alone(bets):
        table.phase = Phase.SETTLE
    elif in_force(table) == Arcana.HERMIT and rules.hermit_skips_draw == 1:
        table.phase = Phase.BET2
        clear_betting(bets)
        open_betting(bets, table.dealer)
    else:
        table.phase = Phase.DRAW
        begin_choices(state, Point.DRAW)
        state.fresh[:] = 0


@kernel
def end_second_betting(state):
    """The round is settled, under the Moon after its exchange (FO-4.18)."""
    state.now.raises2 = state.bets.raises
    if in_force(state.table) == Arcana.MOON and not alone(state.bets):
        state.table.phase = Phase.MOON
        begin_choices(state, Point.MOON)
    else:
        state.table.phase = Phase.SETTLE


# ---- the draw


@kernel
def ask_drawer(state, rules):
    """Ask the next player in turn order who may draw. False: there is none left."""
    table, bets = state.table, state.bets
    while table.cursor < bets.seated:
        seat = bets.order[table.cursor]
        if bets.folded & bit(seat) == 0:
            ask_for(state, seat, Point.DRAW, draws(state, rules, seat))
            return True
        table.cursor += 1
    return False


@kernel
def draws(state, rules, seat):
    """Sets of slots that may be given up: no card lying open, at most `max_discards` (FO-2.8, FO-2.10)."""
    hand = state.hand[seat]
    mask = full(1 << state.table.held[seat]) & AT_MOST[rules.max_discards]
    locked, slot = slots_of(hand, hand & state.table.open[seat]), 0
    while locked != 0:
        if locked & 1 == 1:
            mask &= WITHOUT_SLOT[slot]
        locked >>= 1
        slot += 1
    return mask


@kernel
def draw(state, seat, slots):
    """New cards at once, before the next player chooses (FO-2.9)."""
    table, hand = state.table, state.hand[seat]
    cards = cards_at(hand, slots)
    count = popcount(cards)
    table.drew_from[seat] = table.held[seat] - popcount(table.open[seat])
    table.discarded[seat] = count
    state.fresh[seat] = exchange(state, seat, cards, count)


# ---- the showdown


@kernel
def close_round(state, rules):
    """Show and pay. True when play stops here: the game is over, or nobody was asked in this round, so that one step ends one round
    at most.
    """
    table = state.table
    if table.asked == 0:
        ask_for(state, table.dealer, Point.SHOW, full(1))
        return True
    add_up(state)  # the round before: what `settle_round` writes now would have to be read from stores still on their way
    settle_round(state, rules)
    note_eliminations(state)
    reason = reason_to_end(state, rules)
    if reason >= 0:
        end_game(state, rules, reason)
        return True
    table.dealer = left_of(table.dealer, state.bets.able)  # FO-1.9
    table.phase = Phase.OPEN
    return False
