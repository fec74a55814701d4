"""What a seat may know, and a random world that it cannot tell from the real one.

The law of `imagine`: cards whose place is known lie there; every other card is equally likely in every place that is left.
Cards once seen in another hand (the Page that was shown, a card passed under the Chariot) are followed: their holder is taken to
have given up cards at random. The hand one had before the Wheel is somewhere among the cards the Wheel mixed. Once the
discards have become a new deck, what was thrown away may be anywhere.
"""

from simlab.bits import ctz, popcount
from simlab.contract.columns import SEATS
from simlab.games.fortune.arcana import first_place, insert_world, remaining_arcana
from simlab.games.fortune.cards import lay_out, wheel_mixed_all
from simlab.games.fortune.chips import left_of
from simlab.games.fortune.hands import card_at, in_force
from simlab.games.fortune.rules import ALL_CARDS, HAND, Arcana, Phase, Point, Window
from simlab.jit import fill, kernel
from simlab.masks import bit, without_first
from simlab.rng import below, bits64, shuffle

PILE = 8  # code of a place in the discards: PILE + seat
LEFTOVER, DECK = 16, 17


@kernel
def observe(state, rules, seat, view):
    """Own cards and all that lies open; nothing is visible unless copied here."""
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    view.bets = state.bets
    view.table = state.table
    view.hand = state.hand[seat]
    view.given = state.given[seat]
    view.buried = state.buried[seat]
    view.before = state.before[seat]
    view.chosen = state.chosen[seat]
    view.passed = state.passed[seat]
    view.received = state.received[seat]


@kernel
def imagine(view, rules, me, state):
    table, seat = view.table, view.seat
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    state.seat = seat
    state.legal = view.legal
    state.round = table.round
    state.bets = view.bets
    state.table = view.table
    state.now.hierophant_before = table.hierophant
    fill(state, "moon", "received", -1)
    remember_own(view, state)
    imagine_arcana(view, rules, me, state)
    imagine_cards(view, rules, me, state)
    imagine_choices(view, me, state)


@kernel
def remember_own(view, state):
    """One's own cards, and what is known of the neighbours' through the Chariot."""
    seat, riders = view.seat, view.table.riders
    state.hand[seat] = view.hand
    state.given[seat] = view.given
    state.buried[seat] = view.buried
    state.before[seat] = view.before
    state.chosen[seat] = view.chosen
    state.passed[seat] = view.passed
    state.received[seat] = view.received
    if view.passed >= 0:
        state.received[left_of(seat, riders)] = view.passed
        for other in range(SEATS):
            if riders & bit(other) != 0 and left_of(other, riders) == seat:
                state.passed[other] = view.received


@kernel
def imagine_arcana(view, rules, me, state):
    """Those still to come in any order, the World in any place that is left for it."""
    gone = view.table.gone
    left = remaining_arcana(gone, rules)
    others = left & ~bit(Arcana.WORLD)
    state.arcana_top = popcount(gone)
    state.arcana_size = state.arcana_top + lay_out(others, state.arcana_deck[popcount(gone) :])
    shuffle(state.arcana_deck[state.arcana_top : state.arcana_size], me.search)
    if left & bit(Arcana.WORLD) != 0:
        first = max(first_place(state.arcana_size, rules.world_place), state.arcana_top)
        insert_world(state, first + below(me.search, state.arcana_size - first + 1))
    for card in range(len(state.arcana_deck)):  # what is gone lies at the front, in any order
        if gone & bit(card) != 0:
            state.arcana_deck[popcount(gone & (bit(card) - 1))] = card


# ---- cards


@kernel
def imagine_cards(view, rules, me, state):
    table = view.table
    state.pile = view.buried | table.misses_buried
    unseen = ALL_CARDS & ~(view.hand | state.pile | table.flops)
    for s in range(SEATS):
        if s != view.seat:
            state.hand[s] = table.open[s]
            unseen &= ~table.open[s]
    if in_force(table) == Arcana.WHEEL:
        unseen = follow_wheel(view, rules, me, state, unseen)
    else:
        unseen = follow_cards(view, me, state, unseen)
    deal_unseen(view, me, state, unseen)


@kernel
def put(state, card, code):
    """A card (as a mask) to the place that a code stands for."""
    if code < PILE:
        state.hand[code] |= card
        return
    if code == DECK:
        state.deck[state.size] = ctz(card)
        state.size += 1
        return
    state.pile |= card
    if code < LEFTOVER:
        state.given[code - PILE] |= card
        state.buried[code - PILE] |= card


@kernel
def follow_cards(view, me, state, unseen):
    """The Page that was shown and the card one passed: still held, or given up since. Returns what is still unseen."""
    table, page, passed = view.table, bit(0) & 0, bit(0) & 0
    holder, given_up = -1, False
    if table.shown_page >= 0 and table.shown_by != view.seat:
        page = bit(table.shown_page) & unseen
    if page != 0:
        holder = page_rider(view, me)
        given_up = is_given_up(table, me, holder, 0, 0)
        unseen = settle_followed(table, state, page, holder, given_up, unseen)
    if view.passed >= 0:
        passed = bit(view.passed) & unseen
    if passed != 0:
        left = left_of(view.seat, table.riders)
        beside = 1 if page != 0 and holder == left else 0
        too = is_given_up(table, me, left, beside, 1 if given_up and beside == 1 else 0)
        unseen = settle_followed(table, state, passed, left, too, unseen)
    return unseen


