"""For `learned`: what a look at a table of battle tells a person at once, as numbers, and as sets of actions that have something in common.

Every action whose effect on the cards is known is graded by the hand it leads to. See `Gist` in contract/searching.py.
"""

from enum import IntEnum

import numpy as np

from simlab.bits import popcount
from simlab.contract.searching import Gist, gist_record
from simlab.contract.turns import seat_on
from simlab.games.battle.cards import LOWEST, NOTHING, SUIT, bit, number, ranks_of, same_number, same_suit, sums
from simlab.games.battle.moves import MOST_ORDERED, ORDERS
from simlab.games.battle.policies import shown_outside
from simlab.games.battle.prospects import (
    ALL_RETURNED,
    UNKNOWN,
    best_aim,
    best_of_others,
    drawn_till_battle,
    faced,
    in_slots,
    known_stops,
    known_tops,
    longest,
    longest_with,
    met,
    most_suited,
    moved,
    named,
    next_group,
    own_after,
    pile_card,
    theirs_after,
    two_digs,
    when_let_pass,
)
from simlab.games.battle.rules import PASS, Kind, Point
from simlab.games.battle.scoring import value
from simlab.jit import kernel
from simlab.masks import can, first, without_first
from simlab.ranking.hands import RANK_BITS, Category, place
from simlab.ranking.scalar import multiplicities

HIGH = 10  # a high number
BYTE = 8
HANDS = Category.FULL_HOUSE  # marks of a hand: at least a pair, two pair, three of a kind, straight, flush, full house


class Mark(IntEnum):
    """Actions that have something in common."""

    BEST = 0  # lead to the best hand
    BETTER = 1  # lift the own hand
    RISES = 2  # ... to another category
    WORSE = 3  # cost it something
    LEADS = 4  # put it above the best of the others
    HELPS = 5  # lift the best of the others
    HURTS = 6  # lower it
    DIGS = 7  # let the best of the known pile cards be dug for
    KNOWN = 8  # bring a card that is known
    NUMBER = 9  # a card with the number of an own one, of two
    LENT = 11  # ... of one that can be borrowed
    HIGH = 12  # a high card
    SUIT = 13  # a card with at least one own card of its suit, two, three
    RUN = 16  # a card that makes three of a run, four
    OUTS = 18  # a card of whose number at least one has not been met, two, three
    SUITED = 21  # a card of whose suit at least three have not been met, five, seven, nine
    SAFE = 25  # an attack that no known card of the others can stop
    DUG_LEADS = 26  # put the own hand above the best of the others by digging
    HAND = 27  # lead to a hand
    DUG = HAND + HANDS  # ... with the best known card dug for
    DEEP = DUG + HANDS  # ... with two
    THEIRS = DEEP + HANDS  # leave the best of the others a hand


MARKS = Mark.THEIRS + HANDS
TOLD = gist_record(
    MARKS,
    ("hand", "i1"),  # place of the category of the own hand, borrowed card included
    ("made", "i1"),  # the highest rank that makes it
    ("alone", "i1"),  # place without a borrowed card
    ("rival", "i1"),  # place of the best of the others', as far as it is known
    ("ahead", "i1"),  # -1, 0, 1: below it, equal, above
    ("suited", "i1"),  # most own cards of a suit
    ("run", "i1"),  # most own ranks within five in a row
    ("pairs", "i1"),  # own ranks held twice
    ("rival_suited", "i1"),
    ("rival_run", "i1"),
    ("dig", "i1"),  # place of the best hand that a known pile card makes, 0 without one in reach
    ("digs", "i1"),  # by how many places that is better
)


@kernel
def tell(view, rules, told):
    """See `contract/searching.py`."""
    for k in range(MARKS):
        told.marks[k] = 0
    pool = shown_outside(view, rules, view.seat)
    now = value(view.own, pool, rules)
    leader, lead = best_of_others(view, rules)
    tell_hands(view, rules, told, now, leader, lead)
    skipped = drawn_till_battle(view, rules)
    one, two = two_digs(view, rules, view.own, view.shown[view.seat], ALL_RETURNED, skipped, pool)
    told.dig = place(one)
    told.digs = max(place(one) - place(now), 0)
    point = view.point
    if point == Point.KEEP:
        mark_keeps(view, rules, told, pool, now, lead, skipped)
    elif point == Point.ORDER:
        mark_orders(view, rules, told, pool, skipped)
    elif point == Point.FACING:
        mark_facings(view, rules, told, pool, leader, lead, skipped)
    elif point == Point.KIND:
        mark_kinds(view, rules, told, pool, now, leader, lead, one, two)
    else:
        mark_rest(view, rules, told, pool, now, leader, lead)


