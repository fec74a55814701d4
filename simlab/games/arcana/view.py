"""Arcana: what a seat may know (AR-14), and random worlds that it cannot tell from the real one."""

import numpy as np

from simlab.contract.columns import SEATS
from simlab.games.arcana.deck import (
    UNSEEN,
    by_in,
    card_in,
    concealed,
    fix,
    fix_all,
    fix_likely,
    follow,
    identity,
    is_private,
    is_unseen,
    lay_out,
    lying,
    shows_card,
    unfix_all,
)
from simlab.games.arcana.ranking.five import split
from simlab.games.arcana.ranking.multiset import EMPTY, HAND, KINDS, WORDS, copies, load, plus, size, store, together
from simlab.games.arcana.rules import NONE, WINDOW
from simlab.jit import copy_alike, kernel
from simlab.rng import bits64, shuffle, uniform

NEVER_FIXED, UNFIXED = np.int64(0), np.int64(1)  # what submitted cards were to the deck


@kernel
def observe(state, rules, seat, view):
    """Own cards and everything public; nothing is visible unless copied here."""
    view.seat = seat
    view.legal = state.legal if seat == state.seat else 0
    see_table(state, view)
    see_cards(state, rules, seat, view)
    see_window(state, seat, view)


@kernel
def see_table(state, view):
    """AR-14.2."""
    view.to_act = state.seat
    view.point = state.point
    view.turn = state.turn
    view.owner = state.owner
    view.place = state.place
    view.due_turn = state.due_turn
    view.deal_start = state.deal_start
    view.deals = state.deals
    view.pot = state.pot
    view.top = state.top
    view.n_deck = state.n_deck
    view.n_heap = state.n_heap
    view.n_bidders = state.n_bidders
    for s in range(SEATS):
        view.hand_size[s] = state.hand_size[s]
        view.coins[s] = state.coins[s]
        view.points[s] = state.points[s]
        view.extra_left[s] = state.extra_left[s]
        view.discarded[s] = state.discarded[s]
        view.submitted[s] = state.submitted[s]
        view.bids[s] = state.bids[s]
        view.bidders[s] = state.bidders[s]


@kernel
def see_cards(state, rules, seat, view):
    """AR-14.1 and what everybody remembers (AR-14.4)."""
    copy_words(view.seen, state.seen)
    if rules.open_hands:
        copy_words(view.hands, state.hand)
    else:
        own_words(view.hands, state.hand, seat)
    if rules.submissions_face_up:
        copy_words(view.bid, state.bid)
    else:
        own_words(view.bid, state.bid, seat)
    mine = -1 if seat == state.seat else 0
    for k in range(WORDS):
        view.picks[k] = state.picks[k] & mine
        view.heap_seen[k] = state.heap_seen[k]


@kernel
def copy_words(seen, cards):
    for s in range(SEATS):
        for k in range(WORDS):
            seen[s, k] = cards[s, k]


@kernel
def own_words(seen, cards, seat):
    """Only the own cards."""
    for s in range(SEATS):
        for k in range(WORDS):
            seen[s, k] = 0
    for k in range(WORDS):
        seen[seat, k] = cards[seat, k]


@kernel
def see_window(state, seat, view):
    """Known deck positions; of a card that Cups showed to somebody else only the place is seen (AR-14.6)."""
    for k in range(WINDOW):
        slot = lying(state, k + 1)
        view.window[k] = slot | UNSEEN if is_private(slot) and by_in(slot) != seat else slot


# ---- worlds


@kernel
def imagine(view, rules, me, state):
    """Hidden cards by the weights of the deck given everything seen; packs: every arrangement as likely. See the README."""
    state.key.k0 = bits64(me.search)
    state.key.k1 = bits64(me.search)
    copy_table(view, state)
    lay_out(state, rules)
    follow(state, rules, state.turn)
    place_known(view, rules, state)
    if concealed(rules):
        hide_in_packs(view, rules, me, state)
    else:
        hide_in_weights(view, rules, me, state)


@kernel
def copy_table(view, state):
    """What a view and a state have in common; the hands follow in `place_known`."""
    copy_alike(state, view)
    state.round = view.deals if view.deal_start > view.turn else view.deals + 1


