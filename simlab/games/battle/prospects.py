"""What can still become of a hand of battle, as far as a seat knows: cards to dig for, targets of attacks, what fits a card.

For `learned` (see `gist.py`), which is told of each action what it leads to.
"""

import numpy as np

from simlab.bits import popcount
from simlab.contract.turns import seat_on
from simlab.games.battle.cards import NOTHING, ONE, SUIT, bit, number, same_number, same_suit, sums
from simlab.games.battle.policies import KILLS, SWAPS, shown_outside, targets_of
from simlab.games.battle.rules import PILE, Kind, Point
from simlab.games.battle.scoring import value
from simlab.jit import kernel
from simlab.masks import can, first, without_first

ALL_RETURNED = np.int64(-1)  # no drawn card is about to be kept
UNKNOWN = np.int64(-1)
AHEAD = ONE << 61  # above every hand
RUN, WHEEL = np.int64(0b11111), np.int64(0b1_0000_0000_1111)  # five ranks in a row; ace to five
LOWEST_RUNS = 9  # runs without the ace below


# ---- cards that are known


@kernel
def named(view, owner):
    """Cards of a row that this seat can name."""
    cards = view.shown[owner]
    for slot in range(view.size[owner]):
        if view.seen.row[owner, slot] >= 0:
            cards |= bit(view.seen.row[owner, slot])
    return cards


@kernel
def named_of_others(view, rules):
    cards = NOTHING
    for step in range(1, rules.players):
        cards |= named(view, seat_on(view.seat, step, rules.players))
    return cards


@kernel
def met(view, rules):
    """Cards that this seat has met and can still place: in rows, in hand, in the pile."""
    cards = view.own | named_of_others(view, rules) | known_tops(view, view.left)
    for i in range(view.drawn_n):
        cards |= bit(view.drawn[i])
    return cards


@kernel
def best_of_others(view, rules):
    """Whose hand is the best as far as this seat knows, and that hand."""
    leader, most = np.int64(view.seat), np.int64(-1)
    for step in range(1, rules.players):
        other = seat_on(view.seat, step, rules.players)
        found = value(named(view, other), shown_outside(view, rules, other), rules)
        if found > most:
            leader, most = np.int64(other), found
    return leader, most


@kernel
def most_suited(cards):
    most = 0
    for suit in range(4):
        most = max(most, popcount(cards & SUIT << 16 * suit))
    return most


@kernel
def longest(ranks):
    """Most of these ranks within a run."""
    most = popcount(ranks & WHEEL)
    for low in range(LOWEST_RUNS):
        most = max(most, popcount(ranks & RUN << low))
    return most


@kernel
def longest_with(ranks, rank):
    """The same for runs that hold this rank."""
    most = popcount(ranks & WHEEL) if can(WHEEL, rank) else 0
    for low in range(max(rank - 4, 0), min(rank, LOWEST_RUNS - 1) + 1):
        most = max(most, popcount(ranks & RUN << low))
    return most


# ---- the pile


@kernel
def pile_card(view, n):
    """The n-th card from the top, -1 if this seat does not know it."""
    return np.int64(view.seen.pile[(view.top + n - 1) & (PILE - 1)])


@kernel
def known_tops(view, n):
    """Of the first n cards of the pile those that this seat knows."""
    cards = NOTHING
    for k in range(min(n, view.left)):
        if pile_card(view, k + 1) >= 0:
            cards |= bit(pile_card(view, k + 1))
    return cards


@kernel
def drawn_till_battle(view, rules):
    """Cards that the drawing turns to come will take from the top."""
    if view.point > Point.FACING:
        return np.int64(0)
    turns = 0
    for turn in range(view.turn, rules.players * rules.draw_rounds):
        turns += 1 - (view.allin >> turn % rules.players & 1)
    return np.int64(turns * rules.draw_size)


@kernel
def pile_card_after(view, kept, n):
    """The same once all drawn cards but the kept one lie under the pile, as they were drawn."""
    if n <= view.left:
        return pile_card(view, n)
    at = n - view.left - 1
    if at >= returned(view, kept):
        return UNKNOWN
    return np.int64(view.drawn[at + (1 if at >= kept else 0)])


@kernel
def returned(view, kept):
    """Drawn cards that are about to go under the pile."""
    return 0 if kept == ALL_RETURNED else view.drawn_n - 1


@kernel
def two_digs(view, rules, own, shown, kept, skipped, pool):
    """The best hands that these cards make with one known card of the pile, the better one first, and with two; 0 for none."""
    reachable = sums(shown, max(view.left + returned(view, kept) - skipped, 0), rules)
    one, at = best_dig(view, rules, own, reachable, kept, skipped, pool, np.int64(PILE))
    if at == 0:
        return one, one
    own |= bit(pile_card_after(view, kept, skipped + at))
    two, _ = best_dig(view, rules, own, reachable, kept, skipped, pool, at)
    return one, max(one, two)