@kernel
def page_rider(view, me):
    """Who has the Page that was shown: under the Chariot it may have been the card passed, though not to this seat."""
    table, holder = view.table, view.table.shown_by + 0
    if table.riders & bit(holder) == 0:
        return holder
    left = left_of(holder, table.riders)
    return left if left != view.seat and below(me.search, HAND) == 0 else holder


@kernel
def is_given_up(table, me, holder, beside, beside_gone):
    """Has a holder who parts with cards at random parted with this one? `beside`: another followed card he had, already settled."""
    if table.parted[holder] == 1 and below(me.search, HAND) == 0:
        return True
    choices = table.drew_from[holder] - beside
    if table.window != Window.DEAL or choices <= 0:
        return False
    return below(me.search, choices) < table.discarded[holder] - beside_gone


@kernel
def settle_followed(table, state, card, holder, given_up, unseen):
    if given_up and table.recycled == 1:
        return unseen
    put(state, card, PILE + holder if given_up else holder)
    return unseen & ~card


@kernel
def follow_wheel(view, rules, me, state, unseen):
    """One's old hand and the Page that was shown lie among the cards that the Wheel mixed."""
    table = view.table
    near = view.before
    if table.shown_page >= 0:
        near |= bit(table.shown_page)
    near &= unseen
    if table.recycled == 1 or (wheel_mixed_all(table, rules) and table.window == Window.DEAL):
        return unseen
    places = mixed_places(view, rules, state)
    shuffle(state.pool[:places], me.search)
    left, at = near, 0
    while left != 0 and at < places:
        put(state, left & -left, state.pool[at])
        left = without_first(left)
        at += 1
    return unseen & ~(near & ~left)


@kernel
def mixed_places(view, rules, state):
    """Codes of the hidden places in which cards of the Wheel's pool lie now. Returns how many."""
    table, n = view.table, 0
    known = popcount(view.hand) + popcount(state.pile) + popcount(table.flops)
    for s in range(SEATS):
        if s == view.seat:
            continue
        moved = table.discarded[s] if table.window == Window.DEAL else 0
        n = add_places(state, n, table.held[s] - moved, s)
        n = add_places(state, n, moved, PILE + s)
        known += table.held[s] + table.buried[s]
    n = add_places(state, n, table.leftover, LEFTOVER)
    if wheel_mixed_all(table, rules):
        n = add_places(state, n, popcount(ALL_CARDS) - known, DECK)
    return n


@kernel
def add_places(state, n, count, code):
    for k in range(count):
        state.pool[n + k] = code
    return n + count


@kernel
def deal_unseen(view, me, state, unseen):
    """The unseen cards, shuffled, into every place that is left; what remains is the deck."""
    table, seat = view.table, view.seat
    placed = state.size  # of the deck, by the Wheel
    n = lay_out(unseen, state.deck[placed:])
    shuffle(state.deck[placed : placed + n], me.search)
    at = placed + n
    for s in range(SEATS):
        if s == seat:
            continue
        drawn = table.discarded[s] + 0 if table.phase == Phase.DRAW else 0
        for _ in range(table.held[s] - popcount(state.hand[s])):
            at -= 1
            state.hand[s] |= bit(state.deck[at])
            if drawn > 0:
                state.fresh[s] |= bit(state.deck[at])
                drawn -= 1
        for _ in range(table.buried[s] - popcount(state.buried[s])):
            at -= 1
            put(state, bit(state.deck[at]), PILE + s)
    at = deal_rest(view, state, at)
    shuffle(state.deck[:at], me.search)
    state.size = at
    state.settled = at


@kernel
def deal_rest(view, state, at):
    """Moon cards, one's own too, and what the Wheel left over."""
    known = view.buried | view.table.misses_buried
    for s in range(SEATS):
        known |= state.buried[s]
        if view.table.moons & bit(s) != 0:
            at -= 1
            state.moon[s] = state.deck[at]
    for _ in range(view.table.leftover - popcount(state.pile & ~known)):
        at -= 1
        state.pile |= bit(state.deck[at])
    return at


@kernel
def imagine_choices(view, me, state):
    """Hidden choices that others have made but not yet carried out: any card of theirs."""
    point = view.table.point
    if point != Point.PRIESTESS and point != Point.CHARIOT and point != Point.MOON:
        return
    for k in range(view.table.cursor):
        seat = view.bets.order[k]
        if view.bets.folded & bit(seat) != 0 or seat == view.seat:
            continue
        extra = 1 if point == Point.MOON else 0
        slot = below(me.search, view.table.held[seat] + extra)
        if slot < view.table.held[seat]:
            state.chosen[seat] = ctz(card_at(state.hand[seat], slot))