@kernel
def place_known(view, rules, state):
    """What this seat sees: own cards, shown cards, cards others were seen to take, the pile and the window."""
    state.n_picks = size(load(view.picks))
    fix_all(state, rules, load(view.picks))
    for s in range(rules.players):
        known = s == view.seat or rules.open_hands
        cards = load(view.hands[s]) if known else load(view.seen[s])
        store(state.hand[s], cards)
        state.hand_size[s] = size(cards)
        state.out += view.hand_size[s]
        fix_all(state, rules, cards)
    state.out += state.n_picks
    if view.top != NONE:
        state.out += 1
        fix(state, rules, view.top)
    for k in range(WINDOW):
        if shows_card(view.window[k]):
            state.window[k] = view.window[k]
            fix(state, rules, card_in(view.window[k]))


@kernel
def hide_in_weights(view, rules, me, state):
    """One card after another as the deck would settle it; submitted cards are unfixed again at once (AR-7.3)."""
    for s in range(rules.players):
        cards = fix_likely(state, rules, me.search, hidden_cards(view, state, s))
        for _ in range(hidden_bids(view, state, s)):
            cards = submit_best(rules, state, s, cards, UNFIXED)
        take_in_hand(state, s, cards)
    for k in range(WINDOW):
        if is_unseen(view.window[k]):
            card = identity(state, rules, uniform(me.search))
            state.window[k] = view.window[k] ^ UNSEEN | card
            fix(state, rules, card)


@kernel
def hidden_bids(view, state, seat):
    """Submissions of a seat that nobody has seen."""
    return view.bids[seat] - size(load(state.bid[seat])) // HAND


@kernel
def hidden_cards(view, state, seat):
    """Cards of a seat that nobody has seen, submitted ones included."""
    return view.hand_size[seat] - state.hand_size[seat] + HAND * hidden_bids(view, state, seat)


@kernel
def submit_best(rules, state, seat, cards, then):
    """The best five of these are the seat's bid: whoever bids, bids his best. Returns the others."""
    left, five = split(cards, rules.order)
    store(state.bid[seat], together(load(state.bid[seat]), five))
    if then == UNFIXED:
        unfix_all(state, rules, five)
    return left


@kernel
def take_in_hand(state, seat, cards):
    store(state.hand[seat], together(load(state.hand[seat]), cards))
    state.hand_size[seat] += size(cards)


@kernel
def hide_in_packs(view, rules, me, state):
    """All cards not seen, shuffled, lie in the hidden hands, bids and heap places and then in the deck."""
    n = gather_unseen(view, rules, state)
    shuffle(state.deck[:n], me.search)
    for s in range(rules.players):
        cards = EMPTY
        for _ in range(hidden_cards(view, state, s)):
            n -= 1
            cards = plus(cards, state.deck[n] + 0)
        for _ in range(hidden_bids(view, state, s)):
            cards = submit_best(rules, state, s, cards, NEVER_FIXED)
        fix_all(state, rules, cards)
        take_in_hand(state, s, cards)
    for _ in range(view.n_heap - state.n_heap):
        n -= 1
        state.heap[state.deck[n]] += 1
    state.n_heap = view.n_heap
    lay_window(view, rules, state, n)


@kernel
def gather_unseen(view, rules, state):
    """The cards whose place this seat does not know, in `deck`; returns how many. The heap keeps what was seen to go there."""
    n, heap_seen = 0, load(view.heap_seen)
    store(state.heap_seen, heap_seen)
    state.n_heap = size(heap_seen)
    for card in range(KINDS):
        seen = state.fixed[card] + copies(heap_seen, card)
        for s in range(rules.players):
            seen += copies(load(state.bid[s]), card)
        for _ in range(rules.deck_copies - seen):
            state.deck[n] = card
            n += 1
        state.heap[card] = copies(heap_seen, card)
    return n


@kernel
def lay_window(view, rules, state, n):
    """Spread the top of n unknown cards over the deck and put the known ones between them at their depths."""
    state.n_deck = view.n_deck
    for k in range(min(WINDOW, view.n_deck)):
        at = view.n_deck - 1 - k
        if shows_card(view.window[k]):
            state.deck[at] = card_in(view.window[k])
            continue
        n -= 1
        state.deck[at] = state.deck[n]
        if is_unseen(view.window[k]):
            state.window[k] = view.window[k] ^ UNSEEN | np.int64(state.deck[at])
            fix(state, rules, state.deck[at])
