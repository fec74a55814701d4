"""Moving cards in battle: rows, pile, discards, and who knows what lies where (section 4).

Knowledge lies beside the card, at its place: a bit for each seat. All counts and places are public, so everybody follows a card whose
place he knows.
"""

import itertools
import math

import numpy as np

from simlab.bits import cold
from simlab.games.battle.cards import NOTHING, bit
from simlab.games.battle.eight_bytes import EACH, WORD, first_bytes, set_word, set_word_at, without, word_at, word_of
from simlab.games.battle.log import log_discard, log_shown
from simlab.games.battle.rules import PILE, DiscardTo, DrawFacing
from simlab.jit import kernel

WRAP = PILE - 1
MOST_ORDERED = 4  # cards put in an order of choice
NOBODY = 0
UNKNOWN = -1

PERMUTATIONS = np.array([math.factorial(n) for n in range(MOST_ORDERED + 1)], np.int64)  # by number of cards

# by number of cards and of the permutation: for each place of a word the bit at which its card stood before, a byte each
ORDERS = np.zeros((MOST_ORDERED + 1, PERMUTATIONS[MOST_ORDERED]), np.int64)
for _n in range(MOST_ORDERED + 1):
    for _code, _places in enumerate(itertools.permutations(range(_n))):
        ORDERS[_n, _code] = sum(8 * place << 8 * i for i, place in enumerate((*_places, *range(_n, MOST_ORDERED))))


@kernel
def everyone(rules):
    return (1 << rules.players) - 1


@kernel
def set_slot(state, owner, slot, card, known):
    """A card lies in a slot, and these seats know it."""
    state.row[owner, slot] = card
    state.known.row[owner, slot] = known


@kernel
def set_place(state, place, card, known):
    """A card lies at a place of the pile, and these seats know it."""
    state.pile[place] = card
    state.known.pile[place] = known


@kernel
def lay(state, seat, card, known):
    """Put a card face down at the end of a row."""
    slot = state.size[seat]
    set_slot(state, seat, slot, card, known)
    state.held[seat] |= bit(card)
    state.size[seat] = slot + 1


@kernel
def show(state, rules, seat, slot):
    set_slot(state, seat, slot, state.row[seat, slot], everyone(rules))
    state.shown[seat] |= bit(state.row[seat, slot])


@kernel
def take_out(state, seat, slot):
    """Take a card out of a row; later slots move up by one (BA-7.14)."""
    card = state.row[seat, slot]
    last = state.size[seat] - 1
    if last < WORD:
        set_word(state.row[seat], without(word_of(state.row[seat]), slot))
        set_word(state.known.row[seat], without(word_of(state.known.row[seat]), slot))
    else:
        for i in range(slot, last):
            set_slot(state, seat, i, state.row[seat, i + 1], state.known.row[seat, i + 1])
        set_slot(state, seat, last, 0, NOBODY)
    state.held[seat] &= ~bit(card)
    state.shown[seat] &= ~bit(card)
    state.size[seat] = last
    return card


@kernel
def put_under(state, card, known):
    """Put a card under the pile."""
    place = (state.top + state.left) & WRAP
    set_place(state, place, card, known)
    state.left += 1


@kernel
def put_all_under(state, cards, n, known):
    """Put the n cards of a word, less than eight, under the pile, the first uppermost; it leaves eight places free."""
    place = (state.top + state.left) & WRAP
    if place <= PILE - WORD:
        set_word_at(state.pile, place, cards)
        set_word_at(state.known.pile, place, first_bytes(n) & (known * EACH))
    else:
        put_each(state, place, cards, n, known)
    state.left += n


@kernel
def put_each(state, place, cards, n, known):
    """The same where the pile goes round."""
    cold()
    for i in range(n):
        set_place(state, (place + i) & WRAP, np.int8(cards >> (8 * i)), known)


@kernel
def take_top(state):
    """The card itself may stay where nobody knows it any more: no seat sees it."""
    place = state.top
    state.known.pile[place] = NOBODY
    state.top = (place + 1) & WRAP
    state.left -= 1
    return state.pile[place]


@kernel
def take_tops(state, n):
    """The n top cards, less than eight, as a word."""
    top = state.top & WRAP
    state.top = (top + n) & WRAP
    state.left -= n
    if top > PILE - WORD:
        return take_each(state, top, n)
    set_word_at(state.known.pile, top, word_at(state.known.pile, top) & ~first_bytes(n))
    return word_at(state.pile, top) & first_bytes(n)


@kernel
def take_each(state, top, n):
    """The same where the pile goes round."""
    cold()
    cards = NOTHING
    for i in range(n):
        place = (top + i) & WRAP
        cards |= np.int64(state.pile[place]) << (8 * i)
        state.known.pile[place] = NOBODY
    return cards


@kernel
def discard(state, rules, card):
    """A battle discard: everybody sees it (BA-5.9); it goes under the pile, or out of the game (BA-8.2)."""
    log_discard(state, card)
    if rules.discard_to == DiscardTo.OUT:
        state.out |= bit(card)
    else:
        put_under(state, card, everyone(rules))


@kernel
def raise_to_top(state, n):
    """Bring the n-th card of the pile to the top; the order of the rest is unchanged (BA-6.5a)."""
    found = (state.top + n - 1) & WRAP
    card, known = state.pile[found], state.known.pile[found]
    for i in range(n - 1, 0, -1):
        above = (state.top + i - 1) & WRAP
        set_place(state, (state.top + i) & WRAP, state.pile[above], state.known.pile[above])
    set_place(state, state.top, card, known)


@kernel
def draw(state, rules, seat, count):
    """Draw in battle: who knew the card knows what was taken; a short pile gives what it has (BA-6.3, BA-6.10)."""
    for _ in range(min(count, state.left)):
        known = state.known.pile[state.top] | (1 << seat)
        lay(state, seat, take_top(state), known)
        if rules.battle_draw_facing == DrawFacing.UP:
            show_now(state, rules, seat, state.size[seat] - 1)


@kernel
def show_now(state, rules, seat, slot):
    """Turn up a card in a battle turn."""
    show(state, rules, seat, slot)
    log_shown(state, state.row[seat, slot])


@kernel
def reorder(cards, n, code):
    """Put the first n entries, at most four, into their permutation number `code`, in lexicographic order."""
    before = NOTHING
    for i in range(n):
        before |= np.int64(cards[i]) << (8 * i)
    after = reordered(before, n, code)
    for i in range(n):
        cards[i] = np.int8(after >> (8 * i))


@kernel
def reordered(cards, n, code):
    """The same for a word of n cards and nothing after them."""
    places, after = ORDERS[n, code], NOTHING
    for i in range(MOST_ORDERED):
        after |= ((cards >> ((places >> (8 * i)) & 63)) & 255) << (8 * i)
    return after