@kernel
def best_dig(view, rules, own, reachable, kept, skipped, pool, gap):
    """The best hand with one known card, and where it lies; cards from the gap on lie one place higher."""
    best, at = NOTHING, np.int64(0)
    while reachable != 0:
        n = np.int64(first(reachable))
        reachable = without_first(reachable)
        card = pile_card_after(view, kept, skipped + n + (1 if n >= gap else 0))
        if card >= 0:
            reached = value(own | bit(card), pool, rules)
            if reached > best:
                best, at = reached, n
    return best, at


@kernel
def faced(view, rules, card):
    """Own face-up cards once this one has come and one has been turned up where it must be: the lowest, as `basic` does."""
    hidden = (view.own | bit(card)) & ~view.shown[view.seat]
    if popcount(hidden) <= rules.max_facedown:
        return np.int64(view.shown[view.seat])
    up = card
    for slot in range(view.size[view.seat]):
        held = np.int64(view.seen.row[view.seat, slot])
        if hidden & bit(held) != 0 and number(held) <= number(up):
            up = held
    return view.shown[view.seat] | bit(up)


# ---- attacks


@kernel
def best_aim(view, rules, kind, card, pool, leader):
    """The target that brings most: first to be ahead, then the better own hand. How much, both hands then, and the target."""
    targets = targets_of(view, rules, kind, card, pool)
    most, reached, left, aim = UNKNOWN, NOTHING, NOTHING, NOTHING
    while targets != 0:
        t = targets & -targets
        targets ^= t
        own = own_after(view, rules, kind, card, t, pool)
        theirs = theirs_after(view, rules, kind, card, t, leader)
        found = own + (AHEAD if own > theirs else NOTHING)
        if found > most:
            most, reached, left, aim = found, own, theirs, t
    return most, reached, left, aim


@kernel
def own_after(view, rules, kind, card, target, pool):
    """The own hand when an attack has gone through."""
    left = bit(card) if ONE << kind & SWAPS != 0 else NOTHING
    return value(moved(view.own, kind, card, target), pool & ~target | left, rules)


@kernel
def moved(cards, kind, card, target):
    """Own cards when an attack has gone through: the used one has gone, and but for a kill the target has come."""
    return cards & ~bit(card) | (NOTHING if ONE << kind & KILLS != 0 else target)


@kernel
def theirs_after(view, rules, kind, card, target, leader):
    """The hand of the best of the others, by what is known, when an attack has gone through."""
    kind = ONE << kind
    cards, lent = named(view, leader), shown_outside(view, rules, leader) & ~bit(card)
    if cards & target != 0:
        cards |= bit(card) if kind & SWAPS != 0 else NOTHING
    elif kind & SWAPS != 0:
        lent |= bit(card)
    lent = lent & ~target
    return value(cards & ~target, lent if kind & KILLS != 0 else lent | target, rules)


@kernel
def known_stops(view, rules, card):
    """Cards of the others that this seat knows and that share number or suit with the used one."""
    return named_of_others(view, rules) & (same_number(card) | same_suit(card))


@kernel
def when_let_pass(view, rules, pool, now):
    """The own hand when nobody stops the action."""
    if view.kind == Kind.FLIP or view.target_seat != view.seat:
        return now
    kind, target, used = ONE << view.kind, bit(view.seen.row[view.seat, view.target_slot]), bit(view.used)
    pool &= ~used
    own = view.own & ~target | (used if kind & SWAPS != 0 else NOTHING)
    return value(own, pool if kind & KILLS != 0 else pool | target, rules)


# ---- pairs and threes that can be exchanged


@kernel
def next_group(view, kind, group):
    """The slots, as bits, of the pair or three of a kind after this one, in the order of the actions; 0 after the last."""
    size, row = view.size[view.seat], view.seen.row[view.seat]
    for i in range(size):
        for j in range(i + 1, size):
            if number(row[i]) != number(row[j]):
                continue
            for k in range(j + 1, size if kind == Kind.TRIPLE_DRAW else j + 2):
                found = ONE << i | ONE << j
                if kind == Kind.TRIPLE_DRAW:
                    if number(row[k]) != number(row[i]):
                        continue
                    found |= ONE << k
                if group == 0:
                    return found
                if found == group:
                    group = NOTHING
    return NOTHING


@kernel
def in_slots(view, slots):
    """Own cards in these slots."""
    cards = NOTHING
    while slots != 0:
        cards |= bit(view.seen.row[view.seat, first(slots)])
        slots = without_first(slots)
    return cards
