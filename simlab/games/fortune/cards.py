"""Cards on the move: from the deck into hands, from hands to the discards, and back into a new deck."""

import numpy as np

from simlab.bits import cold, ctz, popcount
from simlab.contract.columns import SEATS
from simlab.contract.duplicate import chance_of
from simlab.games.fortune.chips import unfolded
from simlab.games.fortune.rules import ALL_CARDS, CARDS, HAND, PAGES, Arcana, WheelPool
from simlab.jit import kernel
from simlab.masks import bit, without_first
from simlab.rng import Purpose, bounded, shuffle, shuffle_front, start

PLACES = np.array([place for place in range(64) if ALL_CARDS >> place & 1], np.int8)  # of all cards, rising


@kernel
def lay_out(cards, places):
    """The places of these cards, rising. Returns how many."""
    n = 0
    while cards != 0:
        places[n] = ctz(cards)
        cards = without_first(cards)
        n += 1
    return n


@kernel
def new_deck(state, rules):
    """All 56 cards, to be shuffled anew for this round (FO-1.3, FO-1.10)."""
    for k in range(CARDS):
        state.deck[k] = PLACES[k]
    state.size = CARDS
    state.top = 0
    state.settled = 0
    start(state.shoe, state.key, Purpose.DEAL, chance_of(state, state.round - 1, rules.players) + 1, 0)


@kernel
def settle_deck(state, cards):
    """Shuffle so far that the next `cards` cards are known. Only at the start of the deck."""
    shuffle_front(state.deck[:CARDS], cards, state.shoe)
    state.settled = cards


@kernel
def deal_hands(state):
    """Five cards each, one at a time in turn order (FO-2.3)."""
    bets = state.bets
    seated = bets.seated
    for k in range(seated):
        seat, hand = bets.order[k], state.pile & 0
        for j in range(HAND):
            hand |= bit(state.deck[j * seated + k])
        state.hand[seat] = hand
        state.fresh[seat] = hand
        state.now.dealt_page[seat] = popcount(hand & PAGES)
        state.table.held[seat] = HAND
    state.top = HAND * seated


@kernel
def take(state):
    """The deck's top card as a place; -1 when there is no card left anywhere."""
    card = take_several(state, 1)
    return ctz(card) if card != 0 else -1


@kernel
def take_several(state, count):
    """The next cards, as many as there are anywhere, as a set."""
    cards = np.int64(0)
    while True:
        ready = min(count, state.size - state.top)
        cards |= take_ready(state, ready)
        count -= ready
        if count == 0:
            return cards
        recycle(state)
        if state.top == state.size:
            return cards


@kernel
def take_ready(state, count):
    """The next cards of a deck that has as many. Goes on with the shuffle that `settle_deck` began, as far as need be."""
    shoe, top = state.shoe, state.top
    s0, s1 = shoe.s0, shoe.s1
    cards = np.int64(0)
    size, settled = state.size, state.settled
    for place in range(top, top + count):
        lies = state.deck[np.uint64(place)]  # unsigned: nobody asks whether it counts from the end
        if place >= settled:
            step, s0, s1 = bounded(s0, s1, size - place)
            drawn = state.deck[np.uint64(place + step)]
            state.deck[np.uint64(place + step)] = lies  # what lies before the top of the deck is never looked at again
            lies = drawn
        cards |= bit(lies)
    shoe.s0, shoe.s1 = s0, s1
    state.top = top + count
    state.settled = max(settled, top + count)
    return cards


@kernel
def recycle(state):
    """The discards, or else the folded hands, become the deck (FO-2.12)."""
    cold()
    table, cards = state.table, state.pile
    state.pile = 0
    if cards == 0:
        for seat in range(SEATS):
            if state.bets.folded & bit(seat) != 0:
                cards |= state.hand[seat]
                state.hand[seat] = 0
                table.held[seat] = 0
    if cards == 0:
        return
    for seat in range(SEATS):
        state.buried[seat] = 0
        table.buried[seat] = 0
    table.misses_buried = 0
    table.leftover = 0
    table.recycled = 1
    state.now.reshuffles += 1
    fresh_deck(state, cards)


@kernel
def fresh_deck(state, cards):
    """These cards, shuffled, are the deck."""
    state.size = aux_shuffle(state, cards, state.deck)
    state.top = 0
    state.settled = state.size


@kernel
def aux_shuffle(state, cards, places):
    """The next auxiliary shuffle of this round (FO-1.10). Returns how many cards."""
    n = lay_out(cards, places)
    start(state.dice, state.key, Purpose.AUX, state.round, state.table.shuffles)
    shuffle(places[:n], state.dice)
    state.table.shuffles += 1
    return n


@kernel
def give(state, seat):
    """One card from the deck, if there is one."""
    card = take_several(state, 1)
    state.hand[seat] |= card
    state.table.held[seat] += popcount(card)


@kernel
def give_up(state, seat, cards):
    """Cards of a hand to the discards, unseen."""
    state.hand[seat] &= ~cards
    bury(state, seat, cards)
    state.table.held[seat] -= popcount(cards)


@kernel
def bury(state, seat, cards):
    state.pile |= cards
    state.given[seat] |= cards
    state.buried[seat] |= cards
    state.table.buried[seat] += popcount(cards)


@kernel
def exchange(state, seat, cards, count):
    """New cards for old, which join the discards only after the new ones are dealt (FO-2.12). Returns the new ones."""
    state.hand[seat] &= ~cards
    state.table.held[seat] -= popcount(cards)
    new = take_several(state, count)
    state.hand[seat] |= new
    state.table.held[seat] += popcount(new)
    bury(state, seat, cards)
    return new


@kernel
def turn_wheel(state, rules):
    """All hands shuffled together, as many cards dealt to each player as he had; what is left is discarded (FO-4.10)."""
    bets, table = state.bets, state.table
    players, cards = unfolded(bets), state.pile & 0
    for k in range(bets.seated):
        seat = bets.order[k]
        state.before[seat] = state.hand[seat]
        cards |= state.hand[seat]
        state.hand[seat] = 0
        if players & bit(seat) == 0:
            table.held[seat] = 0
    if rules.wheel_pool == WheelPool.HANDS_AND_DECK:
        for k in range(state.top, state.size):
            cards |= bit(state.deck[k])
    size = aux_shuffle(state, cards, state.pool)
    at = deal_pool(state, players)
    if rules.wheel_pool == WheelPool.HANDS_AND_DECK:
        keep_as_deck(state, at, size)
        return
    table.leftover = size - at
    for k in range(at, size):
        state.pile |= bit(state.pool[k])


@kernel
def deal_pool(state, players):
    """One at a time in turn order. Returns how many cards were dealt."""
    bets, at, longest = state.bets, 0, 0
    for k in range(bets.seated):
        longest = max(longest, state.table.held[bets.order[k]])
    for place in range(longest):
        for k in range(bets.seated):
            seat = bets.order[k]
            if players & bit(seat) != 0 and place < state.table.held[seat]:
                state.hand[seat] |= bit(state.pool[at])
                at += 1
    return at


@kernel
def keep_as_deck(state, begin, end):
    for k in range(begin, end):
        state.deck[k - begin] = state.pool[k]
    state.top = 0
    state.size = end - begin
    state.settled = state.size


@kernel
def wheel_mixed_all(table, rules):
    """Did the Wheel mix the whole deck, so that the old hands may be anywhere?"""
    return table.arcana == Arcana.WHEEL and rules.wheel_pool == WheelPool.HANDS_AND_DECK