@kernel
def mark_rest(view, rules, told, pool, now, leader, lead):
    """What follows when a kind of action is chosen."""
    point = view.point
    if point == Point.GROUP:
        mark_groups(view, rules, told, pool, now, lead)
    elif point == Point.NTH:
        mark_digs(view, rules, told, pool, now, lead)
    elif point == Point.CARD:
        mark_cards(view, rules, told, pool, now, leader, lead)
    elif point == Point.TARGET and view.kind != Kind.FLIP:
        mark_targets(view, rules, told, pool, now, leader, lead)
    elif point == Point.RESPOND:
        mark_answers(view, rules, told, pool, now, lead)


@kernel
def tell_hands(view, rules, told, now, leader, lead):
    _, twice, _, _ = multiplicities(view.own)
    theirs = named(view, leader)
    told.hand = place(now)
    told.made = highest_made(now)
    told.alone = place(value(view.own, NOTHING, rules))
    told.rival = place(max(lead, NOTHING))
    told.ahead = 1 if now > lead else (0 if now == lead else -1)
    told.suited, told.rival_suited = most_suited(view.own), most_suited(theirs)
    told.run, told.rival_run = longest(ranks_of(view.own)), longest(ranks_of(theirs))
    told.pairs = popcount(twice)


@kernel
def highest_made(score):
    """The highest rank of those that make a hand, from 1; 0 where kickers are all there is."""
    made, n = (score >> RANK_BITS) & SUIT, 0
    while made != 0:
        made >>= 1
        n += 1
    return n


# ---- marks


@kernel
def put(told, which, action, holds):
    told.marks[which] |= np.int64(holds) << action


@kernel
def put_hand(told, which, action, reached):
    for k in range(HANDS):
        put(told, which + k, action, place(reached) > k)


@kernel
def put_best(told, which, action, reached, top):
    """Mark an action if none before has led to a better hand. Returns the best so far."""
    if reached > top:
        told.marks[which] = 0
    put(told, which, action, reached >= top)
    return max(reached, top)


@kernel
def grade(told, action, reached, now, lead, top):
    """Mark an action by the hand that it leads to, beside the best of the others then. Returns the best hand so far."""
    put(told, Mark.BETTER, action, reached > now)
    put(told, Mark.RISES, action, place(reached) > place(now))
    put(told, Mark.WORSE, action, reached < now)
    put(told, Mark.LEADS, action, reached > lead)
    put_hand(told, Mark.HAND, action, reached)
    return put_best(told, Mark.BEST, action, reached, top)


@kernel
def grade_digs(told, action, one, two, lead, deep):
    """Mark an action by the hands that can be dug for after it. Returns the best of them so far."""
    put_hand(told, Mark.DUG, action, one)
    put_hand(told, Mark.DEEP, action, two)
    put(told, Mark.DUG_LEADS, action, two > lead)
    return put_best(told, Mark.DIGS, action, two, deep)


# ---- drawing


@kernel
def mark_keeps(view, rules, told, pool, now, lead, skipped):
    top, deep, drawn, seen = NOTHING, NOTHING, NOTHING, met(view, rules)
    for i in range(view.drawn_n):
        card = np.int64(view.drawn[i])
        own = view.own | bit(card)
        drawn |= bit(card)
        top = grade(told, i, value(own, pool, rules), now, lead, top)
        one, two = two_digs(view, rules, own, faced(view, rules, card), np.int64(i), skipped, pool)
        deep = grade_digs(told, i, one, two, lead, deep)
        mark_fit(view, told, i, card, pool)
        mark_outs(told, i, card, seen)
    if can(view.legal, rules.draw_size):
        grade(told, rules.draw_size, value(drawn, pool, rules), now, lead, top)


@kernel
def mark_fit(view, told, action, card, pool):
    """What a card has in common with the own ones."""
    alike, suited = popcount(view.own & same_number(card)), popcount(view.own & same_suit(card))
    run = longest_with(ranks_of(view.own | bit(card)), number(card) - LOWEST)
    for k in range(2):
        put(told, Mark.NUMBER + k, action, alike > k)
        put(told, Mark.RUN + k, action, run > k + 2)
    for k in range(3):
        put(told, Mark.SUIT + k, action, suited > k)
    put(told, Mark.LENT, action, pool & same_number(card) != 0)
    put(told, Mark.HIGH, action, number(card) >= HIGH)


