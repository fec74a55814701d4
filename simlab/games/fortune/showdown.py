"""The end of a round: hands are shown, the pot and the Page prizes are paid; and the end of the game."""

import numpy as np

from simlab.bits import cold, ctz, popcount, select
from simlab.contract.columns import SIXTIETHS
from simlab.contract.turns import finish
from simlab.games.fortune.chips import collect, unfolded
from simlab.games.fortune.hands import hand_code, in_force, strength
from simlab.games.fortune.pots import award
from simlab.games.fortune.rules import PAGES, Arcana, End, OddChip, Unit
from simlab.games.fortune.tally import add_up, last_round, open_row, write_row
from simlab.jit import kernel
from simlab.masks import NONE, bit, single, without_first

WHOLE = 10  # tenths of the pot for the best hand, but under the Lovers


@kernel
def settle_round(state, rules):
    """Hands are shown, unless one player is left (FO-2.14) or the Sun ends the round (FO-4.19); the pot and the Page prizes are paid."""
    bets, row, arcana = state.bets, state.row, in_force(state.table)
    left, sun = unfolded(bets), 1 if arcana == Arcana.SUN else 0
    showdown = sun == 0 and not single(left)
    open_row(state, bets.pot + state.table.burnt)
    winners = left & 0 if sun == 1 else left
    if showdown:
        winners = show_hands(state, rules, left, arcana)  # FO-2.25
    else:
        count_pages(state, left)
    tenths = rules.lovers_tenths if arcana == Arcana.LOVERS else WHOLE  # FO-4.6
    odd_first = 1 if rules.odd_chip == OddChip.FIRST_LEFT else 0
    lost = award(bets, state.score, winners, tenths, sun, odd_first, state.won)
    state.table.lost += lost
    row.lost_remainder = lost
    row.showdown = showdown
    row.prize = pay_prizes(state, rules, winners) if showdown or rules.page_prize_on_fold == 1 else 0
    write_row(state, winners, left)


@kernel
def show_hands(state, rules, left, arcana):
    """Rank the hands of these seats and note what they are. Returns the best."""
    row, best, winners = state.row, np.int64(-1), NONE
    while left != 0:
        seat = ctz(left)
        hand = state.hand[seat]
        score = strength(hand, state.table.flops, arcana, rules)
        state.score[seat] = score
        row.cat[seat] = hand_code(score)
        row.end_page[seat] = popcount(hand & PAGES)
        winners = select(score > best, bit(seat), winners | select(score == best, bit(seat), NONE))
        best = max(best, score)
        left = without_first(left)
    return winners


@kernel
def count_pages(state, left):
    """Hands that are not shown."""
    while left != 0:
        seat = ctz(left)
        state.row.end_page[seat] = popcount(state.hand[seat] & PAGES)
        left = without_first(left)


@kernel
def pay_prizes(state, rules, winners):
    """Every other player of the round pays a winner with a Page (FO-2.20 .. FO-2.25). Returns what was paid."""
    bets, losers, paid = state.bets, state.bets.dealt & ~winners, 0
    if single(winners):  # with a Page or without: that cannot be predicted, and paying nothing takes less time than a wrong guess
        return collect(bets, losers, ctz(winners), prize_for(state, rules, ctz(winners)))
    for k in range(bets.seated):
        winner = bets.order[k]
        if winners & bit(winner) != 0:
            paid += collect(bets, losers, winner, prize_for(state, rules, winner))
    return paid


@kernel
def prize_for(state, rules, winner):
    """What each of the others owes him."""
    pages = popcount(state.hand[winner] & PAGES)
    return rules.page_prize * rules.ante * (pages if rules.page_prize_per_page == 1 else min(pages, 1))


# ---- the end of the game


@kernel
def reason_to_end(state, rules):
    """Bust before World before cap (FO-2.27); -1 when the game goes on."""
    if popcount(state.bets.able) <= 1:
        return End.BUST
    if state.table.last_round > 0 and state.round >= state.table.last_round:
        return End.WORLD
    if state.round < rules.max_rounds and rules.unit == Unit.GAME:
        return -1
    return End.CAP


@kernel
def end_game(state, rules, reason):
    cold()
    state.tally.end_reason = reason
    add_up(state)
    last_round(state.tally, state.row)
    for seat in range(rules.players):
        state.tally.chips[seat] = state.bets.stack[seat]
    if rules.unit == Unit.ROUND:
        share_pot(state, rules)
    else:
        state.tally.capped = 1 if reason == End.CAP else 0
        share_win(state, rules)
    finish(state)


@kernel
def share_win(state, rules):
    """Most chips win; equal chips share, with none at all too (FO-2.28)."""
    most, sharers = 0, 0
    for seat in range(rules.players):
        most = max(most, state.bets.stack[seat])
    for seat in range(rules.players):
        sharers += 1 if state.bets.stack[seat] == most else 0
    part = SIXTIETHS // sharers
    for seat in range(rules.players):
        share = part if state.bets.stack[seat] == most else 0
        state.tally.win[seat] = share
        state.payoff[seat] = share


@kernel
def share_pot(state, rules):
    """Each seat's part of what the pot paid out, rounded cumulatively; if nothing was left of it, equal parts for the unfolded."""
    left, paid, before = unfolded(state.bets), 0, 0
    for seat in range(rules.players):
        paid += state.won[seat]
    total = paid if paid > 0 else popcount(left)
    so_far = 0
    for seat in range(rules.players):
        part = state.won[seat] + 0 if paid > 0 else (1 if left & bit(seat) != 0 else 0)
        so_far += part
        now = (2 * SIXTIETHS * so_far + total) // (2 * total)
        state.tally.win[seat] = now - before
        before = now
        state.payoff[seat] = state.bets.stack[seat] - state.bets.brought[seat]
