"""The end of a round: hands are shown, the pot and the Page prizes are paid, the round is written down."""

from simlab.bits import cold, ctz, popcount
from simlab.games.columns import SEATS, SIXTIETHS
from simlab.games.fortune.hands import hand_code, in_force, strength
from simlab.games.fortune.rules import PAGES, Arcana, End, OddChip, Unit
from simlab.games.mechanics.betting import award, best_of, move, unfolded
from simlab.games.mechanics.turns import finish
from simlab.jit import kernel
from simlab.masks import bit, single, without_first

WHOLE = 10  # tenths of the pot for the best hand, but under the Lovers


@kernel
def settle(state, rules):
    bets, arcana = state.bets, in_force(state.table)
    sun = 1 if arcana == Arcana.SUN else 0
    left = unfolded(bets)
    state.now.pot = bets.pot + state.table.burnt
    winners = left & 0 if sun == 1 else left
    if sun == 0 and not single(left):  # FO-2.14
        state.now.showdown = 1
        show_hands(state, rules, left, arcana)
        winners = best_of(left, state.score)  # FO-2.25
    tenths = rules.lovers_tenths if arcana == Arcana.LOVERS else WHOLE
    odd_first = 1 if rules.odd_chip == OddChip.FIRST_LEFT else 0
    state.now.lost_remainder = award(bets, state.score, tenths, sun, odd_first, state.won)
    state.table.lost += state.now.lost_remainder
    pay_prizes(state, rules, winners)
    write_row(state, winners, left)
    add_up(state)


@kernel
def show_hands(state, rules, left, arcana):
    while left != 0:
        seat = ctz(left)
        score = strength(state.hand[seat], state.table.flops, arcana, rules)
        state.score[seat] = score
        state.now.cat[seat] = hand_code(score)
        left = without_first(left)


@kernel
def pay_prizes(state, rules, winners):
    """Every other player of the round pays a winner with a Page (FO-2.20 .. FO-2.25)."""
    if state.now.showdown == 0 and rules.page_prize_on_fold == 0:
        return
    bets = state.bets
    for k in range(bets.seated if a_page_among(state, winners) else 0):
        winner = bets.order[k]
        pages = popcount(state.hand[winner] & PAGES)
        if winners & bit(winner) == 0 or pages == 0:
            continue
        prize = rules.page_prize * rules.ante * (pages if rules.page_prize_per_page == 1 else 1)
        for j in range(bets.seated):
            payer = bets.order[j]
            if winners & bit(payer) == 0:
                state.now.prize += move(bets, payer, winner, prize)


@kernel
def a_page_among(state, seats):
    """Has any of these seats a Page?"""
    cards = seats & 0
    while seats != 0:
        cards |= state.hand[ctz(seats)]
        seats = without_first(seats)
    return cards & PAGES != 0


@kernel
def write_row(state, winners, left):
    """The columns of the round, besides those counted on the way."""
    now, table, bets = state.now, state.table, state.bets
    now.round = table.round
    now.dealer = table.dealer
    now.seated = bets.seated
    now.arcana = table.arcana
    now.window = table.window
    now.cancelled = table.cancelled
    now.lost_tower = table.burnt
    now.n_end = popcount(left)
    now.n_winners = popcount(winners)
    now.winner = ctz(winners) if single(winners) else -1
    now.win_cat = now.cat[ctz(winners)] if winners != 0 else -1
    for seat in range(SEATS):
        now.net[seat] = bets.stack[seat] - table.chips_before[seat]
        now.discards[seat] = table.discarded[seat]
    while left != 0:
        seat = ctz(left)
        now.end_page[seat] = popcount(state.hand[seat] & PAGES)
        left = without_first(left)


@kernel
def add_up(state):
    """The round's columns to the game's."""
    now, tally = state.now, state.tally
    tally.decisions += now.decisions
    tally.lost_tower += now.lost_tower
    tally.lost_remainder += now.lost_remainder
    tally.prizes_paid += now.prize
    tally.showdowns += now.showdown
    tally.biggest_pot = max(tally.biggest_pot, now.pot)
    tally.seated += now.seated
    tally.cancelled += now.cancelled
    tally.hierophant_before += now.hierophant_before
    tally.pot += now.pot
    tally.prize += now.prize
    tally.showdown += now.showdown
    tally.n_end += now.n_end
    tally.n_winners += now.n_winners
    tally.raises1 += now.raises1
    tally.raises2 += now.raises2
    tally.reentries += now.reentries
    tally.magician_hits += now.magician_hits
    tally.hanged_cards += now.hanged_cards
    tally.reshuffles += now.reshuffles
    tally.dealer = now.dealer
    tally.arcana = now.arcana
    tally.window = now.window
    tally.winner = now.winner
    tally.win_cat = now.win_cat
    for seat in range(SEATS):
        tally.net[seat] += now.net[seat]
        tally.dealt_page[seat] += now.dealt_page[seat]
        tally.end_page[seat] += now.end_page[seat]
        tally.discards[seat] += now.discards[seat]
        tally.allin[seat] += now.allin[seat]
        tally.cat[seat] = now.cat[seat]


@kernel
def note_eliminations(state):
    """A player without chips is out (FO-2.19)."""
    out = state.bets.dealt & ~state.bets.able
    while out != 0:
        state.tally.elim_round[ctz(out)] = state.round
        out = without_first(out)


@kernel
def reason_to_end(state, rules):
    """Bust before World before cap (FO-2.27); -1 when the game goes on."""
    if popcount(state.bets.able) <= 1:
        return End.BUST + 0
    if state.table.last_round > 0 and state.round >= state.table.last_round:
        return End.WORLD + 0
    if state.round < rules.max_rounds and rules.unit == Unit.GAME:
        return -1
    return End.CAP + 0


@kernel
def end_game(state, rules, reason):
    cold()
    state.tally.end_reason = reason
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
    for seat in range(rules.players):
        share = SIXTIETHS // sharers if state.bets.stack[seat] == most else 0
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
        state.payoff[seat] = state.bets.stack[seat] - state.table.chips_before[seat]