@kernel
def mark_outs(told, action, card, seen):
    """How many that would fit the card may still come."""
    alike, suited = popcount(same_number(card) & ~seen), popcount(same_suit(card) & ~seen)
    for k in range(3):
        put(told, Mark.OUTS + k, action, alike > k)
    for k in range(4):
        put(told, Mark.SUITED + k, action, suited > 2 * k + 2)


@kernel
def mark_orders(view, rules, told, pool, skipped):
    """Orders in which the best of the cards returned can be dug for, as the face-up cards lie now."""
    n, best = view.drawn_n, NOTHING
    if n != MOST_ORDERED:
        return
    last = view.left + n - skipped
    reachable = sums(view.shown[view.seat], max(last, 0), rules)
    for action in range(len(ORDERS[MOST_ORDERED])):
        reached = NOTHING
        for k in range(n):
            if last - n + k + 1 > 0 and can(reachable, last - n + k + 1):
                card = np.int64(view.drawn[(ORDERS[MOST_ORDERED, action] >> BYTE * k & 63) // BYTE])
                reached = max(reached, value(view.own | bit(card), pool, rules))
        put_hand(told, Mark.DUG, action, reached)
        best = put_best(told, Mark.DIGS, action, reached, best)


@kernel
def mark_facings(view, rules, told, pool, leader, lead, skipped):
    """What the others may borrow then, and what the own cards can dig for."""
    hidden = view.own & ~view.shown[view.seat]
    action, top = np.int64(0), NOTHING
    if popcount(hidden) <= rules.max_facedown:
        top = mark_facing(view, rules, told, pool, leader, lead, skipped, action, NOTHING, top)
        action += 1
    for slot in range(view.size[view.seat]):
        card = bit(view.seen.row[view.seat, slot])
        if hidden & card != 0:
            top = mark_facing(view, rules, told, pool, leader, lead, skipped, action, card, top)
            action += 1
    if can(view.legal, action):
        mark_facing(view, rules, told, pool, leader, lead, skipped, action, hidden, top)


@kernel
def mark_facing(view, rules, told, pool, leader, lead, skipped, action, up, top):
    """With these cards turned up."""
    put(told, Mark.HELPS, action, value(named(view, leader), shown_outside(view, rules, leader) | up, rules) > lead)
    put(told, Mark.HIGH, action, ranks_of(up) >> HIGH - LOWEST != 0)
    one, two = two_digs(view, rules, view.own, view.shown[view.seat] | up, ALL_RETURNED, skipped, pool)
    put(told, Mark.RISES, action, place(one) > told.dig)
    put(told, Mark.KNOWN, action, one > 0)
    return grade_digs(told, action, one, two, lead, top)


# ---- battle


@kernel
def mark_kinds(view, rules, told, pool, now, leader, lead, one, two):
    """Draws by the cards that are known, attacks by the best aim; then by what can be dug for in a later turn."""
    top, later = now, can_dig_later(view, rules)
    for kind in range(Kind.STEAL_LOW + 1):
        if not can(view.legal, kind):
            continue
        if kind > Kind.FLIP:
            top = mark_attack(view, rules, told, kind, pool, now, leader, lead, top)
            continue
        reached = now
        if kind == Kind.DRAW_TOP:
            reached = value(view.own | known_tops(view, 1), pool, rules)
        elif kind == Kind.DRAW_NTH:
            reached = max(one, now)
        elif kind == Kind.PAIR_DRAW or kind == Kind.TRIPLE_DRAW:
            reached = best_exchange(view, rules, kind, pool)
        put_hand(told, Mark.THEIRS, kind, lead)
        put_hand(told, Mark.DUG, kind, max(reached, (two if kind == Kind.DRAW_NTH else one) if later else NOTHING))
        top = grade(told, kind, reached, now, lead, top)
    put(told, Mark.KNOWN, Kind.DRAW_TOP, known_tops(view, 1) != 0)
    put(told, Mark.KNOWN, Kind.DRAW_NTH, one > 0)


@kernel
def can_dig_later(view, rules):
    """Has this seat another battle turn?"""
    return view.turn <= rules.players * (rules.battle_rounds - 1)


@kernel
def mark_attack(view, rules, told, kind, pool, now, leader, lead, top):
    """A kind of attack by the card and the target that bring most if nobody stops it."""
    most, reached, left, used, aim = UNKNOWN, NOTHING, lead, np.int64(0), NOTHING
    for slot in range(view.size[view.seat]):
        card = np.int64(view.seen.row[view.seat, slot])
        found, own, theirs, target = best_aim(view, rules, kind, card, pool, leader)
        if found > most:
            most, reached, left, used, aim = found, own, theirs, card, target
    mark_dig_after(view, rules, told, kind, kind, used, aim, reached, pool)
    return grade_attack(view, rules, told, kind, used, aim, reached, left, now, lead, top)


@kernel
def mark_dig_after(view, rules, told, action, kind, card, target, reached, pool):
    """What can be dug for in the turn after an attack."""
    if can_dig_later(view, rules):
        own, shown = moved(view.own, kind, card, target), moved(view.shown[view.seat], kind, card, target)
        one, _ = two_digs(view, rules, own, shown, ALL_RETURNED, np.int64(0), pool & ~target)
        reached = max(reached, one)
    put_hand(told, Mark.DUG, action, reached)


@kernel
def grade_attack(view, rules, told, action, card, target, reached, left, now, lead, top):
    """Mark an attack by both hands that it leads to, and by whether a known card can stop it."""
    put(told, Mark.HURTS, action, left < lead)
    put(told, Mark.HELPS, action, left > lead)
    put(told, Mark.SAFE, action, known_stops(view, rules, card) & ~target == 0)
    put_hand(told, Mark.THEIRS, action, left)
    return grade(told, action, reached, now, left, top)


@kernel
def best_exchange(view, rules, kind, pool):
    """The best hand after a pair or three of a kind has gone and known cards have come."""
    come, best = known_tops(view, rules.pair_draw_count if kind == Kind.PAIR_DRAW else rules.triple_draw_count), NOTHING
    group = next_group(view, kind, NOTHING)
    while group != 0:
        best = max(best, value(view.own & ~in_slots(view, group) | come, pool, rules))
        group = next_group(view, kind, group)
    return best


@kernel
def mark_groups(view, rules, told, pool, now, lead):
    action, top, group = 0, NOTHING, next_group(view, view.kind, NOTHING)
    while group != 0:
        top = grade(told, action, value(view.own & ~in_slots(view, group), pool, rules), now, lead, top)
        group = next_group(view, view.kind, group)
        action += 1


@kernel
def mark_digs(view, rules, told, pool, now, lead):
    action, top, left = np.int64(0), NOTHING, view.choice
    while left != 0:
        card = pile_card(view, first(left))
        left = without_first(left)
        reached = value(view.own | bit(card), pool, rules) if card >= 0 else now
        put(told, Mark.KNOWN, action, card >= 0)
        top = grade(told, action, reached, now, lead, top)
        action += 1


@kernel
def mark_cards(view, rules, told, pool, now, leader, lead):
    """With an attack: the best that the card can be aimed at. Else what the others can no longer borrow, or can."""
    action, top = np.int64(0), NOTHING
    theirs, lent = named(view, leader), shown_outside(view, rules, leader)
    for slot in range(view.size[view.seat]):
        card = np.int64(view.seen.row[view.seat, slot])
        if view.choice & bit(card) == 0:
            continue
        put(told, Mark.HIGH, action, number(card) >= HIGH)
        if view.kind == Kind.TURN_DOWN:
            put(told, Mark.HURTS, action, value(theirs, lent & ~bit(card), rules) < lead)
        elif view.kind == Kind.FLIP:
            put(told, Mark.HELPS, action, value(theirs, lent | bit(card), rules) > lead)
        else:
            _, reached, left, target = best_aim(view, rules, view.kind, card, pool, leader)
            top = grade_attack(view, rules, told, action, card, target, reached, left, now, lead, top)
        action += 1


@kernel
def mark_targets(view, rules, told, pool, now, leader, lead):
    action, top = np.int64(0), NOTHING
    for step in range(1, rules.players):
        owner = seat_on(view.seat, step, rules.players)
        for slot in range(view.size[owner]):
            card = np.int64(view.seen.row[owner, slot])
            if card < 0 or view.choice & view.shown[owner] & bit(card) == 0:
                continue
            reached = own_after(view, rules, view.kind, view.used, bit(card), pool)
            left = theirs_after(view, rules, view.kind, view.used, bit(card), leader)
            top = grade_attack(view, rules, told, action, view.used, bit(card), reached, left, now, lead, top)
            action += 1


@kernel
def mark_answers(view, rules, told, pool, now, lead):
    """To let it pass, to reveal a card that protects, or to spend one."""
    action, top = popcount(view.choice) + 1, grade(told, PASS, when_let_pass(view, rules, pool, now), now, lead, NOTHING)
    for reveal in range(1, action):
        top = grade(told, reveal, now, now, lead, top)
    for slot in range(view.size[view.seat]):
        card = bit(view.seen.row[view.seat, slot])
        if view.discards & card != 0:
            top = grade(told, action, value(view.own & ~card, pool, rules), now, lead, top)
            action += 1


GIST = Gist(TOLD, tell)
